package report

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	superbiz "github.com/superbizagent/superbizagent"
)

// oneLine makes a stranger's text safe to print on a line: what moves the cursor,
// changes colours or turns the direction of reading is shown as an escape.
func oneLine(s string) string {
	if strings.IndexFunc(s, isUnsafe) < 0 {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '\n' || r == '\t' || r == '\r':
			b.WriteByte(' ')
		case isUnsafe(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// isUnsafe tells control characters and the invisible ones that format text, of
// which the joiners of emoji and scripts are harmless.
func isUnsafe(r rune) bool {
	const zeroWidthNonJoiner, zeroWidthJoiner = '\u200c', '\u200d'
	if r == zeroWidthNonJoiner || r == zeroWidthJoiner {
		return false
	}
	return r == utf8.RuneError || unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == '\u2028' || r == '\u2029'
}

// cut shortens text to at most so many runes.
func cut(s string, runes int) string {
	for i := range s {
		if runes--; runes < 0 {
			return s[:i] + "…"
		}
	}
	return s
}

// wrap breaks Markdown into lines of a width. Paragraphs and list items begin a
// line; blank lines are dropped.
func wrap(text string, width int) []string {
	var lines []string
	begin := true
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		begin = begin || len(words) == 0 || isListMark(words[0])
		for _, word := range words {
			if last := len(lines) - 1; !begin && utf8.RuneCountInString(lines[last])+1+utf8.RuneCountInString(word) <= width {
				lines[last] += " " + word
				continue
			}
			lines, begin = append(lines, word), false
		}
	}
	return lines
}

func isListMark(word string) bool { return word == "-" || word == "*" }

func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// painter colours text when it is true.
type painter bool

type colour string

const (
	red    colour = "31"
	green  colour = "32"
	yellow colour = "33"
	bold   colour = "1"
	dim    colour = "2"
)

func (p painter) with(c colour, s string) string {
	if !p {
		return s
	}
	return "\x1b[" + string(c) + "m" + s + "\x1b[0m"
}

func severityColour(s superbiz.Severity) colour {
	if s == superbiz.SeverityLowConfid || s == superbiz.SeverityWarn {
		return yellow
	}
	return red
}
