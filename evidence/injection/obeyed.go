package injection

import (
	"strings"
	"unicode"
)

// Obedience finds the orders that texts repeat. It is immutable once made.
type Obedience struct {
	orders  []Order
	words   [][]string          // of each order
	byThree map[[3]string][]pos // where three words stand together
}

type pos struct{ order, word int }

// maxPlaces bounds how many places of three words are looked at.
const maxPlaces = 8

// NewObedience prepares a search for what some orders tell to do.
func NewObedience(orders []Order) *Obedience {
	o := &Obedience{orders: orders, byThree: make(map[[3]string][]pos)}
	for i, order := range orders {
		words := wordsOf(order.Content)
		o.words = append(o.words, words)
		for j := 0; j+3 <= len(words); j++ {
			key := [3]string(words[j : j+3])
			if len(o.byThree[key]) < maxPlaces {
				o.byThree[key] = append(o.byThree[key], pos{i, j})
			}
		}
	}
	return o
}

// Repeated returns the first order that a text repeats: it has four words of it in a
// row, two of which mean something by themselves, or six Chinese characters, or less
// where that is most of the text.
func (o *Obedience) Repeated(text string) (Order, bool) {
	if len(o.orders) == 0 {
		return Order{}, false
	}
	words := wordsOf(text)
	total := weigh(words)
	for i := 0; i+3 <= len(words); i++ {
		for _, p := range o.byThree[[3]string(words[i:i+3])] {
			run := common(words[i:], o.words[p.order][p.word:])
			if tells(run, total) {
				return o.orders[p.order], true
			}
		}
	}
	return Order{}, false
}

// common returns the words with which two lists begin alike.
func common(a, b []string) []string {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return a[:n]
}

// The weights of a word and of a Chinese character, and how much a repetition must
// weigh: four words, or three fifths of the text.
const (
	wordWeight = 3
	hanWeight  = 2
	enough     = 4 * wordWeight
	least      = 8
)

func tells(run []string, total int) bool {
	weight := weigh(run)
	if weight < least || weight < enough && 5*weight < 3*total {
		return false
	}
	content := 0
	for _, w := range run {
		if isHan(w) || !stopWords[w] {
			content++
		}
	}
	return content >= 2
}

func weigh(words []string) int {
	weight := 0
	for _, w := range words {
		if isHan(w) {
			weight += hanWeight
		} else {
			weight += wordWeight
		}
	}
	return weight
}

// wordsOf returns the runs of letters and digits of a text in lower case, and each
// Chinese character by itself.
func wordsOf(text string) []string {
	var out []string
	start := -1
	flush := func(end int) {
		if start >= 0 {
			out = append(out, strings.ToLower(text[start:end]))
			start = -1
		}
	}
	for i, r := range text {
		switch {
		case unicode.Is(unicode.Han, r):
			flush(i)
			out = append(out, string(r))
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			if start < 0 {
				start = i
			}
		default:
			flush(i)
		}
	}
	flush(len(text))
	return out
}

func isHan(word string) bool {
	for _, r := range word {
		return unicode.Is(unicode.Han, r)
	}
	return false
}

// stopWords mean nothing by themselves.
var stopWords = func() map[string]bool {
	set := make(map[string]bool)
	for word := range strings.FieldsSeq("the a an is are was were be been of in on at to for from by with and or not no it its this that these those as has have had will can") {
		set[word] = true
	}
	return set
}()
