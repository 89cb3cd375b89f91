package quantity

import (
	"strings"
	"unicode/utf8"
)

// suffix reads what follows a number that ends at n.end: a multiplier, a unit, a
// rate. It moves n.end behind it and returns false when the number turns out to
// be part of an identifier.
func (n *number) suffix(text string) (Unit, bool) {
	if at(text, n.end)|0x20 == 'x' && endsWord(text, n.end+1) {
		return None, true // 9x
	}
	n.plus(text)
	n.multiplier(text)
	unit, end, ok := unitAfter(text, n.end)
	if !ok {
		return None, false
	}
	if end > n.end && unit.per() == uNone && durationBase(unit.base()) {
		if b, e := n.compound(text, unit.base(), end); e > end {
			unit, end = Unit(b), e
		}
	}
	if !endsWord(text, end) {
		return None, false
	}
	n.end = end
	return unit, true
}

// plus notes the sign in "5+ restarts".
func (n *number) plus(text string) {
	if at(text, n.end) == '+' && !wordAt(text, n.end+1) {
		n.flags |= atLeast
	}
}

// multiplier reads "million" and 万 into the exponent.
func (n *number) multiplier(text string) {
	i := blanks(text, n.end)
	if i >= len(text) {
		return
	}
	if text[i] >= utf8.RuneSelf {
		for _, m := range hanMultipliers {
			if strings.HasPrefix(text[i:], m.word) {
				n.exp += m.exp
				n.end = i + len(m.word)
				return
			}
		}
		return
	}
	end := letters(text, i, longestWord)
	if exp, ok := multiplierOfWord(text[i:end]); ok && i > n.end && endsWord(text, end) {
		n.exp += exp
		n.end = end
	}
}

// unitAfter returns the unit that follows a number that ends at i, and where it
// ends: at i when there is none. It returns false when i is inside an identifier.
func unitAfter(text string, i int) (Unit, int, bool) {
	if i >= len(text) {
		return None, i, true
	}
	switch c := text[i]; classes[c] {
	case alpha:
		return attachedUnit(text, i)
	case high:
		return hanUnit(text, i)
	default:
		return spacedUnit(text, i, c)
	}
}

// attachedUnit reads a unit with no blank before it, as in 512Mi or 1h30m.
func attachedUnit(text string, i int) (Unit, int, bool) {
	end := letters(text, i, longestWord+1)
	word := text[i:end]
	if u, ok := rateOfWord(word); ok {
		return u, end, true
	}
	b, ok := unitOfWord(word)
	u, last := rateTail(text, Unit(b), end)
	return u, last, ok || last > end // 512Mi, 200req/s
}

// spacedUnit reads a unit behind a blank, a hyphen, a slash or a percent sign.
func spacedUnit(text string, i int, c byte) (Unit, int, bool) {
	switch c {
	case '%':
		u, end := rateTail(text, Percent, i+1)
		return u, end, true
	case '/':
		u, end := rateTail(text, None, i)
		return u, end, true
	case ' ', '\t', '+':
		u, end := wordUnit(text, i)
		return u, end, true
	case '-':
		return hyphenUnit(text, i)
	}
	return None, i, true
}

// wordUnit reads a unit that is a word of its own, or a rate of something that is
// no unit: "12 requests per second". It returns i when there is neither.
func wordUnit(text string, i int) (Unit, int) {
	from := i
	if text[from] == '+' {
		from++
	}
	from = blanks(text, from)
	if from == i || from >= len(text) {
		return None, i
	}
	if text[from] == '%' {
		return Percent, from + 1
	}
	if text[from] >= utf8.RuneSelf {
		if u, end, ok := hanUnit(text, from); ok && end > from {
			return u, end
		}
		return None, i
	}
	end := letters(text, from, 24)
	if end == from {
		return None, i
	}
	return rateOrUnit(text, i, from, end)
}

// rateOrUnit reads the word from..end behind a number that ends at i.
func rateOrUnit(text string, i, from, end int) (Unit, int) {
	word := text[from:end]
	if word == "per" {
		if strings.HasPrefix(text[end:], " cent") && endsWord(text, end+len(" cent")) {
			return Percent, end + len(" cent")
		}
		return rateTail(text, None, i)
	}
	if u, ok := rateOfWord(word); ok && endsWord(text, end) {
		return u, end
	}
	b, ok := unitOfWord(word)
	if ok && spaced(text, word, end) {
		return rateTail(text, Unit(b), behindPoints(text, word, end))
	}
	if u, e := rateTail(text, None, end); e > end {
		return u, e
	}
	return None, i
}

// behindPoints returns where "percentage points" ends, when that is the unit whose first
// word ends at end; else end.
func behindPoints(text, word string, end int) int {
	if word != "percentage" && word != "percent" {
		return end
	}
	for _, points := range [...]string{" points", " point", "-points", "-point"} {
		if strings.HasPrefix(text[end:], points) && endsWord(text, end+len(points)) {
			return end + len(points)
		}
	}
	return end
}

// spaced reports whether a word that spells a unit may stand for one when a blank
// is before it. Single letters are often something else.
func spaced(text, word string, end int) bool {
	if !endsWord(text, end) || at(text, end) == '-' && isWord(at(text, end+1)) && word == "us" {
		return false
	}
	return len(word) > 1 || strings.Contains("shdmBkKMGT", word)
}

// hyphenUnit reads "5-minute" and "3-node". More than one word, or a word with a
// digit in it, makes a name of the whole.
func hyphenUnit(text string, i int) (Unit, int, bool) {
	if !wordAt(text, i+1) {
		return None, i, true
	}
	if isDigit(text[i+1]) {
		return None, i, true // a range, or a name; the scanner knows
	}
	end := letters(text, i+1, 24)
	if end == i+1 || wordAt(text, end) || joins(at(text, end)) && wordAt(text, end+1) {
		return None, i, false
	}
	if b, ok := unitOfWord(text[i+1 : end]); ok && end-i > 2 {
		return Unit(b), end, true
	}
	return None, i, true
}

// rateTail reads "/s" or " per second" at i and returns u by that time; else u
// and i.
func rateTail(text string, u Unit, i int) (Unit, int) {
	from := i
	if at(text, from) == '/' {
		from++
	} else {
		from = blanks(text, i)
		if from == i || !strings.HasPrefix(text[from:], "per ") {
			return hanRateTail(text, u, i)
		}
		from += len("per ")
	}
	if from < len(text) && text[from] >= utf8.RuneSelf {
		return hanTimeTail(text, u, i, from)
	}
	end := letters(text, from, longestWord)
	b, ok := unitOfWord(text[from:end])
	if b == uLetterm {
		b = uMinute
	}
	if !ok || !durationBase(b) || !endsWord(text, end) {
		return u, i
	}
	return u.perTime(b), end
}

// hanUnit reads a unit in Chinese, or a micro sign, at i.
func hanUnit(text string, i int) (Unit, int, bool) {
	if strings.HasPrefix(text[i:], "分") && isDigit(at(text, i+len("分"))) {
		return Minute, i + len("分"), true // 5分30秒
	}
	if b, end, ok := unitOfHan(text, i); ok {
		u, end := rateTail(text, Unit(b), end)
		return u, end, true
	}
	for _, micro := range [...]string{"µs", "μs"} {
		if strings.HasPrefix(text[i:], micro) {
			return Microsecond, i + len(micro), true
		}
	}
	if wordAt(text, i) {
		return None, i, false
	}
	u, end := hanRateTail(text, None, i)
	return u, end, true
}

// hanRateTail reads "次/秒" or "每秒" at i: up to four characters for the thing
// counted, then the time.
func hanRateTail(text string, u Unit, i int) (Unit, int) {
	if i >= len(text) || text[i] < utf8.RuneSelf {
		return u, i
	}
	from := i
	for n := 0; n <= 4 && from < len(text); n++ {
		if text[from] == '/' {
			return hanTimeTail(text, u, i, from+1)
		}
		if strings.HasPrefix(text[from:], "每") {
			return hanTimeTail(text, u, i, from+len("每"))
		}
		if text[from] < utf8.RuneSelf {
			break
		}
		r, size := utf8.DecodeRuneInString(text[from:])
		if strings.ContainsRune("，。、；：（）", r) {
			break // 233 毫秒，每秒 12 次
		}
		from += size
	}
	return u, i
}

func hanTimeTail(text string, u Unit, i, from int) (Unit, int) {
	if from >= len(text) {
		return u, i
	}
	if b, end, ok := unitOfHan(text, from); ok && durationBase(b) {
		return u.perTime(b), end
	}
	if text[from] < utf8.RuneSelf { // 次/s
		end := letters(text, from, longestWord)
		if b, ok := unitOfWord(text[from:end]); ok && durationBase(b) && endsWord(text, end) {
			return u.perTime(b), end
		}
	}
	return u, i
}

// endsWord reports whether a value may end at i: no word, host or mail name goes
// on there.
func endsWord(text string, i int) bool {
	if i >= len(text) {
		return true
	}
	switch c := text[i]; {
	case c == '.':
		return !wordAt(text, i+1)
	case c == '@':
		return !wordAt(text, i+1)
	default:
		return !wordAt(text, i)
	}
}
