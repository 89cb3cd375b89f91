package reading

import (
	"slices"
	"strings"

	"github.com/superbizagent/superbizagent/evidence/searched"
)

// soughtInVain reports whether the claim denies a mention of what calls look for among
// the things that they are about, and the call did not look for something else.
func (c *Claim) soughtInVain(v *view, m Mention) bool {
	return m.isSought() && !isPlaced(c.claim.Text, m) && c.denies(m) && !v.soughtOther(c.claim.Text)
}

// isSought tells what is looked for in things, such as reasons, phases, errors, codes
// and words, from the things.
func (m Mention) isSought() bool {
	switch m.Kind {
	case KindValue:
		return m.value.isCode
	case KindName:
		switch shapeOf(m.Text) {
		case shapeCamel, shapePlain, shapeMixed:
			return true
		case shapeHyphen, shapeSnake:
			return isCodeName(m.Text)
		}
		return false
	}
	return true
}

// Words around a name that tell whether it is of what was looked for or of where.
var (
	places   = setOf("for on in of from by at to within under inside across")
	seekers  = setOf("search searches searched searching look looks looked looking query queries queried grep grepped filter filtered scan scanned hits matches")
	inStates = setOf("is are was were be been being stuck currently now")
	signs    = setOf("sign trace evidence record mention instance occurrence report kind type case event error")
	sorts    = setOf("error code reason type state status phase exception errno sqlstate")
	articles = setOf("the a an any")
)

// isPlaced reports whether a name is of a thing, by its kind or by a word that says
// where something was looked for, and not of what was.
func isPlaced(text string, m Mention) bool {
	before := wordsIn(strings.ToLower(lastBytes(text[:m.Start], maxClause)))
	next := strings.ToLower(nextWord(text[m.End:]))
	for len(before) > 0 && articles.has(last(before)) {
		before = before[:len(before)-1]
	}
	shape := shapeOf(m.Text)
	word := last(before)
	switch {
	case sorts.hasNoun(word):
		return false
	case searched.Kind(word) != "" || endsInKind(word), strings.HasSuffix(word, "在"), strings.HasSuffix(word, "于"):
		return true
	case m.Kind == KindName && shape == shapePlain && searched.Kind(next) != "" && !phases.has(strings.ToLower(m.Text)):
		return true
	case m.Kind == KindName && shape == shapeMixed && !isCodeName(m.Text) && !sorts.hasNoun(next):
		return true // any host may be called that
	case m.Kind == KindName && hasAnyPrefix(next, "中", "上", "里", "内", "的"):
		return true
	case !places.has(word):
		return false
	}
	governs := last(before[:len(before)-1])
	return !(word == "in" && inStates.has(governs) || word == "of" && signs.hasNoun(governs) || word == "for" && seekers.has(governs))
}

// isCodeName tells E1001, ORA-00600 and ERR_CONNECTION_REFUSED by their spelling.
func isCodeName(s string) bool {
	digits := 0
	for i := range len(s) {
		if isDigit(s[i]) {
			digits++
		}
	}
	return strings.ToUpper(s) == s && (digits >= minCodeDigits || strings.Contains(s, "_"))
}

// minCodeDigits tells E1001 from MG01, which may be a host.
const minCodeDigits = 3

func hasAnyPrefix(s string, prefixes ...string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(s, p) })
}

func nextWord(after string) string {
	words := wordsIn(after[:min(len(after), maxClause)])
	if len(words) == 0 {
		return ""
	}
	return words[0]
}

func lastBytes(s string, n int) string { return s[max(0, len(s)-n):] }

// Arguments by what they say.
var (
	// wordArguments say which words were looked for.
	wordArguments = setOf("pattern grep regex regexp search text keyword keywords contains match term phrase needle query q filter expr field_selector fieldselector selector")
	// stateArguments say which states, errors or codes were.
	stateArguments = setOf("reason phase state status error code error_code errorcode exception")
	// scopeArguments say no more than where, when and how much was looked at.
	scopeArguments = setOf(`namespace ns cluster region project env environment kind resource type resource_type resourcetype since until from to start end
		step limit tail lines window minutes hours output start_time end_time all_namespaces context`)
)

// soughtOther reports whether the call says which words or states it looked for, and
// the claim speaks of none of them.
func (v *view) soughtOther(text string) bool {
	if !v.effort.spend(stepsOfWords * (len(v.source.Invocation.Arguments) + len(text))) {
		return true
	}
	sought := v.sought()
	return len(sought) > 0 && !hasCommon(content(text), sought)
}

// sought returns the stems of the words that a call looked for. A query that selects by
// names of fields says none.
func (v *view) sought() []string {
	p := v.callView().shown()
	var out []string
	for i := range p.lines {
		key, value := strings.ToLower(p.keyOfLine(i)), p.valueOfLine(i)
		switch {
		case stateArguments.has(key):
			out = appendContent(out, value)
		case wordArguments.has(key):
			out = appendContent(out, wordsSought(value))
		}
	}
	return out
}

// wordsSought returns the plain words of a query, or those that it filters text by.
func wordsSought(query string) string {
	var out []string
	for _, sign := range []string{"|=", "|~", "reason=", "phase=", "status="} {
		for rest := query; ; {
			_, behind, ok := strings.Cut(rest, sign)
			if !ok {
				break
			}
			out, rest = append(out, firstField(behind)), behind
		}
	}
	if len(out) == 0 && !strings.ContainsAny(query, "={}:<>") {
		out = append(out, query)
	}
	return strings.Join(out, " ")
}

// firstField returns the quoted or bare words that a text begins with.
func firstField(text string) string {
	text = strings.TrimLeft(text, " ")
	if text != "" && strings.IndexByte("\"'`", text[0]) >= 0 {
		field, _, _ := strings.Cut(text[1:], text[:1])
		return field
	}
	field, _, _ := strings.Cut(text, ",")
	field, _, _ = strings.Cut(field, " ")
	return field
}
