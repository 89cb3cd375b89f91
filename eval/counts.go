package eval

// bounded is a number of the replay and what it must be within.
type bounded struct {
	name   string
	bounds *Bounds
	count  func(*Replay) int
}

// all lists the numbers in the order of the type.
func (c *CountExpectations) all() []bounded {
	return []bounded{
		{"attempts", c.Attempts, func(r *Replay) int { return len(r.Trace.Executor.Attempts) }},
		{"tool_calls", c.ToolCalls, func(r *Replay) int { return len(r.Trace.ToolInvocations) }},
		{"claims", c.Claims, func(r *Replay) int { return len(r.Decision.Claims) }},
		{"shown_claims", c.ShownClaims, func(r *Replay) int { return len(r.claims(false)) }},
		{"withheld_claims", c.WithheldClaims, func(r *Replay) int { return r.Answer.WithheldClaims }},
		{"hypotheses", c.Hypotheses, func(r *Replay) int { return len(r.Decision.Hypotheses) }},
		{"actions", c.Actions, func(r *Replay) int { return len(r.Decision.Actions) }},
		{"missing_info", c.MissingInfo, func(r *Replay) int { return len(r.Decision.MissingInfo) }},
		{"citations", c.Citations, func(r *Replay) int { return len(r.Answer.Citations) }},
		{"errors", c.Errors, func(r *Replay) int { return len(r.Gate.Errors) }},
		{"warnings", c.Warnings, func(r *Replay) int { return len(r.Gate.Warnings) }},
	}
}
