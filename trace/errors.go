package trace

import (
	"errors"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	superbiz "github.com/superbizagent/superbizagent"
)

// A document with one of these errors cannot be judged.
var (
	ErrNotJSON   = errors.New("not JSON")
	ErrNotTrace  = errors.New("not a trace") // it does not say to be one
	ErrVersion   = errors.New("not a " + superbiz.TraceVersion)
	ErrNoAttempt = errors.New("no attempt of an executor in it")
	ErrTooLarge  = errors.New("too large")
)

// RowsError says that the tool_invocations of a trace cannot be read, while the
// rest can. Such a trace is judged, and fails: hand the error to the gate as the
// reason why the rows cannot be relied on.
type RowsError struct {
	Path   string // where, e.g. $.tool_invocations[3].seq
	Reason string // what is wrong there
}

// Error returns the place and the reason.
func (e *RowsError) Error() string { return e.Path + " " + e.Reason }

// reasonOf says what is wrong with a value, and where it stands below base. It
// shows no Go type and, of what a stranger wrote, no more than a number.
func reasonOf(err error, base string) (path, reason string) {
	if semantic, ok := errors.AsType[*json.SemanticError](err); ok {
		return base + pathOf(semantic.JSONPointer), semanticReason(semantic)
	}
	if syntactic, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
		return base + pathOf(syntactic.JSONPointer), fmt.Sprintf("is broken at byte %d: %v", syntactic.ByteOffset, syntactic.Err)
	}
	return base, err.Error()
}

func semanticReason(e *json.SemanticError) string {
	kind := map[jsontext.Kind]string{
		'n': "null", 't': "a boolean", 'f': "a boolean", '"': "a string", '0': "a number", '{': "an object", '[': "an array",
	}[e.JSONKind]
	switch {
	case e.Err != nil && kind == "":
		return e.Err.Error()
	case e.Err != nil:
		return fmt.Sprintf("is %s that cannot be read (%v)", kind, e.Err)
	case kind == "":
		return "is of the wrong type"
	default:
		return "is " + kind + ", which it must not be"
	}
}

// maxShownPath bounds a path in a message: a document can be thousands deep.
const maxShownPath = 200

// pathOf turns a JSON Pointer into the path notation of the contract, and one too
// long to be read into its beginning.
func pathOf(p jsontext.Pointer) string {
	var b strings.Builder
	for token := range p.Tokens() {
		if b.Len()+len(token) > maxShownPath {
			return b.String() + "…"
		}
		if token != "" && strings.Trim(token, "0123456789") == "" {
			b.WriteString("[" + token + "]")
		} else {
			b.WriteString("." + token)
		}
	}
	return b.String()
}
