package bundle

import (
	"encoding/json"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/superbizagent/superbizagent/tool"
)

// cluster is what kubernetes/ holds: objects by kind and namespace.
type cluster struct {
	kinds map[string]map[string][]k8sObject // kind in the plural -> namespace -> objects; "" is cluster-wide
}

// k8sObject is one object, whole and as far as it is read.
type k8sObject struct {
	raw json.RawMessage
	k8sHead
}

type k8sHead struct {
	Kind     string `json:"kind"`
	Metadata struct {
		Name      string            `json:"name"`
		Namespace string            `json:"namespace"`
		Labels    map[string]string `json:"labels"`
	} `json:"metadata"`
	InvolvedObject struct {
		Kind string `json:"kind"`
		Name string `json:"name"`
	} `json:"involvedObject"`
}

// readCluster reads the lists of kubectl cluster-info dump: nodes.json, and a
// folder for each namespace with pods.json, events.json and so on.
func (b *Bundle) readCluster() error {
	found := &cluster{kinds: map[string]map[string][]k8sObject{}}
	for _, name := range b.files.below("kubernetes") {
		if path.Ext(name) != ".json" {
			continue
		}
		if err := found.readList(name, b.files.text[name]); err != nil {
			return err
		}
	}
	if len(found.kinds) > 0 {
		b.cluster = found
	}
	return nil
}

func (c *cluster) readList(name string, text []byte) error {
	var list struct {
		Items *[]json.RawMessage `json:"items"`
	}
	if err := decode(name, text, &list); err != nil {
		return err
	}
	if list.Items == nil {
		return wrong(name, 0, "it is no Kubernetes list: it has no items")
	}
	kind := tool.KubernetesKind(strings.ReplaceAll(strings.TrimSuffix(path.Base(name), ".json"), "-", ""))
	namespace := ""
	if folder := path.Dir(name); folder != "kubernetes" && !tool.ClusterWide(kind) {
		namespace = path.Base(folder)
	}
	if c.kinds[kind] == nil {
		c.kinds[kind] = map[string][]k8sObject{}
	}
	objects := c.kinds[kind][namespace]
	for i, raw := range *list.Items {
		object := k8sObject{raw: raw}
		if err := decode(name, raw, &object.k8sHead); err != nil {
			return wrong(name, 0, "item %d: %w", i, err)
		}
		objects = append(objects, object)
	}
	c.kinds[kind][namespace] = objects
	return nil
}

// list returns the objects of a kind in a namespace; "" is all that were saved.
// A kind or namespace that was not saved is a failure.
func (c *cluster) list(kind, namespace string) ([]k8sObject, error) {
	byNamespace, ok := c.kinds[kind]
	if !ok {
		return nil, tool.Fail(tool.CodeNotRecorded, "no objects of kind %s were saved; saved were %s", quoted(kind), some(slices.Sorted(maps.Keys(c.kinds))))
	}
	if tool.ClusterWide(kind) {
		return byNamespace[""], nil
	}
	if namespace != "" {
		objects, ok := byNamespace[namespace]
		if !ok {
			return nil, tool.Fail(tool.CodeNotRecorded, "the %s of namespace %s were not saved; saved were those of %s", kind, quoted(namespace), some(slices.Sorted(maps.Keys(byNamespace))))
		}
		return objects, nil
	}
	var all []k8sObject
	for _, namespace := range slices.Sorted(maps.Keys(byNamespace)) {
		all = append(all, byNamespace[namespace]...)
	}
	return all, nil
}

// labelSelector is a list of requirements such as app=checkout, tier!=web and env.
type labelSelector []requirement

type requirement struct {
	name, value string
	equal       bool // else it must differ, or be absent
	exists      bool // only the name counts
}

func parseSelector(text string) (labelSelector, error) {
	var selector labelSelector
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		if strings.ContainsAny(part, "() ") {
			return nil, tool.Fail(tool.CodeBadArguments, "selector %s: only name=value, name!=value and name are understood", quoted(part))
		}
		if name, value, ok := strings.Cut(part, "!="); ok {
			selector = append(selector, requirement{name: name, value: value})
			continue
		}
		name, value, ok := strings.Cut(part, "=")
		selector = append(selector, requirement{name: name, value: strings.TrimPrefix(value, "="), equal: ok, exists: !ok})
	}
	return selector, nil
}

func (s labelSelector) match(labels map[string]string) bool {
	for _, r := range s {
		value, ok := labels[r.name]
		switch {
		case r.exists && !ok, r.equal && value != r.value, r.equal && !ok, !r.exists && !r.equal && value == r.value:
			return false
		}
	}
	return true
}

// about says whether an event is about an object.
func (o k8sObject) about(kind, name string) bool {
	return o.InvolvedObject.Name == name && (kind == "" || tool.KubernetesKind(o.InvolvedObject.Kind) == kind)
}
