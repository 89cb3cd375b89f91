package model

import (
	"encoding/json"
	"slices"
	"strconv"

	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/evidence/phrase"
)

// pruner renders a value within a number of bytes: heads and tails of arrays, and
// the elements that tell of trouble. What is left out shows as an absent index.
type pruner struct {
	left  int // bytes
	shown int // values
}

// Of a long array so many elements are shown at each end, and so many in between
// that tell of trouble.
const (
	edge       = 12
	troubles   = 40
	longString = 600
)

// trouble are the words that are looked for in the middle of long arrays.
var trouble = phrase.NewList(
	"error", "errors", "fatal", "panic", "exception", "fail", "failed", "failure", "failing", "warn", "warning", "critical", "denied", "refused",
	"timeout", "timed out", "killed", "oomkilled", "crash", "crashloopbackoff", "exhausted", "exceeded", "unhealthy", "unavailable", "reset",
	"错误", "失败", "异常", "超时", "拒绝", "告警",
)

func (p *pruner) value(n evidence.Node) json.RawMessage {
	p.shown++
	switch n.Kind() {
	case evidence.KindObject:
		return p.object(n)
	case evidence.KindArray:
		return p.array(n)
	case evidence.KindString:
		return p.text(n)
	default:
		p.left -= len(n.Raw())
		return json.RawMessage(n.Raw())
	}
}

func (p *pruner) text(n evidence.Node) json.RawMessage {
	text := n.Text()
	if len(text) > longString {
		text = text[:longString/2] + " …(" + strconv.Itoa(len(text)-longString) + " bytes cut)… " + text[len(text)-longString/2:]
	}
	raw, err := json.Marshal(text)
	if err != nil { // a string always is JSON
		return json.RawMessage(`""`)
	}
	p.left -= len(raw)
	return raw
}

func (p *pruner) object(n evidence.Node) json.RawMessage {
	out := []byte("{")
	for kid := range n.Children() {
		if p.left <= 0 {
			break
		}
		out = p.member(out, kid.Key(), kid)
	}
	return append(out, '}')
}

// array shows a short array as it is and a long one as an object of its elements
// by index, so that a path read off it is right.
func (p *pruner) array(n evidence.Node) json.RawMessage {
	picks := pick(n)
	if len(picks) == n.Len() && len(n.Raw()) <= p.left {
		out := []byte("[")
		for i, at := range picks {
			if i > 0 {
				out = append(out, ',')
			}
			out = append(out, p.value(n.Elem(at))...)
		}
		return append(out, ']')
	}
	out := []byte("{")
	for _, at := range picks {
		if p.left <= 0 {
			break
		}
		out = p.member(out, strconv.Itoa(at), n.Elem(at))
	}
	return append(out, '}')
}

func (p *pruner) member(out []byte, key string, n evidence.Node) []byte {
	if len(out) > 1 {
		out = append(out, ',')
	}
	name, err := json.Marshal(key)
	if err != nil {
		return out
	}
	p.left -= len(name)
	out = append(append(out, name...), ':')
	return append(out, p.value(n)...)
}

// pick returns the indexes of an array that are shown: the edges first, since the
// window's edges are there, and those in between that tell of trouble.
func pick(n evidence.Node) []int {
	var picks []int
	found := 0
	for i := range n.Len() {
		atEdge := i < edge || i >= n.Len()-edge
		if !atEdge && found < troubles {
			if _, bad := trouble.First(n.Elem(i).Raw()); bad {
				found++
				atEdge = true
			}
		}
		if atEdge {
			picks = append(picks, i)
		}
	}
	return slices.Clip(picks)
}
