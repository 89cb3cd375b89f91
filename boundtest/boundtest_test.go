package boundtest_test

import (
	"testing"

	"github.com/superbizagent/superbizagent/boundtest"
)

// recorder is a test that only notes that it failed.
type recorder struct {
	testing.TB
	failed bool
}

func (r *recorder) Helper()               {}
func (r *recorder) Errorf(string, ...any) { r.failed = true }

var sink []byte

func TestHold(t *testing.T) {
	bound := boundtest.Bound{Base: 1 << 20, PerByte: 1 << 10}
	for _, test := range []struct {
		name      string
		size      int
		allocates int
		failed    bool
	}{
		{"nothing", 0, 0, false},
		{"less than the base", 0, 1 << 19, false},
		{"more than the base", 0, 2 << 20, true},
		{"as the size allows", 4 << 10, 4 << 20, false},
		{"more than the size allows", 4 << 10, 6 << 20, true},
	} {
		r := &recorder{TB: t}
		bound.Hold(r, test.size, func() { sink = make([]byte, test.allocates) })
		if r.failed != test.failed {
			t.Errorf("%s: got failed %t, want %t", test.name, r.failed, test.failed)
		}
	}
}
