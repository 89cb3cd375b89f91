package evidence

import "strings"

// Target returns where a node stands, as findings have it: its path without "$.", in
// which the names of fields that nobody knows are cut.
func (n Node) Target() string { return targetOf(n) }

// Owner returns the ids of the claim, hypothesis or action of an executor output that
// a node is, or is below. At most one is not empty; all are where it has no such id.
func (n Node) Owner() (claimID, hypothesisID, actionID string) {
	var owner, list Node // the element of a list below the root, and that list
	for p := n; p.Parent().Valid(); p = p.Parent() {
		owner, list = list, p
	}
	if !owner.Valid() || list.Kind() != KindArray {
		return "", "", ""
	}
	switch list.Key() {
	case "claims":
		return idOf(owner, "claim_id"), "", ""
	case "hypotheses":
		return "", idOf(owner, "hypothesis_id"), ""
	case "recommended_actions":
		return "", "", idOf(owner, "action_id")
	}
	return "", "", ""
}

// NodeAt returns the smallest value that holds a byte of Raw; a member's name belongs
// to its object.
func (d *Document) NodeAt(offset int) Node {
	low, high := 0, len(d.nodes) // the last node that begins at or before the offset
	for low < high {
		if middle := (low + high) / 2; int(d.nodes[middle].start) <= offset {
			low = middle + 1
		} else {
			high = middle
		}
	}
	n := d.At(max(0, low-1))
	for int(n.data().end) <= offset && n.Parent().Valid() {
		n = n.Parent()
	}
	return n
}

// Around returns what stands in a text before and after the document that was found
// in it; all of the text where the document is not in it as it stands.
func (d *Document) Around(text string) []string {
	before, after, ok := strings.Cut(text, d.raw)
	if !ok {
		return []string{text}
	}
	return []string{before, after}
}
