// Package analyst is the executor that needs no model: detectors look at tool
// results and say what they saw.
//
// It plans by symptom. The steps of the plan, alerts and inventories first, give
// the first results; the detectors read them, and ask for what they still need: the
// objects that a symptom names, then what those depend on. It goes on in rounds
// until nobody asks any more, a cause explains the symptoms, or the budget is
// spent. What it hands over passes the same Gatekeeper as what a model hands over:
// every claim points at the values that it states, and asserts them.
package analyst

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/executor"
)

// Analyst is the executor. It remembers nothing, and may be used by many goroutines.
type Analyst struct{}

// New returns an analyst.
func New() *Analyst { return &Analyst{} }

// Kind returns "analyst".
func (*Analyst) Kind() superbiz.ExecutorKind { return superbiz.ExecutorAnalyst }

// Execute investigates and hands over what the detectors saw. The same results
// give the same text, but for ids. Asked again, it hands the same over: it has
// nothing to add to what it saw.
func (*Analyst) Execute(ctx context.Context, task executor.Task) (string, error) {
	if task.Attempt > 1 && task.Previous != "" {
		return task.Previous, nil
	}
	scene := newScene(task)
	report, err := scene.investigate(ctx, task.Plan)
	if err != nil {
		return "", err
	}
	return write(report.output(scene))
}

func write(output superbiz.ExecutorOutput) (string, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(output); err != nil {
		return "", fmt.Errorf("write the executor output: %w", err)
	}
	return text.String(), nil
}
