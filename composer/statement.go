package composer

import (
	"slices"
	"strings"
	"unicode"

	superbiz "github.com/superbizagent/superbizagent"
)

// statement is one line of the answer about what was seen: a claim, or a sentence
// that was made of several.
type statement struct {
	text     string
	claimIDs []string
	absence  bool
	label    superbiz.Label // the lowest of its claims
}

// oneEach states every claim as it is.
func oneEach(claims []superbiz.JudgedClaim) []statement {
	out := make([]statement, len(claims))
	for i, c := range claims {
		out[i] = statement{c.Text, []string{c.ClaimID}, c.ClaimType == superbiz.ClaimAbsence, c.Label}
	}
	return out
}

// check turns a model's sentences into statements. They must say what the claims
// say: each is made of the words of its claims, in their order, with nothing added but
// connecting words and nothing left out that turns or weakens a meaning; and together
// they leave out no claim.
func (w written) check(claims []superbiz.JudgedClaim) ([]statement, bool) {
	byID := make(map[string]superbiz.JudgedClaim, len(claims))
	for _, c := range claims {
		byID[c.ClaimID] = c
	}
	used := make(map[string]bool)
	var out []statement
	for _, sentence := range w.Sentences {
		made := statement{text: sentence.Text, claimIDs: sentence.ClaimIDs, label: superbiz.LabelSupported}
		var texts []string
		for i, id := range sentence.ClaimIDs {
			c, ok := byID[id]
			absence := c.ClaimType == superbiz.ClaimAbsence
			if !ok || i > 0 && absence != made.absence {
				return nil, false
			}
			if c.Label.Rank() < made.label.Rank() {
				made.label = c.Label
			}
			made.absence, used[id] = absence, true
			texts = append(texts, c.Text)
		}
		if len(texts) == 0 || !saysTheSame(sentence.Text, strings.Join(texts, " ")) {
			return nil, false
		}
		out = append(out, made)
	}
	return out, len(used) == len(claims) && len(out) <= len(claims)
}

// saysTheSame reports whether a sentence is what is left of a text when some of its
// words are left out, and connecting words put in.
func saysTheSame(sentence, text string) bool {
	said, given := wordsOf(sentence), wordsOf(text)
	if len(said) == 0 || strings.ContainsAny(sentence, "\n\r") || markLike.MatchString(sentence) {
		return false
	}
	at := 0
	for _, word := range given {
		next := at
		for next < len(said) && connecting[said[next]] && said[next] != word {
			next++
		}
		switch {
		case next < len(said) && said[next] == word:
			at = next + 1
		case turning[word]:
			return false
		}
	}
	return !slices.ContainsFunc(said[at:], func(word string) bool { return !connecting[word] })
}

// wordsOf splits a text into words in lower case; a Han character is a word, and so is
// a quotation mark, which may not be moved.
func wordsOf(text string) []string {
	var words []string
	var word strings.Builder
	flush := func() {
		if w := strings.Trim(word.String(), ".:-/,"); w != "" {
			words = append(words, strings.ToLower(w))
		}
		word.Reset()
	}
	for _, r := range text {
		switch {
		case unicode.Is(unicode.Han, r), strings.ContainsRune("\"`“”「」%<>=≥≤", r):
			flush()
			words = append(words, string(r))
		case unicode.IsLetter(r), unicode.IsDigit(r), strings.ContainsRune("_-.:/,+@#$'’&", r):
			word.WriteRune(r)
		default:
			flush()
		}
	}
	flush()
	return words
}

// connecting words say nothing of their own.
var connecting = setOf("and", "while", "in", "of", "on", "the", "a", "an", "which", "that", "also", "both", "with", "its", "at", "there",
	"并", "且", "同", "时", "而", "的", "在", "中", "也", "和", "与", "，")

// turning words turn or weaken a meaning, and may not be left out.
var turning = setOf("no", "not", "never", "none", "nothing", "without", "neither", "nor", "cannot", "can't", "didn't", "doesn't", "isn't", "wasn't",
	"weren't", "aren't", "hasn't", "haven't", "won't", "least", "most", "less", "more", "fewer", "than", "about", "around", "roughly", "nearly",
	"almost", "up", "down", "under", "over", "above", "below", "only", "except", "unless", "until", "before", "after", "may", "might", "could",
	"should", "would", "if", "some", "partly", "possibly", "probably", "approximately", "~", "<", ">", "=", "≥", "≤",
	"不", "没", "无", "未", "非", "否", "别", "至", "少", "多", "约", "仅", "只", "除", "前", "后", "可", "能", "或", "若", "如", "超", "低", "高")

func setOf(words ...string) map[string]bool {
	set := make(map[string]bool, len(words))
	for _, w := range words {
		set[w] = true
	}
	return set
}
