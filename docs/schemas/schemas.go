// Package schemas holds the published JSON Schemas, for the programs that send them
// to others: a model is told the shape of what it hands over by the file that is
// published, and not by a copy.
package schemas

import _ "embed"

//go:embed executor_evidence_v2.schema.json
var executorEvidence []byte

// ExecutorEvidence returns the JSON Schema of executor_evidence_v2.
func ExecutorEvidence() []byte { return append([]byte(nil), executorEvidence...) }
