package analyst

import (
	"regexp"
	"strings"
)

// suspects reports whether the question or an alert speaks of a topic, or a log line
// reports it.
func (s *scene) suspects(t topic) bool {
	if s.asksFor(t) {
		return true
	}
	for _, text := range s.alertTexts() {
		if t.asked.MatchString(splitWords(text)) {
			return true
		}
	}
	return t.lines != "" && s.errorLinesMatch(regexp.MustCompile(t.lines))
}

func (s *scene) asksFor(t topic) bool {
	for _, asked := range s.question.topics {
		if asked.code == t.code {
			return true
		}
	}
	return false
}

// camelCase is where a name such as PostgresConnectionsExhausted has a new word.
var camelCase = regexp.MustCompile(`([a-z])([A-Z])`)

func splitWords(text string) string {
	return camelCase.ReplaceAllString(strings.ReplaceAll(text, "_", " "), "$1 $2")
}

func (s *scene) errorLinesMatch(lines *regexp.Regexp) bool {
	for _, errors := range s.of("logs_errors") {
		read := 0
		for line := range errors.lines().Children() {
			if read++; read > maxLinesRead {
				break
			}
			if text := line.Text(); lines.MatchString(text[:min(len(text), maxLine)]) {
				return true
			}
		}
	}
	return false
}
