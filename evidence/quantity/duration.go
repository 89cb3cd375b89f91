package quantity

import "strings"

// durationBase reports whether b counts seconds, so that a number in it may be
// one part of 1h30m.
func durationBase(b base) bool {
	return b >= uNanosecond && b <= uWeek || b == uYear || b == uLetterm
}

// timeFactor returns how many seconds a duration unit has.
func timeFactor(b base) reading {
	switch b {
	case uLetterm:
		b = uMinute
	case uYear:
		return units[uYear].means.list[1]
	}
	return units[b].means.list[0]
}

// maxParts bounds the parts of a duration; there are no more units.
const maxParts = 8

// compound reads the smaller parts of a duration whose first part, in b, ends at
// end. It leaves the sum in n and returns its unit and end; the same end when
// there is no second part.
func (n *number) compound(text string, b base, end int) (base, int) {
	for range maxParts {
		part, unit, ok := nextPart(text, end, b)
		if !ok || !n.add(b, part, unit) {
			return b, end
		}
		b, end = unit, part.end
	}
	return b, end
}

// nextPart reads one more part of a duration at i, in a unit smaller than b.
func nextPart(text string, i int, b base) (number, base, bool) {
	from := blanks(text, i)
	from += len(joiner(text[from:]))
	if from >= len(text) || !isDigit(text[from]) {
		return number{}, 0, false
	}
	part, ok := readNumber(text, from)
	if !ok || part.flags&big64 != 0 {
		return number{}, 0, false
	}
	unit, end, ok := partUnit(text, part.end)
	if !ok || !smaller(unit, b) {
		return number{}, 0, false
	}
	part.end = end
	return part, unit, true
}

func joiner(text string) string {
	for _, j := range [...]string{", ", "and ", "零", "又"} {
		if strings.HasPrefix(text, j) {
			return j
		}
	}
	return ""
}

// partUnit reads the time unit at i, with or without a blank before it.
func partUnit(text string, i int) (base, int, bool) {
	i = blanks(text, i)
	if b, end, ok := unitOfHan(text, i); ok {
		return b, end, durationBase(b)
	}
	if strings.HasPrefix(text[i:], "分") {
		return uMinute, i + len("分"), true
	}
	end := letters(text, i, longestWord)
	b, ok := unitOfWord(text[i:end])
	if b == uLetterm {
		b = uMinute
	}
	if !ok || !durationBase(b) || !endsWord(text, end) && !isDigit(at(text, end)) {
		return 0, i, false
	}
	return b, end, true
}

func smaller(a, b base) bool {
	return timeFactor(a).float() < timeFactor(b).float()
}

// add adds a part in unit to the duration so far, which is in b, and leaves the
// sum in the part's unit. It returns false when that is not exact.
func (n *number) add(b base, part number, unit base) bool {
	const most = 1e17
	if n.exp != 0 || part.exp > 0 || part.exp < -9 || n.flags&big64 != 0 {
		return false
	}
	f, g := timeFactor(b), timeFactor(unit)
	ratio := f.num * g.den / (f.den * g.num)
	for range -part.exp {
		ratio *= 10
	}
	if ratio <= 0 || n.coef > most/ratio || part.coef > most {
		return false
	}
	n.coef = n.coef*ratio + part.coef
	n.exp = part.exp
	return true
}
