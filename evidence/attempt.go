package evidence

import (
	"bytes"

	superbiz "github.com/superbizagent/superbizagent"
)

// ParseAttempt parses what an attempt holds: its raw output when there is one
// (an empty text is one), else its structured output. differs says that the text
// could be read and the structured output holds another value; the order of
// members and the spelling of values do not matter.
func ParseAttempt(a superbiz.Attempt) (parsed Parsed, differs bool) {
	hasStructured := len(a.StructuredOutput) > 0 && string(a.StructuredOutput) != "null"
	switch {
	case a.RawOutput == nil && hasStructured:
		return ParseDocument(a.StructuredOutput), false
	case a.RawOutput == nil:
		return Parsed{Status: superbiz.ParseEmpty, Reason: "there is neither raw_output nor structured_output"}, false
	}
	parsed = Parse(*a.RawOutput)
	if !hasStructured || parsed.Document == nil {
		return parsed, false // there is nothing to compare, or nothing to compare with
	}
	return parsed, !sameValue([]byte(parsed.Document.Raw()), a.StructuredOutput)
}

// sameValue compares two JSON texts by the hash of their canonical form.
func sameValue(a, b []byte) bool {
	if bytes.Equal(a, b) {
		return true
	}
	x, errX := HashOutput(a)
	y, errY := HashOutput(b)
	return errX == nil && errY == nil && x == y
}
