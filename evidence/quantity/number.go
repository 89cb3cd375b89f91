package quantity

import "math"

// maxDigits bounds a number. A longer run of digits is an identifier.
const maxDigits = 64

// The powers of ten that bound a number, at what a float64 can hold.
const (
	minExponent = -330
	maxExponent = 308
)

// number is a decimal number as written.
type number struct {
	coef   int64
	exp    int
	digits int // of the coefficient
	flags  flags
	end    int
}

// push appends a digit to the coefficient, or notes that it has grown beyond one.
func (n *number) push(c byte) {
	n.digits++
	if n.coef > (math.MaxInt64-9)/10 {
		n.flags |= big64
	}
	if n.flags&big64 == 0 {
		n.coef = n.coef*10 + int64(c-'0')
	}
}

// readNumber reads the unsigned decimal number that begins at i: digits with or
// without thousands separators, a fraction, an exponent.
func readNumber(text string, i int) (number, bool) {
	n := number{end: i}
	n.integer(text)
	if n.thousands(text, i) {
		n.separated(text)
	}
	n.fraction(text)
	if n.digits == 0 || n.digits > maxDigits {
		return n, false
	}
	n.exponent(text)
	return n, n.exp >= minExponent && n.exp+n.digits <= maxExponent
}

func (n *number) integer(text string) {
	for n.end < len(text) && isDigit(text[n.end]) {
		n.push(text[n.end])
		n.end++
	}
}

// thousands reports whether the digits so far, which began at i, are the first
// group of a number such as 1,234,567. In [1,234] and in a comma-separated row
// the commas separate values.
func (n *number) thousands(text string, i int) bool {
	if n.digits > 3 || text[i] == '0' || !group(text, n.end) {
		return false
	}
	switch at(text, i-1) {
	case '[', ',', ';', '{':
		return false
	}
	end := n.end
	for group(text, end) {
		end += 4
	}
	return at(text, end) != ',' || at(text, end+1) == ' ' || end+1 == len(text)
}

// group reports whether a comma and exactly three digits are at i.
func group(text string, i int) bool {
	return at(text, i) == ',' && isDigit(at(text, i+1)) && isDigit(at(text, i+2)) &&
		isDigit(at(text, i+3)) && !isDigit(at(text, i+4))
}

func (n *number) separated(text string) {
	for group(text, n.end) {
		for k := 1; k <= 3; k++ {
			n.push(text[n.end+k])
		}
		n.end += 4
	}
}

func (n *number) fraction(text string) {
	if at(text, n.end) != '.' || !isDigit(at(text, n.end+1)) {
		return
	}
	n.end++
	n.flags |= fraction
	before := n.digits
	n.integer(text)
	n.exp -= n.digits - before
}

func (n *number) exponent(text string) {
	if at(text, n.end)|0x20 != 'e' {
		return
	}
	i, negative := n.end+1, false
	if c := at(text, i); c == '+' || c == '-' {
		negative = c == '-'
		i++
	}
	end := digitRun(text, i)
	if end == i || end-i > 4 || wordAt(text, end) {
		return
	}
	exp := 0
	for ; i < end; i++ {
		exp = exp*10 + int(text[i]-'0')
	}
	if negative {
		exp = -exp
	}
	n.exp += exp
	n.end = end
}
