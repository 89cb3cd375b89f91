package reading

import (
	"slices"
	"strings"

	"github.com/superbizagent/superbizagent/evidence"
)

// size is the length of a list in an output, and what the list is of.
type size struct {
	count      int
	start, end int    // where the list stands in the page
	of         string // its key, its header, or what the call asked for
	generic    bool   // the name does not say what is listed: items, result
	isTable    bool   // in a text
}

// genericLists are the keys of lists that hold whatever was asked for.
var genericLists = setOf("items data result results hits list rows records entries values objects response body content elements")

// lists returns the lengths of the lists in the output: arrays, and tables in text.
func (v *view) lists() []size {
	v.sizesOnce.Do(func() {
		if v.source != nil { // a part of a row lists nothing that was found
			v.sizes = append(v.arrays(), v.tables()...)
		}
	})
	return v.sizes
}

func (v *view) arrays() []size {
	p := v.shown()
	if p.doc == nil {
		return nil
	}
	var out []size
	var around []enclosing
	only := onlyList(p.doc.Root())
	for i := range p.doc.Len() {
		n := p.doc.At(i)
		if n.Kind() != evidence.KindArray && n.Kind() != evidence.KindObject {
			continue
		}
		for len(around) > 0 && around[len(around)-1].end <= i {
			around = around[:len(around)-1]
		}
		key := n.Key()
		if key == "" && len(around) > 0 {
			key = around[len(around)-1].key
		}
		around = append(around, enclosing{n.End(), key})
		if n.Kind() == evidence.KindArray {
			out = append(out, v.array(n, key, n == only))
		}
	}
	return append(out, v.counts()...)
}

// enclosing is an array or object that the values up to end stand in, with its key
// or that of the nearest one around it that has one.
type enclosing struct {
	end int
	key string
}

func (v *view) array(n evidence.Node, key string, isOnly bool) size {
	start, end := v.shown().span(n)
	isText := isTextArray(n) && v.total() == n.Len()
	generic := key == "" || genericLists.has(strings.ToLower(key)) || isOnly
	return size{n.Len(), start, end, key, !isText && generic, false}
}

// onlyList returns the array of objects that is the only array at the top of an
// output: what was asked for, by whatever name.
func onlyList(root evidence.Node) evidence.Node {
	var only evidence.Node
	for kid := range root.Children() {
		if kid.Kind() != evidence.KindArray {
			continue
		}
		if only.Valid() || kid.Len() == 0 || kid.Elem(0).Kind() != evidence.KindObject {
			return evidence.Node{}
		}
		only = kid
	}
	return only
}

// total returns how many results the source says it had, or -1.
func (v *view) total() int {
	if t := v.source.Invocation.RetrievalDetails.Total; t != nil {
		return int(*t)
	}
	return -1
}

// counts returns the totals that the source gives itself. Those of a text are its
// lines.
func (v *view) counts() []size {
	d := v.source.Invocation.RetrievalDetails
	root := v.shown().doc.Root()
	lines := root.Member("lines")
	isText := lines.Valid() && root.Len() == 1
	var out []size
	for _, n := range []*int64{d.Total, d.Returned} {
		if n != nil && isText {
			out = append(out, size{int(*n), 0, len(v.shown().text), "lines", false, false})
		} else if n != nil {
			out = append(out, size{int(*n), 0, len(v.shown().text), "", true, false})
		}
	}
	return out
}

// tables returns the row counts of the tables in a text.
func (v *view) tables() []size {
	p, headers := v.shown(), v.headers()
	var out []size
	for i := 0; i < len(p.lines); i++ {
		rows, j := 0, i+1
		for ; j < len(p.lines) && (int(headers[j]) == i || j == i+1 && isRule(p.lineText(j))); j++ {
			if int(headers[j]) == i && strings.Trim(p.lineText(j), "|-: \t") != "" {
				rows++
			}
		}
		if rows > 0 {
			_, end := p.lineSpan(j - 1)
			out = append(out, size{rows, int(p.lines[i].start), end, p.lineText(i) + " " + p.titleOf(i), false, true})
			i = j - 1
		}
	}
	return out
}

// titleOf returns the lines above a table, which say what it lists.
func (p *page) titleOf(i int) string {
	start, _ := p.lineSpan(max(0, i-2))
	end, _ := p.lineSpan(i)
	return p.text[start:end]
}

// sizes reports whether a stated number is the length of a list in the region that
// lists what the claim counts.
func (r region) sizes(s *stated) bool {
	if !isCount(s.token) || hasFraction(s.token) || len(s.keys) > 0 && !s.countsThings {
		return false
	}
	n := s.token.Rat()
	if n == nil || !n.IsInt() || !n.Num().IsInt64() {
		return false
	}
	lists := r.view.lists()
	if !r.view.effort.spend(len(lists)) {
		return false
	}
	for _, list := range lists {
		if int64(list.count) == n.Num().Int64() && list.start >= r.start && list.end <= r.end && r.view.listsThat(list, s) {
			return true
		}
	}
	return false
}

// listsThat reports whether a list may be of what a claim counts.
func (v *view) listsThat(list size, s *stated) bool {
	if len(s.keys) == 0 {
		return list.generic || !list.isTable && hasCommon(content(list.of), s.near)
	}
	if list.generic {
		return true
	}
	if !v.effort.spend(stepsOfWords * len(list.of)) {
		return false
	}
	names := content(list.of)
	for _, key := range s.keys {
		if containsWord(sizeWords, key[0]) && hasCommon(names, s.topic.content()) {
			return true // entries of what the claim speaks of
		}
		if containsWord(names, key[0]) || v.callView().hasStem(key[0]) && list.isTable {
			return true
		}
	}
	return false
}

// hasCommon reports whether two lists have a word in common.
func hasCommon(a, b []string) bool {
	return slices.ContainsFunc(a, func(w string) bool { return containsWord(b, w) })
}
