// Package scenarios holds the stable demo scenarios: incidents, most of them recorded from real services, each with the
// request that asks about it.
//
// A scenario is a folder: an incident_bundle_v1 with a request.json and a README.md that says what a diagnosis of it
// must show. They are embedded, so that a binary without the source tree can show them. record/record.sh makes those of
// PostgreSQL.
package scenarios

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"

	superbiz "github.com/superbizagent/superbizagent"
)

//go:embed postgres-connections-exhausted kubernetes-memory-limit postgres-no-disk-full fabricated-evidence
var files embed.FS

// names are the folders, in the order of a demo: two answers, a proved "no", a refusal.
var names = []string{"postgres-connections-exhausted", "kubernetes-memory-limit", "postgres-no-disk-full", "fabricated-evidence"}

// Scenario is one recorded incident.
type Scenario struct {
	Name    string // its folder, e.g. "postgres-connections-exhausted"
	Title   string // one line for people
	Request Request
	Bundle  fs.FS // the incident_bundle_v1; incident.json is at its root
}

// Request is what is asked about the incident: request.json.
type Request struct {
	Question string          `json:"question"`
	Executor string          `json:"executor"` // analyst, or recorded where the bundle holds an executor's output
	Scope    Scope           `json:"scope"`
	Window   superbiz.Window `json:"window"` // the whole recording, healthy time before the fault included
}

// Scope says where the incident happened, in the words of the bundle's incident.json.
type Scope struct {
	Cluster   string `json:"cluster"`
	Namespace string `json:"namespace"`
	Service   string `json:"service"`
}

// All returns the scenarios in the order of a demo. It panics when an embedded file cannot be read, which a test of this
// package rules out.
func All() []Scenario {
	all := make([]Scenario, 0, len(names))
	for _, name := range names {
		one, err := load(name)
		if err != nil {
			panic(fmt.Sprintf("scenarios: load %s: %v", name, err))
		}
		all = append(all, one)
	}
	return all
}

func load(name string) (Scenario, error) {
	bundle, err := fs.Sub(files, name)
	if err != nil {
		return Scenario{}, err
	}
	var incident struct {
		Title string `json:"title"`
	}
	if err := readJSON(bundle, "incident.json", &incident); err != nil {
		return Scenario{}, err
	}
	one := Scenario{Name: name, Title: incident.Title, Bundle: bundle}
	return one, readJSON(bundle, "request.json", &one.Request)
}

func readJSON(bundle fs.FS, file string, into any) error {
	text, err := fs.ReadFile(bundle, file)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, into); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return nil
}
