package report

import (
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"github.com/superbizagent/superbizagent/store"
)

// Sessions writes a table of sessions.
func Sessions(w io.Writer, sessions []store.SessionSummary) error {
	const widest = 80 // of a question
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "SESSION\tUPDATED\tRUNS\tSTATUS\tVERDICT\tQUESTION")
	for _, s := range sessions {
		fmt.Fprintf(table, "%s\t%s\t%d\t%s\t%s\t%s\n", oneLine(s.SessionID), moment(s.UpdatedAt), s.Runs,
			orDash(string(s.LastStatus)), orDash(string(s.LastVerdict)), cut(oneLine(s.Question), widest))
	}
	if err := table.Flush(); err != nil {
		return fmt.Errorf("write the list of sessions: %w", err)
	}
	return nil
}

func moment(t time.Time) string {
	if t.IsZero() {
		return "-"
	}
	return t.UTC().Format(time.RFC3339)
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return oneLine(s)
}
