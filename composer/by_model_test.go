package composer_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/composer"
	"github.com/superbizagent/superbizagent/llm"
)

// canned answers with a text, or not at all.
type canned struct {
	text string
	err  error
}

func (canned) Name() string           { return "canned" }
func (canned) Features() llm.Features { return llm.Features{Schema: true} }
func (c canned) Chat(context.Context, llm.Request) (llm.Reply, error) {
	return llm.Reply{Message: llm.Message{Text: c.text}, Finish: llm.FinishStop, Usage: llm.Usage{PromptTokens: 7}}, c.err
}

// told is an input of two observations and what was not found.
func told() composer.Input {
	in := input()
	in.Decision.Claims = []superbiz.JudgedClaim{
		claim("c1", superbiz.ClaimObservation, "Container checkout restarted 14 times."),
		claim("c2", superbiz.ClaimObservation, "Container checkout was not evicted, and used at least 512 MiB."),
		claim("c3", superbiz.ClaimAbsence, `No log line with "disk full" was found.`),
	}
	return in
}

func sentence(text string, ids ...string) string {
	raw, err := json.Marshal(map[string]any{"text": text, "claim_ids": ids})
	if err != nil {
		panic(err)
	}
	return string(raw)
}

func TestSentencesOfAModel(t *testing.T) {
	t.Parallel()
	first := sentence("Container checkout restarted 14 times.", "c1")
	second := sentence("Container checkout was not evicted, and used at least 512 MiB.", "c2")
	third := sentence(`No log line with "disk full" was found.`, "c3")
	merged := sentence("Container checkout restarted 14 times and was not evicted, and used at least 512 MiB.", "c1", "c2")
	for name, tc := range map[string]struct {
		sentences []string
		err       error
		used      bool
	}{
		"merged":                            {[]string{merged, third}, nil, true},
		"in another order":                  {[]string{third, second, first}, nil, true},
		"a claim is left out":               {[]string{first, third}, nil, false},
		"a claim that is not there":         {[]string{merged, third, sentence("Container checkout restarted.", "c9")}, nil, false},
		"without a claim":                   {[]string{merged, third, sentence("And the")}, nil, false},
		"a number is changed":               {[]string{sentence("Container checkout restarted 15 times.", "c1"), second, third}, nil, false},
		"a negation is left out":            {[]string{first, sentence("Container checkout was evicted, and used at least 512 MiB.", "c2"), third}, nil, false},
		"a bound is left out":               {[]string{first, sentence("Container checkout was not evicted, and used 512 MiB.", "c2"), third}, nil, false},
		"a negation is put in":              {[]string{sentence("Container checkout not restarted 14 times.", "c1"), second, third}, nil, false},
		"a cause is put in":                 {[]string{sentence("Container checkout restarted 14 times because of memory.", "c1"), second, third}, nil, false},
		"a value of another claim":          {[]string{sentence("Container checkout restarted 512 times.", "c1"), second, third}, nil, false},
		"values are swapped":                {[]string{sentence("512 MiB used Container checkout was not evicted at least", "c2"), first, third}, nil, false},
		"praise":                            {[]string{first, second, third, sentence("All is healthy.", "c1")}, nil, false},
		"a mark of its own":                 {[]string{sentence("Container checkout restarted 14 times. [3]", "c1"), second, third}, nil, false},
		"a line of its own":                 {[]string{sentence("Container checkout\nrestarted 14 times.", "c1"), second, third}, nil, false},
		"absence mixed with an observation": {[]string{second, sentence(`Container checkout restarted 14 times and No log line with "disk full" was found.`, "c1", "c3")}, nil, false},
		"nothing":                           {nil, nil, false},
		"a model that is down":              {nil, errors.New("down"), false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			in := told()
			var spent superbiz.Usage
			in.Spend = func(u superbiz.Usage) { spent = spent.Add(u) }
			model := canned{`{"sentences":[` + strings.Join(tc.sentences, ",") + `]}`, tc.err}
			got := composer.Composer{Model: model}.Compose(t.Context(), in)
			plain := composer.Compose(in)
			if used := got.Answer != plain.Answer; used != tc.used || got.Status != superbiz.ComposerValid || spent.ModelCalls != 1 {
				t.Errorf("used %t, want %t; spent %+v:\n%s", used, tc.used, spent, got.Answer)
			}
			seen, _, _ := strings.Cut(got.Answer, "\nSources:")
			for line := range strings.Lines(seen) {
				if strings.HasPrefix(line, "- ") && !strings.HasSuffix(strings.TrimSpace(line), "]") {
					t.Errorf("no mark at the end of %q", line)
				}
			}
		})
	}
}

func TestMergedSentencesCarryEveryMark(t *testing.T) {
	t.Parallel()
	in := told()
	in.Decision.Claims[1].Label = superbiz.LabelPartial
	in.Decision.Result.Verdict = superbiz.VerdictLowConfid
	model := canned{text: `{"sentences":[` + sentence("Container checkout restarted 14 times and was not evicted and used at least 512 MiB.", "c1", "c2") + "," + sentence(`No log line with "disk full" was found.`, "c3") + `]}`}
	got := composer.Composer{Model: model}.Compose(t.Context(), in)
	if !strings.Contains(got.Answer, "at least 512 MiB. (partly supported) [1][2]\n") || len(got.Citations) != 3 {
		t.Errorf("%+v", got)
	}
}

func TestARejectIsNotComposedByAModel(t *testing.T) {
	t.Parallel()
	in := told()
	in.Decision.Result.Verdict = superbiz.VerdictReject
	in.Spend = func(superbiz.Usage) { t.Error("the model was asked") }
	if got := (composer.Composer{Model: canned{}}).Compose(t.Context(), in); got.Status != superbiz.ComposerFallback {
		t.Errorf("%+v", got)
	}
	in = told()
	in.Decision.Claims = in.Decision.Claims[:1]
	in.Spend = func(superbiz.Usage) { t.Error("the model was asked to merge one claim") }
	if got := (composer.Composer{Model: canned{}}).Compose(t.Context(), in); got.Status != superbiz.ComposerValid {
		t.Errorf("%+v", got)
	}
}

func TestChineseSentencesOfAModel(t *testing.T) {
	t.Parallel()
	in := told()
	in.Question.Text = "为什么 checkout 重启？"
	in.Decision.Hypotheses = nil
	in.Decision.Claims = []superbiz.JudgedClaim{
		claim("c1", superbiz.ClaimObservation, "容器 checkout 重启了 14 次。"),
		claim("c2", superbiz.ClaimObservation, "容器 checkout 没有被驱逐。"),
	}
	for text, used := range map[string]bool{
		"容器 checkout 重启了 14 次，同时没有被驱逐。": true,
		"容器 checkout 重启了 14 次，同时被驱逐。":   false,
		"容器 checkout 重启了 15 次，且没有被驱逐。":  false,
	} {
		got := composer.Composer{Model: canned{text: `{"sentences":[` + sentence(text, "c1", "c2") + `]}`}}.Compose(t.Context(), in)
		if strings.Contains(got.Answer, text) != used {
			t.Errorf("%s: used %t, want %t:\n%s", text, !used, used, got.Answer)
		}
	}
}
