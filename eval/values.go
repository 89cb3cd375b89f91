package eval

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
)

// replayed is the object that paths of values look into.
type replayed struct {
	Verdict          superbiz.Verdict          `json:"verdict"`
	ParseStatus      superbiz.ParseStatus      `json:"parse_status"`
	GatekeeperResult superbiz.GatekeeperResult `json:"gatekeeper_result"`
	Verifier         superbiz.VerifierResult   `json:"verifier"`
	Composer         superbiz.ComposerResult   `json:"composer"`
	Output           json.RawMessage           `json:"output,omitempty"`
	ToolInvocations  []superbiz.ToolInvocation `json:"tool_invocations"`
	Usage            *superbiz.Usage           `json:"usage,omitempty"`
}

// value checks one place of the replayed run.
func (o *observer) value(name string, want *ValueExpectation) {
	got, err := o.at(want.Path)
	if err != nil {
		o.unseen(name, err.Error())
		return
	}
	if want.Exists != nil && !*want.Exists {
		o.holds(name, !got.Valid(), want.String(), shown(got))
		return
	}
	o.holds(name, got.Valid() && want.matches(got), want.String(), shown(got))
}

// at resolves a path. The sentinel exists when a claim that is shown cites it.
func (o *observer) at(text string) (evidence.Node, error) {
	path, err := evidence.ParsePath(text)
	if err != nil {
		return evidence.Node{}, err
	}
	if path.IsNoEvidence() {
		return o.sentinel()
	}
	if o.values == nil {
		if o.values, err = o.document(); err != nil {
			return evidence.Node{}, fmt.Errorf("the run cannot be written as JSON: %w", err)
		}
	}
	return path.Resolve(o.values.Root()), nil
}

func (o *observer) sentinel() (evidence.Node, error) {
	if !slices.Contains(o.citedPaths(), superbiz.NoEvidencePath) {
		return evidence.Node{}, nil
	}
	doc, err := evidence.Decode([]byte("true"), 1)
	if err != nil {
		return evidence.Node{}, err
	}
	return doc.Root(), nil
}

func (o *observer) document() (*evidence.Document, error) {
	r := replayed{
		Verdict: o.Verdict(), ParseStatus: o.ParseStatus, GatekeeperResult: o.Gate, Verifier: o.Decision.Result,
		Composer: o.Answer, ToolInvocations: o.Trace.ToolInvocations, Usage: o.Trace.Usage,
	}
	if o.Output != nil {
		r.Output = json.RawMessage(o.Output.Raw())
	}
	raw, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	const aroundOutput = 8
	return evidence.Decode(raw, evidence.MaxOutputDepth+aroundOutput)
}

func (v *ValueExpectation) matches(got evidence.Node) bool {
	if v.Equals != nil && !equals(v.Equals, got) {
		return false
	}
	if v.Contains != "" && !strings.Contains(got.Text(), v.Contains) {
		return false
	}
	if v.Min == nil && v.Max == nil {
		return true
	}
	n, err := strconv.ParseFloat(got.Raw(), 64)
	return err == nil && got.Kind() == evidence.KindNumber && Bounds{v.Min, v.Max}.holds(n)
}

// String describes the value that is expected.
func (v *ValueExpectation) String() string {
	var parts []string
	if v.Exists != nil && !*v.Exists {
		parts = append(parts, "does not exist")
	} else if v.Exists != nil {
		parts = append(parts, "exists")
	}
	if v.Equals != nil {
		parts = append(parts, fmt.Sprintf("is %v", v.Equals))
	}
	if v.Contains != "" {
		parts = append(parts, fmt.Sprintf("contains %q", v.Contains))
	}
	if v.Min != nil || v.Max != nil {
		parts = append(parts, "is "+Bounds{v.Min, v.Max}.String())
	}
	return v.Path + " " + strings.Join(parts, " and ")
}

// equals compares a value of YAML with one of JSON: numbers by value, objects by
// member, lists by place.
func equals(want any, got evidence.Node) bool {
	switch want := want.(type) {
	case nil:
		return got.Kind() == evidence.KindNull
	case string:
		return got.Kind() == evidence.KindString && got.Text() == want
	case bool:
		return got.Kind() == evidence.KindBool && got.Raw() == fmt.Sprint(want)
	case []any:
		if got.Kind() != evidence.KindArray || got.Len() != len(want) {
			return false
		}
		for i := range want {
			if !equals(want[i], got.Elem(i)) {
				return false
			}
		}
		return true
	case map[string]any:
		return sameObject(want, got)
	default:
		return sameNumber(fmt.Sprint(want), got)
	}
}

func sameObject(want map[string]any, got evidence.Node) bool {
	if got.Kind() != evidence.KindObject || got.Len() != len(want) {
		return false
	}
	for name, value := range want {
		if member := got.Member(name); !member.Valid() || !equals(value, member) {
			return false
		}
	}
	return true
}

// sameNumber compares integers exactly and other numbers as binary64 does, which is
// what YAML read them as.
func sameNumber(want string, got evidence.Node) bool {
	if got.Kind() != evidence.KindNumber {
		return false
	}
	if got.Raw() == want {
		return true
	}
	a, errA := strconv.ParseFloat(want, 64)
	b, errB := strconv.ParseFloat(got.Raw(), 64)
	return errA == nil && errB == nil && a == b && math.Abs(a) < 1<<53
}

func shown(got evidence.Node) string {
	if !got.Valid() {
		return "there is nothing"
	}
	return got.Raw()
}
