package report

import (
	"fmt"

	superbiz "github.com/superbizagent/superbizagent"
)

// tally counts what became of traces.
type tally struct{ passed, warned, failed, unjudged int }

func (t *tally) add(j Judgement) {
	switch {
	case j.Err != nil:
		t.unjudged++
	case j.Result.Status == superbiz.GatePass:
		t.passed++
	case j.Result.Status == superbiz.GateWarn:
		t.warned++
	default:
		t.failed++
	}
}

func (t tally) total() int { return t.passed + t.warned + t.failed + t.unjudged }

// String returns a line for people.
func (t tally) String() string {
	line := fmt.Sprintf("%s: %d passed, %d with warnings, %d failed", counted(t.total(), "trace"), t.passed, t.warned, t.failed)
	if t.unjudged > 0 {
		line += fmt.Sprintf(", %d could not be judged", t.unjudged)
	}
	return line
}
