package reading

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/evidence/canon"
)

// stands reports whether a mention stands in the output of a view.
func (v *view) stands(m Mention) bool {
	switch m.Kind {
	case KindName:
		return v.findName(m.Text) >= 0 || m.quoted && v.standsQuoted(m.Text)
	case KindQuote:
		return v.standsQuoted(m.Text)
	case KindPair:
		return v.standsPair(m.key, m.word)
	default:
		return false
	}
}

// standsQuoted looks for quoted words: as an excerpt, or with key and value joined
// otherwise.
func (v *view) standsQuoted(text string) bool {
	if v.has(newQuote(text)) || v.has(newQuote(strings.TrimRight(text, ".,;:!。，"))) {
		return true
	}
	for _, respelt := range []string{strings.ReplaceAll(text, "=", ":"), strings.ReplaceAll(text, ": ", "="), strings.ReplaceAll(text, ":", " ")} {
		if respelt != text && v.has(newQuote(respelt)) {
			return true
		}
	}
	if key, value, ok := cutPair(text); ok {
		return v.standsPair(key, value)
	}
	parts := strings.Split(text, "::")
	return len(parts) > 1 && v.hasAll(parts)
}

func (v *view) hasAll(parts []string) bool {
	for _, part := range parts {
		if !v.has(newQuote(part)) {
			return false
		}
	}
	return true
}

// cutPair cuts key=value and key: value, where the key is one word.
func cutPair(text string) (key, value string, ok bool) {
	i := strings.IndexAny(text, "=:")
	if i <= 0 || i == len(text)-1 {
		return "", "", false
	}
	key, value = strings.TrimSpace(text[:i]), strings.TrimSpace(text[i+1:])
	return key, value, key != "" && value != "" && !strings.ContainsAny(key, " \t")
}

// standsPair reports whether a value stands beside its key: after it, in its
// line, its column or its object.
func (v *view) standsPair(key, value string) bool {
	tight := canon.String(value, canon.Excerpt)
	if tight == "" {
		return true
	}
	text, tightKey := v.tightText(), canon.String(key, canon.Excerpt)
	if !v.effort.spend(2 * len(text)) {
		return false
	}
	if strings.Contains(text, tightKey+":"+tight) || strings.Contains(text, tightKey+"="+tight) {
		return true
	}
	for at := range v.placesOfKey(key) {
		if v.besideKey(at, tight) {
			return true
		}
	}
	return false
}

// hasKey reports whether a key stands anywhere in the output.
func (v *view) hasKey(key string) bool {
	for range v.placesOfKey(key) {
		return true
	}
	return false
}

// callView returns what the model asked: the call's tool and arguments, as a view.
func (v *view) callView() *view {
	v.callOnce.Do(func() {
		i := v.source.Invocation
		v.call = v.partView(`{"tool_name":`+strconv.Quote(i.ToolName)+`,"arguments":`, i.Arguments)
	})
	return v.call
}

// askedView returns what the source says it searched, as a view: its window, how
// long that is, and its scope.
func (v *view) askedView() *view {
	v.askedOnce.Do(func() {
		d := v.source.Invocation.RetrievalDetails
		window := ""
		if w := d.Window; w != nil {
			window = fmt.Sprintf(`"window":{"from":%q,"to":%q,"length":%q},`,
				w.From.Format(time.RFC3339Nano), w.To.Format(time.RFC3339Nano), w.To.Sub(w.From))
		}
		v.asked = v.partView("{"+window+`"scope":`, d.Scope)
	})
	return v.asked
}

// partView returns a part of a row as a view of its own, which is made when it is
// looked at. Where the part is no JSON the view is empty.
func (v *view) partView(head string, raw []byte) *view {
	return &view{effort: v.effort, makePage: func() *page {
		if len(raw) == 0 {
			raw = []byte("null")
		}
		doc, err := evidence.Decode([]byte(head+string(raw)+"}"), evidence.MaxOutputDepth)
		if err != nil {
			return &page{}
		}
		return newPage(doc)
	}}
}
