package runbook

import (
	"cmp"
	"math"
	"slices"
)

// index finds sections by words, and ranks them by BM25.
type index struct {
	postings map[string][]posting
	lengths  []int // of the sections, in words
	total    int   // of all of them
}

// posting is how often a word stands in a section.
type posting struct {
	section int32
	count   int32
}

func newIndex() index { return index{postings: map[string][]posting{}} }

// add takes the words of the next section.
func (x *index) add(words []string) {
	next := int32(len(x.lengths))
	x.lengths = append(x.lengths, len(words))
	x.total += len(words)
	for _, word := range words {
		list := x.postings[word]
		if n := len(list); n > 0 && list[n-1].section == next {
			list[n-1].count++
			continue
		}
		x.postings[word] = append(list, posting{next, 1})
	}
}

// ranked is a section and how well it fits.
type ranked struct {
	section int
	score   float64
}

// The parameters of BM25 that its authors recommend: how soon a repeated word counts
// no more, and how much a long section is held back.
const (
	saturation = 1.2
	lengthBias = 0.75
)

// nearTop is the part of the best score below which a section is no hit: it shares a
// word with the question, and not what the question is about.
const nearTop = 0.25

// find returns the sections that fit a question, the best first.
func (x *index) find(terms []string) []ranked {
	scores := map[int]float64{}
	sections := float64(len(x.lengths))
	average := float64(x.total) / max(sections, 1)
	for _, term := range terms {
		list := x.postings[term]
		found := float64(len(list))
		rarity := math.Log(1 + (sections-found+0.5)/(found+0.5))
		for _, p := range list {
			count := float64(p.count)
			long := float64(x.lengths[p.section]) / average
			scores[int(p.section)] += rarity * count * (saturation + 1) / (count + saturation*(1-lengthBias+lengthBias*long))
		}
	}
	return best(scores)
}

func best(scores map[int]float64) []ranked {
	out := make([]ranked, 0, len(scores))
	for section, score := range scores {
		out = append(out, ranked{section, score})
	}
	slices.SortFunc(out, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.section, b.section))
	})
	for i, r := range out {
		if r.score < out[0].score*nearTop {
			return out[:i]
		}
	}
	return out
}
