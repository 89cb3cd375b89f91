package absence

import (
	"strings"
	"unicode"

	"github.com/superbizagent/superbizagent/evidence/phrase"
)

// statesPresence reports a text that says of nothing that it is not there. An empty
// result proves no such text. In a language that is neither English nor Chinese it is
// not decided.
func statesPresence(text string) []Fault {
	said := phrase.WithoutQuotes(text)
	known := false
	for word := range strings.FieldsFuncSeq(strings.ToLower(said), notInWord) {
		if denies(word) {
			return nil
		}
		known = known || english[word]
	}
	if strings.ContainsAny(said, "没无未不非空缺零勿别仅只") {
		return nil
	}
	if !known && !strings.ContainsFunc(said, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
		return nil
	}
	return []Fault{{"text", "says that something is there, and every call that it rests on found nothing: say what was looked for and not found"}}
}

func notInWord(r rune) bool {
	return unicode.Is(unicode.Han, r) || !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '’'
}

// denies tells words that say of something that it is not there, or not so.
func denies(word string) bool {
	word = strings.ReplaceAll(word, "’", "'")
	return denials[word] || strings.HasSuffix(word, "n't") || strings.HasPrefix(word, "un") && len(word) > 5 && !united[word] ||
		strings.HasPrefix(word, "non") && len(word) > 5
}

var denials = setOf("no not none nothing never nobody nowhere neither nor non without zero cannot any missing absent absence lack lacks lacked " +
	"lacking empty fail fails failed failing unable nil null blank 0 gone devoid void free excluded excludes exclude hardly barely dont didnt " +
	"doesnt isnt arent wasnt werent vanished disappeared removed deleted silent disabled inactive stopped ceased nonexistent inexistent omitted omits " +
	"clean clear quiet idle gap gaps ends ended only")

// united are words that begin like a denial and are none.
var united = setOf("united unique under underlying uniform universal unified until union units understand")

// english are the words by which a text is known to be English.
var english = setOf("the a an is are was were has have had of in for at on to by with and from this that it its be been there all during within")

func setOf(words string) map[string]bool {
	set := make(map[string]bool)
	for word := range strings.FieldsSeq(words) {
		set[word] = true
	}
	return set
}
