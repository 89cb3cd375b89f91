package searched

import (
	"slices"
	"strings"

	"github.com/superbizagent/superbizagent/evidence"
)

// Subjects returns what a call was about, by kind, such as service and namespace: what
// its arguments and its scope say. A kind whose value is a pattern, or that has several
// values, is left out: what it covers is not known.
func Subjects(s *evidence.Source) map[string][]string {
	out := make(map[string][]string)
	for _, raw := range [][]byte{s.Invocation.Arguments, s.Invocation.RetrievalDetails.Scope} {
		if doc, err := evidence.Decode(raw, evidence.MaxOutputDepth); err == nil {
			read(doc.Root(), out)
		}
	}
	for kind, values := range out {
		if slices.ContainsFunc(values, isPattern) {
			delete(out, kind)
		}
	}
	return out
}

func read(root evidence.Node, into map[string][]string) {
	for n := range root.Children() {
		if n.Kind() == evidence.KindString {
			if kind := Kind(n.Key()); kind != "" {
				into[kind] = append(into[kind], n.Text())
			}
		}
	}
	if kind := Kind(root.Member("kind").Text()); kind != "" && root.Member("name").Kind() == evidence.KindString {
		into[kind] = append(into[kind], root.Member("name").Text())
	}
}

// isPattern tells a value that may stand for more than one thing, or for all.
func isPattern(value string) bool {
	return value == "" || strings.EqualFold(value, "all") || strings.ContainsAny(value, "*|,?{}[]()~^$ \t\n=")
}

// kinds are the words for what a call can be about, in arguments and in text.
var kinds = map[string]string{
	"namespace": "namespace", "ns": "namespace", "命名空间": "namespace",
	"service": "service", "svc": "service", "service_name": "service", "servicename": "service", "服务": "service",
	"pod": "pod", "pod_name": "pod", "podname": "pod",
	"container": "container", "container_name": "container", "容器": "container",
	"node": "node", "node_name": "node", "nodename": "node", "节点": "node",
	"host": "host", "hostname": "host", "主机": "host",
	"cluster": "cluster", "集群": "cluster",
	"deployment": "deployment", "deploy": "deployment", "statefulset": "statefulset", "daemonset": "daemonset", "job": "job", "cronjob": "cronjob",
	"configmap": "configmap", "secret": "secret", "pvc": "pvc", "persistentvolumeclaim": "pvc", "ingress": "ingress",
	"database": "database", "db": "database", "dbname": "database", "数据库": "database",
	"table": "table", "topic": "topic", "queue": "queue", "队列": "queue", "bucket": "bucket",
}

// Kind returns the kind that a word stands for, in singular or plural, or "".
func Kind(word string) string {
	word = strings.ToLower(word)
	if kind := kinds[word]; kind != "" {
		return kind
	}
	return kinds[strings.TrimSuffix(word, "s")]
}

// Related reports whether two names may be of one thing: equal, or one of them a part
// of the other, as the name of a workload is of its pods' names.
func Related(a, b string) bool {
	a, b = strings.ToLower(a), strings.ToLower(b)
	return a == b || partOf(a, b) || partOf(b, a)
}

func partOf(short, long string) bool {
	i := strings.Index(long, short)
	if i < 0 || short == "" {
		return false
	}
	joins := func(c byte) bool { return strings.IndexByte("-./:_", c) >= 0 }
	end := i + len(short)
	return (i == 0 || joins(long[i-1])) && (end == len(long) || joins(long[end]))
}
