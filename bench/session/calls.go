package session

import (
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	superbiz "github.com/superbizagent/superbizagent"
)

// call is what one tool call returned, and what a claim states about it.
type call struct {
	tool      string
	class     superbiz.SourceClass
	arguments map[string]string
	output    any
	refs      []string

	statement  string
	path       string
	excerpt    *string
	assertions []superbiz.Assertion
}

func (w *writer) kinds() []func(budget int) call {
	return []func(int) call{w.podTable, w.pod, w.logs, w.series, w.jsonLogs, w.alerts}
}

var services = []string{"checkout", "payment", "catalogue", "cart", "recommendation", "shipping", "identity", "search"}

func (w *writer) service() string { return services[w.chance.IntN(len(services))] }

// podName makes the name of a pod of a deployment.
func (w *writer) podName() string {
	return fmt.Sprintf("%s-%08x-%05x", w.service(), w.chance.Uint32(), w.chance.IntN(1<<20))
}

// podTable is what kubectl get pods prints.
func (w *writer) podTable(budget int) call {
	const format = "%-12s %-40s %-7s %-18s %-10s %s"
	lines := []string{fmt.Sprintf(format, "NAMESPACE", "NAME", "READY", "STATUS", "RESTARTS", "AGE")}
	for size := 0; size < budget || len(lines) < 3; size += len(lines[len(lines)-1]) + 3 {
		lines = append(lines, fmt.Sprintf(format, "shop", w.podName(), "1/1", "Running", strconv.Itoa(w.chance.IntN(4)), strconv.Itoa(1+w.chance.IntN(40))+"d"))
	}
	at, pod, restarts := 1+w.chance.IntN(len(lines)-1), w.podName(), 11+w.chance.IntN(80)
	lines[at] = fmt.Sprintf(format, "shop", pod, "0/1", "CrashLoopBackOff", strconv.Itoa(restarts), "6d")
	return call{
		tool: "kubernetes_get", class: superbiz.SourceObserved, arguments: map[string]string{"kind": "pods", "namespace": "shop"},
		output:    map[string]any{"lines": lines},
		refs:      []string{fmt.Sprintf("$.lines[0:%d]", len(lines))},
		statement: fmt.Sprintf("Pod %s in namespace shop is in CrashLoopBackOff with %d restarts.", pod, restarts),
		path:      fmt.Sprintf("$.lines[%d]", at),
		excerpt:   quote("CrashLoopBackOff"),
	}
}

// pod is a pod as the Kubernetes API returns it, with its events.
func (w *writer) pod(budget int) call {
	service, name, restarts := w.service(), w.podName(), 11+w.chance.IntN(80)
	var events []map[string]any
	for size := 900; size < budget || len(events) < 2; size += 250 {
		events = append(events, map[string]any{
			"type": "Warning", "reason": "BackOff", "count": 1 + w.chance.IntN(400), "lastTimestamp": w.tick().Format(time.RFC3339),
			"message":        fmt.Sprintf("Back-off restarting failed container %s in pod %s", service, name),
			"involvedObject": map[string]string{"kind": "Pod", "namespace": "shop", "name": name},
		})
	}
	return call{
		tool: "kubernetes_describe", class: superbiz.SourceObserved, arguments: map[string]string{"kind": "Pod", "name": name, "namespace": "shop"},
		output: map[string]any{
			"metadata": map[string]any{"name": name, "namespace": "shop", "labels": map[string]string{"app": service, "tier": "backend"}},
			"containers": []any{map[string]any{
				"name": service, "image": "registry.example.com/shop/" + service + ":2.14.3", "restart_count": restarts, "ready": false,
				"resources":  map[string]any{"limits": map[string]string{"memory": "512Mi", "cpu": "500m"}, "requests": map[string]string{"memory": "256Mi"}},
				"last_state": map[string]any{"reason": "OOMKilled", "exit_code": 137, "finished_at": w.tick().Format(time.RFC3339)},
			}},
			"events": events,
		},
		refs:      []string{"$.containers[0]", fmt.Sprintf("$.events[0:%d]", len(events))},
		statement: fmt.Sprintf("Container %s in pod %s restarted %d times; its last state is OOMKilled (exit code 137).", service, name, restarts),
		path:      "$.containers[0].last_state",
		excerpt:   quote("OOMKilled"),
		assertions: []superbiz.Assertion{
			{RawPath: "$.containers[0].restart_count", Op: superbiz.OpEq, Value: json.RawMessage(strconv.Itoa(restarts))},
			{RawPath: "$.containers[0].last_state.exit_code", Op: superbiz.OpEq, Value: json.RawMessage("137")},
		},
	}
}

// logs are plain lines of a service.
func (w *writer) logs(budget int) call {
	service := w.service()
	var lines []string
	for size := 0; size < budget || len(lines) < 2; size += len(lines[len(lines)-1]) + 3 {
		lines = append(lines, fmt.Sprintf("%s INFO  [%s] GET /api/v1/%s/%d 200 %dms request_id=%016x",
			w.tick().Format("2006-01-02T15:04:05.000Z"), service, w.service(), w.chance.IntN(100_000), 1+w.chance.IntN(900), w.chance.Uint64()))
	}
	at, when, used := w.chance.IntN(len(lines)), w.tick(), 171+w.chance.IntN(29)
	lines[at] = fmt.Sprintf("%s ERROR [%s] connection pool exhausted: %d of 200 connections in use, waited 30s",
		when.Format("2006-01-02T15:04:05.000Z"), service, used)
	return call{
		tool: "logs_search", class: superbiz.SourceObserved, arguments: map[string]string{"service": service, "namespace": "shop"},
		output:     map[string]any{"lines": lines},
		refs:       []string{fmt.Sprintf("$.lines[0:%d]", len(lines))},
		statement:  fmt.Sprintf("At %s, %s logged that %d of 200 connections were in use.", when.Format("15:04:05"), service, used),
		path:       fmt.Sprintf("$.lines[%d]", at),
		excerpt:    quote("connection pool exhausted"),
		assertions: []superbiz.Assertion{{RawPath: fmt.Sprintf("$.lines[%d]", at), Op: superbiz.OpContains, Value: encode("ERROR")}},
	}
}

// series is a range query of Prometheus.
func (w *writer) series(budget int) call {
	var result []any
	var pod string
	peak := 500_000_000 + w.chance.IntN(30_000_000)
	for size := 0; size < budget || len(result) == 0; {
		pod = w.podName()
		var values []any
		for i := 0; i < 60 && (size < budget || i < 2); i++ {
			values = append(values, []any{1782901800 + 15*i, strconv.Itoa(100_000_000 + w.chance.IntN(300_000_000))})
			size += 27
		}
		result = append(result, map[string]any{
			"metric": map[string]string{"__name__": "container_memory_working_set_bytes", "namespace": "shop", "pod": pod}, "values": values,
		})
		size += 150
	}
	last := len(result) - 1
	values := result[last].(map[string]any)["values"].([]any)
	values[len(values)-1].([]any)[1] = strconv.Itoa(peak)
	at := fmt.Sprintf("$.result[%d].values[%d][1]", last, len(values)-1)
	return call{
		tool: "metrics_query", class: superbiz.SourceObserved, arguments: map[string]string{"query": `container_memory_working_set_bytes{namespace="shop"}`},
		output:     map[string]any{"resultType": "matrix", "result": result},
		refs:       []string{fmt.Sprintf("$.result[0:%d]", len(result))},
		statement:  fmt.Sprintf("container_memory_working_set_bytes of pod %s reached %d.", pod, peak),
		path:       at,
		assertions: []superbiz.Assertion{{RawPath: at, Op: superbiz.OpEq, Value: json.RawMessage(strconv.Itoa(peak))}},
	}
}

// jsonLogs are lines that each hold a JSON object.
func (w *writer) jsonLogs(budget int) call {
	service := w.service()
	var lines []string
	for size := 0; size < budget || len(lines) < 2; size += len(lines[len(lines)-1]) + 24 {
		lines = append(lines, string(encode(map[string]any{
			"ts": w.tick().Format(time.RFC3339Nano), "level": "info", "service": service, "msg": "handled request",
			"http": map[string]any{"method": "POST", "path": "/api/v1/orders", "status": 200, "duration_ms": w.chance.IntN(900)},
		})))
	}
	at, status, order := w.chance.IntN(len(lines)), 503, w.chance.IntN(1_000_000)+1_000_000
	lines[at] = string(encode(map[string]any{
		"ts": w.tick().Format(time.RFC3339Nano), "level": "error", "service": service, "msg": "order rejected",
		"order_id": order, "http": map[string]any{"method": "POST", "path": "/api/v1/orders", "status": status},
	}))
	return call{
		tool: "logs_search", class: superbiz.SourceObserved, arguments: map[string]string{"service": service, "query": "level=error"},
		output:    map[string]any{"lines": lines},
		refs:      []string{fmt.Sprintf("$.lines[0:%d]", len(lines))},
		statement: fmt.Sprintf("Order %d was rejected by %s with status %d.", order, service, status),
		path:      fmt.Sprintf("$.lines[%d]", at),
		excerpt:   quote("order rejected"),
	}
}

// alerts are what Alertmanager returns.
func (w *writer) alerts(budget int) call {
	var alerts []any
	var service string
	for size := 0; size < budget || len(alerts) == 0; size += 520 {
		service = w.service()
		alerts = append(alerts, map[string]any{
			"labels":      map[string]string{"alertname": "HighErrorRate", "service": service, "severity": "critical", "namespace": "shop"},
			"annotations": map[string]string{"summary": fmt.Sprintf("%s answers %d%% of requests with errors", service, 2+w.chance.IntN(60))},
			"startsAt":    w.tick().Format(time.RFC3339), "status": map[string]any{"state": "active", "silencedBy": []string{}},
			"fingerprint": fmt.Sprintf("%016x", w.chance.Uint64()),
		})
	}
	last := len(alerts) - 1
	return call{
		tool: "alerts_list", class: superbiz.SourceAlert, arguments: map[string]string{"state": "active"},
		output:    map[string]any{"alerts": alerts},
		refs:      []string{fmt.Sprintf("$.alerts[0:%d]", len(alerts))},
		statement: fmt.Sprintf("Alert HighErrorRate is active for service %s.", service),
		path:      fmt.Sprintf("$.alerts[%d].labels", last),
	}
}

// tick moves the clock of what is recorded on.
func (w *writer) tick() time.Time {
	w.clock = w.clock.Add(time.Duration(w.chance.IntN(1500)) * time.Millisecond)
	return w.clock
}

func quote(text string) *string { return &text }
