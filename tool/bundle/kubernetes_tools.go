package bundle

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/tool"
)

const kubernetesGetSchema = `{"type":"object","additionalProperties":false,"required":["kind"],"properties":{
"kind":{"type":"string","description":"a kind in any spelling: pods, Pod, po"},
"name":{"type":"string"},
"namespace":{"type":"string","description":"absent: the incident's, or all that were saved"},
"selector":{"type":"string","description":"labels, such as app=checkout,tier!=web"},
"wide":{"type":"boolean","default":false},
"labels":{"type":"boolean","default":false},
"output":{"type":"string","enum":["json","yaml","wide"],"description":"yaml: manifests as text"}}}`

const kubernetesDescribeSchema = `{"type":"object","additionalProperties":false,"required":["kind","name"],"properties":{
"kind":{"type":"string"},"name":{"type":"string"},"namespace":{"type":"string"}}}`

const kubernetesYAMLSchema = `{"type":"object","additionalProperties":false,"required":["name"],"properties":{
"kind":{"type":"string","description":"absent: the workload of that name"},"name":{"type":"string"},"namespace":{"type":"string"}}}`

const kubernetesEventsSchema = `{"type":"object","additionalProperties":false,"properties":{
"namespace":{"type":"string"},"kind":{"type":"string","description":"of the object that the events are about"},
"name":{"type":"string","description":"of the object that the events are about"}}}`

func (b *Bundle) clusterTools() []tool.Tool {
	if b.cluster == nil {
		return nil
	}
	observed := superbiz.SourceObserved
	return []tool.Tool{
		b.newTool("kubernetes_get", observed, kubernetesGetSchema, "Returns Kubernetes objects of a kind, whole, as they were saved.", b.getObjects),
		b.newTool("kubernetes_describe", observed, kubernetesDescribeSchema, "Returns one Kubernetes object and the events about it.", b.describeObject),
		b.newTool("kubernetes_yaml", observed, kubernetesYAMLSchema, "Returns the manifest of a workload as text.", b.manifest),
		b.newTool("kubernetes_events", observed, kubernetesEventsSchema, "Returns Kubernetes events, of a namespace or about one object.", b.listEvents),
	}
}

type kubernetesArguments struct {
	Kind      string `json:"kind"`
	Name      string `json:"name"`
	Namespace string `json:"namespace"`
	Selector  string `json:"selector"`
	Output    string `json:"output"`
}

// readKubernetesArguments reads arguments; the namespace of the incident is the default one.
func (b *Bundle) readKubernetesArguments(text json.RawMessage) (kubernetesArguments, error) {
	var arguments kubernetesArguments
	if err := decodeArguments(text, &arguments); err != nil {
		return arguments, err
	}
	arguments.Kind = tool.KubernetesKind(arguments.Kind)
	switch {
	case tool.ClusterWide(arguments.Kind):
		arguments.Namespace = ""
	case arguments.Namespace == "":
		arguments.Namespace = b.Incident.Scope.Namespace
	}
	return arguments, nil
}

func (b *Bundle) objectScope(arguments kubernetesArguments) json.RawMessage {
	return b.scope(map[string]string{
		"namespace": arguments.Namespace, "kind": arguments.Kind, "name": arguments.Name, "selector": arguments.Selector,
	})
}

func (b *Bundle) getObjects(_ context.Context, text json.RawMessage) (tool.Result, error) {
	arguments, err := b.readKubernetesArguments(text)
	if err != nil {
		return tool.Result{}, err
	}
	chosen, err := b.cluster.choose(arguments)
	if err != nil {
		return tool.Result{}, err
	}
	if arguments.Output == "yaml" {
		return b.asYAML(arguments, chosen)
	}
	answer := listing{key: "items", elements: rawObjects(chosen), scope: b.objectScope(arguments)}
	return answer.result()
}

func (c *cluster) choose(arguments kubernetesArguments) ([]k8sObject, error) {
	objects, err := c.list(arguments.Kind, arguments.Namespace)
	if err != nil {
		return nil, err
	}
	selector, err := parseSelector(arguments.Selector)
	if err != nil {
		return nil, err
	}
	var chosen []k8sObject
	for _, object := range objects {
		if (arguments.Name == "" || object.Metadata.Name == arguments.Name) && selector.match(object.Metadata.Labels) {
			chosen = append(chosen, object)
		}
	}
	return chosen, nil
}

func rawObjects(objects []k8sObject) []json.RawMessage {
	raw := make([]json.RawMessage, len(objects))
	for i, object := range objects {
		raw[i] = object.raw
	}
	return raw
}

func (b *Bundle) describeObject(_ context.Context, text json.RawMessage) (tool.Result, error) {
	arguments, err := b.readKubernetesArguments(text)
	if err != nil {
		return tool.Result{}, err
	}
	chosen, err := b.cluster.choose(arguments)
	if err != nil {
		return tool.Result{}, err
	}
	answer := listing{key: "objects", elements: rawObjects(chosen), scope: b.objectScope(arguments)}
	if events, err := b.cluster.list("events", arguments.Namespace); err == nil && len(chosen) > 0 {
		answer.beside = []member{{"events", rawObjects(eventsAbout(events, arguments.Kind, arguments.Name))}}
	}
	return answer.result()
}

func eventsAbout(events []k8sObject, kind, name string) []k8sObject {
	var about []k8sObject
	for _, event := range events {
		if event.about(kind, name) {
			about = append(about, event)
		}
	}
	return about
}

// workloads are the kinds of which kubernetes_yaml looks for a name.
func workloads() []string {
	return []string{"deployments", "statefulsets", "daemonsets", "jobs", "cronjobs", "replicationcontrollers", "replicasets", "pods", "services"}
}

func (b *Bundle) manifest(_ context.Context, text json.RawMessage) (tool.Result, error) {
	arguments, err := b.readKubernetesArguments(text)
	if err != nil {
		return tool.Result{}, err
	}
	kinds := workloads()
	if arguments.Kind != "" {
		kinds = []string{arguments.Kind}
	}
	looked := false
	var last error
	for _, kind := range kinds {
		arguments.Kind = kind
		chosen, err := b.cluster.choose(arguments)
		if err != nil {
			last = err
			continue
		}
		looked = true
		if len(chosen) > 0 {
			return b.asYAML(arguments, chosen)
		}
	}
	if !looked {
		return tool.Result{}, last
	}
	if len(kinds) > 1 {
		arguments.Kind = ""
	}
	return b.asYAML(arguments, nil)
}

func (b *Bundle) asYAML(arguments kubernetesArguments, objects []k8sObject) (tool.Result, error) {
	var documents []string
	for _, object := range objects {
		text, err := object.yaml()
		if err != nil {
			return tool.Result{}, fmt.Errorf("write %s %s as YAML: %w", arguments.Kind, arguments.Name, err)
		}
		documents = append(documents, text)
	}
	result := tool.Text(strings.Join(documents, "---\n"))
	found := int64(len(objects))
	result.Retrieval.Returned, result.Retrieval.Total = &found, &found
	result.Retrieval.Scope = b.objectScope(arguments)
	return result, nil
}

// yaml writes an object as kubectl does: members sorted, whole numbers in digits.
func (o k8sObject) yaml() (string, error) {
	decoder := json.NewDecoder(bytes.NewReader(o.raw))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return "", err
	}
	text, err := yaml.Marshal(plainNumbers(value))
	return string(text), err
}

// plainNumbers replaces json.Number, which is text to the YAML package, in place.
func plainNumbers(value any) any {
	switch value := value.(type) {
	case json.Number:
		if whole, err := value.Int64(); err == nil {
			return whole
		}
		fraction, err := value.Float64()
		if err != nil {
			return value.String()
		}
		return fraction
	case []any:
		for i, element := range value {
			value[i] = plainNumbers(element)
		}
	case map[string]any:
		for name, element := range value {
			value[name] = plainNumbers(element)
		}
	}
	return value
}

func (b *Bundle) listEvents(_ context.Context, text json.RawMessage) (tool.Result, error) {
	arguments, err := b.readKubernetesArguments(text)
	if err != nil {
		return tool.Result{}, err
	}
	events, err := b.cluster.list("events", arguments.Namespace)
	if err != nil {
		return tool.Result{}, err
	}
	if arguments.Name != "" {
		events = eventsAbout(events, arguments.Kind, arguments.Name)
	}
	answer := listing{key: "events", elements: rawObjects(events), scope: b.objectScope(arguments)}
	return answer.result()
}
