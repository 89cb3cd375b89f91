package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/superbizagent/superbizagent/config"
	"github.com/superbizagent/superbizagent/report"
	"github.com/superbizagent/superbizagent/store"
)

func sessionsCommand(p process) *cobra.Command {
	cmd := group("sessions", "The audit: what was asked, looked at, judged and answered",
		listSessionsCommand(p), showSessionCommand(p))
	addDatabaseFlag(cmd.PersistentFlags())
	return cmd
}

func listSessionsCommand(p process) *cobra.Command {
	var format string
	var page store.Page
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List sessions, the newest first",
		Args:  takes(),
		RunE: configured(p, func(ctx context.Context, c *config.Config, _ []string) error {
			return withSessions(ctx, p, c.Database, format, func(ctx context.Context, r store.Reader) error {
				return listSessions(ctx, p.stdout, r, page, format)
			})
		}),
	}
	f := cmd.Flags()
	f.StringVar(&format, "format", "text", "output format: text or json")
	f.IntVar(&page.Limit, "limit", store.DefaultPage, "list at most so `many`")
	f.StringVar(&page.After, "after", "", "begin after the session with this `id`")
	return cmd
}

type showFlags struct {
	format   string
	run      string
	traceOut string
}

func showSessionCommand(p process) *cobra.Command {
	var flags showFlags
	cmd := &cobra.Command{
		Use:   "show ID",
		Short: "Show all of a session: questions, plans, tool calls, attempts, findings, verdicts, answers",
		Args:  takes("ID"),
		RunE: configured(p, func(ctx context.Context, c *config.Config, args []string) error {
			return withSessions(ctx, p, c.Database, flags.format, func(ctx context.Context, r store.Reader) error {
				return showSession(ctx, p.stdout, r, args[0], flags)
			})
		}),
	}
	f := cmd.Flags()
	f.StringVar(&flags.format, "format", "text", "output format: text or json")
	f.StringVar(&flags.run, "run", "", "`id` of the run for --trace-out; else the last one")
	f.StringVar(&flags.traceOut, "trace-out", "", "`file` to write the diagnosis_trace_v1 of a run to")
	return cmd
}

func withSessions(ctx context.Context, p process, path, format string, do func(context.Context, store.Reader) error) error {
	if err := formatOneOf(format, "text", "json"); err != nil {
		return err
	}
	db, err := openExistingDatabase(ctx, p, path)
	if err != nil {
		return err
	}
	defer closeQuietly(db)
	return do(ctx, db)
}

func listSessions(ctx context.Context, w io.Writer, r store.Reader, page store.Page, format string) error {
	if page.Limit < 1 {
		return fmt.Errorf("--limit is %d; it must be at least 1", page.Limit)
	}
	sessions, err := r.ListSessions(ctx, page)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return fmt.Errorf("there is no session %s", page.After)
	case err != nil:
		return err
	case format == "json":
		return printJSON(w, sessions)
	default:
		return report.Sessions(w, sessions)
	}
}

func showSession(ctx context.Context, w io.Writer, r store.Reader, id string, flags showFlags) error {
	session, err := store.LoadSession(ctx, r, id)
	if errors.Is(err, store.ErrNotFound) {
		return noSession(id)
	}
	if err != nil {
		return err
	}
	if flags.traceOut != "" {
		if err := writeRunTrace(ctx, r, session, flags); err != nil {
			return err
		}
	}
	if flags.format == "json" {
		return printJSON(w, session)
	}
	return report.Session(w, session)
}

// knownSession returns an error when there is no such session; none is named by "".
func knownSession(ctx context.Context, r store.Reader, id string) error {
	if id == "" {
		return nil
	}
	_, err := r.Session(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return noSession(id)
	}
	return err
}

func noSession(id string) error {
	return fmt.Errorf("there is no session %s; superbiz sessions list names those that there are", id)
}

func writeRunTrace(ctx context.Context, r store.Reader, session store.WholeSession, flags showFlags) error {
	id := flags.run
	for _, run := range session.Runs {
		if flags.run == "" || flags.run == run.RunID {
			id = run.RunID
		}
	}
	if id == "" {
		return fmt.Errorf("session %s has no run to write a trace of", session.SessionID)
	}
	t, err := store.LoadTrace(ctx, r, id)
	if errors.Is(err, store.ErrNotFound) || err == nil && t.SessionID != session.SessionID {
		return fmt.Errorf("session %s has no run %s", session.SessionID, id)
	}
	if err != nil {
		return err
	}
	return writeTrace(flags.traceOut, &t)
}

func printJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}
