package composer

import (
	"slices"
	"strings"

	superbiz "github.com/superbizagent/superbizagent"
)

// write renders the answer as plain text: one statement a line, each with its
// mark at the end.
func write(in sayable, statements []statement, w phrases) (string, []superbiz.Citation) {
	a := answer{words: w, marks: make(map[string]string)}
	a.cite(in.claims)
	a.line(w.headline[in.verdict])
	a.cause(in)
	a.statements(w.seen, statements, false)
	a.statements(w.notFound, statements, true)
	a.actions(in.actions)
	a.missing(in.missing)
	a.withheld(in.withheld)
	a.sources(in.claims)
	return strings.TrimRight(a.text.String(), "\n"), a.citations
}

type answer struct {
	text      strings.Builder
	words     phrases
	marks     map[string]string // by claim id
	citations []superbiz.Citation
}

// cite gives every shown claim a mark, in the order of the output.
func (a *answer) cite(claims []superbiz.JudgedClaim) {
	a.citations = []superbiz.Citation{}
	for i, s := range claims {
		a.marks[s.ClaimID] = mark(i)
		c := superbiz.Citation{Mark: mark(i), ClaimID: s.ClaimID, InvocationIDs: []string{}, RawPaths: []string{}}
		for _, b := range s.EvidenceBindings {
			c.InvocationIDs = appendNew(c.InvocationIDs, b.SourceInvocationIDs...)
			if b.RawPath != "" {
				c.RawPaths = appendNew(c.RawPaths, b.RawPath)
			}
			for _, assertion := range b.Assertions {
				c.RawPaths = appendNew(c.RawPaths, assertion.RawPath)
			}
		}
		a.citations = append(a.citations, c)
	}
}

func (a *answer) line(parts ...string) {
	a.text.WriteString(strings.Join(parts, " "))
	a.text.WriteByte('\n')
}

func (a *answer) heading(text string) { a.line("\n" + text) }

func (a *answer) cause(in sayable) {
	switch {
	case in.likelyCause != nil:
		a.line("\n"+a.words.likelyCause, oneLine(in.likelyCause.Text), a.marksOf(in.likelyCause.SupportedBy))
	case in.openCauses > 0:
		a.line("\n" + a.words.openCauses(in.openCauses))
	case in.refutedCauses > 0:
		a.line("\n" + a.words.refutedCauses(in.refutedCauses))
	default:
		a.line("\n" + a.words.noCause)
	}
}

// marksOf returns the marks of the shown claims among some, in the order in which
// they stand in the answer.
func (a *answer) marksOf(claimIDs []string) string {
	var marks strings.Builder
	for _, c := range a.citations {
		if slices.Contains(claimIDs, c.ClaimID) {
			marks.WriteString(c.Mark)
		}
	}
	return marks.String()
}

func (a *answer) statements(heading string, statements []statement, absence bool) {
	first := true
	for _, s := range statements {
		if s.absence != absence {
			continue
		}
		if first {
			a.heading(heading)
			first = false
		}
		parts := []string{"-", oneLine(s.text)}
		if note := a.words.label[s.label]; note != "" {
			parts = append(parts, note)
		}
		a.line(append(parts, a.marksOf(s.claimIDs))...)
	}
}

func (a *answer) actions(actions []superbiz.RecommendedAction) {
	if len(actions) == 0 {
		return
	}
	a.heading(a.words.actions)
	for _, action := range actions {
		risk := a.words.risk[action.Risk]
		if action.RequiresApproval {
			risk += a.words.needsApproval
		}
		parts := []string{"-", oneLine(action.Text), "(" + risk + ")"}
		if action.Command != "" {
			parts = append(parts, "`"+oneLine(action.Command)+"`")
		}
		a.line(parts...)
	}
}

func (a *answer) missing(missing []superbiz.MissingInfo) {
	if len(missing) == 0 {
		return
	}
	a.heading(a.words.missing)
	for _, m := range missing {
		a.line("-", oneLine(m.Text), "("+a.words.missingReason[m.Reason]+")")
	}
}

// withheld says how many parts were withheld and why, most frequent cause first.
func (a *answer) withheld(withheld []string) {
	if len(withheld) == 0 {
		return
	}
	a.heading(a.words.withheld(len(withheld)))
	for _, c := range countCauses(withheld, a.words) {
		a.line("-", a.words.times(c.n, c.why))
	}
}

func (a *answer) sources(claims []superbiz.JudgedClaim) {
	if len(claims) == 0 {
		return
	}
	a.heading(a.words.sources)
	for i, s := range claims {
		c := a.citations[i]
		var tools []string
		for _, b := range s.EvidenceBindings {
			tools = appendNew(tools, b.ToolName)
		}
		a.line(c.Mark, strings.Join(tools, ", ")+":", strings.Join(c.InvocationIDs, ", "))
	}
}

type causeCount struct {
	why string
	n   int
}

func countCauses(withheld []string, w phrases) []causeCount {
	var counts []causeCount
	for _, by := range withheld {
		why := w.why(by)
		i := slices.IndexFunc(counts, func(c causeCount) bool { return c.why == why })
		if i < 0 {
			counts = append(counts, causeCount{why, 1})
		} else {
			counts[i].n++
		}
	}
	slices.SortStableFunc(counts, func(a, b causeCount) int { return b.n - a.n })
	return counts
}

func appendNew(list []string, items ...string) []string {
	for _, item := range items {
		if !slices.Contains(list, item) {
			list = append(list, item)
		}
	}
	return list
}

// oneLine keeps a stranger's text from forging lines, headings or marks of the
// answer: line breaks and control characters become spaces, and a mark-like
// bracket in it is opened with a round one.
func oneLine(text string) string {
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool {
		return r < 0x20 || r == 0x7f || r >= 0x80 && r < 0xa0 || isBidi(r) || r == 0x2028 || r == 0x2029
	}), " ")
	return markLike.ReplaceAllString(strings.TrimSpace(text), "($1)")
}

// isBidi tells the characters that reorder text, which could make an answer read
// differently from what was checked.
func isBidi(r rune) bool {
	return r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 || r == 0x200e || r == 0x200f
}
