package reading

import "strings"

// stem brings the forms of an English word together: restarts, restarted and
// restarting are one, eviction and evicted. It need not be a word; it is the same on both
// sides.
func stem(w string) string {
	w = singular(strings.ToLower(w))
	if w == "failure" {
		return "fail"
	}
	if cut, ok := strings.CutSuffix(w, "ion"); ok && takesIon(cut) {
		return cut
	}
	cut, ok := strings.CutSuffix(w, "ing")
	if !ok {
		cut, ok = strings.CutSuffix(w, "ed")
	}
	if ok && len(cut) >= 4 && hasVowel(cut) {
		w = cut
	}
	if n := len(w); n > 4 && w[n-1] == w[n-2] && !strings.HasSuffix(w, "ll") && !strings.HasSuffix(w, "ss") { // stopp-ed
		w = w[:n-1]
	}
	if len(w) > 4 {
		w = strings.TrimSuffix(w, "e")
	}
	return w
}

// takesIon reports whether a verb makes a noun with -ion of what it says: evict, reject.
// A connection is a thing, and those connected are clients.
func takesIon(cut string) bool {
	return len(cut) >= 5 && cut != "connect" && (strings.HasSuffix(cut, "t") || strings.HasSuffix(cut, "s"))
}

func hasVowel(w string) bool {
	for i := range len(w) {
		switch w[i] {
		case 'a', 'e', 'i', 'o', 'u', 'y':
			return true
		}
	}
	return false
}

// stopWords say nothing of what a number counts.
var stopWords = setOf(`
	a an the of to in on at by for from with within without into over under per as is are was were be been being has have had do does did
	it its this that these those there here and or but not no nor only just about around approximately roughly nearly almost more less than
	least most each every all any some both either other another same such which who whose when where while during after before since until
	then also very still again already currently now yet up down out off so if can could may might will would should must
	shows show showed reports report reported indicates indicate via due because total
	second minute hour day week month year sec min byte kb mb gb tb kib mib gib tib ki mi gi ti percent ms utc
	的 了 为 是 在 有 个 次 和 与 至 到 约 共
`)

// content returns the stems of a text that say what it is about, in order.
func content(text string) []string { return appendContent(nil, text) }

func appendContent(out []string, text string) []string {
	for w := range humps(text) {
		if len(w) > 1 && !hasDigit(w) && !stopWords.hasNoun(w) {
			out = append(out, stem(w))
		}
	}
	if mayHaveHan(text) {
		for _, w := range translate(text) {
			if !stopWords.hasNoun(w) {
				out = append(out, stem(w))
			}
		}
	}
	return out
}

// formsOf returns the words that may have a stem.
func formsOf(stem string) []string {
	forms := []string{stem, stem + "s", stem + "e", stem + "es", stem + "ed", stem + "d", stem + "ing"}
	switch {
	case stem == "fail":
		forms = append(forms, "failure", "failures")
	case takesIon(stem):
		forms = append(forms, stem+"ion", stem+"ions")
	}
	if n := len(stem); n > 2 && stem[n-1] == 'y' {
		return append(forms, stem[:n-1]+"ies", stem[:n-1]+"ied")
	} else if n > 2 {
		doubled := stem + stem[n-1:]
		return append(forms, doubled+"ed", doubled+"ing")
	}
	return forms
}

// stemsOf returns the stems of words, those of the parts of identifiers.
func stemsOf(words []string) []string { return appendStems(nil, words) }

func appendStems(out, words []string) []string {
	for _, w := range words {
		out = appendContent(out, w)
	}
	return out
}
