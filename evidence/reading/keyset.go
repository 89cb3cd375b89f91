package reading

import (
	"iter"
	"slices"
)

// keys are the ways to name what a number counts or is: each a list of stems that
// must all stand beside it, the rarest first.
type keys [][]string

// anyOf returns keys of which each is one word.
func anyOf(stems []string) keys {
	out := make(keys, len(stems))
	for i, s := range stems {
		out[i] = []string{s}
	}
	return out
}

// beside reports whether one of the keys stands beside a number.
func (k keys) beside(s surroundings) bool {
	return slices.ContainsFunc(k, s.allBeside)
}

func (s surroundings) allBeside(key []string) bool {
	for i, w := range key {
		if !containsWord(s.beside, w) {
			return i == 0 && s.repeats(key)
		}
	}
	return len(key) > 0
}

// repeats reports whether a number says how often what its line or object tells of came:
// Liveness probe failed (x9). What keeps restarting has a count of its own, and is told of
// where other things are counted.
func (s surroundings) repeats(key []string) bool {
	if !isOften(key) || !containsWord(s.beside, key[1]) || key[0] == "restart" {
		return false
	}
	return containsWord(s.around(), key[0]) || slices.ContainsFunc(s.page.object(s.line), func(i int) bool {
		return containsWord(content(s.page.beginning(i)), key[0])
	})
}

// isOften tells the keys that say how often something came.
func isOften(key []string) bool { return len(key) == 2 && containsWord(repetitions, key[1]) }

// placesOfKeyStems yields where numbers may stand that a key is beside.
func (v *view) placesOfKeyStems(key []string) iter.Seq[word] {
	return func(yield func(word) bool) {
		for place := range v.placesOfStem(key[0]) {
			if !yield(place) {
				return
			}
		}
		if !isOften(key) {
			return
		}
		for place := range v.placesOfStem(key[1]) {
			if !yield(place) {
				return
			}
		}
	}
}

// repeat reports whether the keys say no more than that something came so often.
func (k keys) repeat() bool {
	return len(k) > 0 && !slices.ContainsFunc(k, func(key []string) bool { return !containsWord(repetitions, key[0]) })
}

// countsAll reports whether a number is a count whose key names no counted thing:
// runningCount, pg_stat_activity_count.
func (s surroundings) countsAll() bool {
	return containsWord(s.beside, "count") && !slices.ContainsFunc(s.beside, func(w string) bool {
		return w != "count" && countedStems.has(w)
	})
}

func (s surroundings) hasAny(words []string) bool {
	around := s.around()
	for _, w := range words {
		if containsWord(s.beside, w) || containsWord(around, w) {
			return true
		}
	}
	return false
}

// around reports whether one of the keys stands in the line of a number.
func (k keys) around(s surroundings) bool {
	for _, key := range k {
		if s.hasAny(key[:1]) {
			return true
		}
	}
	return false
}

// counts reports whether a counted thing stands beside the number.
func (s surroundings) counts() bool {
	return slices.ContainsFunc(s.beside, countedStems.has)
}

// sizeWords are the names of the size of a list, whatever it lists, as stems.
var sizeWords = stemList("rows records entries items results matches elements length size lines")

// isSize reports whether a number is the size of a list, and of nothing else that
// is counted.
func (s surroundings) isSize() bool {
	found := false
	for _, w := range s.beside {
		switch {
		case containsWord(sizeWords, w):
			found = true
		case countedStems.has(w):
			return false
		}
	}
	return found
}
