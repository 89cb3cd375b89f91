package composer

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	superbiz "github.com/superbizagent/superbizagent"
)

// protocolWords are names of the machinery. A person who reads one is reading a
// leak of what the stages tell each other, not an answer.
var protocolWords = []string{
	"answer_version", superbiz.AnswerVersion, superbiz.TraceVersion, "claim_id", "claim_type", "evidence_bindings",
	"source_invocation_ids", "raw_path", superbiz.NoEvidencePath, "hypothesis_id", "supported_by", "contradicted_by",
	"recommended_actions", "action_id", "requires_approval", "missing_info", "structured_output", "raw_output",
	"parse_status", "gatekeeper_result", "rule_set_version", "gatekeeper.internal", "tool_trace_summary",
}

var markLike = regexp.MustCompile(`\[(\d+)\]`)

// check reads an answer the way a stranger's text is read. It returns why the
// answer may not be shown: it has a word of the machinery in it, or a number, name,
// time or quote that stands in nothing that may be shown.
func check(answer string, in sayable, w phrases) error {
	lower := strings.ToLower(answer)
	for _, word := range slices.Concat(protocolWords, in.ruleIDs) {
		if strings.Contains(lower, strings.ToLower(word)) {
			return fmt.Errorf("the answer has the protocol word %q", word)
		}
	}
	said := allowedTerms(in)
	own := sync.OnceValue(func() allowed { // few answers need them, and they are a long text
		own := make(allowed)
		own.add(strings.Join(w.all(), " "))
		return own
	})
	for _, term := range terms(answer) {
		if !said[term] && !own()[term] {
			return fmt.Errorf("%q in the answer stands in nothing that may be shown", term)
		}
	}
	return nil
}

// allowed are the terms that may stand in an answer.
type allowed map[string]bool

func (a allowed) add(texts ...string) {
	for _, text := range texts {
		for _, t := range terms(oneLine(text)) {
			a[t] = true
		}
	}
}

// allowedTerms collects the terms of everything that may be said but for the words of
// the Composer's own.
func allowedTerms(in sayable) allowed {
	said := make(allowed)
	allow := said.add
	allow(in.question)
	for i, s := range in.claims {
		allow(s.Text, mark(i))
		for _, b := range s.EvidenceBindings {
			allow(b.ToolName, strings.Join(b.SourceInvocationIDs, " "))
		}
	}
	if in.likelyCause != nil {
		allow(in.likelyCause.Text)
	}
	for _, a := range in.actions {
		allow(a.Text, "`"+oneLine(a.Command)+"`")
	}
	for _, m := range in.missing {
		allow(m.Text)
	}
	for n := range max(len(in.withheld), in.openCauses, in.refutedCauses, len(in.claims)) + 1 {
		said[strconv.Itoa(n)] = true
	}
	return said
}

func mark(i int) string { return fmt.Sprintf("[%d]", i+1) }

// terms returns what must not be invented: words with a digit in them, words that
// look like identifiers, and quoted text, in lower case.
func terms(text string) []string {
	var out []string
	for _, word := range strings.FieldsFunc(text, isSeparator) {
		word = strings.ToLower(strings.Trim(word, ".:-/%"))
		if isTerm(word) {
			out = append(out, word)
		}
	}
	if !strings.ContainsAny(text, "\"`“「") {
		return out // as most texts do, and an expression is slow to find nothing
	}
	for _, m := range quoted.FindAllString(text, -1) {
		out = append(out, strings.ToLower(m))
	}
	return out
}

// quoted finds text in quotes; a quote stays on its line.
var quoted = regexp.MustCompile("\"[^\"\n]+\"|`[^`\n]+`|“[^”\n]+”|「[^」\n]+」")

// isSeparator splits at everything that does not belong to numbers, times or
// identifiers. Han characters separate too: Chinese sets numbers without spaces.
func isSeparator(r rune) bool {
	if unicode.Is(unicode.Han, r) {
		return true
	}
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_-.:/%+@#$", r)
}

// isTerm tells numbers, times and identifiers from plain words.
func isTerm(word string) bool {
	return strings.ContainsAny(word, "0123456789_") || strings.ContainsAny(strings.Trim(word, "-./:"), "./:@")
}
