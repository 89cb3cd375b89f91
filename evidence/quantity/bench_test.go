package quantity_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/superbizagent/superbizagent/evidence/quantity"
)

// samples are texts as tools return them, repeated to 5 MB.
func samples() map[string]string {
	const size = 5 << 20
	fill := func(line func(i int) string) string {
		var b strings.Builder
		for i := 0; b.Len() < size; i++ {
			b.WriteString(line(i))
		}
		return b.String()
	}
	return map[string]string{
		"logs": fill(func(i int) string {
			return fmt.Sprintf("2026-05-06T21:%02d:%02d.%03dZ ERROR [pool-%d] order.service request to http://cart.shop.svc:8080/api/v1/items/%d failed after %d.%dms: connection refused (attempt %d of 3)\n",
				i/60%60, i%60, i%1000, i%8, i, i%300, i%10, i%3+1)
		}),
		"metrics": fill(func(i int) string {
			return fmt.Sprintf("[%d.%03d,\"%d.%06d\"],", 1777448484+15*i, i%1000, i%100, i%1000000)
		}),
		"objects": fill(func(i int) string {
			return fmt.Sprintf(`{"metadata":{"name":"checkout-7d9f%x-fwqjl","uid":"443a857f-894d-4ff2-a51a-%012x","creationTimestamp":"2026-05-06T21:38:58Z"},"spec":{"containers":[{"name":"app","resources":{"limits":{"cpu":"500m","memory":"1.5Gi"}}}]},"status":{"phase":"Running","restartCount":%d}}`, i, i, i%20)
		}),
		"prose": fill(func(i int) string {
			return "The controller could not reconcile the object because the admission webhook refused the request, and it will be tried again later. "
		}),
	}
}

func BenchmarkScan(b *testing.B) {
	for name, text := range samples() {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			var tokens []quantity.Token
			for b.Loop() {
				tokens = quantity.Append(tokens[:0], text)
			}
			b.ReportMetric(float64(len(tokens)), "tokens")
		})
	}
}

// BenchmarkBuild includes the first search of each kind, which does the work.
func BenchmarkBuild(b *testing.B) {
	for name, text := range samples() {
		tokens := quantity.Scan(text)
		for _, first := range []string{"91.6", "10:31"} {
			stated := quantity.ScanClaim(first)[0]
			b.Run(name+"/"+first, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					quantity.Build(tokens).Find(stated)
				}
				b.ReportMetric(float64(len(tokens)), "tokens")
			})
		}
	}
}

func BenchmarkFind(b *testing.B) {
	index := quantity.Build(quantity.Scan(samples()["metrics"]))
	for _, text := range []string{"91.6", "0", "about 7.9 GiB", "10:31", "2026-05-06T21:38:58Z", "1777448484"} {
		stated := quantity.ScanClaim(text)[0]
		b.Run(text, func(b *testing.B) {
			for b.Loop() {
				index.Find(stated)
			}
			b.ReportMetric(float64(len(index.Find(stated))), "hits")
		})
	}
}

// BenchmarkScanHostile repeats what makes a scan look ahead or back. The time of
// each is to be in proportion to its length.
func BenchmarkScanHostile(b *testing.B) {
	for _, piece := range []string{"1:", "1/", "::1", "1.", "1-", "999,", "1h", "1月", "~1", "1. ", "1 to ", "v1.", "a.1", "每", "May 1 ", "1.1-1.1"} {
		for _, size := range []int{64 << 10, 1 << 20} {
			text := strings.Repeat(piece, size/len(piece))
			b.Run(fmt.Sprintf("%q/%d", piece, size), func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					quantity.ScanClaim(text)
				}
			})
		}
	}
}
