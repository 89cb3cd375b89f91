package eval

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
)

// maxCalls bounds what is matched on either side.
const maxCalls = 1000

// calls checks the tool calls that were recorded.
func (o *observer) calls(want *CallExpectation) {
	if want == nil {
		return
	}
	rows := o.Trace.ToolInvocations
	switch {
	case len(rows) > maxCalls:
		o.unseen("tool_calls", fmt.Sprintf("%d calls were made; %d are matched at most", len(rows), maxCalls))
		return
	case want.Mode == CallsSubset && len(rows) == 0:
		o.unseen("tool_calls", "no call was made, so that none could be out of the list")
		return
	case want.Mode == CallsSuperset && len(want.Calls) == 0:
		o.unseen("tool_calls", "calls is empty: every run has made all of none")
		return
	}
	fits := memo(len(want.Calls), len(rows), func(w, g int) bool { return want.Calls[w].matches(&rows[g]) })
	missing, extra := want.compare(len(rows), fits)
	o.holds("tool_calls", missing == nil && extra == nil, want.String(), o.tellCalls(want, missing, extra))
}

// compare returns which wanted calls were not made, and which made ones not wanted,
// as far as the mode minds.
func (c *CallExpectation) compare(rows int, fits func(want, got int) bool) (missing, extra []int) {
	matched := c.match(rows, fits)
	taken := make([]bool, rows)
	for w, g := range matched {
		switch {
		case g >= 0:
			taken[g] = true
		case c.Mode != CallsSubset:
			missing = append(missing, w)
		}
	}
	if c.Mode == CallsInOrder || c.Mode == CallsSuperset {
		return missing, nil
	}
	for g := range taken {
		if !taken[g] {
			extra = append(extra, g)
		}
	}
	return missing, extra
}

func (c *CallExpectation) match(rows int, fits func(want, got int) bool) []int {
	switch c.Mode {
	case CallsExact:
		matched := make([]int, len(c.Calls))
		for w := range matched {
			if matched[w] = w; w >= rows || !fits(w, w) {
				matched[w] = -1
			}
		}
		return matched
	case CallsInOrder:
		return inOrder(len(c.Calls), rows, fits)
	default:
		return pair(len(c.Calls), rows, fits)
	}
}

// inOrder gives each wanted the first that fits after the one before: where any
// order-keeping match exists, this one does.
func inOrder(wanted, got int, fits func(want, got int) bool) []int {
	matched := make([]int, wanted)
	g := 0
	for w := range matched {
		for g < got && !fits(w, g) {
			g++
		}
		if matched[w] = g; g >= got {
			matched[w] = -1
		}
		g++
	}
	return matched
}

// memo asks each question once: the arguments of a call are JSON to be read.
func memo(wanted, got int, fits func(want, got int) bool) func(want, got int) bool {
	const yes, no = 1, 2
	known := make([]uint8, wanted*got)
	return func(w, g int) bool {
		answer := &known[w*got+g]
		if *answer == 0 {
			*answer = no
			if fits(w, g) {
				*answer = yes
			}
		}
		return *answer == yes
	}
}

func (p *CallPattern) matches(row *superbiz.ToolInvocation) bool {
	return (p.Tool == "" || p.Tool == row.ToolName) &&
		fitsWord(p.Status, string(row.Status)) &&
		fitsWord(p.ResultKind, string(row.ResultKind)) &&
		fitsWord(p.DataMode, string(row.DataMode)) &&
		p.argumentsMatch(row.Arguments)
}

func fitsWord(want Words, got string) bool { return len(want) == 0 || slices.Contains(want, got) }

func (p *CallPattern) argumentsMatch(raw json.RawMessage) bool {
	if len(p.Arguments) == 0 {
		return true
	}
	doc, err := evidence.Decode(raw, evidence.MaxOutputDepth)
	if err != nil {
		return false
	}
	for name, want := range p.Arguments {
		if got := doc.Root().Member(name); !got.Valid() || !equals(want, got) {
			return false
		}
	}
	return true
}

// String describes the calls that are expected.
func (c *CallExpectation) String() string {
	var names []string
	for i := range c.Calls {
		names = append(names, c.Calls[i].String())
	}
	return string(c.Mode) + ": " + listed(names)
}

// String describes one call.
func (p *CallPattern) String() string {
	name := p.Tool
	if name == "" {
		name = "any tool"
	}
	for _, part := range []Words{p.Status, p.ResultKind, p.DataMode} {
		if len(part) > 0 {
			name += " " + part.String()
		}
	}
	for _, key := range slices.Sorted(maps.Keys(p.Arguments)) {
		name += fmt.Sprintf(" %s=%v", key, p.Arguments[key])
	}
	return name
}

func (o *observer) tellCalls(want *CallExpectation, missing, extra []int) string {
	var parts []string
	for _, w := range missing {
		parts = append(parts, "not made: "+want.Calls[w].String())
	}
	for _, g := range extra {
		row := o.Trace.ToolInvocations[g]
		parts = append(parts, fmt.Sprintf("not expected: %s (%s, %s)", row.ToolName, row.InvocationID, row.Status))
	}
	return strings.Join(parts, "; ")
}
