package evidence

import (
	"github.com/go-json-experiment/json/jsontext"

	superbiz "github.com/superbizagent/superbizagent"
)

// ParseAttempt parses what an attempt holds: its raw output when there is one
// (an empty text is one), else its structured output. differs says that both are
// there and hold different values; member order and spelling do not matter.
func ParseAttempt(a superbiz.Attempt) (parsed Parsed, differs bool) {
	hasStructured := len(a.StructuredOutput) > 0 && string(a.StructuredOutput) != "null"
	switch {
	case a.RawOutput == nil && hasStructured:
		return ParseDocument(a.StructuredOutput), false
	case a.RawOutput == nil:
		return Parsed{Status: superbiz.ParseEmpty, Reason: "there is neither raw_output nor structured_output"}, false
	}
	parsed = Parse(*a.RawOutput)
	if !hasStructured {
		return parsed, false
	}
	return parsed, parsed.Document == nil || !sameValue([]byte(parsed.Document.Raw()), a.StructuredOutput)
}

// sameValue compares two JSON texts by their canonical form (RFC 8785).
func sameValue(a, b []byte) bool {
	x, y := jsontext.Value(a).Clone(), jsontext.Value(b).Clone()
	return x.Canonicalize() == nil && y.Canonicalize() == nil && string(x) == string(y)
}
