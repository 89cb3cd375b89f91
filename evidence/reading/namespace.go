package reading

import (
	"cmp"
	"slices"
	"strings"
)

// spaceOf returns the namespace in which a text puts a name, or "": billing/redis-0,
// redis-0 in namespace billing, 命名空间 billing 中的 redis-0. A kind that a slash joins
// to a name is none; whether another word is one, otherSpace tells.
func spaceOf(text string, m *Mention) string {
	if m.Kind != KindName || !isObjectName(m.Text) {
		return ""
	}
	space := m.joined
	if before, name, ok := strings.Cut(m.Text, "/"); ok && space == "" && isObjectName(name) {
		space = before
	}
	if space != "" {
		kind, _, _ := strings.Cut(strings.ToLower(space), ".")
		if kindNouns.hasNoun(kind) || shortKinds.has(kind) {
			return ""
		}
		return space
	}
	if !strings.Contains(text, "amespace") && !strings.Contains(text, "命名空间") {
		return ""
	}
	if space := spaceBehind(text[m.End:]); space != "" {
		return space
	}
	return spaceBefore(text[:m.Start])
}

// shortKinds are the kinds that kubectl abbreviates.
var shortKinds = setOf("po deploy sts ds rs svc cm pv pvc ns no ing cj hpa sa ep")

// isObjectName tells names of objects from plain words, which are read more loosely.
func isObjectName(s string) bool {
	shape := shapeOf(s)
	return shape == shapeHyphen || shape == shapeMixed
}

// spaceBehind reads the namespace behind a name: in namespace billing, in the billing
// namespace, (namespace billing).
func spaceBehind(text string) string {
	text = text[:min(len(text), maxBracket)]
	if strings.HasPrefix(strings.TrimLeft(text, "`'\"*”」’"), " namespace") {
		return "" // the name is that of the namespace
	}
	text = strings.TrimLeft(text, quoteMarks)
	if text == "" || strings.IndexByte(".;:!?\n", text[0]) >= 0 {
		return ""
	}
	words := strings.Fields(text)
	for len(words) > 0 && (prepositions.has(bare(words[0])) || bare(words[0]) == "the" || bare(words[0]) == "") {
		words = words[1:]
	}
	switch {
	case len(words) < 2:
		return ""
	case bare(words[0]) == "namespace":
		return bare(words[1])
	case bare(words[1]) == "namespace":
		return bare(words[0])
	}
	return ""
}

// spaceBefore reads the namespace before a name: namespace billing, pod redis-0.
func spaceBefore(text string) string {
	text = strings.TrimRight(text, quoteMarks+" ")
	if _, ok := cutSpaceWord(text); ok {
		return "" // the name is that of the namespace
	}
	for trimmed := ""; trimmed != text; {
		trimmed = text
		for _, between := range betweenSpaceAndName {
			text = strings.TrimRight(strings.TrimSuffix(text, between), quoteMarks+" ")
		}
	}
	if rest, ok := cutSpaceWord(text); ok {
		if strings.ContainsAny(text[len(rest):], "(（") || prepositions.has(lastName(rest)) {
			return "" // the name is that of the namespace
		}
		return lastName(rest)
	}
	space := lastName(text)
	if _, ok := cutSpaceWord(strings.TrimRight(strings.TrimSuffix(text, space), quoteMarks+" :")); ok {
		return space
	}
	return ""
}

// betweenSpaceAndName is what may stand between a namespace and a name in it.
var betweenSpaceAndName = []string{"的", "中", "里", "下", "内", "'s", ",", "，", " the", " pod", " Pod", " deployment", "容器组", "服务", "部署"}

const quoteMarks = "`'\"*“”「」‘’()（）"

func bare(word string) string { return strings.ToLower(strings.Trim(word, quoteMarks+",.;:=，。")) }

// cutSpaceWord cuts the word for a namespace off the end of a text.
func cutSpaceWord(text string) (rest string, ok bool) {
	for _, word := range []string{"namespace", "Namespace", "命名空间"} {
		if rest, ok := strings.CutSuffix(text, word); ok {
			return strings.TrimRight(rest, quoteMarks+" "), true
		}
	}
	return text, false
}

// lastName returns the run of letters, digits and hyphens that a text ends in.
func lastName(text string) string {
	i := len(text)
	for i > 0 && (isAlnum(text[i-1]) || text[i-1] == '-') {
		i--
	}
	return text[i:]
}

// otherSpace returns the namespace that a name stands in, where that is surely not the
// one in which the claim puts it: the bound outputs know that one, or nowhere have the
// word, and have the name beside others only.
func (c *Claim) otherSpace(m Mention) string {
	name := m.Text[strings.LastIndexByte(m.Text, '/')+1:]
	known, other := false, ""
	for _, v := range c.bound {
		known = known || v.isSpace(m.space) || v.findSpelt(m.space) < 0
		tried := 0
		for at := range v.spelt(name) {
			space := v.spaceAt(at)
			if tried++; tried > maxNamed || space == m.space || space == "" && v.standsWith(at, strings.ToLower(m.space)) {
				return ""
			}
			other = cmp.Or(other, space)
		}
	}
	if !known || slices.ContainsFunc(c.bound, func(v *view) bool { return v.callView().findSpelt(m.space) >= 0 }) {
		return ""
	}
	return other
}

// isSpace reports whether a word stands as a namespace somewhere.
func (v *view) isSpace(word string) bool {
	tried := 0
	for at := range v.spelt(word) {
		if tried++; tried > maxNamed {
			return false
		}
		p := v.shown()
		i := p.lineAt(at)
		v.effort.spend(stepsOfLine)
		if isSpaceKey(v.columnName(i, p.cells(i), at)) || isSpaceKey(p.keyOfLine(i)) && p.valueOfLine(i) == word ||
			saysSpace(p.text[max(0, at-maxNear):at]) || strings.HasPrefix(p.text[at+len(word):], "/") {
			return true
		}
	}
	return false
}

// spaceAt returns the namespace of the object whose name stands at an offset, as far as
// its row, its object or the words around it say. In a message the name may be that of
// something in another namespace.
func (v *view) spaceAt(at int) string {
	p := v.shown()
	i := p.lineAt(at)
	start, end := p.near(i, at, at)
	if before, ok := strings.CutSuffix(p.text[start:at], "/"); ok {
		if space := lastName(before); !kindNouns.hasNoun(strings.ToLower(space)) {
			return space
		}
	}
	if v.isWholeAt(i, at) {
		for _, space := range []string{v.spaceCell(i), v.spaceOfObject(i), v.spaceOfEntry(i), pairedSpace(p.text[start:end])} {
			if space != "" {
				return space
			}
		}
	}
	words := strings.Fields(p.text[at:end])
	for k := 1; k < min(len(words)-1, 4); k++ {
		if isSpaceKey(bare(words[k])) {
			return bare(words[k+1])
		}
	}
	return ""
}

// isWholeAt reports whether a name at an offset is a whole cell or value, or one behind
// its kind, and no word of a sentence.
func (v *view) isWholeAt(i, at int) bool {
	p := v.shown()
	for _, c := range p.cells(i) {
		if at >= c.start && at < c.end {
			return !strings.Contains(strings.Trim(p.text[c.start:c.end], " `*\""), " ")
		}
	}
	if p.keyOfLine(i) != "" && !strings.Contains(p.valueOfLine(i), " ") {
		return true
	}
	before := strings.TrimRight(p.text[max(0, at-maxEscaped):at], `\"'`)
	return before != "" && strings.IndexByte("=:/", before[len(before)-1]) >= 0
}

// maxEscaped bounds the escaped quotation marks before a value.
const maxEscaped = 8

// spaceOfObject returns the one namespace that the object has which a line stands in.
func (v *view) spaceOfObject(i int) string {
	p, space := v.shown(), ""
	for _, j := range p.object(i) {
		if !v.effort.spend(maxNear) {
			return ""
		}
		key, value := p.keyOfLine(j), p.valueOfLine(j)
		switch {
		case !strings.HasSuffix(strings.ToLower(key), "namespace"):
		case space != "" && space != value:
			return ""
		default:
			space = value
		}
	}
	return space
}

// spaceOfEntry returns the namespace that stands behind a name among the keys and values
// of one object of a text: Name: api-1, Namespace: shop.
func (v *view) spaceOfEntry(i int) string {
	p := v.shown()
	own, _ := p.entry(i)
	for j := i + 1; own != "" && j < len(p.lines) && j <= i+maxRecord && p.isBeside(i, j) && v.effort.spend(stepsOfEntry); j++ {
		switch key, value := p.entry(j); {
		case key == "" || key == own || strings.HasPrefix(p.beginning(j), "- "):
			return "" // another object
		case isSpaceKey(key):
			return value
		}
	}
	return ""
}

// pairedSpace returns the one namespace that a line of a log or a series of metrics has
// behind that key: namespace=shop pod=api-1, up{namespace="shop"}. One with another
// under a longer key has two: destination_namespace.
func pairedSpace(text string) string {
	space := ""
	for rest := text; ; {
		_, behind, ok := strings.Cut(rest, "namespace")
		if !ok {
			return space
		}
		rest = behind
		value := strings.TrimLeft(behind, `\"`)
		if value == "" || value[0] != '=' && value[0] != ':' {
			continue
		}
		value = strings.TrimLeft(value[1:], `\" `)
		value = value[:nameEnd(value, 0)]
		if value == "" || space != "" && space != value {
			return ""
		}
		space = value
	}
}

// spaceCell returns the cell of a row in the column that has namespaces.
func (v *view) spaceCell(i int) string {
	p, h := v.shown(), int(v.headers()[i])
	if h < 0 {
		return ""
	}
	for _, c := range p.cells(i) {
		if isSpaceKey(v.columnName(i, p.cells(i), c.start)) {
			return strings.TrimSpace(p.text[c.start:c.end])
		}
	}
	return ""
}

// saysSpace reports whether the last word of a text announces a namespace.
func saysSpace(text string) bool {
	text = strings.TrimRight(text, quoteMarks+" \t:=")
	return isSpaceKey(text[lastWordStart(text):])
}

func isSpaceKey(key string) bool {
	return strings.EqualFold(strings.TrimSpace(key), "namespace")
}
