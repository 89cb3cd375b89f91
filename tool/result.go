package tool

import (
	"encoding/json"
	"strconv"
	"strings"

	superbiz "github.com/superbizagent/superbizagent"
)

// Result is what a tool found, before redaction.
type Result struct {
	// Output is any JSON value; text is {"lines": [...]}. Nothing is JSON null.
	Output json.RawMessage
	// Kind is superbiz.ResultData or superbiz.ResultEmpty: it looked, in scope,
	// and found nothing. A call that could not look returns an error instead.
	Kind superbiz.ResultKind
	// Truncated says that the source had more than it returned.
	Truncated bool
	// Retrieval says what was searched and which paths of Output may be cited.
	Retrieval superbiz.RetrievalDetails
}

// Data returns a result whose whole output may be cited.
func Data(output json.RawMessage) Result {
	return Result{
		Output:    output,
		Kind:      superbiz.ResultData,
		Retrieval: superbiz.RetrievalDetails{EvidenceRefs: []string{"$"}},
	}
}

// Empty returns the result of a search that found nothing.
func Empty(output json.RawMessage) Result {
	return Result{
		Output:    output,
		Kind:      superbiz.ResultEmpty,
		Retrieval: superbiz.RetrievalDetails{EvidenceRefs: []string{superbiz.NoEvidencePath}},
	}
}

// Text returns text as a result whose lines may be cited one by one. Text of
// white space alone is empty.
func Text(text string) Result { return Lines(SplitLines(text)) }

// Lines returns lines of text as a result in which each may be cited. No line,
// or blank ones only, is empty.
func Lines(lines []string) Result {
	output := linesOutput(lines)
	if allBlank(lines) {
		return Empty(output)
	}
	result := Data(output)
	result.Retrieval.EvidenceRefs = []string{Slice("$.lines", len(lines))}
	return result
}

// Slice returns the path of the first count elements of an array, as
// evidence_refs list it: $.lines[0:12].
func Slice(path string, count int) string {
	return path + "[0:" + strconv.Itoa(count) + "]"
}

// SplitLines cuts text at its line ends, \n or \r\n. A last line end begins no
// further line, and bytes that are not UTF-8 become U+FFFD.
func SplitLines(text string) []string {
	text = strings.TrimSuffix(strings.ToValidUTF8(text, "\uFFFD"), "\n")
	if text == "" {
		return []string{}
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimSuffix(line, "\r")
	}
	return lines
}

func allBlank(lines []string) bool {
	for _, line := range lines {
		if strings.TrimSpace(line) != "" {
			return false
		}
	}
	return true
}
