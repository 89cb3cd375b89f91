package trace

import (
	"fmt"

	"github.com/go-json-experiment/json"
	jsonv1 "github.com/go-json-experiment/json/v1"

	superbiz "github.com/superbizagent/superbizagent"
)

// Encode renders a trace on one line, without an end of line. Equal traces give
// equal bytes. Lists that are nil are written as empty: null would be absence.
func Encode(t *superbiz.DiagnosisTrace) ([]byte, error) {
	// The fields' omitempty means the zero value of Go, as in encoding/json: an
	// attempt's raw_output that is "" must stay, since it is there.
	out, err := json.Marshal(t, jsonv1.OmitEmptyWithLegacySemantics(true))
	if err != nil {
		return nil, fmt.Errorf("encode trace %s: %w", t.RunID, err)
	}
	return out, nil
}
