package trace

import (
	"fmt"

	"github.com/go-json-experiment/json"

	superbiz "github.com/superbizagent/superbizagent"
)

// What is decoded of a document beside rows and outputs. Small members are free, so
// that no large one can push a session_id or run_mode out.
const (
	maxHearsayBytes   = 8 << 20
	smallHearsayBytes = 4 << 10
)

// executor reads the part with the attempts, which must have the right shape.
func (d *decoder) executor() error {
	if d.PeekKind() != '{' {
		return d.unfit("executor", "must be an object")
	}
	return d.object(func(name string) error {
		e := &d.trace.Executor
		switch name {
		case "attempts":
			if d.PeekKind() != '[' {
				return d.unfit("executor.attempts", "must be an array")
			}
			return d.array(d.attempt)
		case "kind":
			return hearsay(d, "executor.kind", &e.Kind)
		case "model":
			return hearsay(d, "executor.model", &e.Model)
		case "prompt_version":
			return hearsay(d, "executor.prompt_version", &e.PromptVersion)
		default:
			return d.SkipValue()
		}
	})
}

func (d *decoder) attempt(i int) error {
	at := fmt.Sprintf("executor.attempts[%d]", i)
	switch {
	case i == maxAttempts:
		return fmt.Errorf("%w: a trace may have %d attempts", ErrTooLarge, maxAttempts)
	case d.PeekKind() != '{':
		return d.unfit(at, "must be an object")
	}
	var a superbiz.Attempt
	err := d.object(func(name string) error {
		switch name {
		case "raw_output":
			if k := d.PeekKind(); k != '"' && k != 'n' {
				return d.unfit(at+".raw_output", "must be text; hand over JSON as structured_output")
			}
			return json.UnmarshalDecode(d.Decoder, &a.RawOutput)
		case "structured_output":
			return json.UnmarshalDecode(d.Decoder, &a.StructuredOutput)
		case "parse_status":
			return hearsay(d, at+".parse_status", &a.ParseStatus)
		case "gatekeeper_result":
			return hearsay(d, at+".gatekeeper_result", &a.GatekeeperResult)
		default:
			return d.SkipValue()
		}
	})
	d.trace.Executor.Attempts = append(d.trace.Executor.Attempts, a)
	return err
}

// unfit says that the part which the gate reads has not the shape of an attempt.
func (d *decoder) unfit(path, reason string) error {
	if err := d.SkipValue(); err != nil {
		return err
	}
	return fmt.Errorf("%w: $.%s %s", ErrNoAttempt, path, reason)
}

// hearsay reads a member that the gate can do without: one of the wrong type, or
// beyond what may be decoded of such, is left out.
func hearsay[T any](d *decoder, path string, to *T) error {
	value, err := d.ReadValue()
	if err != nil {
		return err
	}
	if len(value) > smallHearsayBytes {
		if len(value) > d.spare {
			d.note("$."+path, "was left out: it is too large")
			return nil
		}
		d.spare -= len(value)
	}
	var read T
	if err := json.Unmarshal(value, &read); err != nil {
		at, reason := reasonOf(err, "$."+path)
		d.note(at, reason)
		return nil
	}
	*to = read
	return nil
}

func (d *decoder) note(path, reason string) {
	if d.options.Note != nil {
		d.options.Note(path, reason)
	}
}
