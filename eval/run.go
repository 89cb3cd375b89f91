package eval

import (
	"cmp"
	"fmt"

	"github.com/superbizagent/superbizagent/trace"
)

// Run evaluates cases, so many at a time, and reports on them in their order.
func (e *Evaluator) Run(cases []*Case, atOnce int) *Report {
	results := make([]Result, len(cases))
	parallel(len(cases), atOnce, func(i int) { results[i] = e.Evaluate(cases[i]) })
	return newReport(e, results)
}

// Evaluate evaluates one case.
func (e *Evaluator) Evaluate(c *Case) (r Result) {
	r = Result{
		ID: c.ID, Suite: c.Suite, About: c.About, Tags: c.Tags, File: c.File, Trace: c.Trace, Case: c,
		Inputs: Inputs{Case: c.digest, RuleSet: e.RuleSetDigest},
	}
	defer func() {
		// A stage that panics is what an evaluator is there to find, and not the end of it.
		if recover() != nil {
			r.Status, r.Reason = StatusFail, "a stage broke while the trace was replayed"
		}
	}()
	if err := cmp.Or(c.Err, c.Expect.checkRules(e.RuleIDs)); err != nil {
		return r.invalid(err)
	}
	data, err := readBounded(c.tree.FS, c.path, trace.DefaultMaxBytes)
	if err != nil {
		return r.invalid(fmt.Errorf("read the trace: %w", err))
	}
	r.Inputs.Fixture = digest(data)
	replay, err := e.Replay(data, c.Replay)
	if err != nil {
		return r.invalid(fmt.Errorf("%s: %w", c.Trace, err))
	}
	r.take(replay)
	return r
}

func (r *Result) invalid(err error) Result {
	r.Status, r.Reason = StatusInvalid, err.Error()
	return *r
}

// take compares a replay with what is expected of it, and with what it came to when
// it was recorded.
func (r *Result) take(replay *Replay) {
	r.Signal, r.Answer = signalOf(replay), replay.Answer.Answer
	r.Drift = driftOf(replay)
	o := &observer{Replay: replay, drift: r.Drift, find: r.Case.lines}
	o.expectations(&r.Case.Expect)
	r.Checks = o.checks
	for _, c := range r.Checks {
		if c.Status == StatusPass {
			r.Held++
		} else {
			r.Problems = append(r.Problems, c)
		}
	}
	r.Status, r.Reason = judge(r.Checks)
	if r.Status == StatusInvalid {
		r.Reason = "expect has no expectation: what is not looked at cannot pass"
	}
}

func judge(checks []Check) (Status, string) {
	if len(checks) == 0 {
		return StatusInvalid, ""
	}
	status, reason := StatusPass, ""
	for _, c := range checks {
		switch {
		case c.Status == StatusFail:
			return StatusFail, ""
		case c.Status != StatusPass && status == StatusPass:
			status, reason = StatusNotEvaluated, c.Expectation+": "+c.Got
		}
	}
	return status, reason
}

func signalOf(r *Replay) Signal {
	return Signal{
		Verdict: string(r.Verdict()), GateStatus: string(r.Gate.Status), ComposerStatus: string(r.Answer.Status),
		FailedRules: r.Gate.FailedRules, WarnedRules: rulesOf(r.Gate.Warnings),
	}
}
