package secret

import "strings"

// trigger says why a byte, with the one before it, is looked at.
type trigger uint8

// A byte is looked at when it has a trigger in common with the byte before it.
const (
	sign   trigger = 1 << iota // : or = behind what may end a key
	word                       // a letter that begins tokens or schemes, where a word begins
	dashes                     // the second of two
	user                       // the u of -u
	slash                      // the first of ://
	quote                      // ' behind a space
	either                     // @ or \\
)

// begins has the triggers of a byte, and behind those of the byte before it. Most
// bytes of a text begin nothing, and two tables are the quickest to say so.
var (
	begins = triggers(map[trigger]string{
		sign: ":=", word: "ABNSbdeghlnprswxy", dashes: "-", user: "u", slash: "/", quote: "'", either: "@\\",
	})
	behind = beforeTriggers()
)

// secondLetters has, for the first letter of tokens and schemes, those that may
// follow: bit 1 is a, of either case.
var secondLetters = func() (table [256]uint32) {
	for first, all := range forms {
		for _, form := range all {
			table[first] |= 1 << (form.prefix[1] & 31)
		}
	}
	table['e'] |= 1 << ('y' & 31)
	table['b'] |= 1<<('a'&31) | 1<<('e'&31)
	table['B'] = table['b']
	return table
}()

// keyEnds has, for the last letter of keys, those that may stand before it, as
// secondLetters has them: of all that wordStrength knows, and of value and auth.
var keyEnds = func() (table [256]uint32) {
	for end := range strings.FieldsSeq("rd wd ie se ue ey ss ls th on en et wt al") {
		bit := uint32(1) << (end[0] & 31)
		table[end[1]] |= bit
		table[end[1]-'a'+'A'] |= bit
	}
	return table
}()

func triggers(bytes map[trigger]string) (table [256]trigger) {
	for t, set := range bytes {
		for _, b := range []byte(set) {
			table[b] |= t
		}
	}
	return table
}

// beforeTriggers knows the last letters of all keys of credentials, and what may
// stand between a key and its sign.
func beforeTriggers() [256]trigger {
	table := triggers(map[trigger]string{
		sign: "dehlnstyDEHLNSTY_-.\"'`\\ ", dashes: "-", user: "-", slash: ":", quote: " ",
	})
	for b := range table {
		table[b] |= either
		if !isAlnum(byte(b)) {
			table[b] |= word
		}
	}
	return table
}

// scan looks at each byte that can begin, or stand before, a credential.
func (f *finder) scan() {
	text := f.text
	before := word | either
	for i := 0; i < len(text); i++ {
		b := text[i]
		common := begins[b] & before
		before = behind[b]
		if common == 0 {
			continue
		}
		if end := f.at(i, common); end > i {
			f.found = end
			i = end - 1
			before = behind[text[i]]
		}
	}
}

// at returns where what it found ends, or 0.
func (f *finder) at(i int, why trigger) int {
	switch why {
	case word:
		return f.word(i)
	case sign:
		if f.mayEndKey(i) && !strings.HasPrefix(f.text[i:], "://") {
			return f.pair(i)
		}
	case slash:
		if strings.HasPrefix(f.text[i-1:], "://") && i > f.found {
			return f.url(i - 1)
		}
	case dashes, user:
		if i > f.found {
			return f.dash(i - 1)
		}
	case quote:
		return f.sql(i)
	case either:
		if f.text[i] == '@' {
			return f.dataSource(i)
		}
		return f.escape(i)
	}
	return 0
}

// mayEndKey says whether what stands before the sign at i can be the key of a
// credential, by its last two letters. Most keys are told by them.
func (f *finder) mayEndKey(i int) bool {
	text := f.text
	for i > 0 && isQuoteOrSpace(text[i-1]) {
		i--
	}
	if i < 2 {
		return false
	}
	last, before := text[i-1], text[i-2]
	if !isLetter(last) || !isLetter(before) {
		return isKeyByte(last) && isKeyByte(before) // such as pass_
	}
	return keyEnds[last]>>(before&31)&1 != 0
}

// word looks at a letter where a word begins. Its second letter tells most words
// from tokens.
func (f *finder) word(i int) int {
	text := f.text
	if i+1 == len(text) || secondLetters[text[i]]>>(text[i+1]&31)&1 == 0 {
		return 0
	}
	if text[i]|0x20 == 'b' {
		return f.scheme(i)
	}
	return f.known(i)
}

// escape looks behind \n, \r and \t, where a word begins too: \nAKIA….
func (f *finder) escape(i int) int {
	text := f.text
	if i+2 >= len(text) || text[i+1] != 'n' && text[i+1] != 'r' && text[i+1] != 't' {
		return 0
	}
	for at := i + 1; at <= i+2; at++ {
		if begins[text[at]] == word {
			if end := f.word(at); end > 0 {
				return end
			}
		}
	}
	return 0
}

// dash looks at the first of two dashes, and at that of -u.
func (f *finder) dash(i int) int {
	if strings.HasPrefix(f.text[i:], "-----BEGIN ") {
		return f.privateKey(i)
	}
	return f.flag(i)
}
