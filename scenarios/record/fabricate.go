package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/superbizagent/superbizagent/evidence"
)

// Sessions of the rows. The first row's is the run's own; the other one stays foreign.
const (
	ownSession     = "s-fabricated-evidence"
	foreignSession = "s-another-incident"
)

// invocation is a tool_invocation row of the contract. It is not superbiz.ToolInvocation, which only the Recorder makes:
// these rows are data of a run that is played, with fixed ids that the hand-written executor_output.txt cites.
type invocation struct {
	InvocationID     string          `json:"invocation_id"`
	SessionID        string          `json:"session_id"`
	RunID            string          `json:"run_id"`
	Seq              int             `json:"seq"`
	ToolName         string          `json:"tool_name"`
	ToolSource       string          `json:"tool_source"`
	Arguments        any             `json:"arguments"`
	Status           string          `json:"status"`
	ResultKind       string          `json:"result_kind"`
	DataMode         string          `json:"data_mode"`
	SourceClass      string          `json:"source_class"`
	StartedAt        time.Time       `json:"started_at"`
	EndedAt          time.Time       `json:"ended_at"`
	AttemptCount     int             `json:"attempt_count"`
	Error            *string         `json:"error"`
	Output           json.RawMessage `json:"output"`
	OutputSHA256     string          `json:"output_sha256,omitempty"`
	Truncated        bool            `json:"truncated"`
	RetrievalDetails retrieval       `json:"retrieval_details"`
}

type retrieval struct {
	EvidenceRefs []string `json:"evidence_refs"`
	Window       *window  `json:"window,omitempty"`
	Scope        any      `json:"scope,omitempty"`
	Total        *int     `json:"total,omitempty"`
	Returned     *int     `json:"returned,omitempty"`
}

// captured is what fabricate reads of a bundle.
type captured struct {
	incident   incident
	alerts     []json.RawMessage
	errorLines []string
	recordings []storedRecording
}

// storedRecording is a recording as it stands in recordings.jsonl.
type storedRecording struct {
	Arguments  arguments       `json:"arguments"`
	ResultKind string          `json:"result_kind"`
	Output     json.RawMessage `json:"output"`
}

// fabricate writes the bundle of the safety path: all that was captured, and invocations.jsonl, the rows of an executor
// that did look at it. What that executor then made up is executor_output.txt, written by hand.
func fabricate(bundle, out string) error {
	for _, part := range []string{"alerts.json", "recordings.jsonl", "logs", "metrics"} {
		if err := copyPart(filepath.Join(bundle, part), filepath.Join(out, part)); err != nil {
			return fmt.Errorf("copy %s: %w", part, err)
		}
	}
	from, err := readBundle(bundle)
	if err != nil {
		return fmt.Errorf("read %s: %w", bundle, err)
	}
	if err := writeStory(out, stories["fabricated-evidence"], from.incident.StartedAt, from.incident.EndedAt); err != nil {
		return err
	}
	rows, err := from.invocations()
	if err != nil {
		return fmt.Errorf("make invocations: %w", err)
	}
	return writeJSONLines(filepath.Join(out, "invocations.jsonl"), rows, "")
}

func copyPart(from, to string) error {
	info, err := os.Stat(from)
	if err != nil {
		return err
	}
	if info.IsDir() {
		if err := os.RemoveAll(to); err != nil {
			return err
		}
		return os.CopyFS(to, os.DirFS(from))
	}
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return writeFile(to, text)
}

func readBundle(dir string) (captured, error) {
	var found captured
	parts := map[string]func([]byte) error{
		"incident.json":       func(text []byte) error { return json.Unmarshal(text, &found.incident) },
		"alerts.json":         func(text []byte) error { return json.Unmarshal(text, &found.alerts) },
		"recordings.jsonl":    found.readRecordings,
		"logs/postgresql.log": found.readErrors,
	}
	for part, read := range parts {
		text, err := os.ReadFile(filepath.Join(dir, part))
		if err != nil {
			return captured{}, err
		}
		if err := read(text); err != nil {
			return captured{}, fmt.Errorf("%s: %w", part, err)
		}
	}
	return found, nil
}

func (c *captured) readRecordings(text []byte) error {
	for decoder := json.NewDecoder(bytes.NewReader(text)); decoder.More(); {
		var one storedRecording
		if err := decoder.Decode(&one); err != nil {
			return err
		}
		c.recordings = append(c.recordings, one)
	}
	return nil
}

// readErrors keeps the lines of the server's log that report an error.
func (c *captured) readErrors(text []byte) error {
	for line := range strings.Lines(string(text)) {
		if strings.Contains(line, "FATAL:") || strings.Contains(line, "ERROR:") || strings.Contains(line, "PANIC:") {
			c.errorLines = append(c.errorLines, strings.TrimRight(line, "\n"))
		}
	}
	return nil
}

// invocations returns five rows of the played run and one of another session. Their times are those of the play.
func (c *captured) invocations() ([]invocation, error) {
	alerts := invocation{InvocationID: "inv-01-a7tq", ToolName: "alerts_list", SourceClass: "alert", Arguments: map[string]any{}}
	alerts.returned(len(c.alerts), fmt.Sprintf("$.alerts[0:%d]", len(c.alerts)))
	alerts.RetrievalDetails.Scope = c.incident.Scope
	logs := invocation{
		InvocationID: "inv-02-m3xd", ToolName: "logs_errors", SourceClass: "observed",
		Arguments: map[string]any{"service": "postgresql", "namespace": c.incident.Scope.Namespace},
	}
	logs.returned(len(c.errorLines), fmt.Sprintf("$.lines[0:%d]", len(c.errorLines)))
	logs.RetrievalDetails.Scope = c.incident.Scope
	logs.RetrievalDetails.Window = &window{From: c.incident.StartedAt, To: c.incident.EndedAt}
	if err := alerts.answer(map[string]any{"alerts": c.alerts}); err != nil {
		return nil, err
	}
	if err := logs.answer(map[string]any{"lines": c.errorLines}); err != nil {
		return nil, err
	}

	clients, err := c.query("inv-03-k9wf", clientsQuery)
	if err != nil {
		return nil, err
	}
	waiting, err := c.query("inv-05-t6zc", waitingQuery)
	if err != nil {
		return nil, err
	}
	foreign, err := c.query("inv-02-x8vb", limitQuery)
	if err != nil {
		return nil, err
	}
	foreign.SessionID, foreign.RunID = foreignSession, "r-another-incident"

	rows := []invocation{alerts, logs, clients, notRecorded("inv-04-p2hn"), waiting, foreign}
	at := c.incident.EndedAt
	for i := range rows {
		row := &rows[i]
		if row.SessionID == "" {
			row.SessionID, row.RunID = ownSession, "r-fabricated-evidence"
		}
		row.Seq, row.AttemptCount = i+1, 1
		row.ToolSource, row.DataMode = "bundle", "bundle"
		row.StartedAt, row.EndedAt = at.Add(time.Duration(i)*time.Second), at.Add(time.Duration(i)*time.Second+20*time.Millisecond)
	}
	rows[len(rows)-1].Seq = 2
	return rows, nil
}

// query returns the row of a recorded query. As of any recording, the whole output may be cited and nothing says what was searched.
func (c *captured) query(id, query string) (invocation, error) {
	for _, one := range c.recordings {
		if one.Arguments.Query != query {
			continue
		}
		row := invocation{InvocationID: id, ToolName: "sql_query", SourceClass: "observed", Arguments: one.Arguments}
		row.Status, row.ResultKind = "succeeded", one.ResultKind
		row.RetrievalDetails.EvidenceRefs = []string{"$"}
		if one.ResultKind == "empty" {
			row.RetrievalDetails.EvidenceRefs = []string{"$.no_evidence"}
		}
		return row, row.answer(one.Output)
	}
	return invocation{}, fmt.Errorf("no recording of %s", query)
}

// notRecorded is a call that nobody recorded: it failed, and proves nothing.
func notRecorded(id string) invocation {
	fault := "not_recorded: the bundle does not hold this call"
	return invocation{
		InvocationID: id, ToolName: "sql_query", SourceClass: "observed",
		Arguments: arguments{Database: database, Query: `SELECT * FROM pg_stat_archiver`},
		Status:    "failed", ResultKind: "error", Error: &fault, Output: json.RawMessage("null"),
		RetrievalDetails: retrieval{EvidenceRefs: []string{}},
	}
}

// returned sets the outcome of a call that found n things, which stand at ref.
func (i *invocation) returned(n int, ref string) {
	i.Status, i.ResultKind = "succeeded", "data"
	i.RetrievalDetails = retrieval{EvidenceRefs: []string{ref}, Total: &n, Returned: &n}
}

// answer sets the output and its hash.
func (i *invocation) answer(output any) error {
	text, err := json.Marshal(output)
	if err != nil {
		return err
	}
	i.Output = text
	i.OutputSHA256, err = evidence.HashOutput(text)
	return err
}
