package pipeline

import (
	"encoding/json"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/tool"
)

// redactText returns text without credentials, and whether that changed it.
func redactText(text string) (string, bool) {
	kept := tool.RedactText(text)
	return kept, kept != text
}

// redactAttempt returns an attempt as it may be stored. It was gated as it came.
func redactAttempt(a superbiz.Attempt) (superbiz.Attempt, bool, error) {
	raw, changed, err := redactRaw(storable(*a.RawOutput), a.ParseStatus)
	if err != nil {
		return superbiz.Attempt{}, false, err
	}
	a.RawOutput = &raw
	if changed {
		a.StructuredOutput = nil
		if doc := evidence.Parse(raw).Document; doc != nil {
			a.StructuredOutput = json.RawMessage(doc.Raw())
		}
	}
	if a.GatekeeperResult != nil {
		gate, gateChanged, err := redactResult(*a.GatekeeperResult)
		if err != nil {
			return superbiz.Attempt{}, false, err
		}
		a.GatekeeperResult, changed = &gate, changed || gateChanged
	}
	return a, changed, nil
}

// redactRaw reads a text that is JSON as JSON, so that it still is afterwards.
func redactRaw(text string, status superbiz.ParseStatus) (string, bool, error) {
	if status != superbiz.ParseValid {
		kept, changed := redactText(text)
		return kept, changed, nil
	}
	kept, err := tool.RedactJSON(json.RawMessage(text))
	return string(kept), err == nil && string(kept) != text, err
}

// redactResult returns a gate's result as it may be stored: its messages quote
// what the executor wrote.
func redactResult(r superbiz.GatekeeperResult) (superbiz.GatekeeperResult, bool, error) {
	raw, err := json.Marshal(r)
	if err != nil {
		return r, false, err
	}
	kept, err := tool.RedactJSON(raw)
	if err != nil || string(kept) == string(raw) {
		return r, false, err
	}
	var out superbiz.GatekeeperResult
	return out, true, json.Unmarshal(kept, &out)
}
