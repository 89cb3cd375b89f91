package trace

import (
	"fmt"
	"io"

	"github.com/go-json-experiment/json"
	jsonv1 "github.com/go-json-experiment/json/v1"

	superbiz "github.com/superbizagent/superbizagent"
)

// Encode writes a trace as one line. Equal traces give equal bytes. Lists that are
// nil are written as empty: null would be absence.
func Encode(w io.Writer, t *superbiz.DiagnosisTrace) error {
	// The fields' omitempty means the zero value of Go, as in encoding/json: an
	// attempt's raw_output that is "" must stay, since it is there.
	out, err := json.Marshal(t, jsonv1.OmitEmptyWithLegacySemantics(true))
	if err != nil {
		return fmt.Errorf("encode trace of run %s: %w", t.RunID, err)
	}
	if _, err := w.Write(append(out, '\n')); err != nil {
		return fmt.Errorf("write trace of run %s: %w", t.RunID, err)
	}
	return nil
}
