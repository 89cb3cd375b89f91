package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A selector is one metric of the bundle, kept as metrics/<file>.csv. Prometheus scrapes every second; the step is what
// the bundle keeps of that.
type selector struct {
	file  string
	query string
	step  time.Duration
}

var selectors = []selector{
	{"pg_up", `pg_up`, 5 * time.Second},
	{"up", `up`, 5 * time.Second},
	{"pg_postmaster_start_time_seconds", `pg_postmaster_start_time_seconds`, 15 * time.Second},
	{"pg_settings_max_connections", `pg_settings_max_connections`, 15 * time.Second},
	{"pg_settings_superuser_reserved_connections", `pg_settings_superuser_reserved_connections`, 15 * time.Second},
	{"pg_connections_used", `pg_connections_used`, 2 * time.Second},
	{"pg_stat_activity_count", `pg_stat_activity_count{datname="shop",state=~"active|idle|idle in transaction"}`, 2 * time.Second},
	{"pg_stat_activity_max_tx_duration", `pg_stat_activity_max_tx_duration{datname="shop",state="idle in transaction"}`, 5 * time.Second},
	{"pg_stat_database_numbackends", `pg_stat_database_numbackends{datname=~"postgres|shop"}`, 5 * time.Second},
	{"pg_stat_database_deadlocks", `pg_stat_database_deadlocks{datname="shop"}`, 5 * time.Second},
	{"pg_stat_database_xact_commit_rate10s", `pg_stat_database_xact_commit:rate10s`, 5 * time.Second},
	{"pg_database_size_bytes", `pg_database_size_bytes{datname="shop"}`, 5 * time.Second},
	{"node_filesystem_avail_bytes", `node_filesystem_avail_bytes`, 5 * time.Second},
	{"node_filesystem_size_bytes", `node_filesystem_size_bytes`, 15 * time.Second},
	{"node_filesystem_files_free", `node_filesystem_files_free`, 5 * time.Second},
}

// series is one time series of a range query of Prometheus.
type series struct {
	Metric map[string]string    `json:"metric"`
	Values [][2]json.RawMessage `json:"values"` // seconds as a number, the value as a string
}

// captureMetrics writes metrics/*.csv. A selector that finds nothing is an error: it would look like a quiet system.
func captureMetrics(ctx context.Context, base string, from, to time.Time, out string) error {
	for _, s := range selectors {
		found, err := queryRange(ctx, base, s, from, to)
		if err != nil {
			return fmt.Errorf("query %s: %w", s.query, err)
		}
		if len(found) == 0 {
			return fmt.Errorf("query %s: no series", s.query)
		}
		text, err := toCSV(found)
		if err != nil {
			return fmt.Errorf("write %s: %w", s.file, err)
		}
		if err := writeFile(filepath.Join(out, "metrics", s.file+".csv"), text); err != nil {
			return err
		}
	}
	return nil
}

func queryRange(ctx context.Context, base string, s selector, from, to time.Time) ([]series, error) {
	body, err := get(ctx, base+"/api/v1/query_range?"+url.Values{
		"query": {s.query},
		"start": {from.Format(time.RFC3339)},
		"end":   {to.Format(time.RFC3339)},
		"step":  {s.step.String()},
	}.Encode())
	if err != nil {
		return nil, err
	}
	var answer struct {
		Data struct {
			Result []series `json:"result"`
		} `json:"data"`
	}
	if err := json.Unmarshal(body, &answer); err != nil {
		return nil, err
	}
	return answer.Data.Result, nil
}

// toCSV writes a row a sample: timestamp, metric, the labels in name order, value.
func toCSV(found []series) ([]byte, error) {
	names := map[string]bool{}
	for _, one := range found {
		for name := range one.Metric {
			names[name] = true
		}
	}
	delete(names, "__name__")
	labels := slices.Sorted(maps.Keys(names))

	var text bytes.Buffer
	rows := csv.NewWriter(&text)
	if err := rows.Write(slices.Concat([]string{"timestamp", "metric"}, labels, []string{"value"})); err != nil {
		return nil, err
	}
	for _, one := range found {
		for _, sample := range one.Values {
			at, err := strconv.ParseFloat(string(sample[0]), 64)
			if err != nil {
				return nil, err
			}
			row := []string{time.UnixMilli(int64(math.Round(at * 1000))).UTC().Format(time.RFC3339), one.Metric["__name__"]}
			for _, label := range labels {
				row = append(row, one.Metric[label])
			}
			if err := rows.Write(append(row, strings.Trim(string(sample[1]), `"`))); err != nil {
				return nil, err
			}
		}
	}
	rows.Flush()
	return text.Bytes(), rows.Error()
}
