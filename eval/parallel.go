package eval

import (
	"sync"
	"sync/atomic"
)

// parallel does n things, so many at a time, and returns when all are done.
func parallel(n, atOnce int, do func(i int)) {
	var next atomic.Int64
	var workers sync.WaitGroup
	for range max(1, min(atOnce, n)) {
		workers.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				do(i)
			}
		})
	}
	workers.Wait()
}
