package reading_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/boundtest"
	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/evidence/reading"
)

// read returns what a claim states against one output, which is JSON, or text when
// it is not.
func read(t testing.TB, output string, claim superbiz.Claim) *reading.Claim {
	t.Helper()
	raw := json.RawMessage(output)
	if !json.Valid(raw) {
		lines, err := json.Marshal(map[string]any{"lines": strings.Split(output, "\n")})
		if err != nil {
			t.Fatal(err)
		}
		raw = lines
	}
	row := superbiz.ToolInvocation{
		InvocationID: "inv-1", SessionID: "s-1", ToolName: "look", Arguments: json.RawMessage(`{"service":"asked-for-7"}`),
		Status: superbiz.InvocationSucceeded, ResultKind: superbiz.ResultData, Output: raw,
		RetrievalDetails: superbiz.RetrievalDetails{EvidenceRefs: []string{"$"}},
	}
	if len(claim.EvidenceBindings) == 0 {
		claim.EvidenceBindings = []superbiz.EvidenceBinding{{}}
	}
	for i := range claim.EvidenceBindings {
		claim.EvidenceBindings[i].SourceInvocationIDs = []string{"inv-1"}
		claim.EvidenceBindings[i].ToolName = "look"
	}
	if claim.ClaimType == "" {
		claim.ClaimType = superbiz.ClaimObservation
	}
	r := reading.NewReader(evidence.NewLedger("s-1", []superbiz.ToolInvocation{row}))
	c, ok := r.Claim(&evidence.Claim{Claim: claim})
	if !ok {
		t.Fatal("the references of the claim are not sound")
	}
	return c
}

// missing returns what a text states and an output does not have.
func missing(t testing.TB, output, text string) []string {
	t.Helper()
	c := read(t, output, superbiz.Claim{Text: text})
	var out []string
	for _, m := range c.Mentions() {
		if !c.Stands(m) {
			out = append(out, m.Text)
		}
	}
	return out
}

func TestMentions(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, text string
		want       []string
	}{
		{"values", "It used 1.5Gi for 90 s at 10:31 UTC, 92 % of it.", []string{"value 1.5Gi", "value 90 s", "value 10:31 UTC", "value 92 %"}},
		{"count and code", "14 restarts, exit code 137", []string{"value 14", "value 137"}},
		{"pair", "maxUnavailable=0 and phase=Failed", []string{"value 0", "value phase=Failed"}},
		{"quotes", "It says 'connection refused' and `EOF`.", []string{"quote connection refused", "name EOF"}},
		{"quoted value and name", "`5` of `basket-api`", []string{"value 5", "name basket-api"}},
		{"apostrophe", "the pod's node isn't ready", nil},
		{"names", "Pod basket-7d9f-x2 on node pool-b wrote /var/log/a.log", []string{"name basket-7d9f-x2", "name pool-b", "name /var/log/a.log"}},
		{"alternatives", "it is Pending/Running and ready/available", []string{"name Pending", "name Running"}},
		{"kind and product", "The StatefulSet runs PostgreSQL", nil},
		{"quoted product", "The image is `postgresql`", []string{"name postgresql"}},
		{"hyphenated English", "a read-only, well-known set-up", nil},
		{"number words", "two pods, the first one", nil},
		{"list marker", "1. it restarted", nil},
		{"selector", "`up{job=\"api\"}` fell", []string{`name up{job="api"}`}},
		{"reasons", "OOMKilled after FailedScheduling", []string{"name OOMKilled", "name FailedScheduling"}},
		{"plural of an acronym", "PVCs and CPUs", nil},
		{"Chinese", "Pod basket-0处于CrashLoopBackOff，重启14次", []string{"name basket-0", "name CrashLoopBackOff", "value 14"}},
		{"Chinese quotes", "日志显示「连接超时」", []string{"quote 连接超时"}},
		{"empty", "", nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, m := range reading.Mentions(test.text) {
				got = append(got, m.Kind.String()+" "+m.Text)
			}
			got = slices.DeleteFunc(got, func(s string) bool { return s == "name read-only" || s == "name well-known" || s == "name set-up" })
			if got, want := strings.Join(got, "; "), strings.Join(test.want, "; "); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
}

func TestMentionSpans(t *testing.T) {
	t.Parallel()
	text := "Pod `basket-0` restarted 14 times with “back off” at 10:31"
	for _, m := range reading.Mentions(text) {
		if got := text[m.Start:m.End]; !strings.Contains(got, m.Text) {
			t.Errorf("%s %q: its span is %q", m.Kind, m.Text, got)
		}
	}
}

const pod = `{"metadata":{"name":"basket-0","labels":{"app":"basket"}},"containers":[
 {"name":"web","restart_count":14,"limits":{"memory":"256Mi"},"used":"300Mi","reason":"OOMKilled"},
 {"name":"proxy","restart_count":3,"limits":{"memory":"64Mi"},"used":"20Mi","reason":"Completed"}]}`

func TestStandsInCited(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, text, path, excerpt string
		want                      []string // what does not stand there
	}{
		{"the value at the path", "it restarted 14 times", "$.containers[0].restart_count", "", nil},
		{"a value beside the path", "it restarted 3 times", "$.containers[0].restart_count", "", []string{"3"}},
		{"names on the way", "web of basket-0 restarted 14 times, as `basket` was asked-for-7", "$.containers[0].restart_count", "", nil},
		{"a name of another element", "`proxy` restarted 14 times", "$.containers[0].restart_count", "", []string{"proxy", "14"}},
		{"the object of an excerpt", "it was OOMKilled after 14 restarts", "", `"reason":"OOMKilled"`, nil},
		{"nothing cited", "it restarted 14 times", "", "", []string{"14"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			b := superbiz.EvidenceBinding{RawPath: test.path}
			if test.excerpt != "" {
				b.Excerpt = &test.excerpt
			}
			c := read(t, pod, superbiz.Claim{Text: test.text, EvidenceBindings: []superbiz.EvidenceBinding{b}})
			var got []string
			for _, m := range c.Mentions() {
				if !c.StandsInCited(m) {
					got = append(got, m.Text)
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestPointsAtOne(t *testing.T) {
	t.Parallel()
	quote, wrong := "OOMKilled", "OOMKiller"
	tests := []struct {
		name    string
		binding superbiz.EvidenceBinding
		want    bool
	}{
		{"nothing", superbiz.EvidenceBinding{}, false},
		{"a path to one value", superbiz.EvidenceBinding{RawPath: "$.containers[0].reason"}, true},
		{"a path to an object", superbiz.EvidenceBinding{RawPath: "$.containers[0]"}, false},
		{"an excerpt that holds", superbiz.EvidenceBinding{Excerpt: &quote}, true},
		{"an excerpt that does not", superbiz.EvidenceBinding{Excerpt: &wrong}, false},
		{"a true assertion", superbiz.EvidenceBinding{Assertions: []superbiz.Assertion{{RawPath: "$.containers", Op: superbiz.OpCountEq, Value: json.RawMessage("2")}}}, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			c := read(t, pod, superbiz.Claim{Text: "x", EvidenceBindings: []superbiz.EvidenceBinding{test.binding}})
			if got := c.PointsAtOne(); got != test.want {
				t.Errorf("got %t, want %t", got, test.want)
			}
		})
	}
}

// TestExcerptAndEscapes: the text of an output is what its JSON says, not how it is written.
func TestExcerptAndEscapes(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, output, excerpt string
		want                  bool
	}{
		{"as it is written", `{"lines":["the pool is full, waiting"]}`, "pool is full", true},
		{"up to an escape", `{"lines":["the pool is full\n"]}`, "pool is full", true},
		{"the letter of an escape", `{"lines":["the\npool is full"]}`, "npool is full", false},
		{"behind an escape", `{"lines":["the\npool is full"]}`, "pool is full", true},
		{"the digits of an escape", `{"lines":["caf\u00e9pool is full"]}`, "00e9pool is full", false},
		{"the code of a colour", `{"lines":["\u001b[31mpool is full"]}`, "31mpool is full", false},
		{"the name of an entity", `{"lines":["a &gt;pool is full"]}`, "gtpool is full", false},
		{"the letter of an escape in JSON within JSON", `{"log":"{\"msg\":\"the\\npool is full\"}"}`, "npool is full", false},
		{"a piece of a number", `{"lines":["17/20 in use"]}`, "7/20 in use", false},
		{"a number alone", `1234`, "1234", true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			row := superbiz.ToolInvocation{InvocationID: "inv-1", SessionID: "s", ToolName: "logs", Status: superbiz.InvocationSucceeded, ResultKind: superbiz.ResultData, Output: json.RawMessage(test.output)}
			reader := reading.NewReader(evidence.NewLedger("s", []superbiz.ToolInvocation{row}))
			b := superbiz.EvidenceBinding{SourceInvocationIDs: []string{"inv-1"}, ToolName: "logs", Excerpt: &test.excerpt}
			if got := reader.HasExcerpt(&b); got != test.want {
				t.Errorf("got %t, want %t", got, test.want)
			}
		})
	}
}

func TestContradiction(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, text string
		paths      []string
		want       bool
	}{
		{"rose, and it did", "memory rose from 200 MiB to 0.3 GiB", nil, false},
		{"rose, and it fell", "memory rose from 300 MiB to 200 MiB", nil, true},
		{"fell with an arrow", "connections dropped (98 → 254)", nil, true},
		{"exceeds", "usage of 300Mi exceeds the limit of 256Mi", nil, false},
		{"exceeds, and does not", "usage of 20Mi exceeds the limit of 64Mi", nil, true},
		{"before", "it failed at 10:31 before the deploy at 10:05", nil, true},
		{"after", "it failed at 10:31 after the deploy at 10:05", nil, false},
		{"not comparable", "after 5 minutes CPU stood above 90 %", nil, false},
		{"above its limit, as cited", "memory is above its limit", []string{"$.containers[0].used", "$.containers[0].limits.memory"}, false},
		{"above its limit, and is not", "memory is above its limit", []string{"$.containers[1].used", "$.containers[1].limits.memory"}, true},
		{"Chinese", "内存从 300MiB 上升到 200MiB", nil, false}, // the word is no listed one between the values
		{"Chinese, decided", "内存上升：300MiB → 200MiB", nil, true},
		{"no values", "errors rose before noon", nil, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			claim := superbiz.Claim{Text: test.text}
			for _, p := range test.paths {
				claim.EvidenceBindings = append(claim.EvidenceBindings, superbiz.EvidenceBinding{RawPath: p})
			}
			if got := read(t, pod, claim).Contradiction(); (got != "") != test.want {
				t.Errorf("got %q, want one: %t", got, test.want)
			}
		})
	}
}

// TestRespelling: a number that stands is accepted in every spelling, and refused
// once a digit makes another number of it that stands nowhere.
func TestRespelling(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1000, 999999).Draw(t, "n")
		key := rapid.SampledFrom([]string{"restart_count", "restartCount", "restart count"}).Draw(t, "key")
		stored := rapid.SampledFrom([]string{`{"%s":%d}`, `{"lines":["| **%s** | %d |"]}`, `{"log":"{\"%s\":%d}"}`, `{"lines":["%s = %d"]}`}).Draw(t, "stored")
		stated := rapid.SampledFrom([]string{"restarted %s times", "restarts: %s", "%s restarts", "重启了 %s 次", "restart_count=%s"}).Draw(t, "stated")
		digits := fmt.Sprint(n)
		if rapid.Bool().Draw(t, "grouped") {
			digits = digits[:len(digits)-3] + "," + digits[len(digits)-3:]
		}
		output := fmt.Sprintf(stored, key, n)
		if got := missing(testingOf(t), output, fmt.Sprintf(stated, digits)); len(got) > 0 {
			t.Fatalf("%s: %q is refused", output, got)
		}
		at := rapid.IntRange(0, len(digits)-1).Draw(t, "at")
		if digits[at] == ',' {
			at--
		}
		changed := []byte(digits)
		changed[at] = '1' + (changed[at]-'0'+byte(rapid.IntRange(0, 7).Draw(t, "by")))%9
		if string(changed) == digits {
			return
		}
		if got := missing(testingOf(t), output, fmt.Sprintf(stated, changed)); len(got) == 0 {
			t.Fatalf("%s: %s is accepted in %q", output, changed, fmt.Sprintf(stated, changed))
		}
	})
}

// testingOf lets helpers that take a testing.TB serve a property.
func testingOf(t *rapid.T) testing.TB { return fatal{TB: nil, t: t} }

type fatal struct {
	testing.TB
	t *rapid.T
}

func (f fatal) Helper()                   {}
func (f fatal) Fatal(args ...any)         { f.t.Fatal(args...) }
func (f fatal) Fatalf(s string, a ...any) { f.t.Fatalf(s, a...) }

// TestConcurrent reads one claim from several goroutines: run it with -race.
func TestConcurrent(t *testing.T) {
	t.Parallel()
	c := read(t, pod, superbiz.Claim{Text: "web of basket-0 restarted 14 times, OOMKilled, above its limit of 256Mi"})
	done := make(chan string, 4)
	for range cap(done) {
		go func() {
			var b strings.Builder
			for _, m := range c.Mentions() {
				fmt.Fprint(&b, m.Text, c.Stands(m), c.StandsInCited(m), c.Explain(m))
			}
			done <- b.String() + c.Contradiction()
		}()
	}
	first := <-done
	for range cap(done) - 1 {
		if got := <-done; got != first {
			t.Errorf("got %q, want %q", got, first)
		}
	}
}

func FuzzMentions(f *testing.F) {
	f.Add("Pod `a-0` restarted 14 times, \"x\": 5 → 6", pod)
	f.Add("容器 basket 重启 14 次", "重启次数: 14")
	f.Add("a=b c='d{e}' up{x=\"y\"}", `{"lines":["| a | b |","|---|---|","| 1 | 2 |"]}`)
	f.Add("rose from 1 to 2 above its limit", `[[1,"2"],["{\"a\":[1,{\"b\":2}]}"]]`)
	f.Fuzz(func(t *testing.T, text, output string) {
		if !json.Valid([]byte(output)) {
			output = strings.ToValidUTF8(output, "")
		}
		if _, err := evidence.Decode([]byte(output), evidence.MaxOutputDepth); err != nil && json.Valid([]byte(output)) {
			return // the rules about references refuse such a row
		}
		if strings.TrimSpace(text) == "" {
			return
		}
		excerpt := text
		most := boundtest.Bound{Base: 4 << 20, PerByte: 4 << 10}
		most.Hold(t, len(text)+len(output), func() { fuzzClaim(t, text, output, excerpt) })
	})
}

func fuzzClaim(t *testing.T, text, output, excerpt string) {
	t.Helper()
	c := read(t, output, superbiz.Claim{Text: text, EvidenceBindings: []superbiz.EvidenceBinding{{RawPath: "$", Excerpt: &excerpt}}})
	for _, m := range c.Mentions() {
		if m.Start < 0 || m.End > len(text) || m.Start >= m.End {
			t.Fatalf("%q has the span %d:%d of %d", m.Text, m.Start, m.End, len(text))
		}
		if !c.Stands(m) {
			c.Explain(m)
		}
		c.StandsInCited(m)
	}
	c.Contradiction()
}
