package tool_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/superbizagent/superbizagent/tool"
)

func TestNewRegistryRefuses(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		spoil func(*tool.Tool)
		want  string
	}{
		{"no name", func(x *tool.Tool) { x.Name = "" }, "the name must be"},
		{"a name no model may call", func(x *tool.Tool) { x.Name = "look at" }, "the name must be"},
		{"no description", func(x *tool.Tool) { x.Description = " " }, "no description"},
		{"no source", func(x *tool.Tool) { x.Source = "" }, "no source"},
		{"no class", func(x *tool.Tool) { x.Class = "" }, "source class"},
		{"no mode", func(x *tool.Tool) { x.Mode = "" }, "data mode"},
		{"no call", func(x *tool.Tool) { x.Call = nil }, "nothing to call"},
		{"negative timeout", func(x *tool.Tool) { x.Timeout = -1 }, "timeout"},
		{"no schema", func(x *tool.Tool) { x.Schema = nil }, "not valid JSON"},
		{"schema of no object", func(x *tool.Tool) { x.Schema = json.RawMessage(`{"type":"string"}`) }, `"type": "object"`},
		{"broken schema", func(x *tool.Tool) { x.Schema = json.RawMessage(`{"type":"object","properties":1}`) }, "compile its argument schema"},
		{"schema from elsewhere", func(x *tool.Tool) { x.Schema = json.RawMessage(`{"type":"object","$ref":"file:///etc/passwd"}`) }, "may not refer to file:///etc/passwd"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			broken := newTool("look", returns(tool.Text("x"), nil))
			test.spoil(&broken)
			_, err := tool.NewRegistry(broken)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got error %v, want %q in it", err, test.want)
			}
		})
	}
}

func TestNewRegistryTellsEveryFault(t *testing.T) {
	t.Parallel()
	good := newTool("look", returns(tool.Text("x"), nil))
	unnamed := good
	unnamed.Name = ""
	_, err := tool.NewRegistry(good, good, unnamed)
	if err == nil || !strings.Contains(err.Error(), `register tool "look": another tool has that name`) || !strings.Contains(err.Error(), `register tool ""`) {
		t.Errorf("got error %v", err)
	}
}

func TestRegistryIsSorted(t *testing.T) {
	t.Parallel()
	call := returns(tool.Text("x"), nil)
	registry, err := tool.NewRegistry(newTool("c", call), newTool("a", call), newTool("b", call))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, each := range registry.Tools() {
		names = append(names, each.Name)
	}
	if diff := cmp.Diff([]string{"a", "b", "c"}, names); diff != "" {
		t.Error(diff)
	}
	if !registry.Has("a") || registry.Has("d") {
		t.Error("the registry does not know what it has")
	}
}

func TestKubernetesKind(t *testing.T) {
	t.Parallel()
	tests := []struct {
		kind, want string
		wide       bool
	}{
		{"Pod", "pods", false},
		{" po ", "pods", false},
		{"PODS", "pods", false},
		{"deployment.apps", "deployments", false},
		{"resourcequota", "resourcequotas", false},
		{"Node", "nodes", true},
		{"pv", "persistentvolumes", true},
		{"Widget", "widget", false},
		{"", "", false},
	}
	for _, test := range tests {
		if got, wide := tool.KubernetesKind(test.kind), tool.ClusterWide(test.kind); got != test.want || wide != test.wide {
			t.Errorf("%q: got %q, %v, want %q, %v", test.kind, got, wide, test.want, test.wide)
		}
	}
}

func TestCanonicalArguments(t *testing.T) {
	t.Parallel()
	tests := []struct{ tool, arguments, want string }{
		{"x", ``, `{}`},
		{"x", `null`, `{}`},
		{"x", `{"b":1.0,"a":" y ","c":null,"d":"","e":false,"f":{"z":1,"y":2}}`, `{"a":"y","b":1,"e":false,"f":{"y":2,"z":1}}`},
		{"x", `{"id":9007199254740993}`, `{"id":9007199254740993}`},
		{"kubernetes_get", `{"kind":"Pod","wide":false,"labels":true,"namespace":"shop"}`, `{"kind":"pods","labels":true,"namespace":"shop"}`},
		{"kubernetes_get", `{"kind":"node","name":"n1","namespace":"shop"}`, `{"kind":"nodes","name":"n1"}`},
	}
	for _, test := range tests {
		got, err := tool.CanonicalArguments(test.tool, json.RawMessage(test.arguments))
		if err != nil || string(got) != test.want {
			t.Errorf("%s %s: got %s, %v, want %s", test.tool, test.arguments, got, err, test.want)
		}
	}
	if _, err := tool.CanonicalArguments("x", json.RawMessage(`[]`)); err == nil {
		t.Error("arguments that are a list are taken")
	}
}
