package rules_test

import (
	"encoding/json"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"pgregory.net/rapid"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/gatekeeper"
)

// pod is an object of an output, with facts of the same kinds as all others have.
type pod struct {
	name  string
	facts []fact
}

// of returns what is known of a pod by a key.
func (p pod) of(key string) fact {
	return p.facts[slices.IndexFunc(p.facts, func(f fact) bool { return f.key == key })]
}

// equals reports whether a spelling says a fact too.
func (s spelling) equals(f fact) bool {
	value, half, ok := s.valueOf(s.text)
	if !ok {
		return strings.TrimLeft(strings.Trim(s.text, "`"), "v") == strings.TrimLeft(f.shown, "v")
	}
	return near(f.value, value, half)
}

// scene is an output and what it shows.
type scene struct {
	pods   []pod
	shape  string
	output string
}

// shapes are the forms in which tools return things.
var shapes = map[string]func([]pod) any{
	"table":            func(pods []pod) any { return lines(table(pods)) },
	"objects":          func(pods []pod) any { return map[string]any{"items": objects(pods)} },
	"log lines":        func(pods []pod) any { return lines(logLines(pods)) },
	"series":           series,
	"JSON inside JSON": func(pods []pod) any { return lines(encoded(pods)) },
}

var shapeNames = []string{"table", "objects", "log lines", "series", "JSON inside JSON"}

func lines(lines []string) any { return map[string]any{"lines": lines} }

func table(pods []pod) []string {
	rows := [][]string{{"NAME"}}
	for _, f := range pods[0].facts {
		rows[0] = append(rows[0], strings.ToUpper(f.key))
	}
	for _, p := range pods {
		row := []string{p.name}
		for _, f := range p.facts {
			row = append(row, f.shown)
		}
		rows = append(rows, row)
	}
	var out []string
	for _, row := range rows {
		var b strings.Builder
		for _, cell := range row {
			fmt.Fprintf(&b, "%-36s  ", cell)
		}
		out = append(out, strings.TrimRight(b.String(), " "))
	}
	return out
}

func objects(pods []pod) []json.RawMessage {
	var out []json.RawMessage
	for _, p := range pods {
		var b strings.Builder
		fmt.Fprintf(&b, `{"pod":%q`, p.name)
		for _, f := range p.facts {
			fmt.Fprintf(&b, `,%q:%s`, f.key, f.literal())
		}
		out = append(out, json.RawMessage(b.String()+"}"))
	}
	return out
}

// literal is the fact in JSON.
func (f fact) literal() string {
	if f.number {
		return f.shown
	}
	return fmt.Sprintf("%q", f.shown)
}

func logLines(pods []pod) []string {
	at := time.Date(2026, 7, 1, 10, 31, 2, 0, time.UTC)
	var out []string
	for i, p := range pods {
		line := fmt.Sprintf("%s level=warn pod=%s", at.Add(time.Duration(i)*7*time.Second).Format(time.RFC3339), p.name)
		for _, f := range p.facts {
			line += " " + f.key + "=" + f.shown
		}
		out = append(out, line+` msg="probe is done"`)
	}
	return out
}

func encoded(pods []pod) []string {
	var out []string
	for _, o := range objects(pods) {
		inner, err := json.Marshal(map[string]any{"level": "info", "event": string(o)})
		if err != nil {
			panic(err)
		}
		out = append(out, string(inner))
	}
	return out
}

// series shows numbers only.
func series(pods []pod) any {
	all := []any{}
	for _, p := range pods {
		for _, f := range p.facts {
			if f.number {
				all = append(all, map[string]any{
					"metric": f.key, "labels": map[string]string{"pod": p.name},
					"points": []any{map[string]any{"time": "2026-07-01T10:31:00Z", "value": json.Number(f.shown)}},
				})
			}
		}
	}
	return map[string]any{"series": all}
}

var decimals = regexp.MustCompile(`[0-9]+(\.[0-9]+)?`)

// podNames are names that differ in more than a letter.
var podNames = []string{"checkout-7d9f8b6c5-x2lqp", "basket-6c9f7d5b48-k8zvw", "ledger-0", "mailer-5b8d4f9c7-tq6mr", "catalog-84f6bd9d7c-h7jcn"}

// scenes generates outputs of several pods, about each of which the same is known.
func scenes() *rapid.Generator[scene] {
	return rapid.Custom(func(t *rapid.T) scene {
		shape := rapid.SampledFrom(shapeNames).Draw(t, "shape")
		shown := rapid.Permutation(kindsOf(shape)).Draw(t, "kinds")[:rapid.IntRange(1, 4).Draw(t, "facts")]
		var s scene
		for _, name := range rapid.Permutation(podNames).Draw(t, "names")[:rapid.IntRange(1, 3).Draw(t, "pods")] {
			p := pod{name: name}
			for _, k := range shown {
				p.facts = append(p.facts, k.draw(t))
			}
			s.pods = append(s.pods, p)
		}
		return s.in(t, shape)
	})
}

// kindsOf returns what a shape can show.
func kindsOf(shape string) []kind {
	return slices.DeleteFunc(kinds(), func(k kind) bool { return shape == "series" && !k.number })
}

func (s scene) in(t *rapid.T, shape string) scene {
	raw, err := json.Marshal(shapes[shape](s.pods))
	if err != nil {
		t.Fatal(err)
	}
	s.shape, s.output = shape, string(raw)
	return s
}

// sentences are claims about one fact of a pod; the first is in English.
var sentences = [2][]string{
	{"The %[2]s of pod %[1]s is %[3]s.", "Pod %[1]s has a %[2]s of %[3]s.", "%[2]s of `%[1]s`: %[3]s", "pod/%[1]s shows %[2]s %[3]s"},
	{"Pod %[1]s 的%[2]s是 %[3]s。", "pod %[1]s的%[2]s为%[3]s", "容器组 %[1]s：%[2]s %[3]s"},
}

// claim says a fact in a sentence.
func (s scene) claim(format string, language int, p pod, f fact, said string) string {
	return fmt.Sprintf(format, p.name, f.label[language], said)
}

// shows reports whether what a changed spelling states may stand in the output: as a
// fact in whatever unit, as a number as it is written, as a length. It errs on the
// side of yes.
func (s scene) shows(said spelling, changed string) bool {
	number, step, ok := spelling{scale: one}.valueOf(digitsOf(changed))
	for _, scale := range said.scales(changed) {
		value, half, ok := spelling{said.text, scale, said.hours}.valueOf(changed)
		if ok && s.showsFact(value, half) {
			return true
		}
	}
	if !ok || said.scale == nil && !said.hours {
		return strings.Contains(s.output, strings.Trim(changed, "`"))
	}
	for _, decimal := range decimals.FindAllString(s.output, -1) {
		if standing, ok := new(big.Rat).SetString(decimal); ok && near(standing, number, step) {
			return true
		}
	}
	return s.isLength(changed)
}

// without returns the scene as it is where nothing is known by a key.
func (s scene) without(t *rapid.T, key string) scene {
	var out scene
	for _, p := range s.pods {
		facts := slices.DeleteFunc(slices.Clone(p.facts), func(f fact) bool { return f.key == key })
		out.pods = append(out.pods, pod{p.name, facts})
	}
	return out.in(t, s.shape)
}

// scales returns what a number may count: the letter m is minutes, thousandths and
// megabytes.
func (s spelling) scales(text string) []*big.Rat {
	if s.scale == nil || !strings.HasSuffix(text, "m") {
		return []*big.Rat{s.scale}
	}
	return []*big.Rat{big.NewRat(60, 1), big.NewRat(1, 1000), big.NewRat(1e6, 1), big.NewRat(1<<20, 1)}
}

// showsFact reports whether a fact, in whatever unit, or the number that shows it
// has a value.
func (s scene) showsFact(value, half *big.Rat) bool {
	for _, p := range s.pods {
		for _, f := range p.facts {
			if f.value == nil {
				continue
			}
			shown, _ := new(big.Rat).SetString(digitsOf(f.shown))
			for _, unit := range []*big.Rat{one, big.NewRat(60, 1), big.NewRat(1, 1000), big.NewRat(1e6, 1), big.NewRat(1<<20, 1)} {
				if near(f.value, value, half) || shown != nil && near(new(big.Rat).Mul(shown, unit), value, half) {
					return true
				}
			}
		}
	}
	return false
}

// near reports whether two values are no further apart than half a unit.
func near(a, b, half *big.Rat) bool {
	return new(big.Rat).Abs(new(big.Rat).Sub(a, b)).Cmp(half) <= 0
}

// isLength reports whether a text is a number that one of the output's lists could
// have for its length.
func (s scene) isLength(text string) bool {
	n, err := strconv.Atoi(digitsOf(text))
	return err == nil && n <= 4*len(s.pods)+1
}

// judge gates one claim about an output.
func judge(t *rapid.T, gate *gatekeeper.Gate, output string, claim map[string]any) superbiz.GatekeeperResult {
	claim["claim_id"] = "c1"
	if claim["claim_type"] == nil {
		claim["claim_type"] = "observation"
	}
	binding := map[string]any{"source_invocation_ids": []string{"inv-1"}, "tool_name": "look"}
	if excerpt, ok := claim["excerpt"]; ok {
		binding["excerpt"] = excerpt
		delete(claim, "excerpt")
	}
	claim["evidence_bindings"] = []any{binding}
	text, err := json.Marshal(map[string]any{
		"answer_version": superbiz.AnswerVersion, "claims": []any{claim}, "hypotheses": []any{}, "recommended_actions": []any{}, "missing_info": []any{},
	})
	if err != nil {
		t.Fatal(err)
	}
	raw := string(text)
	result := gate.Validate(gatekeeper.Input{
		SessionID: "s-1", RunMode: superbiz.RunLive, Attempt: superbiz.Attempt{RawOutput: &raw},
		Invocations: []superbiz.ToolInvocation{{
			InvocationID: "inv-1", SessionID: "s-1", ToolName: "look", Status: superbiz.InvocationSucceeded, ResultKind: superbiz.ResultData,
			DataMode: superbiz.DataLive, SourceClass: superbiz.SourceObserved, Output: json.RawMessage(output),
			RetrievalDetails: superbiz.RetrievalDetails{EvidenceRefs: []string{"$"}},
		}},
	})
	if len(result.Rules) == 0 {
		t.Fatalf("the gate broke: %v", result.Errors)
	}
	return result
}
