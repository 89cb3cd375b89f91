package reading_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	superbiz "github.com/superbizagent/superbizagent"
)

// outputs are of about a size, in the three forms that tools return.
func podList(bytes int) string {
	var items []string
	for n := 0; n < bytes; {
		item := fmt.Sprintf(`{"metadata":{"name":"basket-%05d","namespace":"orchard","labels":{"app":"basket"}},"status":{"phase":"Running","containerStatuses":[{"name":"web","restartCount":%d,"ready":true,"lastState":{"terminated":{"exitCode":%d,"reason":"Error","finishedAt":"2026-07-14T09:%02d:%02dZ"}}}]}}`,
			len(items), len(items)%9, len(items)%3, len(items)/60%60, len(items)%60)
		items = append(items, item)
		n += len(item)
	}
	return `{"items":[` + strings.Join(items, ",") + `]}`
}

func logLines(bytes int) string {
	var b strings.Builder
	for i := 0; b.Len() < bytes; i++ {
		fmt.Fprintf(&b, "2026-07-14T09:%02d:%02d.%03dZ INFO basket-%05d GET /v2/baskets/%d 200 %dms upstream=ledger:9090 bytes=%d\n", i/60%60, i%60, i%1000, i, i*7, i%400, i*13%9000)
	}
	return b.String()
}

func table(bytes int) string {
	var b strings.Builder
	b.WriteString("| Pod | Phase | Restarts | Memory (MiB) |\n|---|---|---|---|\n")
	for i := 0; b.Len() < bytes; i++ {
		fmt.Fprintf(&b, "| `basket-%05d` | Running | %d | %d |\n", i, i%9, 100+i%200)
	}
	return b.String()
}

// truths are claims that a reader must look through the output for.
var truths = []string{
	"Pod basket-00003 restarted 3 times",
	"basket-00001 is Running with 1 restart",
	"`basket-00002` has a memory limit of 64 GiB and answered HTTP 418",
	"ghost-7d9f-x2 was OOMKilled with exit code 139 at 11:11:11Z",
	"the log shows 'no such words anywhere'",
}

func BenchmarkRead(b *testing.B) {
	forms := []struct {
		name string
		make func(int) string
	}{{"json", podList}, {"log", logLines}, {"table", table}}
	for _, form := range forms {
		for _, size := range []int{10 << 10, 250 << 10, 5 << 20} {
			b.Run(fmt.Sprintf("%s/%dKB", form.name, size>>10), func(b *testing.B) {
				output := form.make(size)
				b.SetBytes(int64(len(output)))
				for b.Loop() {
					for _, text := range truths[:1] {
						missing(b, output, text)
					}
				}
			})
		}
	}
}

// BenchmarkFloor decodes the same bytes, to compare with.
func BenchmarkFloor(b *testing.B) {
	output := []byte(podList(5 << 20))
	b.SetBytes(int64(len(output)))
	for b.Loop() {
		var v any
		if err := json.Unmarshal(output, &v); err != nil {
			b.Fatal(err)
		}
	}
}

// TestLinear reads claims against outputs made to be slow to read: anything quadratic
// would take minutes.
func TestLinear(t *testing.T) {
	t.Parallel()
	const size = 32 << 10
	outputs := map[string]string{
		"one word":       strings.Repeat("restarts 1 ", size/11),
		"one line":       strings.Repeat("basket-1: 5, ", size/13),
		"pipes":          strings.Repeat("|", size),
		"table":          strings.Repeat("| basket | 5 | restarts |\n", size/26),
		"cells":          strings.Repeat("a\t5\t", size/4),
		"deep":           strings.Repeat(`{"a":`, 500) + "1" + strings.Repeat("}", 500),
		"numbers":        "[" + strings.Repeat("5,", size/2) + "5]",
		"objects":        "[" + strings.Repeat(`{"restarts":5,"name":"basket-1"},`, size/33) + `{}]`,
		"wide object":    wide(size),
		"embedded":       embedded(size),
		"quotes":         strings.Repeat(`"`, size),
		"backslashes":    strings.Repeat(`\`, size),
		"entities":       strings.Repeat("&amp;", size/5),
		"combining":      "e" + strings.Repeat("\u0301", size/2),
		"markdown rows":  "| restarts |\n" + strings.Repeat("| 5 |\n", size/6),
		"nested arrays":  strings.Repeat("[", 400) + strings.Repeat(`{"restarts":5},`, 1000) + "{}" + strings.Repeat("]", 400),
		"many same name": strings.Repeat("basket-1\n", size/9),
	}
	claims := []string{
		"Pod basket-1 had 7 restarts and 5 errors", "basket-1 used 9 s of 8 MiB in `basket-2`", "'basket basket' and 'restarts 2' with exit code 2",
		strings.Repeat("'", 8000), strings.Repeat("`a` ", 2000), strings.Repeat("a=b ", 3000), strings.Repeat("5 restarts ", 300),
	}
	for _, output := range outputs {
		for _, text := range claims {
			excerpt := text
			c := read(t, output, superbiz.Claim{Text: text, EvidenceBindings: []superbiz.EvidenceBinding{{Excerpt: &excerpt}}})
			for _, m := range c.Mentions() {
				if !c.Stands(m) {
					c.Explain(m)
				}
				c.StandsInCited(m)
			}
		}
	}
}

func wide(size int) string {
	var b strings.Builder
	b.WriteString("{")
	for i := 0; b.Len() < size; i++ {
		fmt.Fprintf(&b, `"restarts_%d":%d,`, i, i%7)
	}
	return b.String() + `"name":"basket-1"}`
}

func embedded(size int) string {
	inner := `{"restarts":5,"name":"basket-1"}`
	for len(inner) < size/4 {
		quoted, err := json.Marshal(inner + strings.Repeat(" ", 7))
		if err != nil {
			panic(err)
		}
		inner = `{"a":` + string(quoted) + `}`
	}
	return inner
}
