package bench

import (
	"fmt"
	"runtime"
	"slices"
	"syscall"
	"time"
)

// Cost is what one run of a subject takes.
type Cost struct {
	CPU    time.Duration // of all threads, garbage collection included
	Bytes  int64         // allocated
	Allocs int64
}

// Effort says how long subjects are measured: in rounds, each of at least Round of
// CPU time a subject.
type Effort struct {
	Rounds int
	Round  time.Duration
}

// Measure runs subjects in turn, round by round, so that whatever else the machine
// does strikes all alike, and returns the median cost of each.
//
// It counts CPU time, not time on the wall: that is what a gate costs whoever runs
// it, and other programs on the machine change it little.
func Measure(subjects []Subject, effort Effort) ([]Cost, error) {
	rounds := make([][]Cost, len(subjects))
	for range effort.Rounds {
		for i, subject := range subjects {
			cost, err := round(subject, effort.Round)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", subject.Name, err)
			}
			rounds[i] = append(rounds[i], cost)
		}
	}
	out := make([]Cost, len(subjects))
	for i := range rounds {
		slices.SortFunc(rounds[i], func(a, b Cost) int { return int(a.CPU - b.CPU) })
		out[i] = rounds[i][len(rounds[i])/2]
	}
	return out, nil
}

// round runs a subject until it has taken its share of CPU time.
func round(subject Subject, least time.Duration) (Cost, error) {
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := cpu()
	runs := 0
	for ; runs == 0 || cpu()-start < least; runs++ {
		if err := subject.Run(); err != nil {
			return Cost{}, err
		}
	}
	taken := cpu() - start
	runtime.ReadMemStats(&after)
	n := int64(runs)
	return Cost{
		CPU:    taken / time.Duration(n),
		Bytes:  int64(after.TotalAlloc-before.TotalAlloc) / n,
		Allocs: int64(after.Mallocs-before.Mallocs) / n,
	}, nil
}

// cpu returns the CPU time that this process has taken.
func cpu() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err) // it has no reason to fail
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
