package evidence

import (
	"strconv"
	"strings"
)

// maxQuoted is how many bytes of a stranger's text a message shows.
const maxQuoted = 120

// Quote shows a stranger's words in a message: in quotes, escaped, and cut when
// they are long, so that a message stays readable whatever it is about.
func Quote(text string) string { return strconv.Quote(cut(text)) }

// cut shortens a long text, and shows that it did.
func cut(text string) string {
	if len(text) <= maxQuoted {
		return text
	}
	return strings.ToValidUTF8(text[:maxQuoted], "") + "…"
}

// List joins words for a message, and says how many it left out after the first
// most.
func List(words []string, most int) string {
	if len(words) <= most {
		return strings.Join(words, ", ")
	}
	return strings.Join(words[:most], ", ") + " and " + strconv.Itoa(len(words)-most) + " more"
}

// plural counts things in words.
func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return strconv.Itoa(n) + " " + word + "s"
}
