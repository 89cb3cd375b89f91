package runbook

import "strings"

// section is what stands below one heading of a document.
type section struct {
	document string
	title    string // of the document: its first heading, or its name
	heading  string
	first    int // number of its first line, from 1
	lines    []string
}

// maxLines bounds a section; a longer one is found in parts.
const maxLines = 60

// sectionsOf cuts a document at its headings. What looks like a heading in a fenced
// block of code is none: it is a comment of a shell.
func sectionsOf(d Document) []section {
	var out []section
	open := section{document: d.Name, title: d.Name, first: 1}
	titled, fence := false, ""
	end := func(next section) {
		if !open.empty() {
			out = append(out, open)
		}
		open = next
	}
	for i, line := range d.Lines {
		fence = fenceAfter(fence, line)
		heading, isHeading := headingOf(line)
		switch {
		case isHeading && fence == "":
			if !titled {
				titled, open.title = true, heading
			}
			end(section{document: d.Name, title: open.title, heading: heading, first: i + 1})
		case len(open.lines) == maxLines:
			end(section{document: d.Name, title: open.title, heading: open.heading, first: i + 1})
		}
		open.lines = append(open.lines, cutLine(line))
	}
	end(section{})
	return out
}

// empty tells a section that has nothing but its heading.
func (s section) empty() bool {
	for i, line := range s.lines {
		_, isHeading := headingOf(line)
		if strings.TrimSpace(line) != "" && (i > 0 || !isHeading) {
			return false
		}
	}
	return true
}

// words are those of the section, and more often those that say what it is about.
func (s section) words() []string {
	words := wordsOf(s.document + " " + s.title)
	for range 2 {
		words = append(words, wordsOf(s.heading)...)
	}
	for _, line := range s.lines {
		words = append(words, wordsOf(line)...)
	}
	return words
}

// headingOf reads a heading of the form "## Text".
func headingOf(line string) (string, bool) {
	text := strings.TrimLeft(line, "#")
	depth := len(line) - len(text)
	if depth == 0 || depth > 6 || text != "" && text[0] != ' ' && text[0] != '\t' {
		return "", false
	}
	return strings.TrimSpace(text), true
}

// fenceAfter returns the fence of code that is open after a line, or nothing.
func fenceAfter(open, line string) string {
	text := strings.TrimSpace(line)
	for _, fence := range []string{"```", "~~~"} {
		switch {
		case open == fence && strings.HasPrefix(text, fence):
			return ""
		case open == "" && strings.HasPrefix(text, fence):
			return fence
		}
	}
	return open
}

// maxLine bounds a line of a hit, in bytes.
const maxLine = 1000

func cutLine(line string) string {
	if len(line) <= maxLine {
		return line
	}
	return strings.ToValidUTF8(line[:maxLine], "") + " …(cut)"
}
