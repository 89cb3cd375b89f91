package bench

import (
	"encoding/json"

	superbiz "github.com/superbizagent/superbizagent"
)

// floor decodes a trace with the standard library, into values of any type: what
// the simplest program needs that looks at the whole document.
func floor(data []byte) error {
	var document any
	return json.Unmarshal(data, &document)
}

// floorTyped decodes a trace with the standard library into the nouns of the
// project, where outputs stay as text.
func floorTyped(data []byte) error {
	var document superbiz.DiagnosisTrace
	return json.Unmarshal(data, &document)
}
