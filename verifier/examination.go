package verifier

import (
	"slices"
	"strings"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
)

// examination is what the verifying model is shown: the payload, and for each claim
// the values that it points at.
type examination struct {
	Payload
	Claims []examinedClaim `json:"claims_to_label"`
}

type examinedClaim struct {
	ClaimID   string             `json:"claim_id"`
	ClaimType superbiz.ClaimType `json:"claim_type"`
	Text      string             `json:"text"`
	Cited     []citedValue       `json:"cited"`
}

type citedValue struct {
	InvocationID string `json:"invocation_id"`
	Path         string `json:"path"`
	Value        string `json:"value"`
}

// What is shown is bounded: of one claim so many values, and so many bytes of each.
const (
	maxCited      = 24
	maxCitedValue = 600
)

// newExamination leaves out the views of calls that no claim binds, and the rules that
// found nothing.
func newExamination(p Payload, claims []evidence.Claim) examination {
	bound := make(map[string]bool)
	e := examination{Payload: p, Claims: make([]examinedClaim, 0, len(claims))}
	for i := range claims {
		for _, id := range boundIDs(&claims[i]) {
			bound[id] = true
		}
		e.Claims = append(e.Claims, examine(p.Ledger, &claims[i]))
	}
	e.ToolTraceSummary = slices.Clone(p.ToolTraceSummary)
	for i := range e.ToolTraceSummary {
		if !bound[e.ToolTraceSummary[i].InvocationID] {
			e.ToolTraceSummary[i].View = ""
		}
	}
	e.GatekeeperResult.Rules = nil
	return e
}

func examine(ledger *evidence.Ledger, c *evidence.Claim) examinedClaim {
	out := examinedClaim{ClaimID: c.ClaimID, ClaimType: c.ClaimType, Text: c.Text, Cited: []citedValue{}}
	for i := range c.EvidenceBindings {
		b := &c.EvidenceBindings[i]
		sources, sound := ledger.BoundBy(b)
		if !sound {
			continue
		}
		for _, text := range pathsOf(b) {
			path, err := evidence.ParsePath(text)
			if err != nil {
				continue
			}
			for _, s := range sources {
				if n := s.ResolveArray(path); n.Valid() && len(out.Cited) < maxCited {
					out.Cited = append(out.Cited, citedValue{s.Invocation.InvocationID, text, shorten(n.Raw())})
				}
			}
		}
	}
	return out
}

func pathsOf(b *superbiz.EvidenceBinding) []string {
	var paths []string
	if b.RawPath != "" {
		paths = append(paths, b.RawPath)
	}
	for _, a := range b.Assertions {
		if !slices.Contains(paths, a.RawPath) {
			paths = append(paths, a.RawPath)
		}
	}
	return paths
}

func shorten(raw string) string {
	if len(raw) <= maxCitedValue {
		return raw
	}
	return strings.ToValidUTF8(raw[:maxCitedValue], "") + " …(cut)"
}
