package quantity

import "strings"

// ranged reports whether only a word that joins the ends of a range stands
// between the offsets.
func ranged(text string, from, to int) bool {
	if to <= from || to-from > 16 {
		return false
	}
	switch strings.Trim(text[from:to], " `'\"") {
	case "to", "and", "until", "till", "through", "-", "–", "—", "→", "->", "~", "/", "or", "of", "至", "到", "和", "降至", "升至", "增至", "上升到", "下降到", "..":
		return true
	}
	return false
}

// shareUnit gives a number the unit of the quantity at the other end of its range
// as a spare one: "5 to 10 minutes", "3.2/4 GiB".
func (s *scanner) shareUnit() {
	n := len(s.tokens)
	if n < 2 || s.tokens[n-1].kind != Quantity || s.tokens[n-2].kind != Number {
		return
	}
	if a, b := &s.tokens[n-2], s.tokens[n-1]; ranged(s.text, a.End(), b.Start()) {
		a.unit = b.unit
	}
}
