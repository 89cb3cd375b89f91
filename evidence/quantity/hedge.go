package quantity

import (
	"strings"
	"unicode/utf8"
)

// hedges are the words before a value that call it approximate, in lower case.
var hedges = [...]string{"about", "around", "approximately", "approx", "approx.", "roughly", "nearly",
	"almost", "close to", "just over", "just under", "circa", "ca.", "some", "~", "≈", "≃", "约", "大约", "大概", "约为", "近", "将近", "接近", "差不多"}

// hedgesAfter are those that stand behind a value.
var hedgesAfter = [...]string{"左右", "上下", "or so"}

// hedgedAt reports whether the value start..end is called approximate.
func (s *scanner) hedgedAt(start, end int) bool {
	from := max(0, start-16)
	before := strings.ToLower(strings.TrimRight(s.text[from:start], " \t("))
	for _, h := range hedges {
		if strings.HasSuffix(before, h) && !(isLetter(h[0]) && wordBefore(before, len(before)-len(h))) {
			return !s.tildeRange(start, h)
		}
	}
	rest := s.text[blanks(s.text, end):]
	for _, h := range hedgesAfter {
		if i := strings.Index(rest[:min(len(rest), 16)], h); i == 0 || i > 0 && allHan(rest[:i]) {
			return true
		}
	}
	return false
}

// tildeRange reports whether the tilde before a value is the one of 2~3.
func (s *scanner) tildeRange(start int, hedge string) bool {
	return hedge == "~" && s.last == start-1 && start > 0
}

// listMarker reports whether the number start..end only counts the items of a
// list: it stands at the beginning of a line, before a point or a bracket.
func (s *scanner) listMarker(start, end int) bool {
	if c := at(s.text, end); c != '.' && c != ')' || at(s.text, end+1) != ' ' || end-start > 2 {
		return false
	}
	for i := start - 1; i >= 0 && start-i <= 8; i-- {
		switch s.text[i] {
		case ' ', '\t', '(':
		default:
			return s.text[i] == '\n'
		}
	}
	return start <= 8
}

// allHan reports whether a text has no ASCII in it: the thing that is counted may
// stand before 左右.
func allHan(text string) bool {
	for i := range len(text) {
		if text[i] < utf8.RuneSelf {
			return false
		}
	}
	return true
}

// allDay reports whether a number at i belongs to 24/7.
func (s *scanner) allDay(i int) bool {
	return strings.HasPrefix(s.text[i:], "24/7") || i >= 3 && strings.HasPrefix(s.text[i-3:], "24/7")
}
