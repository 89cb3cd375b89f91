package trace

import (
	"errors"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	superbiz "github.com/superbizagent/superbizagent"
)

// What one document may hold. A row of three bytes costs a hundred times as many
// in memory, so the size of the document alone bounds nothing.
const (
	maxRows     = 100_000
	maxRefs     = 2_000_000
	maxAttempts = 100
)

// usualRows is for how many rows room is made at first.
const usualRows = 8

// rows reads tool_invocations. A row that cannot be read ends the pass; see Decode.
func (d *decoder) rows() error {
	d.hasRows = true
	if d.rowsErr != nil {
		return d.SkipValue()
	}
	if kind := d.PeekKind(); kind != '[' {
		if err := d.SkipValue(); err != nil {
			return err
		}
		d.rowsErr = &RowsError{"$.tool_invocations", "must be an array of rows"}
		return nil
	}
	return d.array(d.row)
}

func (d *decoder) row(i int) error {
	if i == maxRows {
		return fmt.Errorf("%w: a trace may have %d tool_invocations", ErrTooLarge, maxRows)
	}
	if d.PeekKind() != '{' {
		return d.stop(&RowsError{rowPath(i), "must be an object"})
	}
	if i == 0 {
		d.trace.ToolInvocations = make([]superbiz.ToolInvocation, 0, usualRows)
	}
	d.trace.ToolInvocations = append(d.trace.ToolInvocations, superbiz.ToolInvocation{})
	row := &d.trace.ToolInvocations[i]
	if err := json.UnmarshalDecode(d.Decoder, row); err != nil {
		if _, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
			return err
		}
		if d.refs > maxRefs {
			return fmt.Errorf("%w: a trace may have %d evidence_refs", ErrTooLarge, maxRefs)
		}
		path, reason := reasonOf(err, "$")
		return d.stop(&RowsError{path, reason})
	}
	if strings.TrimSpace(row.InvocationID) == "" {
		return d.stop(&RowsError{rowPath(i) + ".invocation_id", "is missing: a row is known by its id"})
	}
	return nil
}

func rowPath(i int) string { return fmt.Sprintf("$.tool_invocations[%d]", i) }

func (d *decoder) stop(err *RowsError) error {
	d.rowsErr, d.stopped = err, true
	return err
}

// evidenceRefs reads the one list of strings that a row has.
func (d *decoder) evidenceRefs(dec *jsontext.Decoder, to *[]string) error {
	if dec.PeekKind() != '[' {
		return errors.ErrUnsupported // the default reports what is there instead
	}
	if _, err := dec.ReadToken(); err != nil {
		return err
	}
	refs := []string{}
	for dec.PeekKind() != ']' {
		if d.refs++; d.refs > maxRefs {
			return ErrTooLarge
		}
		var ref string
		if err := json.UnmarshalDecode(dec, &ref); err != nil {
			return err
		}
		refs = append(refs, ref)
	}
	*to = refs
	_, err := dec.ReadToken()
	return err
}
