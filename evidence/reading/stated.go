package reading

import (
	"math/big"
	"slices"
	"strings"
	"sync"

	"github.com/superbizagent/superbizagent/evidence/quantity"
)

// stated is a value as a claim states it, with what the claim says it counts.
type stated struct {
	token  quantity.Token
	keys   keys     // one of them must stand beside the value; none when nothing is named
	key    string   // what the claim calls the key, for messages
	clause clause   // that it stands in
	owner  string   // the name that the value stands behind in brackets: web (14 restarts)
	near   []string // stems of the words around it in the text
	beside []string // the words themselves, those that may be names
	// countsThings tells numbers of things that a list has, so that its size shows
	// how many there are.
	countsThings bool
	countsBehind bool           // and they are named behind it: 3 pods, not pods: 3
	isPart       bool           // 2 of them
	whole        int            // how many they are, where that is told
	part         string         // the number before that is a part of this one
	glosses      string         // the value right before, which this one follows in brackets: 24Gi (80%)
	contrasts    bool           // what is around it speaks of other objects than those named
	isWhole      bool           // it is what another quantity is a part of
	isCode       bool           // an exit or status code
	isStatus     bool           // a status code, which logs print without a key
	topic        *topic         // what the whole text is about
	extreme      extreme        // of a series
	when         quantity.Token // at which it stood; the zero Token when that is not told
}

// topic is what a text is about.
type topic struct {
	text string

	once  sync.Once
	stems []string
}

// content returns the stems of the text. Few of its values need them.
func (t *topic) content() []string {
	t.once.Do(func() { t.stems = content(t.text) })
	return t.stems
}

// stated reads the words around a value that stands at a span of the text.
func (p *parser) stated(t quantity.Token, start, end int) *stated {
	behind := behindWhole(p.masked, end)
	before, after := wordsBefore(p.masked[:beforeFraction(p.masked, start)]), wordsAfter(p.masked[behindFraction(p.masked, behind):])
	stems := stemsOf(before)
	s := &stated{token: t, topic: p.topic, owner: p.ownerBefore(start), near: appendStems(slices.Clip(stems), after)}
	s.clause = clauseAt(p.masked, start)
	s.extreme = extremeAround(p.masked[:start], p.masked[end:])
	s.contrasts = hasContrast(before) || hasContrast(uncounted(after))
	s.isWhole = !isCount(t) && isWhole(p.masked[:start])
	for _, w := range append(slices.Clip(before), after...) {
		if len(w) > 3 && !stopWords.hasNoun(strings.ToLower(w)) && !countedStems.has(stem(w)) {
			s.beside = append(s.beside, w)
		}
	}
	if key := pairKey(p.masked[:start]); key != "" {
		if stems := content(key[strings.LastIndexByte(key, '.')+1:]); len(stems) > 0 {
			s.keys, s.key = keys{stems}, key
		}
	} else if isCount(t) {
		code, isWhich := codeKeys(stems), isOrdinalOf(p.masked, start, end, after)
		if isWhich {
			after = nil // partition 1 lags: which one it is, not how many lags
		}
		if s.keys, s.key = p.countKeys(beforeFraction(p.masked, start), before, after, code); len(after) == 0 && hasFraction(t) && !isSnake(s.key) {
			s.keys, s.key = nil, "" // connection pool saturation: 1.01
		} else if t.Spare() != quantity.None && code == nil && !slices.Contains(after, s.key) {
			s.keys, s.key = nil, "" // ended in Error 40 and 25 minutes ago
		} else if readiness.has(strings.ToLower(s.key)) && !isSmall(t) {
			s.keys, s.key = nil, "" // 29871 available
		}
		s.isCode = code != nil
		s.isStatus = len(code) == len(statusKeys)
		s.isPart = strings.HasPrefix(p.masked[end:], " of ") || strings.HasPrefix(p.masked[end:], " out of ")
		s.whole, s.part = wholeBehind(p.masked, end), partBefore(p.masked[:start])
		s.countsThings = len(s.keys) > 0 && code == nil && !happenings.hasAny(after) && !isWhich && !readiness.has(strings.ToLower(s.key))
		s.countsBehind = s.countsThings && len(after) > 0
	}
	return s
}

// isWhole reports whether a quantity behind a text is the whole that another one is a
// part of, and so of another object: 4 s of the 5 s that the request took. A limit of
// 256Mi is no whole.
func isWhole(before string) bool {
	part, ok := strings.CutSuffix(strings.TrimSuffix(before, "the "), " of ")
	if !ok {
		return false
	}
	part = part[max(0, len(part)-maxPart):]
	values := quantity.ScanClaim(part)
	return len(values) > 0 && len(strings.Fields(part[values[len(values)-1].End():])) < 2
}

// maxPart is longer than a part and what it is of, in bytes.
const maxPart = 48

// behindWhole returns where a text goes on behind the whole that a number is a part
// of: 5 of 7 replicas, 2 out of the 3 pods. What is counted stands there.
func behindWhole(text string, end int) int {
	rest, ok := strings.CutPrefix(text[end:], " of ")
	if !ok {
		if rest, ok = strings.CutPrefix(text[end:], " out of "); !ok {
			return end
		}
	}
	rest = strings.TrimPrefix(strings.TrimPrefix(rest, "the "), "all ")
	digits := len(rest) - len(strings.TrimLeft(rest, "0123456789,"))
	if digits == 0 {
		return end
	}
	return len(text) - len(rest) + digits
}

// ownerBefore returns the name right before a bracket that opens before an offset.
func (p *parser) ownerBefore(at int) string {
	before, ok := strings.CutSuffix(strings.TrimRight(p.masked[:at], " ~"), "(")
	if !ok {
		return ""
	}
	before = strings.TrimRight(before, " ")
	for _, q := range p.quotations {
		if q.end == len(before) {
			return strings.TrimSpace(q.inner)
		}
	}
	name := before[strings.LastIndexByte(before, ' ')+1:]
	if shapeOf(name) == shapePlain {
		return ""
	}
	return name
}

// isNumber tells numbers, with a unit or without.
func isNumber(t quantity.Token) bool {
	return t.Kind() == quantity.Number || t.Kind() == quantity.Quantity
}

// isCount tells bare numbers, which may count something or be a code.
func isCount(t quantity.Token) bool { return t.Kind() == quantity.Number }

// hasFraction tells numbers that are stated to less than one: a mean or a share of
// things, and no count of them.
func hasFraction(t quantity.Token) bool { return t.Step().Cmp(big.NewRat(1, 1)) < 0 }

// countKeys returns the keys of a bare number: what a code is of, if it is one, or the
// counted thing.
func (p *parser) countKeys(start int, before, after []string, code keys) (keys, string) {
	if code != nil {
		return code, strings.Join(before[max(0, len(before)-2):], " ")
	}
	counted := after
	if i := slices.IndexFunc(after, linksOn); i == 0 || i > 0 && !verbsOfBeing.has(strings.ToLower(after[i])) {
		after = after[:i] // what follows is not what is counted
	}
	if key := last(beforeBeing(before)); len(after) == 0 && isSnake(key) {
		if stems := content(key); len(stems) > 0 {
			return keys{stems}, key // max_connections 500
		}
	}
	for i, w := range after {
		if countedStems.has(stem(w)) {
			verb := last(wordsBefore(beforeList(p.masked[:start])))
			isThing := isThing(verb, p.masked[:start])
			if verb = stem(verb); isRepetition(w) && !isThing && countedStems.has(verb) && !containsWord(repetitions, verb) {
				return keys{{verb}, {verb, "time"}, {verb, "count"}}, w
			}
			end := i + 1
			for end < len(after) && verbsOfBeing.has(strings.ToLower(after[end])) {
				end++
			}
			if end < len(after) && states.has(strings.ToLower(after[end])) {
				end++
			}
			return anyOf(withSynonyms(plainStems(after[:end]))), w
		}
	}
	for _, w := range counted[:min(len(counted), 3)] {
		if readiness.has(strings.ToLower(w)) { // 2 are ready
			return anyOf(withSynonyms([]string{stem(w)})), w
		}
	}
	if len(after) == 0 {
		for i := len(before) - 1; i >= max(0, len(before)-3); i-- {
			if countedStems.has(stem(before[i])) && before[i] != "time" {
				return anyOf(withSynonyms(plainStems(before[i : i+1]))), before[i]
			}
		}
	}
	return nil, ""
}

// beforeBeing returns words without a verb of being at their end.
func beforeBeing(words []string) []string {
	if verbsOfBeing.has(strings.ToLower(last(words))) {
		return words[:len(words)-1]
	}
	return words
}

// linksOn reports whether a word is one that no counted thing follows.
func linksOn(w string) bool { return linkWords.has(strings.ToLower(w)) }

// linkWords are those that no counted thing follows.
var linkWords = setOf("and or but while whereas in on at for from to by as is are was were has have had which that when after before behind ahead during over than via under above below")

// beforeList returns a text without the numbers at its end that a list of numbers
// has before its last: restarted 7, 23 and.
func beforeList(text string) string {
	for _, conjunction := range []string{" and ", " or "} {
		if rest, ok := strings.CutSuffix(text, conjunction); ok && rest != "" && isDigit(rest[len(rest)-1]) {
			return strings.TrimRight(rest, "0123456789, ") + " "
		}
	}
	return text
}

// uncounted returns words without those of what is counted.
func uncounted(words []string) []string {
	return slices.DeleteFunc(slices.Clone(words), func(w string) bool { return countedStems.has(stem(w)) })
}

// isRepetition tells the nouns that count what the verb before them says.
func isRepetition(noun string) bool { return containsWord(repetitions, stem(noun)) }

// last returns the last of some words, or "".
func last(words []string) string {
	if len(words) == 0 {
		return ""
	}
	return words[len(words)-1]
}

// states are the words behind a counted thing that say which of them are counted:
// "3 replicas ready". Outputs often have the state for a key.
var states = setOf("ready available unavailable desired current updated running pending failed healthy unhealthy terminated active idle waiting open used free")

// readiness are the states that outputs count things by.
var readiness = setOf("ready available unavailable")

// verbsOfBeing may stand between: "3 replicas are ready".
var verbsOfBeing = setOf("is are was were being")

// isThing tells a counted word that ends a text and is a thing, "the probe 9 times", from
// one that says what happened, "restarted 9 times".
func isThing(word, before string) bool {
	return strings.HasSuffix(strings.TrimRight(before, " "), " "+word) && !strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ed")
}

// plainStems returns the stems of words that are no identifiers: the reason in
// "33 BackOff events" says which events, not what is counted.
func plainStems(words []string) []string {
	var out []string
	for _, w := range words {
		if len(humpsOf(w)) == 1 {
			out = appendContent(out, w)
		}
	}
	return out
}

// pairKey returns the key that ends a text with a sign that joins it to what
// follows: any word before "=", an identifier before ":".
func pairKey(before string) string {
	before = strings.TrimRight(before, "` ")
	cut, joined := strings.CutSuffix(before, "=")
	if !joined {
		if cut, joined = strings.CutSuffix(before, ":"); !joined {
			return ""
		}
	}
	i := len(cut)
	for i > 0 && (isNameByte(cut[i-1]) || cut[i-1] == '.') {
		i--
	}
	key := cut[i:]
	if strings.HasSuffix(before, ":") && !isCamel(key) && !strings.ContainsAny(key, "_.") {
		return ""
	}
	return key
}

// Keys of codes, as stems.
var (
	exitKeys   = keys{{"exit"}, {"exitcod"}, {"terminat", "code"}, {"status"}}
	statusKeys = append(anyOf(stemList("http status response returned responded statuscode")), []string{"code"})
	anyCode    = append(append(keys{}, exitKeys...), statusKeys...)
)

// codeKeys tells "exit code 137" and "HTTP 503": what the code must stand beside.
func codeKeys(before []string) keys {
	for i := len(before) - 1; i >= max(0, len(before)-3); i-- {
		switch before[i] {
		case "exit", "exitcod":
			return exitKeys
		case "http", "https", "status":
			if before[i] == "status" && (containsWord(before, "exit") || containsWord(before, "terminat")) {
				return exitKeys
			}
			return statusKeys
		case "code":
			if i == 0 || before[i-1] != "exit" {
				return anyCode
			}
		}
	}
	return nil
}

// happenings are counted, but not by the size of a list.
var happenings = setOf("restart retry attempt time occurrence crash kill core cpu thread generation revision")

// hasAny reports whether one of some words is in the set, in singular or plural.
func (s wordSet) hasAny(words []string) bool {
	for _, w := range words {
		if s.hasNoun(strings.ToLower(w)) {
			return true
		}
	}
	return false
}

// Words that mean the same in recordings, as stems.
var (
	repetitions = stemList("times occurrences count events repeated repetitions total seen")
	failures    = stemList("errors failures failed faults exceptions")
	asked       = stemList("requests calls invocations")
	left        = stemList("available avail")
	synonyms    = [][]string{repetitions, failures, asked, left}
)

// withSynonyms adds the other words that a recording may use for a counted thing.
func withSynonyms(words []string) []string {
	out := slices.Clip(words)
	for _, w := range words {
		for _, group := range synonyms {
			if containsWord(group, w) {
				out = append(out, group...)
			}
		}
	}
	return out
}
