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

// shareUnit gives numbers the unit of the quantity at the other end of their range
// as a spare one: "5 to 10 minutes", "3.2/4 GiB", "0.4/118.4/902.1 ms", "5, 7 and 9 s".
func (s *scanner) shareUnit() {
	n := len(s.tokens)
	if n < 2 || s.tokens[n-1].kind != Quantity {
		return
	}
	unit := s.tokens[n-1].unit
	for i := n - 2; i >= max(0, n-1-maxShared); i-- {
		a, b := &s.tokens[i], s.tokens[i+1]
		isListed := i < n-2 && strings.Trim(s.text[a.End():b.Start()], " ") == ","
		if a.kind != Number || !isListed && !ranged(s.text, a.End(), b.Start()) {
			return
		}
		a.unit = unit
	}
}

// maxShared bounds how many numbers share the unit of the last.
const maxShared = 8
