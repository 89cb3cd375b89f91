package analyst

import (
	"slices"
	"strconv"
	"strings"
	"time"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
)

// result is a completed call and what can be read of it.
type result struct {
	row     superbiz.ToolInvocation
	root    evidence.Node     // of the output; invalid unless the call returned data
	args    map[string]string // the arguments that are scalars
	retried bool              // the same was asked again, in another way
}

func newResult(row superbiz.ToolInvocation) *result {
	r := &result{row: row, args: map[string]string{}}
	if row.Status == superbiz.InvocationSucceeded && row.ResultKind == superbiz.ResultData {
		if output, err := evidence.NewSource(&r.row).Output(); err == nil {
			r.root = output.Root()
		}
	}
	if arguments, err := evidence.Decode(row.Arguments, evidence.MaxOutputDepth); err == nil {
		for argument := range arguments.Root().Children() {
			if argument.Len() == 0 {
				r.args[argument.Key()] = argument.Text()
			}
		}
	}
	return r
}

// data reports whether the call found something.
func (r *result) data() bool { return r.root.Valid() }

// empty reports whether the call ran, in scope, and found nothing.
func (r *result) empty() bool {
	return r.row.Status == superbiz.InvocationSucceeded && r.row.ResultKind == superbiz.ResultEmpty
}

// nothing reports whether the call proves that there is nothing: it found nothing
// and its row may be cited for that.
func (r *result) nothing() bool {
	return r.empty() && !r.row.Truncated && slices.Contains(r.row.RetrievalDetails.EvidenceRefs, superbiz.NoEvidencePath)
}

// failed reports whether the call failed with a code.
func (r *result) failed(code string) bool {
	return r.row.Error != nil && strings.HasPrefix(*r.row.Error, code+":")
}

// at returns the value below a node at names and indexes.
func at(node evidence.Node, steps ...any) evidence.Node {
	for _, step := range steps {
		switch step := step.(type) {
		case string:
			node = node.Member(step)
		case int:
			node = node.Elem(step)
		}
	}
	return node
}

// lines returns the lines of an output that is text.
func (r *result) lines() evidence.Node { return r.root.Member("lines") }

// window returns the span of time that the call searched, where it states one.
func (r *result) window() (from, to string, ok bool) {
	window := r.row.RetrievalDetails.Window
	if window == nil || window.From.IsZero() || window.To.IsZero() {
		return "", "", false
	}
	return stamp(window.From), stamp(window.To), true
}

// stamp writes a time to the second, as it is read by people.
func stamp(at time.Time) string { return at.UTC().Truncate(time.Second).Format(time.RFC3339) }

// timeOf shortens a time in an output to the second; what is no time stays.
func timeOf(node evidence.Node) string {
	at, err := time.Parse(time.RFC3339, node.Text())
	if err != nil {
		return node.Text()
	}
	return stamp(at)
}

// numberOf reads a number, or a string that is one.
func numberOf(node evidence.Node) (float64, bool) {
	if node.Kind() != evidence.KindNumber && node.Kind() != evidence.KindString {
		return 0, false
	}
	value, err := strconv.ParseFloat(node.Text(), 64)
	return value, err == nil && value == value
}
