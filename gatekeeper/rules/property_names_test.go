package rules_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/gatekeeper"
	"github.com/superbizagent/superbizagent/gatekeeper/rules"
)

// object is what an output shows of one thing, and how a claim may name it.
type object struct {
	output string
	said   []string // with %s for the name
	name   string
}

// drawObject draws a thing with a name of its own and the ways to spell it.
func drawObject(t *rapid.T) object {
	hash := rapid.StringMatching(`[bcdf]{2}[2-9][ghjk][45]`).Draw(t, "hash")
	workload := rapid.SampledFrom([]string{"checkout-api", "basket", "order-sync-worker"}).Draw(t, "workload")
	namespace := rapid.SampledFrom([]string{"shop-eu1", "billing-9"}).Draw(t, "namespace")
	pod := workload + "-6c9f7d5b48-" + hash
	image := fmt.Sprintf("registry.example.org/shop/%s:v2.%d.0-%s", workload, rapid.IntRange(1, 40).Draw(t, "minor"), hash)
	return rapid.SampledFrom([]object{
		{podOutput(t, pod, namespace, image), []string{
			"Pod/%s is restarting", "pod %s is restarting", "pods/%s is restarting", "Pod `%s` is restarting", `Pod "%s" is restarting`, "the pod '%s' is restarting",
			namespace + "/%s is restarting", "Pod " + namespace + "/%s is restarting", "**%s** is restarting", "%s is restarting", "Pod %s正在重启", "容器组“%s”正在重启", "%s在重启。", "Pod「%s」正在重启",
		}, pod},
		{podOutput(t, pod, namespace, image), []string{
			"deployment.apps/" + workload + " in namespace %s", "namespace `%s` holds it", "namespace/%s holds it", "命名空间%s中的容器组", "ns %s holds it",
		}, namespace},
		{podOutput(t, pod, namespace, image), []string{"the image is %s", "image `%s` is pulled", "镜像为%s", "image: %s"}, image},
		{podOutput(t, pod, namespace, image), []string{"the image is %s", "image `%s` is pulled", "镜像是 %s"}, strings.TrimPrefix(image, "registry.example.org/")},
		{podOutput(t, pod, namespace, image), []string{"the image is %s", "image `%s` is pulled"}, strings.TrimPrefix(image, "registry.example.org/shop/")},
	}).Draw(t, "object")
}

// podOutput shows one pod as a table, as JSON, or as JSON inside the line of a log.
func podOutput(t *rapid.T, pod, namespace, image string) string {
	fields := map[string]any{"namespace": namespace, "name": pod, "image": image, "owner": "deployment.apps/" + strings.Split(pod, "-6c9f7d5b48")[0]}
	object, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	shape := rapid.SampledFrom([]any{
		lines([]string{"NAMESPACE   NAME   IMAGE   OWNER", strings.Join([]string{namespace, pod, image, fmt.Sprint(fields["owner"])}, "   ")}),
		map[string]any{"items": []any{fields}},
		lines([]string{`{"level":"warn","event":` + fmt.Sprintf("%q", object) + `}`}),
		lines([]string{fmt.Sprintf("Back-off restarting pod %s/%s of %s with image %s", namespace, pod, fields["owner"], image)}),
	}).Draw(t, "shape")
	raw, err := json.Marshal(shape)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// TestEverySpellingOfANameIsAccepted: kinds, namespaces, quotes, marks and Chinese
// around a name change nothing, nor does its case.
func TestEverySpellingOfANameIsAccepted(t *testing.T) {
	gate := gatekeeper.New(rules.Catalogue())
	rapid.Check(t, func(t *rapid.T) {
		o := drawObject(t)
		name := rapid.SampledFrom([]string{o.name, strings.ToUpper(o.name[:1]) + o.name[1:]}).Draw(t, "case")
		text := fmt.Sprintf(rapid.SampledFrom(o.said).Draw(t, "said"), name)
		if ok, why := accepts(t, gate, o.output, text); !ok {
			t.Fatalf("refused: %s\nof %s\n%s", text, o.output, why)
		}
	})
}

// TestAnotherLetterIsAnotherName: a name with one letter or digit changed is refused.
func TestAnotherLetterIsAnotherName(t *testing.T) {
	gate := gatekeeper.New(rules.Catalogue())
	rapid.Check(t, func(t *rapid.T) {
		o := drawObject(t)
		format := rapid.SampledFrom(o.said).Draw(t, "said")
		for _, name := range misspelt(o.name, "qz7") {
			text := fmt.Sprintf(format, name)
			if strings.Contains(o.output, name) {
				continue
			}
			if ok, _ := accepts(t, gate, o.output, text); ok {
				t.Fatalf("accepted: %s, where it is %s\nof %s", text, o.name, o.output)
			}
		}
	})
}

// misspelt returns a text with each letter and digit replaced by others.
func misspelt(text, others string) []string {
	var out []string
	for i := range len(text) {
		if c := text[i] | 0x20; (c < 'a' || c > 'z') && (text[i] < '0' || text[i] > '9') {
			continue
		}
		for _, other := range []byte(others) {
			if other != text[i] {
				out = append(out, text[:i]+string(other)+text[i+1:])
			}
		}
	}
	return out
}

// quoted is a sentence that an output has, and its words.
type quoted struct {
	output string
	words  []string
}

func drawQuote(t *rapid.T) quoted {
	vocabulary := []string{"connection", "refused", "pool", "exhausted", "timeout", "upstream", "dial", "tcp", "10.1.2.3:5432", "after", "30s", "retry", "14", "of", "20", "not", "ready", "连接超时", "磁盘已满"}
	q := quoted{words: rapid.SliceOfN(rapid.SampledFrom(vocabulary), 2, 9).Draw(t, "words")}
	said := strings.Join(q.words, " ")
	raw, err := json.Marshal(rapid.SampledFrom([]any{
		lines([]string{"2026-07-01T10:31:02Z ERROR " + said, "2026-07-01T10:31:03Z INFO done"}),
		lines([]string{fmt.Sprintf(`{"level":"error","msg":%q}`, said)}),
		lines([]string{fmt.Sprintf(`{"event":%q}`, fmt.Sprintf(`{"msg":%q}`, said))}),
		map[string]any{"events": []any{map[string]any{"message": said, "count": 3}}},
		lines([]string{"\x1b[31merror\x1b[0m **" + said + "**"}),
	}).Draw(t, "shape"))
	if err != nil {
		t.Fatal(err)
	}
	q.output = string(raw)
	return q
}

// TestEverySpellingOfAQuoteIsAccepted: other quotation marks around it, line breaks and
// runs of blanks in it, another case, escapes, Markdown change nothing.
func TestEverySpellingOfAQuoteIsAccepted(t *testing.T) {
	gate := gatekeeper.New(rules.Catalogue())
	rapid.Check(t, func(t *rapid.T) {
		q := drawQuote(t)
		said := strings.Join(q.words, rapid.SampledFrom([]string{" ", "  ", "\n", "\t", "\u00a0", " \r\n "}).Draw(t, "blank"))
		if rapid.Bool().Draw(t, "upper") {
			said = strings.ToUpper(said)
		}
		around := rapid.SampledFrom([]string{"%s", `"%s"`, "“%s”", "「%s」", "'%s'", "`%s`", "**%s**", `\"%s\"`, "… %s ..."}).Draw(t, "marks")
		excerpt := fmt.Sprintf(around, said)
		if ok, why := acceptsExcerpt(t, gate, q.output, excerpt); !ok {
			t.Fatalf("refused: %s\nof %s\n%s", excerpt, q.output, why)
		}
	})
}

// TestAnotherWordIsAnotherQuote: a quote with a word left out, added, exchanged, or
// with one letter or digit changed is refused.
func TestAnotherWordIsAnotherQuote(t *testing.T) {
	gate := gatekeeper.New(rules.Catalogue())
	rapid.Check(t, func(t *rapid.T) {
		q := drawQuote(t)
		said := strings.Join(q.words, " ")
		at := rapid.IntRange(1, len(q.words)-1).Draw(t, "at")
		altered := []string{strings.Join(q.words[:at], " ") + " never " + strings.Join(q.words[at:], " ")}
		if at < len(q.words)-1 {
			altered = append(altered, strings.Join(append(append([]string{}, q.words[:at]...), q.words[at+1:]...), " "))
		}
		altered = append(altered, misspelt(said, "x9")...)
		for _, excerpt := range altered {
			if strings.Contains(said, excerpt) {
				continue
			}
			if ok, _ := acceptsExcerpt(t, gate, q.output, excerpt); ok {
				t.Fatalf("accepted: %s, where it is %s\nof %s", excerpt, said, q.output)
			}
		}
	})
}

// acceptsExcerpt gates a claim that states nothing but quotes words.
func acceptsExcerpt(t *rapid.T, gate *gatekeeper.Gate, output, excerpt string) (bool, string) {
	r := judge(t, gate, output, map[string]any{"text": "The service has a problem.", "excerpt": excerpt})
	return r.Status != superbiz.GateFail, findings(r)
}
