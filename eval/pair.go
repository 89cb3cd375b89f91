package eval

// pair gives as many of the wanted as possible one got each, by augmenting paths
// (Kuhn's algorithm): a greedy choice would fail a list whose first pattern takes
// the only call that its second one matches. It returns the index in got, or -1,
// for each wanted, in O(wanted² × got) at worst.
func pair(wanted, got int, fits func(want, got int) bool) []int {
	p := pairing{got: got, fits: fits, owner: make([]int, got), matched: make([]int, wanted)}
	for i := range p.owner {
		p.owner[i] = -1
	}
	for w := range wanted {
		p.matched[w] = -1
	}
	for w := range wanted {
		p.place(w, make([]bool, got))
	}
	for g, w := range p.owner {
		if w >= 0 {
			p.matched[w] = g
		}
	}
	return p.matched
}

type pairing struct {
	got     int
	fits    func(want, got int) bool
	owner   []int // of each got
	matched []int
}

// place finds w a partner, moving those who have one to another where it must.
func (p *pairing) place(w int, tried []bool) bool {
	for g := range p.got {
		if tried[g] || !p.fits(w, g) {
			continue
		}
		tried[g] = true
		if p.owner[g] < 0 || p.place(p.owner[g], tried) {
			p.owner[g] = w
			return true
		}
	}
	return false
}
