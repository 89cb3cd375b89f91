package analyst

import (
	"slices"
	"strings"

	"github.com/superbizagent/superbizagent/evidence"
)

// The bounds of what is told of one log.
const (
	maxPatterns  = 2
	maxLinesRead = 2000
)

// detectLogErrors asks for the error lines of the services that matter, sorts them
// by what they say, and tells how many lines say the most frequent things, and when
// the first and the last did.
func detectLogErrors(s *scene, r *report) {
	for _, service := range s.services() {
		r.ask(s.inLog("logs_errors", service).confirming())
	}
	for _, service := range s.failingServices() {
		r.ask(s.inLog("logs_errors", service))
	}
	for _, errors := range s.of("logs_errors") {
		service := errors.args["service"]
		for _, kind := range kindsOf(errors) {
			r.ask(s.search(service, "pattern", kind.pattern).confirming())
			if found := s.searched(service, "pattern", kind.pattern); found != nil && found.data() {
				r.add(s.linesClaim(found, kind.pattern))
			}
		}
	}
}

// inLog returns a call about the log of a service.
func (s *scene) inLog(tool, service string) call {
	return ask(tool, "service", service, "namespace", s.question.scope.Namespace).within(s.question.window)
}

// search returns a search in the log of a service for a pattern or a regexp.
func (s *scene) search(service, how, what string) call {
	c := s.inLog("logs_search", service)
	c.args[how] = what
	return c
}

// searched returns the result of such a search, or nil.
func (s *scene) searched(service, how, what string) *result {
	for _, found := range s.of("logs_search") {
		if found.args["service"] == service && found.args[how] == what && !found.retried {
			return found
		}
	}
	return nil
}

// lineKind is what several lines of a log say.
type lineKind struct {
	pattern string
	lines   int
}

// kindsOf sorts error lines by what they say, most frequent first.
func kindsOf(errors *result) []lineKind {
	var kinds []lineKind
	place := map[string]int{}
	read := 0
	for line := range errors.lines().Children() {
		if read++; read > maxLinesRead {
			break
		}
		text := line.Text()
		pattern := messageOf(text).pattern(text)
		if pattern == "" {
			continue
		}
		at, known := place[pattern]
		if !known {
			at = len(kinds)
			place[pattern] = at
			kinds = append(kinds, lineKind{pattern: pattern})
		}
		kinds[at].lines++
	}
	slices.SortStableFunc(kinds, func(a, b lineKind) int { return b.lines - a.lines })
	return kinds[:min(len(kinds), maxPatterns)]
}

// linesClaim tells how many lines of a log hold some words, and since when.
func (s *scene) linesClaim(found *result, words string) *claim {
	service, lines := found.args["service"], found.lines()
	count, first, last := found.root.Member("count"), found.root.Member("first_at"), found.root.Member("last_at")
	line, held := lineWith(lines, words)
	saying := s.question.say("contain %s", "包含 %s", quoted(held))
	if about := messageOf(line.Text()).about; about != "" && strings.Contains(line.Text(), about) {
		saying = s.question.say("say %s and contain %s", "记录 %s 并包含 %s", quoted(shorten(about)), quoted(held))
	}
	if !count.Valid() || !first.Valid() || !last.Valid() {
		text := s.question.say("Lines of the log of %s %s.", "%s 的日志中有若干行%s。", service, saying)
		return observed(text).quotes(found, line, held)
	}
	text := s.question.say("%s lines of the log of %s %s: the first at %s, the last at %s.",
		"%[2]s 的日志中有 %[1]s 行%[3]s：第一行在 %[4]s，最后一行在 %[5]s。", count.Text(), service, saying, timeOf(first), timeOf(last))
	return observed(text).quotes(found, line, held).states(found, count, first, last).from(first)
}

// lineWith returns the first line that holds some words, in any case of letters,
// and the words as they stand in it.
func lineWith(lines evidence.Node, words string) (evidence.Node, string) {
	for line := range lines.Children() {
		text := line.Text()
		if i := strings.Index(strings.ToLower(text), strings.ToLower(words)); i >= 0 && i+len(words) <= len(text) {
			return line, text[i : i+len(words)]
		}
	}
	return lines.Elem(0), shorten(messageOf(lines.Elem(0).Text()).words)
}
