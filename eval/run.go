package eval

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"

	"github.com/superbizagent/superbizagent/trace"
)

// Run evaluates cases, so many at a time, and reports on them in their order. Cases
// of one id are INVALID, all of them.
func (e *Evaluator) Run(cases []*Case, atOnce int) *Report {
	results := make([]Result, len(cases))
	parallel(len(cases), atOnce, func(i int) { results[i] = e.Evaluate(cases[i]) })
	refuseDuplicates(results)
	return newReport(e, results)
}

// refuseDuplicates takes back what came of cases that share an id.
func refuseDuplicates(results []Result) {
	byID := make(map[string]int, len(results))
	for i := range results {
		first, known := byID[results[i].ID]
		if !known {
			byID[results[i].ID] = i
			continue
		}
		results[i].duplicates(results[first].File)
		results[first].duplicates(results[i].File)
	}
}

func (r *Result) duplicates(other string) {
	if r.Status != StatusInvalid {
		r.Signal, r.Answer, r.Drift, r.Checks, r.Problems, r.Held = Signal{}, "", nil, nil, nil, 0
		r.invalid(fmt.Errorf("id %q is the id of %s too; no two cases may have one", r.ID, other))
	}
}

// Evaluate evaluates one case.
func (e *Evaluator) Evaluate(c *Case) (r Result) {
	r = Result{ID: c.ID, Suite: c.Suite, File: c.File, Inputs: Inputs{RuleSet: e.RuleSetDigest}, of: c}
	r.traceIs(defaultTrace)
	defer func() {
		// A stage that panics is what an evaluator is there to find, and not the end of it.
		if recover() != nil {
			r.Status, r.Reason = StatusFail, "a stage broke while the trace was replayed"
		}
	}()
	doc, err := r.readCase()
	if err := cmp.Or(err, c.row.err, doc.Expect.checkRules(e.RuleIDs)); err != nil {
		r.invalid(err)
		return r
	}
	data, err := r.ReadTrace()
	if err != nil {
		r.invalid(fmt.Errorf("read the trace: %w", err))
		return r
	}
	r.Inputs.Fixture = digest(data)
	replay, err := e.Replay(data, doc.Replay)
	if err != nil {
		r.invalid(fmt.Errorf("%s: %w", r.Trace, err))
		return r
	}
	r.take(replay, doc)
	return r
}

// readCase reads the file of the case, and takes over what it says of itself.
func (r *Result) readCase() (*document, error) {
	doc := new(document)
	text, err := readBounded(r.of.tree.FS, r.of.file, maxCaseBytes)
	if err != nil {
		return doc, err
	}
	r.Inputs.Case = digest(text)
	err = decodeCase(text, doc)
	r.ID, r.About, r.Tags = cmp.Or(doc.ID, r.ID), doc.About, doc.Tags
	r.traceIs(cmp.Or(doc.Trace, defaultTrace))
	if err == nil && !fs.ValidPath(r.trace) {
		err = fmt.Errorf("trace: %s is outside of %s", r.trace, r.of.tree.Name)
	}
	return doc, err
}

// traceIs says where the trace lies, beside the file of the case.
func (r *Result) traceIs(name string) {
	r.trace = path.Join(path.Dir(r.of.file), name)
	r.Trace = r.of.tree.show(r.trace)
}

// ReadTrace reads the trace of the case, for reports that show it too. A report keeps
// none: thousands of them would not fit.
func (r *Result) ReadTrace() ([]byte, error) {
	if r.of == nil {
		return nil, errors.New("the trace is not at hand")
	}
	return readBounded(r.of.tree.FS, r.trace, trace.DefaultMaxBytes)
}

func (r *Result) invalid(err error) {
	r.Status, r.Reason = StatusInvalid, err.Error()
	if at, ok := errors.AsType[atLine](err); ok {
		r.Line = at.line
	}
}

// take compares a replay with what is expected of it, and with what it came to when
// it was recorded.
func (r *Result) take(replay *Replay, doc *document) {
	r.Signal, r.Answer = signalOf(replay), replay.Answer.Answer
	r.Drift = driftOf(replay)
	o := &observer{Replay: replay, drift: r.Drift, root: doc.root}
	o.expectations(&doc.Expect)
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
