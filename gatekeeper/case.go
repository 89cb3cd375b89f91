package gatekeeper

import (
	"strings"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/evidence/reading"
)

// Input is what one gate run judges. Only SessionID, Attempt and Invocations are
// needed; the rest lets more rules decide.
type Input struct {
	SessionID string
	RunMode   superbiz.RunMode
	Question  superbiz.Question

	// Attempt holds the executor's text in RawOutput or, where there is none, its
	// StructuredOutput. A status or result in it is ignored.
	Attempt superbiz.Attempt

	// Invocations are the recorded rows. They must not change during the run.
	Invocations []superbiz.ToolInvocation

	// Outputs may hold what the outputs of the rows were decoded to; nil is nothing.
	Outputs *evidence.Outputs

	// InvocationsErr says that the rows could not be read or are not what was
	// recorded. The gate then fails closed.
	InvocationsErr error
}

// InputOf returns the input of a trace: its last attempt and its rows. A trace
// without an attempt handed nothing over, which the schema rule refuses.
func InputOf(t *superbiz.DiagnosisTrace) Input {
	in := Input{SessionID: t.SessionID, RunMode: t.RunMode, Invocations: t.ToolInvocations}
	if n := len(t.Executor.Attempts); n > 0 {
		in.Attempt = t.Executor.Attempts[n-1]
	}
	if t.Question != nil {
		in.Question = *t.Question
	}
	return in
}

// Case is an Input as all rules of one run read it. It is not changed by them.
type Case struct {
	Input

	// Parsed is the attempt as parsed here; a parse_status from outside is hearsay.
	Parsed evidence.Parsed
	// Differs says that the attempt's structured_output is not what its text holds.
	Differs bool
	// Output holds the well-formed parts, Faults what is wrong with the others.
	Output evidence.Output
	Faults []evidence.Fault
	// Ledger holds the rows.
	Ledger *evidence.Ledger
	// Reading reads what claims state against the rows.
	Reading *reading.Reader
}

func newCase(in Input) *Case {
	c := &Case{Input: in, Ledger: evidence.NewLedgerOf(in.SessionID, in.Invocations, in.Outputs)}
	c.Reading = reading.NewReader(c.Ledger)
	c.Parsed, c.Differs = evidence.ParseAttempt(in.Attempt)
	if c.Parsed.Document != nil {
		c.Output, c.Faults = evidence.ReadOutput(c.Parsed.Document)
	}
	return c
}

// trim takes out what binds more recorded output than can be read.
func (c *Case) trim() {
	c.Faults = append(c.Faults, c.Output.Trim(c.Ledger)...)
}

// Sound reports whether the shape of the output has no fault at all.
func (c *Case) Sound() bool {
	return c.Parsed.Document != nil && !c.Differs && len(c.Faults) == 0
}

// Text returns the executor's text as it came.
func (c *Case) Text() string {
	if c.Attempt.RawOutput != nil {
		return *c.Attempt.RawOutput
	}
	return string(c.Attempt.StructuredOutput)
}

// has tells which parts have something well formed in them.
func (c *Case) has() Part {
	var p Part
	if len(c.Output.Claims) > 0 {
		p |= Claims
	}
	if len(c.Output.Hypotheses) > 0 {
		p |= Hypotheses
	}
	if len(c.Output.Actions) > 0 {
		p |= Actions
	}
	if len(c.Output.MissingInfo) > 0 {
		p |= MissingInfo
	}
	if strings.TrimSpace(c.Text()) != "" {
		p |= Text
	}
	return p
}

func (c *Case) bindings() int {
	n := 0
	for i := range c.Output.Claims {
		n += len(c.Output.Claims[i].EvidenceBindings)
	}
	return n
}
