package main

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/config"
	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/executor"
	"github.com/superbizagent/superbizagent/executor/analyst"
	"github.com/superbizagent/superbizagent/executor/recorded"
	"github.com/superbizagent/superbizagent/gatekeeper"
	"github.com/superbizagent/superbizagent/pipeline"
	"github.com/superbizagent/superbizagent/planner"
	"github.com/superbizagent/superbizagent/tool"
	"github.com/superbizagent/superbizagent/tool/bundle"
)

// bundlePipeline wires what is configured over a saved incident: the embedded
// defaults, and models at the stages that they serve.
func bundlePipeline(p process, db pipeline.Store, incident *bundle.Bundle, c *config.Config, models *modelSetup) (*pipeline.Pipeline, error) {
	tools, err := toolsOf(incident, c.Runbooks)
	if err != nil {
		return nil, err
	}
	catalogue, err := loadCatalogue(c.Rules)
	if err != nil {
		return nil, err
	}
	wired := pipeline.Config{
		Planner:  planner.Playbook{Check: tools.Check},
		Tools:    tools,
		Gate:     gatekeeper.New(catalogue),
		Store:    db,
		Mode:     superbiz.RunBundle,
		Budget:   tool.Budget{Calls: c.Budget.ToolCalls, Wall: c.Budget.Wall},
		Now:      time.Now,
		Random:   rand.Reader,
		Progress: progressPrinter(p),
	}
	if kind := superbiz.ExecutorKind(c.Executor); kind != superbiz.ExecutorModel { // that one comes with its model
		if wired.Executor, err = executorOf(incident, kind); err != nil {
			return nil, err
		}
	}
	if err := models.drive(&wired, c.Budget); err != nil {
		return nil, err
	}
	return pipeline.New(wired)
}

// executorOf returns an executor that needs no model.
func executorOf(incident *bundle.Bundle, kind superbiz.ExecutorKind) (executor.Executor, error) {
	if kind != superbiz.ExecutorRecorded {
		return analyst.New(), nil
	}
	text, rows, ok, err := incident.Recorded()
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, errors.New("--executor recorded: the bundle has no executor_output.txt")
	}
	return recorded.New(text, rows), nil
}

// limitsOf bounds a bundle; 0 leaves it to the bundle's own limits.
func limitsOf(c *config.Config) bundle.Limits {
	return bundle.Limits{Files: c.Limits.Files, File: int64(c.Limits.FileMiB) << 20, Total: int64(c.Limits.BundleMiB) << 20}
}

// questionOf makes the question of what was asked, or else of the bundle's own.
func questionOf(incident *bundle.Bundle, text, alertFile string) (superbiz.Question, error) {
	if !utf8.ValidString(text) {
		return superbiz.Question{}, errors.New("the question is not UTF-8 text")
	}
	if strings.TrimSpace(text) == "" {
		text = ""
	}
	q := superbiz.Question{Text: text}
	if q.Text == "" {
		q.Text = incident.Incident.Question
	}
	if alertFile != "" {
		alert, err := readAlert(alertFile)
		if err != nil {
			return q, err
		}
		q.Alert = alert
		if text == "" {
			q.Text = "What caused this alert?"
		}
	}
	if q.Text == "" {
		return q, errors.New("there is no question: give one, or --alert FILE")
	}
	scope, err := json.Marshal(incident.Incident.Scope)
	if err != nil {
		return q, fmt.Errorf("read the scope of the bundle: %w", err)
	}
	window := incident.Incident.Window()
	q.Scope, q.Window = scope, &window
	return q, nil
}

func readAlert(path string) (json.RawMessage, error) {
	raw, err := readBounded(path, maxSettingsBytes)
	if err != nil {
		return nil, fmt.Errorf("read the alert: %w", err)
	}
	doc, err := evidence.Decode(raw, evidence.MaxExecutorDepth)
	if err != nil {
		return nil, fmt.Errorf("read the alert %s: %w", path, err)
	}
	if doc.Root().Kind() != evidence.KindObject {
		return nil, fmt.Errorf("read the alert: %s holds no JSON object", path)
	}
	return tool.RedactJSON(raw)
}
