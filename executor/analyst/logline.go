package analyst

import (
	"regexp"
	"strings"

	"github.com/superbizagent/superbizagent/evidence"
)

// message is what a log line says.
type message struct {
	words string // its own words, as they stand in the line
	about string // in a line with two texts, the other one: msg beside error
}

// maxLine bounds how much of a line is read.
const maxLine = 8 << 10

// messageOf returns what a line says: the error, or else the message, of a line
// that is JSON; what follows the level in one that is text.
func messageOf(line string) message {
	line = line[:min(len(line), maxLine)]
	if strings.HasPrefix(strings.TrimSpace(line), "{") {
		if said, ok := jsonMessage(line); ok {
			return said
		}
	}
	if span := levelWord.FindStringIndex(line); span != nil {
		return message{words: strings.TrimSpace(line[span[1]:])}
	}
	return message{words: strings.TrimSpace(leadingTimes.ReplaceAllString(line, ""))}
}

var (
	levelWord    = regexp.MustCompile(`\b(FATAL|PANIC|ERROR|ERR|CRITICAL|SEVERE|error|fatal|panic)\b\]?:?\s+`)
	leadingTimes = regexp.MustCompile(`^(\S*\d{2}:\d{2}:\d{2}\S*\s+|\d{4}-\d{2}-\d{2}\s+)+`)
)

func jsonMessage(line string) (message, bool) {
	decoded, err := evidence.Decode([]byte(line), evidence.MaxExecutorDepth)
	if err != nil {
		return message{}, false
	}
	said := textOf(decoded.Root(), "msg", "message", "log")
	if cause := textOf(decoded.Root(), "error", "err", "exception"); cause != "" {
		return message{words: cause, about: said}, true
	}
	return message{words: said}, said != ""
}

func textOf(object evidence.Node, names ...string) string {
	for _, name := range names {
		if text := object.Member(name); text.Kind() == evidence.KindString {
			return text.Text()
		}
	}
	return ""
}

// changing are the parts of a message that differ from line to line, and marks
// that may be escaped in it.
var changing = regexp.MustCompile("\\S*[0-9\"'`\\\\=\\[\\]{}()<>]\\S*")

// pattern returns the longest run of words in a message that would be the same in
// another line of its kind, as it stands in the line; "" where there is none.
func (m message) pattern(line string) string {
	best, from := "", 0
	spans := append(changing.FindAllStringIndex(m.words, -1), []int{len(m.words), len(m.words)})
	for _, span := range spans {
		if run := strings.Trim(m.words[from:span[0]], " \t,;:.-"); len(run) > len(best) {
			best = run
		}
		from = span[1]
	}
	best = shorten(best)
	if len(best) < minPattern || !strings.Contains(line, best) {
		return ""
	}
	return best
}

// minPattern is the length below which words say nothing about a line.
const minPattern = 8
