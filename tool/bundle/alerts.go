package bundle

import (
	"context"
	"encoding/json"
	"strings"

	gojson "github.com/go-json-experiment/json"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/tool"
)

// alerts are those of alerts.json, as Alertmanager's v2 API returned them.
type alerts struct {
	raw    []json.RawMessage
	labels []alertLabels
}

// alertLabels is what is read of an alert to choose it.
type alertLabels struct {
	Labels map[string]string `json:"labels"`
	Status struct {
		State string `json:"state"`
	} `json:"status"`
}

func (b *Bundle) readAlerts() error {
	text, ok, err := b.files.get(alertsFile)
	if err != nil || !ok {
		return err
	}
	found := &alerts{}
	if err := decode(alertsFile, text, &found.labels); err != nil {
		return err
	}
	if err := decode(alertsFile, text, &found.raw); err != nil {
		return err
	}
	b.alerts = found
	return nil
}

const alertsSchema = `{"type":"object","additionalProperties":false,"properties":{
"alertname":{"type":"string","description":"only alerts of this name"},
"state":{"type":"string","enum":["active","suppressed","unprocessed"],"description":"only alerts in this state"},
"labels":{"type":"object","additionalProperties":{"type":"string"},"description":"only alerts with all these labels"}}}`

func (b *Bundle) alertTools() []tool.Tool {
	if b.alerts == nil {
		return nil
	}
	return []tool.Tool{b.newTool("alerts_list", superbiz.SourceAlert, alertsSchema,
		"Lists the alerts that Alertmanager held, each with labels, annotations, state and times.", b.listAlerts)}
}

type alertsArguments struct {
	AlertName string            `json:"alertname"`
	State     string            `json:"state"`
	Labels    map[string]string `json:"labels"`
}

func (b *Bundle) listAlerts(_ context.Context, text json.RawMessage) (tool.Result, error) {
	var arguments alertsArguments
	if err := decodeArguments(text, &arguments); err != nil {
		return tool.Result{}, err
	}
	chosen := []json.RawMessage{}
	for i, alert := range b.alerts.labels {
		if arguments.match(alert) {
			chosen = append(chosen, b.alerts.raw[i])
		}
	}
	answer := listing{key: "alerts", elements: chosen, scope: b.scope(nil)}
	return answer.result()
}

func (a alertsArguments) match(alert alertLabels) bool {
	if a.AlertName != "" && !strings.EqualFold(a.AlertName, alert.Labels["alertname"]) || a.State != "" && a.State != alert.Status.State {
		return false
	}
	return hasLabels(alert.Labels, a.Labels)
}

func hasLabels(labels, wanted map[string]string) bool {
	for name, value := range wanted {
		if labels[name] != value {
			return false
		}
	}
	return true
}

// newTool is the frame of every derived tool.
func (b *Bundle) newTool(name string, class superbiz.SourceClass, schema, description string, call func(context.Context, json.RawMessage) (tool.Result, error)) tool.Tool {
	return tool.Tool{
		Name: name, Description: description, Schema: json.RawMessage(schema), Source: ToolSource,
		Class: class, Mode: superbiz.DataBundle, Call: call,
	}
}

func decodeArguments(text json.RawMessage, into any) error {
	if err := gojson.Unmarshal(text, into); err != nil {
		return tool.Fail(tool.CodeBadArguments, "read the arguments: %w", err)
	}
	return nil
}
