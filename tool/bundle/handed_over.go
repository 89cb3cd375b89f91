package bundle

import (
	"fmt"
	"slices"

	superbiz "github.com/superbizagent/superbizagent"
)

// Recorded returns what some executor once handed over for the incident: the
// text of executor_output.txt, whatever it is, and the rows of invocations.jsonl
// as they stand there. It returns false when the bundle holds no such text.
func (b *Bundle) Recorded() (text string, rows []superbiz.ToolInvocation, ok bool, err error) {
	raw, ok, err := b.files.get(executorOutputFile)
	if err != nil || !ok {
		return "", nil, false, err
	}
	if rows, err = b.handedOverRows(); err != nil {
		return "", nil, false, err
	}
	return string(raw), rows, true, nil
}

// checkHandedOver tells what is wrong with these files when the bundle is opened.
func (b *Bundle) checkHandedOver() error {
	if _, _, err := b.files.get(executorOutputFile); err != nil {
		return err
	}
	_, err := b.handedOverRows()
	return err
}

func (b *Bundle) handedOverRows() ([]superbiz.ToolInvocation, error) {
	text, ok, err := b.files.get(invocationsFile)
	if err != nil || !ok {
		return nil, err
	}
	var rows []superbiz.ToolInvocation
	lines := map[string]int{}
	err = jsonLines(text, func(number int, line []byte) error {
		var row superbiz.ToolInvocation
		if err := decodeLine(invocationsFile, number, line, &row); err != nil {
			return err
		}
		if err := checkRow(row); err != nil {
			return wrong(invocationsFile, number, "%w", err)
		}
		if earlier, again := lines[row.InvocationID]; again {
			return wrong(invocationsFile, number, "invocation_id %.80q is that of line %d too", row.InvocationID, earlier)
		}
		lines[row.InvocationID] = number
		rows = append(rows, row)
		return nil
	})
	return rows, err
}

// checkRow refuses what no store could keep. Whether a row may be cited is for the Gatekeeper.
func checkRow(row superbiz.ToolInvocation) error {
	switch {
	case row.InvocationID == "":
		return fmt.Errorf("invocation_id is missing")
	case row.SessionID == "":
		return fmt.Errorf("session_id is missing")
	case row.ToolName == "":
		return fmt.Errorf("tool_name is missing")
	case !slices.Contains([]superbiz.InvocationStatus{
		superbiz.InvocationRunning, superbiz.InvocationSucceeded, superbiz.InvocationFailed,
		superbiz.InvocationTimeout, superbiz.InvocationDenied, superbiz.InvocationSkipped,
	}, row.Status):
		return fmt.Errorf("status is %.40q", row.Status)
	case !slices.Contains([]superbiz.ResultKind{superbiz.ResultData, superbiz.ResultEmpty, superbiz.ResultError, superbiz.ResultNone}, row.ResultKind):
		return fmt.Errorf("result_kind is %.40q", row.ResultKind)
	}
	return nil
}
