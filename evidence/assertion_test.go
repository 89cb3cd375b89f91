package evidence_test

import (
	"encoding/json"
	"strings"
	"testing"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
)

const pod = `{
  "phase": "Running", "restart_count": 14, "exit_code": "137", "ready": false, "node": null, "empty": "",
  "memory": "1.5Gi", "memory_bytes": 1610612736, "cpu": "500m", "latency_ms": 90, "usage": 92, "error_ratio": 0.92,
  "started_at": "2026-07-01T10:31:00Z", "epoch": 1782901860, "version": "v1.29.3", "wait": "1m30s",
  "message": "p\u006fol is \"full\"", "image": "a\/b", "tabs": "1\t2", "args": ["--pool=10", {"note": "max\nsize"}], "none": [], "labels": {"app": "checkout"},
  "disk": {"usage": 1.5, "total": 2, "free": 500, "unit": "bogus"}, "swap": {"free": 0.48828125, "unit": "MiB"},
  "samples": {"metric": {"__name__": "node_memory_MemFree_bytes"}, "value": [1782901860, "1610612736"]}
}`

func TestCheckAssertion(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name              string
		path, op          string
		value, unit, want string // want is empty when it holds, else words of why not
	}{
		{"number", "$.restart_count", "eq", `14`, "", ""},
		{"number in another spelling", "$.restart_count", "eq", `1.40e1`, "", ""},
		{"number with a label", "$.restart_count", "eq", `14`, "restarts", ""},
		{"another number", "$.restart_count", "eq", `13`, "", "the value is 14"},
		{"number as a string", "$.exit_code", "eq", `137`, "", ""},
		{"string for a number", "$.restart_count", "eq", `"14"`, "", ""},
		{"word for a number", "$.restart_count", "eq", `"fourteen"`, "", "which eq cannot compare"},
		{"ne", "$.restart_count", "ne", `13`, "", ""},
		{"ne that is equal", "$.restart_count", "ne", `14.0`, "", "the value is 14"},
		{"ne of another type", "$.restart_count", "ne", `"many"`, "", "cannot compare"},
		{"ne of an object", "$.labels", "ne", `14`, "", "the value is an object"},
		{"ne of null", "$.node", "ne", `"a"`, "", "cannot compare"},
		{"lt", "$.restart_count", "lt", `14.5`, "", ""},
		{"lt that is equal", "$.restart_count", "lt", `14`, "", "the value is 14"},
		{"le that is equal", "$.restart_count", "le", `14`, "", ""},
		{"gt", "$.restart_count", "gt", `13`, "", ""},
		{"gt of a larger one", "$.restart_count", "gt", `15`, "", "the value is 14"},
		{"ge", "$.restart_count", "ge", `14`, "", ""},
		{"large integers", "$.memory_bytes", "eq", `1610612736.0000000000000000001`, "", "the value is 1610612736"},

		{"text", "$.phase", "eq", `"Running"`, "", ""},
		{"text in another case", "$.phase", "eq", `"running"`, "", `the value is "Running"`},
		{"text ne", "$.phase", "ne", `"Pending"`, "", ""},
		{"text has no order", "$.phase", "lt", `"Zzz"`, "", "the value is"},
		{"version is a text", "$.version", "eq", `"v1.29.3"`, "", ""},
		{"version has no order", "$.version", "lt", `"v1.30.0"`, "", "the value is"},
		{"empty text", "$.empty", "eq", `""`, "", ""},
		{"boolean", "$.ready", "eq", `false`, "", ""},
		{"boolean ne", "$.ready", "ne", `true`, "", ""},
		{"boolean as a text", "$.ready", "eq", `"false"`, "", "cannot compare"},
		{"null", "$.node", "eq", `null`, "", ""},
		{"null is not empty", "$.empty", "eq", `null`, "", "cannot compare"},
		{"array", "$.none", "eq", `[]`, "", "an array of 0 elements"},
		{"compared with an array", "$.phase", "eq", `["Running"]`, "", "cannot compare"},

		{"quantity as it stands", "$.memory", "eq", `"1.5Gi"`, "", ""},
		{"quantity in another unit", "$.memory", "eq", `1536`, "Mi", ""},
		{"quantity in bytes", "$.memory", "eq", `1610612736`, "bytes", ""},
		{"quantity, other value", "$.memory", "eq", `1500`, "Mi", `the value is "1.5Gi"`},
		{"quantity and a bare number", "$.memory", "eq", `1.5`, "", ""},
		{"quantity in the wrong dimension", "$.memory", "eq", `1.5`, "s", "cannot compare"},
		{"ne in the wrong dimension", "$.memory", "ne", `1.5`, "s", "cannot compare"},
		{"millicores", "$.cpu", "eq", `0.5`, "cores", ""},
		{"key gives the unit", "$.memory_bytes", "eq", `1.5`, "GiB", ""},
		{"key gives another unit", "$.latency_ms", "eq", `90`, "s", "the value is 90"},
		{"key gives the unit to an order", "$.latency_ms", "lt", `1`, "s", ""},
		{"key counts things", "$.restart_count", "eq", `14`, "s", "cannot compare"},
		{"metric gives the unit", "$.samples.value[1]", "gt", `1`, "GiB", ""},
		{"key that does not settle the unit", "$.disk.usage", "eq", `1.5`, "GiB", ""},
		{"total of anything", "$.disk.total", "eq", `2`, "TB", ""},
		{"unit beside", "$.swap.free", "eq", `500`, "KiB", ""},
		{"unit that nothing gives", "$.usage", "gt", `90`, "%", ""},
		{"ratio as a percentage", "$.error_ratio", "eq", `92`, "%", ""},
		{"duration", "$.wait", "eq", `90`, "seconds", ""},
		{"duration, stated in another way", "$.wait", "eq", `"90s"`, "", ""},

		{"time", "$.started_at", "eq", `"2026-07-01T12:31:00+02:00"`, "", ""},
		{"time in order", "$.started_at", "lt", `"2026-07-01T10:31:00.5Z"`, "", ""},
		{"time in the wrong order", "$.started_at", "gt", `"2026-07-01T10:31:00.5Z"`, "", "the value is"},
		{"epoch is a time", "$.epoch", "eq", `"2026-07-01T10:31:00Z"`, "", ""},
		{"time and a word", "$.started_at", "ne", `"yesterday"`, "", ""},
		{"time and a number", "$.started_at", "gt", `5`, "", "cannot compare"},

		{"contains", "$.phase", "contains", `"unn"`, "", ""},
		{"contains an escaped character", "$.message", "contains", `"\"full\""`, "", ""},
		{"contains below an array", "$.args", "contains", `"pool=1"`, "", ""},
		{"contains below an object, escaped", "$", "contains", `"max\nsize"`, "", ""},
		{"names of members are no strings", "$.labels", "contains", `"app"`, "", "no string there has it"},
		{"does not contain", "$.phase", "contains", `"run"`, "", "no string there has it"},
		{"contains a character that is spelt with its number", "$.message", "contains", `"pool"`, "", ""},
		{"contains a slash that may be escaped", "$.image", "contains", `"a/b"`, "", ""},
		{"the letter of an escape is no letter", "$.tabs", "contains", `"t"`, "", "no string there has it"},
		{"contains across strings", "$.args", "contains", `"10max"`, "", "no string there has it"},
		{"contains nothing", "$.phase", "contains", `""`, "", "no text to look for"},
		{"contains a number", "$.phase", "contains", `1`, "", "no text to look for"},
		{"contains in a number", "$.restart_count", "contains", `"1"`, "", "a number, which holds no text"},
		{"not_contains", "$.args", "not_contains", `"pool=20"`, "", ""},
		{"not_contains that does", "$.args", "not_contains", `"pool"`, "", `it stands in "--pool=10"`},
		{"not_contains in a number", "$.restart_count", "not_contains", `"x"`, "", "holds no text"},
		{"not_contains nothing", "$.phase", "not_contains", `""`, "", "no text to look for"},

		{"count_eq", "$.args", "count_eq", `2`, "", ""},
		{"count_eq as a string", "$.args", "count_eq", `"2"`, "", ""},
		{"count_eq another", "$.args", "count_eq", `3`, "", "the array has 2 elements"},
		{"count_ge", "$.args", "count_ge", `1`, "", ""},
		{"count_ge more", "$.args", "count_ge", `3`, "", "the array has 2 elements"},
		{"count_eq of a text", "$.phase", "count_eq", `7`, "", "no elements to count"},
		{"count_eq of an object", "$.labels", "count_eq", `1`, "", "no elements to count"},
		{"count_eq with a word", "$.args", "count_eq", `"two"`, "", "no number of elements"},
		{"count_eq 0", "$.none", "count_eq", `0`, "", ""},
		{"count_eq 0 of what is not there", "$.warnings", "count_eq", `0`, "", ""},
		{"count_eq 0 of a full one", "$.args", "count_eq", `0`, "", "the array has 2 elements"},
		{"count_eq 1 of what is not there", "$.warnings", "count_eq", `1`, "", "the path does not resolve"},

		{"exists", "$.phase", "exists", ``, "", ""},
		{"null exists", "$.node", "exists", ``, "", ""},
		{"exists not", "$.nope", "exists", ``, "", "the path does not resolve"},
		{"absent", "$.labels.tier", "absent", ``, "", ""},
		{"absent element", "$.args[2]", "absent", ``, "", ""},
		{"null is not absent", "$.node", "absent", ``, "", "there is null"},
		{"absent where nothing is", "$.nope.nope", "absent", ``, "", "the path does not resolve"},
		{"no path", "$.args[*]", "exists", ``, "", "expected an index"},
		{"sentinel", "$.no_evidence", "exists", ``, "", "not in the evidence_refs"},
	}
	ledger := evidence.NewLedger("s-1", []superbiz.ToolInvocation{row("inv-1", "describe", pod, "$")})
	b := bind("describe", "inv-1")
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got := ledger.CheckAssertion(&b, superbiz.Assertion{
				RawPath: test.path, Op: superbiz.AssertionOp(test.op), Value: json.RawMessage(test.value), Unit: test.unit,
			})
			if got.Holds != (test.want == "") || !strings.Contains(got.Why, test.want) {
				t.Errorf("got %t (%s), want %q", got.Holds, got.Why, test.want)
			}
			if got.Holds && len(got.Nodes) == 0 {
				t.Error("it holds, and rests on nothing")
			}
		})
	}
}

func TestCheckAssertionInSeveralOutputs(t *testing.T) {
	t.Parallel()
	sentinel := row("none", "describe", `{"n": 3}`, "$.no_evidence")
	failed := row("failed", "describe", `{"n": 1}`, "$")
	failed.Status = superbiz.InvocationFailed
	ledger := evidence.NewLedger("s-1", []superbiz.ToolInvocation{
		row("one", "describe", `{"n": 1}`, "$"), row("two", "describe", `{"n": 2}`, "$"), sentinel, failed,
	})
	eq := func(path, value string) superbiz.Assertion {
		return superbiz.Assertion{RawPath: path, Op: superbiz.OpEq, Value: json.RawMessage(value)}
	}
	tests := []struct {
		name      string
		binding   superbiz.EvidenceBinding
		assertion superbiz.Assertion
		want      string
	}{
		{"holds in the second", bind("describe", "one", "two"), eq("$.n", "2"), ""},
		{"holds in none", bind("describe", "one", "two"), eq("$.n", "3"), `the value is 1 in "one", nor does it hold in the 1 other`},
		{"not citable where it would hold", bind("describe", "one", "none"), eq("$.n", "3"), "the value is 1"},
		{"the sentinel exists where it is listed", bind("describe", "none"), superbiz.Assertion{RawPath: "$.no_evidence", Op: superbiz.OpExists}, ""},
		{"the sentinel has no value", bind("describe", "none"), eq("$.no_evidence", "1"), "stands for no value"},
		{"one call failed", bind("describe", "one", "failed"), eq("$.n", "1"), "not sound"},
		{"unknown call", bind("describe", "three"), eq("$.n", "1"), "not sound"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got := ledger.CheckAssertion(&test.binding, test.assertion)
			if got.Holds != (test.want == "") || !strings.Contains(got.Why, test.want) {
				t.Errorf("got %t (%s), want %q", got.Holds, got.Why, test.want)
			}
		})
	}
}

// TestCheckAssertionIsBounded shows that many searches of a large output end.
func TestCheckAssertionIsBounded(t *testing.T) {
	t.Parallel()
	output := `["` + strings.Repeat("x", 64<<20) + `"]`
	ledger := evidence.NewLedger("s-1", []superbiz.ToolInvocation{row("inv-1", "describe", output, "$")})
	b := bind("describe", "inv-1")
	var last evidence.Proof
	for range 40 {
		last = ledger.CheckAssertion(&b, superbiz.Assertion{RawPath: "$", Op: superbiz.OpNotContains, Value: []byte(`"y"`)})
	}
	if last.Holds || !strings.Contains(last.Why, "cite a smaller part") {
		t.Errorf("got %t (%s), want it refused after 2 GiB", last.Holds, last.Why)
	}
}

func TestCheckDerivation(t *testing.T) {
	t.Parallel()
	const output = `{
		"a": 10, "b": 4, "zero": 0, "third": 3, "text": "many", "list": [1, 2, 3], "restarts": [14, 3, 5],
		"used_bytes": 1610612736, "total_bytes": 3221225472, "small": "128Mi", "cpu": ["250m", "500m"], "share": "50%",
		"start": "2026-07-01T10:31:00Z", "end": "2026-07-01T10:43:30.5Z", "epoch": 1782901860,
		"seconds_total_bytes": 1, "took_seconds": 60, "huge": 1e300, "capacity": 3221225472, "took_ms": 90, "slo": 300
	}`
	tests := []struct {
		name        string
		op          string
		value, unit string
		operands    string
		want        string
	}{
		{"sum", "sum", `14`, "", "a b", ""},
		{"sum of one", "sum", `10`, "", "a", ""},
		{"sum, another value", "sum", `15`, "", "a b", "it comes to 14"},
		{"sum of restarts", "sum", `22`, "restarts", "restarts[0] restarts[1] restarts[2]", ""},
		{"sum, stated as a string", "sum", `"14"`, "", "a b", ""},
		{"sum of quantities", "sum", `1.625`, "GiB", "used_bytes small", ""},
		{"sum of quantities, rounded", "sum", `"1.6 GiB"`, "", "used_bytes small", ""},
		{"sum of quantities, badly rounded", "sum", `"1.7 GiB"`, "", "used_bytes small", "it comes to 1744830464 B"},
		{"sum of cores", "sum", `0.75`, "", "cpu[0] cpu[1]", ""},
		{"sum of millicores as written", "sum", `750`, "", "cpu[0] cpu[1]", ""},
		{"sum of millicores", "sum", `"750m"`, "", "cpu[0] cpu[1]", ""},
		{"sum of different things", "sum", `1`, "", "used_bytes cpu[0]", "measure different things"},
		{"sum with a word", "sum", `10`, "", "a text", `operands[1] is "many", which is no number`},
		{"sum with an array", "sum", `10`, "", "a list", "an array of 3 elements, which is no number"},
		{"sum in a unit that nothing gives", "sum", `14`, "MB", "a b", ""},
		{"difference", "difference", `6`, "", "a b", ""},
		{"difference the other way", "difference", `6`, "", "b a", "it comes to -6"},
		{"difference of three", "difference", `6`, "", "a b zero", "takes 2 operands, not 3"},
		{"product", "product", `40`, "", "a b", ""},
		{"product with a share", "product", `0.75`, "GiB", "used_bytes share", ""},
		{"product of two quantities", "product", `1`, "", "used_bytes total_bytes", "cannot be multiplied"},
		{"product of a large size", "product", `1`, "", strings.Repeat("huge ", 100), "too many digits"},
		{"ratio", "ratio", `2.5`, "", "a b", ""},
		{"ratio, rounded", "ratio", `3.33`, "", "a third", ""},
		{"ratio, rounded down", "ratio", `3.34`, "", "a third", "it comes to 3.333333333333"},
		{"ratio as a percentage", "ratio", `50`, "%", "used_bytes total_bytes", ""},
		{"ratio by zero", "ratio", `0`, "", "a zero", "nothing can be divided"},
		{"rate", "ratio", `25.6`, "MiB/s", "used_bytes took_seconds", ""},
		{"ratio of different things", "ratio", `1`, "", "took_seconds used_bytes", "measure different things"},
		{"quantity by a number", "ratio", `384`, "MiB", "used_bytes b", ""},
		{"percent", "percent", `50`, "", "used_bytes total_bytes", ""},
		{"percent with its unit", "percent", `"50%"`, "", "used_bytes total_bytes", ""},
		{"percent, rounded", "percent", `30`, "%", "third a", ""},
		{"percent of what only one key tells", "percent", `50`, "%", "used_bytes capacity", ""},
		{"ratio to what only the other key tells", "ratio", `2`, "", "capacity used_bytes", ""},
		{"difference in the unit of the other", "difference", `210`, "ms", "slo took_ms", ""},
		{"difference in another unit", "difference", `210`, "s", "slo took_ms", "it comes to 0.21 s"},
		{"a quantity tells nothing of a number", "percent", `50`, "%", "small capacity", "measure different things"},
		{"percent of zero", "percent", `0`, "", "a zero", "operands[1] is 0"},
		{"percent, another", "percent", `51`, "%", "used_bytes total_bytes", "it comes to 50 %"},
		{"percent_change", "percent_change", `150`, "%", "b a", ""},
		{"percent_change down", "percent_change", `-60`, "%", "a b", ""},
		{"percent_change from zero", "percent_change", `1`, "", "zero a", "operands[0] is 0"},
		{"min", "min", `3`, "", "restarts[0] restarts[1] restarts[2]", ""},
		{"max", "max", `14`, "", "restarts[1] restarts[0] restarts[2]", ""},
		{"mean", "mean", `7.3`, "", "restarts[0] restarts[1] restarts[2]", ""},
		{"mean, another", "mean", `7.4`, "", "restarts[0] restarts[1] restarts[2]", "it comes to 7.333333333333"},
		{"half a unit is within", "mean", `7`, "", "a b", ""},
		{"count", "count", `3`, "", "list", ""},
		{"count with a label", "count", `3`, "events", "list", ""},
		{"count in a unit", "count", `3`, "s", "list", "it comes to 3"},
		{"count of two", "count", `6`, "", "list restarts", "takes 1 operand, not 2"},
		{"count of a text", "count", `4`, "", "text", "no elements to count"},
		{"duration", "duration", `750.5`, "s", "start end", ""},
		{"duration in minutes", "duration", `"12.5 min"`, "", "start end", ""},
		{"duration in words", "duration", `"12m30s"`, "", "start end", ""},
		{"duration without a unit", "duration", `750.5`, "", "start end", ""},
		{"duration from an epoch", "duration", `0`, "s", "start epoch", ""},
		{"duration the other way", "duration", `750`, "s", "end start", "it comes to -750.5 s"},
		{"duration of numbers", "duration", `6`, "s", "a b", "operands[0] is 10, which is no time"},
		{"stated value is a word", "sum", `"many"`, "", "a b", `is no number`},
		{"path that is not there", "sum", `1`, "", "nope", "does not resolve"},
		{"no path", "sum", `1`, "", "list[*]", "has no path"},
		{"the sentinel", "sum", `1`, "", "no_evidence", "stands for no value"},
	}
	ledger := evidence.NewLedger("s-1", []superbiz.ToolInvocation{
		row("inv-1", "describe", output, "$"), row("inv-2", "describe", output, "$"),
	})
	claim := superbiz.Claim{EvidenceBindings: []superbiz.EvidenceBinding{bind("describe", "inv-1")}}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			d := superbiz.Derivation{Op: superbiz.DerivationOp(test.op), Value: json.RawMessage(test.value), Unit: test.unit}
			for name := range strings.FieldsSeq(test.operands) {
				d.Operands = append(d.Operands, superbiz.Operand{InvocationID: "inv-1", RawPath: "$." + name})
			}
			got := ledger.CheckDerivation(&claim, d)
			if got.Holds != (test.want == "") || !strings.Contains(got.Why, test.want) {
				t.Errorf("got %t (%s), want %q", got.Holds, got.Why, test.want)
			}
		})
	}
	other := superbiz.Derivation{Op: superbiz.DeriveSum, Value: []byte("10"), Operands: []superbiz.Operand{{InvocationID: "inv-2", RawPath: "$.a"}}}
	if got := ledger.CheckDerivation(&claim, other); got.Holds || !strings.Contains(got.Why, "does not bind") {
		t.Errorf("an operand of another call: got %t (%s)", got.Holds, got.Why)
	}
	if got := ledger.CheckDerivation(&superbiz.Claim{}, other); got.Holds || !strings.Contains(got.Why, "not sound") {
		t.Errorf("a claim that binds nothing: got %t (%s)", got.Holds, got.Why)
	}
}
