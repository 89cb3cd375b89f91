package evidence

import "strconv"

// Explain says why a path cannot be cited in this row, and what could be: the
// listed references, or what stands at the last step that resolves. It is for
// messages; it returns "" for a path that can be cited and resolves.
func (s *Source) Explain(path Path) string {
	id := s.Invocation.InvocationID
	doc, err := s.Output()
	switch {
	case err != nil:
		return "the " + err.Error()
	case !s.Refs().Citable(path):
		return "is not in the evidence_refs of " + Quote(id) + ", which " + s.listRefs()
	case path.IsNoEvidence() || path.Resolve(doc.Root()).Valid():
		return ""
	}
	return "does not resolve in the output of " + Quote(id) + ": " + lastResolved(doc.Root(), path)
}

func (s *Source) listRefs() string {
	refs := s.Invocation.RetrievalDetails.EvidenceRefs
	if len(refs) == 0 {
		return "lists none"
	}
	return "lists " + List(quoteAll(refs, 3), 3)
}

// lastResolved says what stands where a path leaves the output.
func lastResolved(root Node, path Path) string {
	n, depth := root, 0
	for ; depth < len(path.steps); depth++ {
		next := (Path{path.steps[depth : depth+1]}).Resolve(n)
		if !next.Valid() {
			break
		}
		n = next
	}
	at := Quote(Path{path.steps[:depth]}.String())
	switch n.Kind() {
	case KindArray:
		return at + " is an array of " + strconv.Itoa(n.Len())
	case KindObject:
		return at + " has " + members(n)
	default:
		return at + " is " + article(n.Kind())
	}
}

func members(n Node) string {
	if n.Len() == 0 {
		return "no members"
	}
	const most = 8
	var names []string
	for kid := range n.Children() {
		if len(names) == most {
			break
		}
		names = append(names, Quote(kid.Key()))
	}
	out := List(names, most)
	if more := n.Len() - len(names); more > 0 {
		out += " and " + strconv.Itoa(more) + " more members"
	}
	return out
}

// quoteAll quotes the first most words, and keeps the others only as a number.
func quoteAll(words []string, most int) []string {
	out := make([]string, len(words))
	for i := range min(most, len(words)) {
		out[i] = Quote(words[i])
	}
	return out
}
