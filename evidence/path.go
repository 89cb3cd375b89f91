package evidence

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// MaxPathBytes bounds the text of a path.
const MaxPathBytes = 4096

// Step is one step of a path: a member name (Index is -1) or an element index.
type Step struct {
	Name  string
	Index int
}

// Path is an RFC 9535 singular query: from the root down by names and indexes.
// Paths are compared as steps, so $.a and $['a'] are one path.
type Path struct {
	steps []Step
}

// ParsePath parses an RFC 9535 singular query. Negative indexes, wildcards,
// slices, filters and descendants are errors.
func ParsePath(text string) (Path, error) {
	p := pathParser{text: text}
	path, slice, err := p.parse()
	if err != nil {
		return Path{}, err
	}
	if slice != nil {
		return Path{}, p.errorf("a slice is no path; name one element")
	}
	return path, nil
}

// Steps returns the steps from the root down. It must not be changed.
func (p Path) Steps() []Step { return p.steps }

// IsRoot reports whether p is "$".
func (p Path) IsRoot() bool { return len(p.steps) == 0 }

// IsNoEvidence reports whether p is the sentinel $.no_evidence, which stands for
// a search that found nothing and for no value, whatever the output holds.
func (p Path) IsNoEvidence() bool {
	return len(p.steps) == 1 && p.steps[0] == Step{Name: "no_evidence", Index: -1}
}

// Parent returns the path without its last step; the root's parent is the root.
func (p Path) Parent() Path {
	if p.IsRoot() {
		return p
	}
	return Path{p.steps[:len(p.steps)-1]}
}

// Equal reports whether both paths have the same steps.
func (p Path) Equal(q Path) bool { return slices.Equal(p.steps, q.steps) }

// HasPrefix reports whether p is q or below it.
func (p Path) HasPrefix(q Path) bool {
	return len(p.steps) >= len(q.steps) && slices.Equal(p.steps[:len(q.steps)], q.steps)
}

// String returns the shortest spelling: $.name where the shorthand allows it.
func (p Path) String() string {
	b := []byte{'$'}
	for _, s := range p.steps {
		b = appendStep(b, s)
	}
	return string(b)
}

// Resolve returns the value at p, or the zero Node.
func (p Path) Resolve(root Node) Node {
	n := root
	for _, s := range p.steps {
		if s.Index < 0 {
			n = n.Member(s.Name)
		} else if n.Kind() == KindArray {
			n = n.Elem(s.Index)
		} else {
			return Node{}
		}
		if !n.Valid() {
			return Node{}
		}
	}
	return n
}

func appendStep(b []byte, s Step) []byte {
	switch {
	case s.Index >= 0:
		return append(strconv.AppendInt(append(b, '['), int64(s.Index), 10), ']')
	case isShorthand(s.Name):
		return append(append(b, '.'), s.Name...)
	default:
		return append(appendQuoted(append(b, "['"...), s.Name), "']"...)
	}
}

// appendQuoted escapes a name for single quotes, control characters as in JSON.
func appendQuoted(b []byte, name string) []byte {
	for i := range len(name) {
		switch c := name[i]; {
		case c == '\\' || c == '\'':
			b = append(b, '\\', c)
		case c < ' ':
			b = fmt.Appendf(b, `\u%04x`, c)
		default:
			b = append(b, c)
		}
	}
	return b
}

func isShorthand(name string) bool {
	for i := range len(name) {
		if !isNameByte(name[i], i == 0) {
			return false
		}
	}
	return name != ""
}

// isNameByte tells the bytes of RFC 9535's member-name-shorthand; every byte of
// a non-ASCII rune is one.
func isNameByte(c byte, first bool) bool {
	switch {
	case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c == '_', c >= 0x80:
		return true
	default:
		return !first && c >= '0' && c <= '9'
	}
}

// span is a slice [from:to] of an array; to is openEnd when none is given.
type span struct{ from, to int }

const openEnd = math.MaxInt

// usualSteps is how many steps of a path room is made for.
const usualSteps = 16

type pathParser struct {
	text string
	pos  int
}

func (p *pathParser) errorf(format string, args ...any) error {
	return fmt.Errorf("path %.80q at byte %d: %s", p.text, p.pos, fmt.Sprintf(format, args...))
}

// parse returns the steps, and the slice when the last segment is one.
func (p *pathParser) parse() (Path, *span, error) {
	if len(p.text) > MaxPathBytes {
		return Path{}, nil, fmt.Errorf("path of %d bytes is longer than %d: cite the object that holds the value", len(p.text), MaxPathBytes)
	}
	if !utf8.ValidString(p.text) {
		return Path{}, nil, p.errorf("is not valid UTF-8")
	}
	if !strings.HasPrefix(p.text, "$") {
		return Path{}, nil, p.errorf("must begin with $")
	}
	p.pos = 1
	path := Path{steps: make([]Step, 0, min(strings.Count(p.text, ".")+strings.Count(p.text, "["), usualSteps))}
	for p.pos < len(p.text) {
		step, slice, err := p.segment()
		if err != nil {
			return Path{}, nil, err
		}
		if slice != nil {
			if p.pos < len(p.text) {
				return Path{}, nil, p.errorf("nothing may follow a slice")
			}
			return path, slice, nil
		}
		path.steps = append(path.steps, step)
	}
	return path, nil, nil
}

func (p *pathParser) segment() (Step, *span, error) {
	p.space()
	switch p.peek() {
	case '.':
		p.pos++
		return p.shorthand()
	case '[':
		p.pos++
		return p.bracket()
	case 0:
		return Step{}, nil, p.errorf("ends in white space")
	default:
		return Step{}, nil, p.errorf("expected . or [")
	}
}

func (p *pathParser) shorthand() (Step, *span, error) {
	start := p.pos
	for p.pos < len(p.text) && isNameByte(p.text[p.pos], p.pos == start) {
		p.pos++
	}
	if p.pos == start {
		return Step{}, nil, p.errorf("expected a member name; quote others as ['name']")
	}
	return Step{Name: p.text[start:p.pos], Index: -1}, nil, nil
}

func (p *pathParser) bracket() (Step, *span, error) {
	p.space()
	if c := p.peek(); c == '\'' || c == '"' {
		name, err := p.quoted(c)
		if err != nil {
			return Step{}, nil, err
		}
		return Step{Name: name, Index: -1}, nil, p.closeBracket()
	}
	from, given, err := p.index()
	if err != nil {
		return Step{}, nil, err
	}
	p.space()
	if p.peek() == ':' {
		p.pos++
		return p.slice(from)
	}
	if !given {
		return Step{}, nil, p.errorf("expected an index or a quoted name")
	}
	return Step{Index: from}, nil, p.closeBracket()
}

func (p *pathParser) slice(from int) (Step, *span, error) {
	p.space()
	to, given, err := p.index()
	if err != nil {
		return Step{}, nil, err
	}
	if !given {
		to = openEnd
	}
	return Step{}, &span{from, to}, p.closeBracket()
}

// index reads a non-negative integer without leading zeros.
func (p *pathParser) index() (value int, given bool, err error) {
	start := p.pos
	for p.pos < len(p.text) && p.text[p.pos] >= '0' && p.text[p.pos] <= '9' {
		p.pos++
	}
	digits := p.text[start:p.pos]
	if digits == "" {
		return 0, false, nil
	}
	if len(digits) > 1 && digits[0] == '0' || len(digits) > 9 {
		return 0, false, p.errorf("%.20q is no index: it has at most nine digits, and no leading zero", digits)
	}
	value, err = strconv.Atoi(digits)
	return value, true, err
}

func (p *pathParser) closeBracket() error {
	p.space()
	if p.peek() != ']' {
		return p.errorf("expected ]")
	}
	p.pos++
	return nil
}

func (p *pathParser) quoted(quote byte) (string, error) {
	start := p.pos
	for p.pos++; p.pos < len(p.text); p.pos++ {
		switch p.text[p.pos] {
		case '\\':
			p.pos++
		case quote:
			p.pos++
			return p.unescape(p.text[start+1:p.pos-1], quote)
		}
	}
	return "", p.errorf("the quoted name does not end")
}

// unescape turns RFC 9535 escapes into text by way of JSON's, which differ only
// in the quote characters.
func (p *pathParser) unescape(body string, quote byte) (string, error) {
	if strings.IndexByte(body, '\\') < 0 {
		return body, nil
	}
	if quote == '\'' {
		body = strings.NewReplacer(`\\`, `\\`, `\'`, `'`, `"`, `\"`).Replace(body)
	}
	out, err := jsontext.AppendUnquote(nil, `"`+body+`"`)
	if err != nil {
		return "", p.errorf("bad escape in a quoted name")
	}
	return string(out), nil
}

func (p *pathParser) space() {
	for p.pos < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.pos]) >= 0 {
		p.pos++
	}
}

func (p *pathParser) peek() byte {
	if p.pos < len(p.text) {
		return p.text[p.pos]
	}
	return 0
}
