package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// A story is what people say of a scenario: what is asked, and whether the alert must be there.
type story struct {
	title    string
	question string
	executor string
	alert    string // the alert that must fire; "" when none may
}

const exhausted = "postgres-connections-exhausted"

// stories are all scenarios by name. The safety path asks the question of the incident and is answered by a recording.
var stories = map[string]story{
	exhausted: {
		title:    "PostgreSQL refuses the clients of the shop",
		question: "orders-api cannot reach its PostgreSQL database and orders fail. Why?",
		executor: "analyst",
		alert:    "PostgresConnectionsExhausted",
	},
	"postgres-no-disk-full": {
		title:    "Suspected full disk or crash of PostgreSQL",
		question: "Did the disk of the PostgreSQL server fill up, or did the server crash?",
		executor: "analyst",
	},
	"fabricated-evidence": {
		title:    "A misbehaving executor diagnoses PostgreSQL",
		question: "orders-api cannot reach its PostgreSQL database and orders fail. Why?",
		executor: "recorded",
	},
}

// place is the same for all: the names under which record.sh runs its services.
var place = scope{Cluster: "demo", Namespace: "shop", Service: "postgresql"}

// capture is one recording: where from, of when, where to.
type capture struct {
	scenario                      string
	out                           string
	prometheus, alertmanager, dsn string
	from                          time.Time
	logs                          map[string]string // by service
}

// The last samples and lines of the window arrive within this time.
const settle = 2 * time.Second

func (c *capture) run(ctx context.Context) error {
	told, ok := stories[c.scenario]
	if !ok {
		return fmt.Errorf("-scenario %q is unknown", c.scenario)
	}
	if err := captureAlerts(ctx, c.alertmanager, told.alert, c.out); err != nil {
		return fmt.Errorf("capture alerts: %w", err)
	}
	if err := captureQueries(ctx, c.dsn, c.out); err != nil {
		return fmt.Errorf("capture queries: %w", err)
	}
	to := time.Now().UTC().Truncate(time.Second).Add(time.Second)
	if !c.from.Before(to) {
		return errors.New("-from is in the future")
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(time.Until(to.Add(settle))):
	}
	if err := captureMetrics(ctx, c.prometheus, c.from, to, c.out); err != nil {
		return fmt.Errorf("capture metrics: %w", err)
	}
	if err := captureLogs(c.logs, c.from, to, c.out); err != nil {
		return fmt.Errorf("capture logs: %w", err)
	}
	return writeStory(c.out, told, c.from, to)
}

// incident is incident.json of the bundle.
type incident struct {
	BundleVersion string    `json:"bundle_version"`
	Title         string    `json:"title"`
	Question      string    `json:"question"`
	StartedAt     time.Time `json:"started_at"`
	EndedAt       time.Time `json:"ended_at"`
	Scope         scope     `json:"scope"`
}

// request is request.json of the scenario.
type request struct {
	Question string `json:"question"`
	Executor string `json:"executor"`
	Scope    scope  `json:"scope"`
	Window   window `json:"window"`
}

type scope struct {
	Cluster   string `json:"cluster"`
	Namespace string `json:"namespace"`
	Service   string `json:"service"`
}

type window struct {
	From time.Time `json:"from"`
	To   time.Time `json:"to"`
}

// writeStory writes incident.json and request.json. Their window is the whole recording, healthy time before the fault
// included: it is what an analyst compares with.
func writeStory(out string, told story, from, to time.Time) error {
	err := writeJSON(filepath.Join(out, "incident.json"), incident{
		BundleVersion: "incident_bundle_v1", Title: told.title, Question: told.question,
		StartedAt: from, EndedAt: to, Scope: place,
	})
	if err != nil {
		return err
	}
	return writeJSON(filepath.Join(out, "request.json"), request{
		Question: told.question, Executor: told.executor, Scope: place,
		Window: window{From: from, To: to},
	})
}

// captureAlerts writes alerts.json: what Alertmanager's v2 API answers, only indented. It refuses a recording without
// the alert that the scenario is about, or with any when it is about none.
func captureAlerts(ctx context.Context, base, want, out string) error {
	raw, alerts, err := getAlerts(ctx, base)
	if err != nil {
		return err
	}
	names := make([]string, 0, len(alerts))
	for _, alert := range alerts {
		names = append(names, alert.Labels["alertname"])
	}
	switch {
	case want == "" && len(names) > 0:
		return fmt.Errorf("alerts %q fire, though nothing should be wrong", names)
	case want != "" && !slices.Contains(names, want):
		return fmt.Errorf("alert %s does not fire, only %q", want, names)
	}
	return writeJSON(filepath.Join(out, "alerts.json"), raw)
}

func writeJSON(file string, value any) error {
	return writeJSONLines(file, []any{value}, "  ")
}

// writeJSONLines writes the values one after the other: one a line, or indented. Text stays readable: <, > and & as they are.
func writeJSONLines[T any](file string, values []T, indent string) error {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", indent)
	for _, value := range values {
		if err := encoder.Encode(value); err != nil {
			return err
		}
	}
	return writeFile(file, text.Bytes())
}

func writeFile(file string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o644)
}
