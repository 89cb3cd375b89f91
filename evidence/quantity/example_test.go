package quantity_test

import (
	"fmt"

	"github.com/superbizagent/superbizagent/evidence/quantity"
)

func Example() {
	output := quantity.Build(quantity.Scan(`{"restartCount":14,"limits":{"memory":"1536Mi"},"finishedAt":"2026-05-06T21:38:58Z"}`))
	for _, stated := range quantity.ScanClaim("checkout-7d9f restarted 14 times under its limit of 1.5 GiB, last at 21:38 UTC, with exit code 137") {
		fmt.Println(stated.Literal, len(output.Find(stated)) > 0)
	}
	// Output:
	// 14 true
	// 1.5 GiB true
	// 21:38 UTC true
	// 137 false
}

func ExampleUnitOfKey() {
	unit, _ := quantity.UnitOfKey("container_memory_usage_bytes")
	standing, _ := quantity.Parse("1610612736")
	stated, _ := quantity.Parse("1.5 GiB")
	fmt.Println(quantity.Equal(stated, standing), quantity.Equal(stated, standing.WithUnit(unit)))
	// Output: false true
}
