package reading

import (
	"slices"
	"strings"
)

// minCapitals is how long a word of capitals is that may be a state: a shorter one is an
// acronym more often.
const minCapitals = 4

// isCapitals tells words of capitals only, as many systems spell their states: STABLE,
// NXDOMAIN. The levels of logs are none of what they speak of.
func isCapitals(s string) bool {
	if len(s) < minCapitals {
		return false
	}
	for i := range len(s) {
		if !isUpper(s[i]) {
			return false
		}
	}
	folded := strings.ToLower(s)
	return !logLevels.has(folded) && !stopWords.hasNoun(folded) && !isVocabulary(folded)
}

// saysState reports whether a state may follow the word before a chunk.
func (c chunk) saysState() bool {
	return sayStates.has(c.before) ||
		mayHaveHan(c.before) && slices.ContainsFunc(hanStates, func(han string) bool { return strings.HasSuffix(c.before, han) })
}

// hasCapitals reports whether an output spells states in capitals. The names of columns
// are often in capitals where nothing else is.
func (v *view) hasCapitals() bool {
	v.capitalsOnce.Do(func() {
		p := v.shown()
		v.effort.spend(len(p.text))
		for i := range p.lines {
			if !v.isHeader(i) && hasCapitals(p.lineText(i)) {
				v.capitals = true
				return
			}
		}
	})
	return v.capitals
}

// isHeader reports whether a line names the columns of the lines below it.
func (v *view) isHeader(i int) bool {
	headers := v.headers()
	return i+1 < len(headers) && int(headers[i+1]) == i
}

// hasCapitals reports whether a text has a word of capitals that is no part of a name.
func hasCapitals(text string) bool {
	for i := 0; i < len(text); {
		end := i
		for end < len(text) && isUpper(text[end]) {
			end++
		}
		if end-i >= minCapitals && !isNameByte(byteAt(text, i-1)) && !isNameByte(byteAt(text, end)) && isCapitals(text[i:end]) {
			return true
		}
		i = max(end, i+1)
	}
	return false
}
