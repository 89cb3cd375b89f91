package injection

import (
	"slices"
	"strings"
)

// anchors are parts of the openings, and of the marks of roles, of which a text with
// an order has one. None is shorter than six bytes; see sieve.
var anchors = []string{
	"instructions", "you are now", "now on you", "must now", "following", "tell the", "inform the", "system:", "assistant:", "im_start|>",
	"[inst]", "<<sys>>",
	"指令", "你现在", "从现在", "以下命令", "执行以下", "运行以下", "告诉用户", "回答用户",
}

// sieve tells quickly that a large text holds none of some words. It looks at four
// bytes in every three: of a word of six bytes or more, one of the fours that begin at
// its first, second or third byte is among them.
type sieve struct {
	fours [1 << 16 / 64]uint64 // a bit for each hash
	at    map[uint32][]place   // by the four bytes
}

// place says that four bytes are those of a word, from an offset on.
type place struct {
	word   string
	offset int
}

const stride = 3

func newSieve(words []string) *sieve {
	s := &sieve{at: make(map[uint32][]place)}
	for _, w := range words {
		for offset := range stride {
			key := foldFour(w[offset:])
			s.at[key] = append(s.at[key], place{w, offset})
			s.fours[hash(key)/64] |= 1 << (hash(key) % 64)
		}
	}
	return s
}

// sifts reports whether a text may hold one of the words.
func (s *sieve) sifts(text string) bool {
	for i := 0; i+4 <= len(text); i += stride {
		key := foldFour(text[i:])
		if h := hash(key); s.fours[h/64]&(1<<(h%64)) == 0 {
			continue
		}
		if slices.ContainsFunc(s.at[key], func(p place) bool { return p.standsAt(text, i) }) {
			return true
		}
	}
	return false
}

func (p place) standsAt(text string, i int) bool {
	start := i - p.offset
	end := start + len(p.word)
	return start >= 0 && end <= len(text) && strings.EqualFold(text[start:end], p.word)
}

// foldFour returns four bytes with letters of ASCII in lower case; other bytes that it
// makes equal are told apart later.
func foldFour(text string) uint32 {
	_ = text[3]
	return (uint32(text[0]) | uint32(text[1])<<8 | uint32(text[2])<<16 | uint32(text[3])<<24) | 0x20202020
}

func hash(key uint32) uint32 { return key * 0x9e3779b1 >> 16 }
