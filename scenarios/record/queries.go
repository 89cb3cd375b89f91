package main

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"github.com/jackc/pgx/v5"
)

// database is where the recorded queries run: beside the shop's, so that they are not counted in it.
const database = "postgres"

// Queries that fabricate looks up again.
const (
	clientsQuery = `SELECT application_name, state, count(*) AS connections, extract(epoch FROM now() - min(xact_start))::int AS oldest_transaction_seconds` +
		` FROM pg_stat_activity WHERE datname = 'shop' GROUP BY application_name, state ORDER BY connections DESC, application_name, state`
	limitQuery   = `SHOW max_connections`
	waitingQuery = `SELECT pid, application_name, wait_event FROM pg_stat_activity WHERE datname = 'shop' AND wait_event_type = 'Lock' ORDER BY pid`
)

// queries are recorded as calls of sql_query. All are read-only.
var queries = []string{
	limitQuery,
	`SHOW superuser_reserved_connections`,
	clientsQuery,
	`SELECT pid, application_name, state, xact_start, query FROM pg_stat_activity` +
		` WHERE datname = 'shop' AND state LIKE 'idle in transaction%' AND now() - xact_start > interval '10 seconds' ORDER BY xact_start LIMIT 5`,
	waitingQuery,
	`SELECT numbackends, xact_commit, xact_rollback, deadlocks, sessions, sessions_abandoned, sessions_fatal, sessions_killed` +
		` FROM pg_stat_database WHERE datname = 'shop'`,
	`SELECT pg_postmaster_start_time() AS started_at, pg_is_in_recovery() AS in_recovery`,
	`SELECT pg_database_size('shop') AS size_bytes`,
}

// recording is a line of recordings.jsonl.
type recording struct {
	ToolName   string    `json:"tool_name"`
	Arguments  arguments `json:"arguments"`
	Status     string    `json:"status"`
	ResultKind string    `json:"result_kind"`
	Output     table     `json:"output"`
	StartedAt  time.Time `json:"started_at"`
	EndedAt    time.Time `json:"ended_at"`
}

type arguments struct {
	Database string `json:"database"`
	Query    string `json:"query"`
}

// table is the output of sql_query.
type table struct {
	Columns  []string         `json:"columns"`
	Rows     []map[string]any `json:"rows"`
	RowCount int              `json:"row_count"`
}

// captureQueries runs the queries and writes recordings.jsonl.
func captureQueries(ctx context.Context, dsn, out string) error {
	config, err := pgx.ParseConfig(dsn)
	if err != nil {
		return fmt.Errorf("read -dsn: %w", err)
	}
	config.Database = database
	config.RuntimeParams["application_name"] = "record"
	config.RuntimeParams["timezone"] = "UTC"
	config.RuntimeParams["default_transaction_read_only"] = "on"
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(ctx) }()

	var recordings []recording
	for _, query := range queries {
		made, err := recordQuery(ctx, conn, query)
		if err != nil {
			return fmt.Errorf("run %s: %w", query, err)
		}
		recordings = append(recordings, made)
	}
	return writeJSONLines(filepath.Join(out, "recordings.jsonl"), recordings, "")
}

func recordQuery(ctx context.Context, conn *pgx.Conn, query string) (recording, error) {
	made := recording{
		ToolName:   "sql_query",
		Arguments:  arguments{Database: database, Query: query},
		Status:     "succeeded",
		ResultKind: "data",
		StartedAt:  time.Now().UTC().Truncate(time.Millisecond),
	}
	rows, err := conn.Query(ctx, query)
	if err != nil {
		return recording{}, err
	}
	found, err := pgx.CollectRows(rows, pgx.RowToMap)
	if err != nil {
		return recording{}, err
	}
	made.EndedAt = time.Now().UTC().Truncate(time.Millisecond)
	made.Output = table{Rows: found, RowCount: len(found)}
	for _, field := range rows.FieldDescriptions() {
		made.Output.Columns = append(made.Output.Columns, field.Name)
	}
	for _, row := range found {
		for name, value := range row {
			if at, ok := value.(time.Time); ok {
				row[name] = at.UTC()
			}
		}
	}
	if len(found) == 0 {
		made.ResultKind = "empty"
		made.Output.Rows = []map[string]any{}
	}
	return made, nil
}
