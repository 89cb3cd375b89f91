package bundle

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// level is how grave a line of a log is.
type level int

const (
	levelUnknown level = iota
	levelDebug
	levelInfo
	levelWarning
	levelError
)

// levelOf reads the level of a line: a JSON line's level or severity, klog's
// first letter, or the first word of a level in its head. A line that states
// none is an error when it speaks of one.
func levelOf(line string) level {
	trimmed := strings.TrimLeft(line, " \t")
	if strings.HasPrefix(trimmed, "{") {
		if found := jsonLevel(trimmed); found != levelUnknown {
			return found
		}
	}
	if found := klogLevel(trimmed); found != levelUnknown {
		return found
	}
	head := trimmed[:min(len(trimmed), 240)]
	for word := range strings.FieldsFuncSeq(head, func(r rune) bool { return !isLetterRune(r) }) {
		if found := statedLevel(word); found != levelUnknown {
			return found
		}
	}
	if speaksOfError(line) {
		return levelError
	}
	return levelUnknown
}

func isLetterRune(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '_' }

// statedLevel takes a word of text for a level only as programs write it, in
// capitals or behind level=: "error" in a sentence is none.
func statedLevel(word string) level {
	if strings.ToUpper(word) != word {
		return levelUnknown
	}
	return levelNamed(word)
}

func levelNamed(word string) level {
	switch strings.ToUpper(word) {
	case "ERROR", "ERR", "FATAL", "PANIC", "CRITICAL", "CRIT", "SEVERE", "EMERG", "EMERGENCY", "ALERT", "DPANIC":
		return levelError
	case "WARNING", "WARN":
		return levelWarning
	case "INFO", "NOTICE", "LOG", "STATEMENT", "DETAIL", "HINT", "CONTEXT", "INFORMATION":
		return levelInfo
	case "DEBUG", "TRACE", "VERBOSE":
		return levelDebug
	}
	return levelUnknown
}

// klogLevel reads E0506 21:39:00.123456.
func klogLevel(line string) level {
	if len(line) < 6 || line[5] != ' ' || strings.Trim(line[1:5], "0123456789") != "" {
		return levelUnknown
	}
	switch line[0] {
	case 'E', 'F':
		return levelError
	case 'W':
		return levelWarning
	case 'I':
		return levelInfo
	}
	return levelUnknown
}

func jsonLevel(line string) level {
	decoder := jsontext.NewDecoder(strings.NewReader(line))
	if _, err := decoder.ReadToken(); err != nil {
		return levelUnknown
	}
	for decoder.PeekKind() == '"' {
		name, err := decoder.ReadToken()
		if err != nil {
			return levelUnknown
		}
		key := name.String()
		value, err := decoder.ReadValue()
		if err != nil {
			return levelUnknown
		}
		switch key {
		case "level", "severity", "lvl", "log.level", "loglevel", "Level":
			return jsonLevelValue(strings.Trim(string(value), `"`))
		}
	}
	return levelUnknown
}

// jsonLevelValue reads a name, or the numbers of pino and bunyan.
func jsonLevelValue(value string) level {
	switch value {
	case "50", "60":
		return levelError
	case "40":
		return levelWarning
	case "30":
		return levelInfo
	case "10", "20":
		return levelDebug
	}
	return levelNamed(value)
}

func speaksOfError(line string) bool {
	text := line[:min(len(line), 2000)]
	if _, after, ok := strings.Cut(text, "level="); ok {
		word, _, _ := strings.Cut(after, " ")
		return levelNamed(strings.Trim(word, `"`)) == levelError
	}
	text = strings.ToLower(text)
	for _, word := range []string{"error", "exception", "panic:", "fatal", "traceback", "failed", "refused", "timed out", "oom-kill", "out of memory"} {
		if strings.Contains(text, word) {
			return true
		}
	}
	return false
}
