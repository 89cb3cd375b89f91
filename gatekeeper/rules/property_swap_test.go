package rules_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/superbizagent/superbizagent/gatekeeper"
	"github.com/superbizagent/superbizagent/gatekeeper/rules"
)

// sample is what is known of one object at one time.
type sample struct {
	name, namespace string
	at              time.Time
	value           int
}

// sampled is an output of several objects in several namespaces, with a number each at
// each of several times.
type sampled struct {
	samples []sample
	output  string
}

// sampleShapes are the forms in which tools return numbers of objects over time.
var sampleShapes = map[string]func([]sample) any{
	"rows": func(all []sample) any {
		rows := []string{"TIME                   NAMESPACE    POD                           CONNECTIONS"}
		for _, s := range all {
			rows = append(rows, fmt.Sprintf("%-21s  %-11s  %-28s  %d", s.time(), s.namespace, s.name, s.value))
		}
		return lines(rows)
	},
	"Markdown": func(all []sample) any {
		rows := []string{"| Time | Namespace | Pod | Connections |", "|---|---|---|---:|"}
		for _, s := range all {
			rows = append(rows, fmt.Sprintf("| %s | %s | %s | %d |", s.time(), s.namespace, s.name, s.value))
		}
		return lines(rows)
	},
	"CSV": func(all []sample) any {
		rows := []string{"time,namespace,pod,connections"}
		for _, s := range all {
			rows = append(rows, fmt.Sprintf("%s,%s,%s,%d", s.time(), s.namespace, s.name, s.value))
		}
		return lines(rows)
	},
	"log lines": func(all []sample) any {
		var rows []string
		for _, s := range all {
			rows = append(rows, fmt.Sprintf("%s level=info namespace=%s pod=%s connections=%d", s.time(), s.namespace, s.name, s.value))
		}
		return lines(rows)
	},
	"objects": func(all []sample) any {
		items := []any{}
		for _, s := range all {
			items = append(items, map[string]any{"time": s.time(), "namespace": s.namespace, "pod": s.name, "connections": s.value})
		}
		return map[string]any{"items": items}
	},
	"JSON inside lines": func(all []sample) any {
		var rows []string
		for _, s := range all {
			rows = append(rows, fmt.Sprintf(`{"ts":%q,"event":"{\"namespace\":\"%s\",\"pod\":\"%s\",\"connections\":%d}"}`, s.time(), s.namespace, s.name, s.value))
		}
		return lines(rows)
	},
	"matrix": func(all []sample) any {
		series := []map[string]any{}
		of := map[string]int{}
		for _, s := range all {
			key := s.namespace + "/" + s.name
			i, ok := of[key]
			if !ok {
				i = len(series)
				of[key] = i
				labels := map[string]string{"__name__": "connections", "namespace": s.namespace, "pod": s.name}
				series = append(series, map[string]any{"metric": labels, "values": []any{}})
			}
			series[i]["values"] = append(series[i]["values"].([]any), []any{s.at.Unix(), fmt.Sprint(s.value)})
		}
		return map[string]any{"data": map[string]any{"resultType": "matrix", "result": series}}
	},
}

var sampleShapeNames = []string{"rows", "Markdown", "CSV", "log lines", "objects", "JSON inside lines", "matrix"}

func (s sample) time() string { return s.at.Format(time.RFC3339) }

// drawSamples draws names that each stand in one namespace, and numbers that each stand
// once and that no time, name or length has.
func drawSamples(t *rapid.T) sampled {
	var d sampled
	spaces := []string{"shop-eu", "billing", "data-7"}
	names := rapid.Permutation(podNames).Draw(t, "names")[:rapid.IntRange(2, 4).Draw(t, "pods")]
	values := rapid.SliceOfNDistinct(rapid.IntRange(61, 9999), 3*len(names), 3*len(names), rapid.ID).Draw(t, "values")
	start := time.Date(2026, 7, 1, 10, 31, 0, 0, time.UTC)
	for i, name := range names {
		for k := range 3 {
			d.samples = append(d.samples, sample{name, spaces[i%len(spaces)], start.Add(time.Duration(5*k) * time.Minute), values[3*i+k]})
		}
	}
	shape := rapid.SampledFrom(sampleShapeNames).Draw(t, "shape")
	raw, err := json.Marshal(sampleShapes[shape](d.samples))
	if err != nil {
		t.Fatal(err)
	}
	d.output = string(raw)
	return d
}

// sampleSentences say a number of an object at a time; %[3]s is the namespace.
var sampleSentences = []string{
	"Pod %[1]s had %[2]d connections at %[4]s.",
	"At %[4]s, pod %[1]s had %[2]d connections.",
	"At %[4]s UTC pod %[1]s in namespace %[3]s had %[2]d connections.",
	"%[3]s/%[1]s had %[2]d connections at %[4]s UTC.",
	"Pod %[1]s (namespace %[3]s): %[2]d connections at %[4]s.",
	"`%[1]s` in the %[3]s namespace reached %[2]d connections (%[4]s UTC).",
	"在 %[4]s，命名空间 %[3]s 中的 pod %[1]s 有 %[2]d 个连接。",
	"%[4]s 时 pod %[1]s 的连接数为 %[2]d。",
}

func (s sample) claim(format, layout string) string {
	return fmt.Sprintf(format, s.name, s.value, s.namespace, s.at.Format(layout))
}

// TestASampleIsAccepted: a number said of its object, its time and its namespace.
func TestASampleIsAccepted(t *testing.T) {
	gate := gatekeeper.New(rules.Catalogue())
	rapid.Check(t, func(t *rapid.T) {
		d := drawSamples(t)
		format, layout := drawSentence(t)
		text := rapid.SampledFrom(d.samples).Draw(t, "sample").claim(format, layout)
		if ok, why := accepts(t, gate, d.output, text); !ok {
			t.Fatalf("refused: %s\nof %s\n%s", text, d.output, why)
		}
	})
}

func drawSentence(t *rapid.T) (format, layout string) {
	return rapid.SampledFrom(sampleSentences).Draw(t, "sentence"), rapid.SampledFrom([]string{"15:04", "15:04:05", time.RFC3339}).Draw(t, "layout")
}

// TestASwappedSampleIsRefused: the number of another object, of another time, or the
// name of another namespace.
func TestASwappedSampleIsRefused(t *testing.T) {
	gate := gatekeeper.New(rules.Catalogue())
	rapid.Check(t, func(t *rapid.T) {
		d := drawSamples(t)
		format, layout := drawSentence(t)
		said := rapid.SampledFrom(d.samples).Draw(t, "sample")
		other := rapid.SampledFrom(d.samples).Draw(t, "other")
		switch what := rapid.SampledFrom([]string{"object", "time", "namespace"}).Draw(t, "swapped"); {
		case what == "object" && other.name != said.name && other.at.Equal(said.at):
			said.value = other.value
		case what == "time" && other.name == said.name && !other.at.Equal(said.at):
			said.value = other.value
		case what == "namespace" && other.namespace != said.namespace && strings.Contains(format, "%[3]s"):
			said.namespace = other.namespace
		default:
			t.Skip("nothing is swapped")
		}
		text := said.claim(format, layout)
		if ok, _ := accepts(t, gate, d.output, text); ok {
			t.Fatalf("accepted: %s\nof %s", text, d.output)
		}
	})
}
