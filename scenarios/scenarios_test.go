package scenarios_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/scenarios"
)

const (
	positive   = "postgres-connections-exhausted"
	cluster    = "kubernetes-memory-limit"
	noEvidence = "postgres-no-disk-full"
	safety     = "fabricated-evidence"
)

// checks are what each README.md promises of its recording.
var checks = []struct {
	name  string
	check func(t *testing.T, bundle fs.FS)
}{
	{positive, checkExhausted},
	{cluster, checkMemoryLimit},
	{noEvidence, checkNothingWrong},
	{safety, checkFabricated},
}

func TestAll(t *testing.T) {
	t.Parallel()
	all := scenarios.All()
	if got, want := len(all), len(checks); got != want {
		t.Fatalf("%d scenarios, want %d", got, want)
	}
	for i, scenario := range all {
		if scenario.Name != checks[i].name {
			t.Errorf("scenario %d is %s, want %s", i, scenario.Name, checks[i].name)
		}
		if scenario.Title == "" || scenario.Request.Question == "" {
			t.Errorf("%s has no title or no question", scenario.Name)
		}
		wantExecutor := "analyst"
		if scenario.Name == safety {
			wantExecutor = "recorded"
		}
		if scenario.Request.Executor != wantExecutor {
			t.Errorf("%s asks executor %q, want %q", scenario.Name, scenario.Request.Executor, wantExecutor)
		}
		want := scenarios.Scope{Cluster: "demo", Namespace: "shop", Service: "postgresql"}
		if scenario.Name == cluster {
			want.Service = "checkout"
		}
		if scenario.Request.Scope != want {
			t.Errorf("%s has scope %+v", scenario.Name, scenario.Request.Scope)
		}
		if _, err := fs.Stat(scenario.Bundle, "incident.json"); err != nil {
			t.Errorf("%s: %v", scenario.Name, err)
		}
	}
}

// TestBundles holds the committed recordings to their README.md.
func TestBundles(t *testing.T) {
	t.Parallel()
	for _, scenario := range scenarios.All() {
		t.Run(scenario.Name, func(t *testing.T) {
			t.Parallel()
			checkBundle(t, scenario.Name, scenario.Bundle)
		})
	}
}

// TestRecord records anew from real services and holds the result to the same promises.
func TestRecord(t *testing.T) {
	t.Parallel()
	if os.Getenv("SUPERBIZ_TEST_SERVICES") != "1" {
		t.Skip("records from real services: set SUPERBIZ_TEST_SERVICES=1")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Minute)
	defer cancel()
	target := t.TempDir()
	command := exec.CommandContext(ctx, "record/record.sh", target)
	command.Env = append(os.Environ(), "BASELINE_SECONDS=15", "INCIDENT_SECONDS=10")
	command.Cancel = func() error { return command.Process.Signal(os.Interrupt) } // it cleans up
	command.WaitDelay = 30 * time.Second
	if output, err := command.CombinedOutput(); err != nil {
		t.Fatalf("record.sh: %v\n%s", err, output)
	}
	for _, one := range checks {
		if one.name != cluster { // which is written by hand
			t.Run(one.name, func(t *testing.T) { checkBundle(t, one.name, os.DirFS(filepath.Join(target, one.name))) })
		}
	}
}

func checkBundle(t *testing.T, name string, bundle fs.FS) {
	t.Helper()
	checkParts(t, bundle)
	for _, one := range checks {
		if one.name == name {
			one.check(t, bundle)
		}
	}
}

// maxBundle keeps the scenarios small enough to embed and to read.
const maxBundle = 200_000

// leaks is what a recording must not hold: credentials, and paths of the machine that made it.
var leaks = regexp.MustCompile(`(?i)password|passwd|secret|://[^/\s"]*:[^/\s"]*@|/home/|/root/|/tmp/`)

// checkParts checks what is alike in every bundle.
func checkParts(t *testing.T, bundle fs.FS) {
	t.Helper()
	var incident struct {
		BundleVersion string          `json:"bundle_version"`
		Question      string          `json:"question"`
		StartedAt     time.Time       `json:"started_at"`
		EndedAt       time.Time       `json:"ended_at"`
		Scope         scenarios.Scope `json:"scope"`
	}
	readJSON(t, bundle, "incident.json", &incident)
	var request scenarios.Request
	readJSON(t, bundle, "request.json", &request)
	if incident.BundleVersion != "incident_bundle_v1" {
		t.Errorf("bundle_version %q", incident.BundleVersion)
	}
	if request.Question != incident.Question || request.Scope != incident.Scope ||
		!request.Window.From.Equal(incident.StartedAt) || !request.Window.To.Equal(incident.EndedAt) {
		t.Error("request.json and incident.json differ")
	}

	size := 0
	err := fs.WalkDir(bundle, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(bundle, name)
		if err != nil {
			return err
		}
		size += len(text)
		if found := leaks.Find(text); found != nil {
			t.Errorf("%s holds %q", name, found)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	if size > maxBundle {
		t.Errorf("%d bytes, want at most %d", size, maxBundle)
	}

	files, err := fs.Glob(bundle, "metrics/*.csv")
	if err != nil || len(files) == 0 {
		t.Fatalf("metrics: %d files, %v", len(files), err)
	}
	for _, file := range files {
		for _, one := range readSamples(t, bundle, file) {
			if one.at.Before(incident.StartedAt) || one.at.After(incident.EndedAt) {
				t.Errorf("%s: a sample at %s is outside the window", file, one.at)
			}
		}
	}
}

// checkPostgres checks what is alike in every bundle of the PostgreSQL server.
func checkPostgres(t *testing.T, bundle fs.FS) {
	t.Helper()
	var incident struct {
		StartedAt time.Time `json:"started_at"`
		EndedAt   time.Time `json:"ended_at"`
	}
	readJSON(t, bundle, "incident.json", &incident)
	for _, one := range readRecordings(t, bundle) {
		if one.ToolName != "sql_query" || one.Status != "succeeded" {
			t.Errorf("recording of %s is %s", one.ToolName, one.Status)
		}
		if (len(one.Output.Rows) == 0) != (one.ResultKind == "empty") || one.Output.RowCount != len(one.Output.Rows) {
			t.Errorf("%s: %d rows, row_count %d, result_kind %s", one.Arguments.Query, len(one.Output.Rows), one.Output.RowCount, one.ResultKind)
		}
		if one.StartedAt.Before(incident.StartedAt) || one.EndedAt.After(incident.EndedAt) {
			t.Errorf("%s ran outside the window", one.Arguments.Query)
		}
	}
	for _, service := range []string{"postgresql", "checkout-api", "orders-api"} {
		if len(readLines(t, bundle, service)) == 0 {
			t.Errorf("log of %s is empty", service)
		}
	}
	if values(t, bundle, "pg_up")[0] != 1 || slices.Min(values(t, bundle, "pg_up")) != 1 {
		t.Error("pg_up is not 1 throughout")
	}
	if starts := values(t, bundle, "pg_postmaster_start_time_seconds"); slices.Min(starts) != slices.Max(starts) {
		t.Error("the server was restarted")
	}
	available, whole := values(t, bundle, "node_filesystem_avail_bytes"), values(t, bundle, "node_filesystem_size_bytes")
	if slices.Min(available) < whole[0]/10 {
		t.Error("the disk is nearly full")
	}
}

const refused = "FATAL:  remaining connection slots are reserved for non-replication superuser connections"

func checkExhausted(t *testing.T, bundle fs.FS) {
	t.Helper()
	checkPostgres(t, bundle)
	if got, want := alertNames(t, bundle), []string{"PostgresConnectionsExhausted", "PostgresConnectionsNearLimit"}; !slices.Equal(got, want) {
		t.Errorf("alerts %q, want %q", got, want)
	}
	for metric, want := range map[string]float64{
		"pg_settings_max_connections": 20, "pg_settings_superuser_reserved_connections": 3, "pg_connections_used": 17,
	} {
		if got := slices.Max(values(t, bundle, metric)); got != want {
			t.Errorf("highest %s is %v, want %v", metric, got, want)
		}
	}
	if first := values(t, bundle, "pg_connections_used")[0]; first > 6 {
		t.Errorf("%v connections at first: no healthy time before the fault", first)
	}
	if got := slices.Max(values(t, bundle, "pg_stat_activity_count", "state", "idle in transaction")); got != 16 {
		t.Errorf("at most %v connections idle in transaction, want 16", got)
	}
	// Not to zero at the very end: the server's own vacuum commits too.
	commits := values(t, bundle, "pg_stat_database_xact_commit_rate10s")
	if first, last := commits[0], commits[len(commits)-1]; slices.Min(commits) != 0 || last > first/2 {
		t.Errorf("commits a second go from %v to %v, want them to stop", first, last)
	}
	if n := count(readLines(t, bundle, "postgresql"), refused); n < 5 {
		t.Errorf("%d lines of the server refuse, want 5 or more", n)
	}
	if n := count(readLines(t, bundle, "orders-api"), `"level":"ERROR"`); n < 2 {
		t.Errorf("%d orders failed, want 2 or more", n)
	}
	if n := count(readLines(t, bundle, "checkout-api"), `"version":"2.4.0"`); n != 1 {
		t.Errorf("release 2.4.0 started %d times, want once", n)
	}
	held := query(t, bundle, "application_name, state, count(*)")
	if row := held.Output.Rows[0]; row["application_name"] != "checkout-api" || row["state"] != "idle in transaction" || row["connections"] != 16.0 {
		t.Errorf("the first holder of connections is %v", row)
	}
}

func checkNothingWrong(t *testing.T, bundle fs.FS) {
	t.Helper()
	checkPostgres(t, bundle)
	if got := alertNames(t, bundle); len(got) > 0 {
		t.Errorf("alerts %q, want none", got)
	}
	for _, service := range []string{"postgresql", "checkout-api", "orders-api"} {
		for _, sign := range []string{"FATAL", "ERROR", "PANIC", "No space left", "terminated by signal", "interrupted"} {
			if n := count(readLines(t, bundle, service), sign); n > 0 {
				t.Errorf("%d lines of %s have %q, want none", n, service, sign)
			}
		}
	}
	if got := slices.Max(values(t, bundle, "pg_connections_used")); got > 8 {
		t.Errorf("%v connections, want no more than a few", got)
	}
	for _, part := range []string{"interval '10 seconds'", "wait_event_type = 'Lock'"} {
		if one := query(t, bundle, part); one.ResultKind != "empty" {
			t.Errorf("%s: %s, want empty", one.Arguments.Query, one.ResultKind)
		}
	}
}

// checkMemoryLimit checks that the objects, the events and the metrics tell one story.
func checkMemoryLimit(t *testing.T, bundle fs.FS) {
	t.Helper()
	if got, want := alertNames(t, bundle), []string{"KubeDeploymentRolloutStuck", "KubePodCrashLooping", "KubePodCrashLooping"}; !slices.Equal(got, want) {
		t.Errorf("alerts %q, want %q", got, want)
	}
	const limit = 256 << 20
	for _, pod := range []string{"checkout-7c9d8f6b5d-x2k4p", "checkout-7c9d8f6b5d-m8wzt"} {
		used := values(t, bundle, "container_memory_working_set_bytes", "pod", pod)
		if most := slices.Max(used); most > limit || most < 0.9*limit {
			t.Errorf("%s used at most %v bytes, want nearly its limit", pod, most)
		}
		if restarts := slices.Max(values(t, bundle, "kube_pod_container_status_restarts_total", "pod", pod)); restarts != 6 {
			t.Errorf("%s restarted %v times, want 6", pod, restarts)
		}
		pods := string(read(t, bundle, "kubernetes/shop/pods.json"))
		if !strings.Contains(pods, pod) || strings.Count(pods, `"reason": "OOMKilled"`) != 2 || strings.Count(pods, `"restartCount": 6`) != 2 {
			t.Errorf("pods.json does not tell what became of %s", pod)
		}
		if log := read(t, bundle, "kubernetes/shop/"+pod+"/logs.txt"); bytes.Contains(log, []byte("error")) {
			t.Errorf("the log of %s speaks of an error", pod)
		}
	}
	for _, pod := range []string{"checkout-6b7f9d54c8-q7hdn", "checkout-6b7f9d54c8-t5vbc"} {
		if least := slices.Min(values(t, bundle, "container_memory_working_set_bytes", "pod", pod)); least < 1.1*limit {
			t.Errorf("%s used %v bytes: the new limit would do", pod, least)
		}
	}
	if least := slices.Min(values(t, bundle, "node_memory_MemAvailable_bytes")); least < 4<<30 {
		t.Errorf("a node has only %v bytes available", least)
	}
}

// checkFabricated checks that each claim has the fault that its README.md says, so that the gate has what to find.
func checkFabricated(t *testing.T, bundle fs.FS) {
	t.Helper()
	checkExhausted(t, bundle)
	rows := map[string]superbiz.ToolInvocation{}
	session := ""
	for line := range bytes.SplitSeq(bytes.TrimSpace(read(t, bundle, "invocations.jsonl")), []byte("\n")) {
		var row superbiz.ToolInvocation
		decoder := json.NewDecoder(bytes.NewReader(line))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&row); err != nil {
			t.Fatal(err)
		}
		if session == "" {
			session = row.SessionID
		}
		rows[row.InvocationID] = row
		hash, err := evidence.HashOutput(row.Output)
		if err != nil {
			t.Fatal(err)
		}
		if row.Status == superbiz.InvocationSucceeded && row.OutputSHA256 != hash {
			t.Errorf("%s: output_sha256 is %q, want %q", row.InvocationID, row.OutputSHA256, hash)
		}
	}
	var output superbiz.ExecutorOutput
	readJSON(t, bundle, "executor_output.txt", &output)
	cited := func(claim int) (superbiz.ToolInvocation, bool) {
		row, ok := rows[output.Claims[claim].EvidenceBindings[0].SourceInvocationIDs[0]]
		return row, ok
	}
	if _, ok := cited(0); ok {
		t.Error("c1 cites a call that is there")
	}
	if row, ok := cited(1); !ok || row.SessionID == session {
		t.Error("c2 does not cite another session's call")
	}
	if row, ok := cited(2); !ok || row.SessionID != session || row.ToolName == output.Claims[2].EvidenceBindings[0].ToolName {
		t.Error("c3 does not cite a call of another tool")
	}
	if row, ok := cited(3); !ok || row.ResultKind != superbiz.ResultData || bytes.Contains(row.Output, []byte("No space left")) {
		t.Error("c4 quotes what is there")
	}
	if row, ok := cited(4); !ok || !slices.Equal(row.RetrievalDetails.EvidenceRefs, []string{"$.alerts[0:2]"}) {
		t.Error("c5 cites a path that is there")
	}
	if row, ok := cited(5); !ok || row.Status != superbiz.InvocationFailed {
		t.Error("c6 does not cite a failed call")
	}
	if row, ok := cited(6); !ok || row.ResultKind != superbiz.ResultEmpty || output.Claims[6].ClaimType != superbiz.ClaimObservation {
		t.Error("c7 is no observation on an empty result")
	}
	if row, ok := cited(7); !ok || bytes.Contains(row.Output, []byte("250")) {
		t.Error("c8 asserts what is there")
	}
	if got, want := len(output.Claims), 8; got != want {
		t.Errorf("%d claims, want %d", got, want)
	}
	for _, action := range output.RecommendedActions {
		if action.Risk == superbiz.RiskDestructive || action.RequiresApproval {
			t.Errorf("action %s is labelled as it should be", action.ActionID)
		}
	}
	if got, want := read(t, bundle, "docs/postgres-connections.md"), read(t, scenarios.All()[0].Bundle, "docs/postgres-connections.md"); !bytes.Equal(got, want) {
		t.Error("docs/postgres-connections.md is not that of " + positive)
	}
}

func read(t *testing.T, bundle fs.FS, file string) []byte {
	t.Helper()
	text, err := fs.ReadFile(bundle, file)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func readJSON(t *testing.T, bundle fs.FS, file string, into any) {
	t.Helper()
	if err := json.Unmarshal(read(t, bundle, file), into); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
}

// alertNames are the names of the active alerts, sorted.
func alertNames(t *testing.T, bundle fs.FS) []string {
	t.Helper()
	var alerts []struct {
		Labels map[string]string `json:"labels"`
		Status struct {
			State string `json:"state"`
		} `json:"status"`
	}
	readJSON(t, bundle, "alerts.json", &alerts)
	var names []string
	for _, alert := range alerts {
		if alert.Status.State == "active" {
			names = append(names, alert.Labels["alertname"])
		}
	}
	slices.Sort(names)
	return names
}

func readLines(t *testing.T, bundle fs.FS, service string) []string {
	t.Helper()
	return strings.Split(strings.TrimSpace(string(read(t, bundle, "logs/"+service+".log"))), "\n")
}

func count(lines []string, part string) int {
	n := 0
	for _, line := range lines {
		if strings.Contains(line, part) {
			n++
		}
	}
	return n
}

type sample struct {
	at     time.Time
	labels map[string]string
	value  float64
}

func readSamples(t *testing.T, bundle fs.FS, file string) []sample {
	t.Helper()
	rows, err := csv.NewReader(bytes.NewReader(read(t, bundle, file))).ReadAll()
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	header := rows[0]
	if header[0] != "timestamp" || header[1] != "metric" || header[len(header)-1] != "value" {
		t.Fatalf("%s has columns %q", file, header)
	}
	var samples []sample
	for _, row := range rows[1:] {
		at, err := time.Parse(time.RFC3339, row[0])
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		value, err := strconv.ParseFloat(row[len(row)-1], 64)
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		labels := map[string]string{}
		for i := 2; i < len(row)-1; i++ {
			labels[header[i]] = row[i]
		}
		samples = append(samples, sample{at, labels, value})
	}
	return samples
}

// values are those of metrics/<name>.csv, of the series with the labels (name, value, ...), in the order of time.
func values(t *testing.T, bundle fs.FS, name string, labels ...string) []float64 {
	t.Helper()
	var found []float64
	for _, one := range readSamples(t, bundle, fmt.Sprintf("metrics/%s.csv", name)) {
		if len(labels) == 0 || one.labels[labels[0]] == labels[1] {
			found = append(found, one.value)
		}
	}
	if len(found) == 0 {
		t.Fatalf("no sample of %s %q", name, labels)
	}
	return found
}

type recording struct {
	ToolName  string `json:"tool_name"`
	Arguments struct {
		Database string `json:"database"`
		Query    string `json:"query"`
	} `json:"arguments"`
	Status     string `json:"status"`
	ResultKind string `json:"result_kind"`
	Output     struct {
		Columns  []string         `json:"columns"`
		Rows     []map[string]any `json:"rows"`
		RowCount int              `json:"row_count"`
	} `json:"output"`
	StartedAt time.Time `json:"started_at"`
	EndedAt   time.Time `json:"ended_at"`
}

func readRecordings(t *testing.T, bundle fs.FS) []recording {
	t.Helper()
	var all []recording
	for decoder := json.NewDecoder(bytes.NewReader(read(t, bundle, "recordings.jsonl"))); decoder.More(); {
		var one recording
		if err := decoder.Decode(&one); err != nil {
			t.Fatal(err)
		}
		all = append(all, one)
	}
	return all
}

// query is the recorded query that has part in its text.
func query(t *testing.T, bundle fs.FS, part string) recording {
	t.Helper()
	for _, one := range readRecordings(t, bundle) {
		if strings.Contains(one.Arguments.Query, part) {
			return one
		}
	}
	t.Fatalf("no recorded query has %q", part)
	return recording{}
}
