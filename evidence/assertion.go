package evidence

import (
	"encoding/json"
	"math/big"
	"slices"
	"strings"

	superbiz "github.com/superbizagent/superbizagent"
)

// maxSearched bounds how much text all assertions of one output may search, in
// bytes. Without a bound, many assertions over a large output would multiply.
const maxSearched = 2 << 30

// assert recomputes an assertion in one output.
func (l *Ledger) assert(s *Source, path Path, a superbiz.Assertion) Proof {
	switch {
	case !s.Cites(path, UseOfAssertion(a)):
		return refuted("the path %s", s.Explain(path))
	case path.IsNoEvidence():
		return Proof{Holds: a.Op == superbiz.OpExists, Why: "the path stands for no value"}
	}
	n := s.find(path)
	switch a.Op {
	case superbiz.OpExists:
		return about(n, n.Valid(), "there is no value")
	case superbiz.OpAbsent:
		if n.Valid() {
			return refuted("there is %s", show(n))
		}
		return Proof{Holds: true, Nodes: []Node{s.find(path.Parent())}}
	case superbiz.OpCountEq, superbiz.OpCountGe:
		if !n.Valid() { // only count_eq 0 gets here
			return Proof{Holds: true, Nodes: []Node{s.find(path.Parent())}}
		}
		return assertCount(n, a)
	case superbiz.OpContains, superbiz.OpNotContains:
		return l.assertContains(n, a)
	default:
		return assertComparison(n, a)
	}
}

// about is a Proof from a condition on one value.
func about(n Node, holds bool, why string) Proof {
	if !holds {
		return Proof{Why: why}
	}
	return Proof{Holds: true, Nodes: []Node{n}}
}

// assertCount compares the length of an array.
func assertCount(n Node, a superbiz.Assertion) Proof {
	if n.Kind() != KindArray {
		return refuted("the value is %s, which has no elements to count", article(n.Kind()))
	}
	want, ok := numberOf(strings.Trim(string(a.Value), `" `))
	if !ok {
		return refuted("%s is no number of elements", Quote(string(a.Value)))
	}
	c := big.NewRat(int64(n.Len()), 1).Cmp(want)
	return about(n, c == 0 || c > 0 && a.Op == superbiz.OpCountGe, "the array has "+plural(n.Len(), "element"))
}

// assertContains looks for a text in a string, or in the strings below an array or
// object; names of members are no strings.
func (l *Ledger) assertContains(n Node, a superbiz.Assertion) Proof {
	var text string
	if json.Unmarshal(a.Value, &text) != nil || text == "" {
		return refuted("%s is no text to look for", Quote(string(a.Value)))
	}
	if n.Kind() != KindString && n.Kind() != KindArray && n.Kind() != KindObject {
		return refuted("the value is %s, which holds no text", article(n.Kind()))
	}
	leaf, ok := l.search(n, text)
	switch {
	case !ok:
		return refuted("the assertions of this output search more than %d bytes; cite a smaller part", int64(maxSearched))
	case a.Op == superbiz.OpNotContains:
		return about(n, !leaf.Valid(), "it stands in "+show(leaf))
	default:
		return about(leaf, leaf.Valid(), "no string there has it")
	}
}

// search returns the first string, n or below it, that contains a text. It returns
// false when the assertions of this output have searched too much already.
func (l *Ledger) search(n Node, text string) (leaf Node, ok bool) {
	if l.searched.Add(int64(len(n.Raw()))) > maxSearched {
		return Node{}, false
	}
	plain := !strings.ContainsFunc(text, mayBeEscaped)
	if plain && !mayContain(n.Raw(), text) {
		return Node{}, true
	}
	for i := n.ID(); i < n.End(); i++ {
		leaf := n.doc.At(i)
		if leaf.Kind() != KindString || plain && !mayContain(leaf.Raw(), text) {
			continue
		}
		// Unescaping costs several times what looking does.
		if l.searched.Add(8*int64(len(leaf.Raw()))) > maxSearched {
			return Node{}, false
		}
		if strings.Contains(leaf.Text(), text) {
			return leaf, true
		}
	}
	return Node{}, true
}

// mayBeEscaped tells the characters that JSON writes with a backslash and one
// letter.
func mayBeEscaped(r rune) bool { return r < ' ' || r == '"' || r == '\\' || r == '/' }

// mayContain reports whether a text could stand in the strings of some JSON. Where
// the text has no character that may be escaped, only \u could hide it.
func mayContain(raw, text string) bool {
	return strings.Contains(raw, text) || strings.Contains(raw, `\u`)
}

// comparisons are the outcomes of a comparison, -1, 0 and 1, for which an operator
// holds.
var comparisons = map[superbiz.AssertionOp][]int{
	superbiz.OpEq: {0}, superbiz.OpNe: {-1, 1},
	superbiz.OpLt: {-1}, superbiz.OpLe: {-1, 0},
	superbiz.OpGt: {1}, superbiz.OpGe: {0, 1},
}

// assertComparison compares one value with the stated one. Values of different
// types do not compare, and then nothing holds, "ne" included.
func assertComparison(n Node, a superbiz.Assertion) Proof {
	stated, ok := scalarOf(a.Value)
	standing, okStanding := scalarOfNode(n)
	if !ok || !okStanding {
		return refuted("the value is %s, which %s cannot compare with %s", show(n), a.Op, Quote(string(a.Value)))
	}
	outcomes := standing.compare(stated.in(a.Unit))
	holds := slices.ContainsFunc(outcomes, func(c int) bool { return slices.Contains(comparisons[a.Op], c) })
	if a.Op == superbiz.OpNe {
		holds = len(outcomes) > 0 && !slices.Contains(outcomes, 0) // different by every reading
	}
	switch {
	case holds:
		return about(n, true, "")
	case len(outcomes) == 0:
		return refuted("the value is %s, which %s cannot compare with %s", show(n), a.Op, Quote(strings.TrimSpace(string(a.Value)+" "+a.Unit)))
	default:
		return refuted("the value is %s", show(n))
	}
}

// show renders a value for a message.
func show(n Node) string {
	switch n.Kind() {
	case KindArray:
		return "an array of " + plural(n.Len(), "element")
	case KindObject:
		return "an object"
	case KindString:
		return Quote(n.Text())
	default:
		return cut(n.Raw())
	}
}
