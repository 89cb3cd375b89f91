package rules_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/gatekeeper"
	"github.com/superbizagent/superbizagent/gatekeeper/rules"
)

// drawn is a scene with one of its facts and a sentence about it.
type drawn struct {
	scene
	pod      pod
	fact     fact
	spelling spelling
	language int
	sentence string
}

func draw(t *rapid.T) drawn {
	d := drawn{scene: scenes().Draw(t, "scene"), language: rapid.IntRange(english, chinese).Draw(t, "language")}
	d.pod = rapid.SampledFrom(d.pods).Draw(t, "pod")
	d.fact = rapid.SampledFrom(d.pod.facts).Draw(t, "fact")
	d.spelling = rapid.SampledFrom(d.fact.said).Draw(t, "spelling")
	d.sentence = rapid.SampledFrom(sentences[d.language]).Draw(t, "sentence")
	return d
}

func (d drawn) text(said string) string {
	return d.claim(d.sentence, d.language, d.pod, d.fact, said)
}

// accepts gates a text about an output that has everything citable.
func accepts(t *rapid.T, gate *gatekeeper.Gate, output, text string) (bool, string) {
	r := judge(t, gate, output, map[string]any{"text": text})
	return r.Status != superbiz.GateFail, findings(r)
}

// TestEverySpellingIsAccepted: a value said in another unit, with other separators,
// as a share, in Chinese, is the same value.
func TestEverySpellingIsAccepted(t *testing.T) {
	gate := gatekeeper.New(rules.Catalogue())
	rapid.Check(t, func(t *rapid.T) {
		d := draw(t)
		if ok, why := accepts(t, gate, d.output, d.text(d.spelling.text)); !ok {
			t.Fatalf("refused: %s\nof %s\n%s", d.text(d.spelling.text), d.output, why)
		}
	})
}

// TestEveryOtherDigitIsRefused: an accepted value with one digit changed is refused
// when what it states then stands nowhere.
func TestEveryOtherDigitIsRefused(t *testing.T) {
	gate := gatekeeper.New(rules.Catalogue())
	rapid.Check(t, func(t *rapid.T) {
		d := draw(t)
		for _, changed := range changes(d.spelling.text) {
			if d.shows(d.spelling, changed) {
				continue
			}
			if ok, _ := accepts(t, gate, d.output, d.text(changed)); ok {
				t.Fatalf("accepted: %s, where it is %s\nof %s", d.text(changed), d.spelling.text, d.output)
			}
		}
	})
}

// TestTheValueOfAnotherIsRefused: what an output shows of one pod, and of no other, is
// refused when it is said of another one that has a value of its own.
func TestTheValueOfAnotherIsRefused(t *testing.T) {
	gate := gatekeeper.New(rules.Catalogue())
	rapid.Check(t, func(t *rapid.T) {
		d := draw(t)
		other := rapid.SampledFrom(d.pods).Draw(t, "other")
		own := other.of(d.fact.key)
		isAddress := d.fact.key == "upstream" && !slices.Contains([]string{"table", "objects"}, d.shape) // to which another may speak
		if other.name == d.pod.name || d.spelling.equals(own) || isAddress ||
			d.without(t, d.fact.key).shows(d.spelling, d.spelling.text) {
			t.Skip("the value stands for something else too")
		}
		text := d.claim(d.sentence, d.language, other, d.fact, d.spelling.text)
		if ok, _ := accepts(t, gate, d.output, text); ok {
			t.Fatalf("accepted: %s, where it has %s\nof %s", text, own.shown, d.output)
		}
	})
}
