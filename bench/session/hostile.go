package session

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	superbiz "github.com/superbizagent/superbizagent"
)

// Hostile is a way to make a document that is as dear to judge as its size allows.
type Hostile struct {
	Name string
	// Make returns a trace of about so many bytes.
	Make func(bytes int) []byte
}

// Hostiles are the ways that the gate is held against.
func Hostiles() []Hostile {
	return []Hostile{
		{"many claims", manyClaims},
		{"many claims that are false", manyFalseClaims},
		{"one long line of words", oneLine("error in checkout of shop, ")},
		{"one long line of numbers", oneLine("restarts 7 after 12 ms, ")},
		{"one long line of columns", oneLine("checkout  7  12  ")},
		{"lines of one number", lines("restarts: 7")},
		{"lines of names", numberedLines("pod checkout-%08x-x is not ready")},
		{"lines that nearly hold a quote", lines("connection pool exhausted: 199 of 200 connections in use")},
		{"a text of sections", sections},
		{"one number of many objects", manyObjects},
		{"an array of numbers", elements("7")},
		{"an object of numbers", manyMembers},
		{"arrays in arrays", nestedArrays},
		{"JSON inside JSON, many times", deepJSON},
		{"escapes", oneLine(`\\\\\\\\\\\"\\u003c`)},
		{"many references", manyRefs},
		{"many rows", manyRows},
		{"many assertions on many calls", manyAssertions},
		{"many derivations of many calls", manyDerivations},
		{"long paths", longPaths},
		{"braces that begin no object", bracesInside},
	}
}

// claims that hold or nearly do in most of the outputs above.
var statements = []string{
	"Container checkout restarted 7 times; its last state is OOMKilled (exit code 137).",
	"Pod checkout-00000001-x in namespace shop is not ready.",
	"At 10:31:02, 199 of 200 connections were in use.",
	"The error rate rose from 2% to 38% within 5 minutes.",
	"api-1 has restarts 7 at 10:31.",
	"Pod billing/api-1 restarted 7 times.",
}

// around wraps outputs in a trace whose claims cite all of them.
func around(statements []string, outputs ...any) []byte {
	w := &writer{trace: superbiz.DiagnosisTrace{TraceVersion: superbiz.TraceVersion, SessionID: sessionID, RunID: runID}}
	var ids []string
	for i, output := range outputs {
		raw, isRaw := output.(json.RawMessage)
		if !isRaw {
			raw = encode(output)
		}
		ids = append(ids, fmt.Sprintf("inv-%d", i+1))
		w.trace.ToolInvocations = append(w.trace.ToolInvocations, superbiz.ToolInvocation{
			InvocationID: ids[i], SessionID: sessionID, Seq: i + 1, ToolName: "logs_search", Arguments: []byte("{}"),
			Status: superbiz.InvocationSucceeded, ResultKind: superbiz.ResultData, Output: raw,
			RetrievalDetails: superbiz.RetrievalDetails{EvidenceRefs: []string{"$"}},
		})
	}
	for i, text := range statements {
		w.output.Claims = append(w.output.Claims, superbiz.Claim{
			ClaimID: "c" + strconv.Itoa(i), ClaimType: superbiz.ClaimObservation, Text: text,
			EvidenceBindings: []superbiz.EvidenceBinding{{
				SourceInvocationIDs: ids[i%len(ids):][:1], ToolName: "logs_search", RawPath: "$",
				Excerpt: quote("connection pool exhausted: 198 of 200 connections"),
			}},
		})
	}
	w.conclude()
	return encode(w.trace)
}

func oneLine(piece string) func(int) []byte {
	return func(bytes int) []byte {
		return around(statements, map[string]any{"lines": []string{strings.Repeat(piece, bytes/len(piece))}})
	}
}

func lines(line string) func(int) []byte {
	return func(bytes int) []byte {
		out := make([]string, bytes/(len(line)+3))
		for i := range out {
			out[i] = line
		}
		return around(statements, map[string]any{"lines": out})
	}
}

func numberedLines(format string) func(int) []byte {
	return func(bytes int) []byte {
		out := make([]string, bytes/(len(format)+5))
		for i := range out {
			out[i] = fmt.Sprintf(format, i+2)
		}
		return around(statements, map[string]any{"lines": out})
	}
}

// sections is one text in which each object begins with its name, as YAML has them.
func sections(bytes int) []byte {
	var text strings.Builder
	for i := 2; text.Len() < bytes; i++ {
		fmt.Fprintf(&text, "- name: api-%d\n  restarts: 7\n", i)
	}
	text.WriteString("- name: api-1\n  restarts: 8\n")
	return around(statements, map[string]any{"text": text.String()})
}

// manyObjects have all the number that a claim states of another one.
func manyObjects(bytes int) []byte {
	lines := []string{"2026-07-01T10:31:00Z shop/api-1 restarts 8", "2026-07-01T10:31:00Z billing/api-2 restarts 8"}
	for i := range bytes / 50 {
		lines = append(lines, fmt.Sprintf("2026-07-01T10:30:%02dZ shop/api-%d restarts 7", i%60, i+3))
	}
	return around(statements, map[string]any{"lines": lines})
}

func elements(element string) func(int) []byte {
	return func(bytes int) []byte {
		array := strings.TrimSuffix(strings.Repeat(element+",", bytes/(len(element)+1)), ",")
		return around(statements, json.RawMessage(`{"restarts":[`+array+`]}`))
	}
}

func manyMembers(bytes int) []byte {
	members := make(map[string]int)
	for i := range bytes / 22 {
		members[fmt.Sprintf("restarts_%09d", i)] = 7
	}
	return around(statements, members)
}

func nestedArrays(bytes int) []byte {
	const depth = 500
	one := strings.Repeat("[", depth) + "7" + strings.Repeat("]", depth)
	return around(statements, json.RawMessage("["+strings.TrimSuffix(strings.Repeat(one+",", bytes/(len(one)+1)), ",")+"]"))
}

// deepJSON puts JSON into a string of JSON, six times over.
func deepJSON(bytes int) []byte {
	const levels = 6
	inner := []byte(`{"restarts":7,"name":"checkout"}`)
	for range levels {
		inner = encode(map[string]string{"log": string(inner)})
	}
	out := make([]string, bytes/(2*len(inner))+1)
	for i := range out {
		out[i] = string(inner)
	}
	return around(statements, map[string]any{"lines": out})
}

// maxText is how large the executor's text may become.
const maxText = 4 << 20

func manyClaims(bytes int) []byte {
	texts := make([]string, min(bytes/2, maxText/2)/300)
	for i := range texts {
		texts[i] = fmt.Sprintf("Container checkout restarted %d times after %d ms.", i%90, i)
	}
	out := make([]string, bytes/2/40)
	for i := range out {
		out[i] = fmt.Sprintf("restarts: %d, checkout waited %d ms", i%90, i)
	}
	return around(texts, map[string]any{"lines": out})
}

// manyFalseClaims name things that stand nowhere: where else they do and what is
// nearest is looked for in all rows.
func manyFalseClaims(bytes int) []byte {
	texts := make([]string, min(bytes/2, maxText/2)/300)
	for i := range texts {
		texts[i] = fmt.Sprintf("Pod payment-%04x-zz9 in namespace cart restarted %d times after %d.5 ms.", i, 100+i%800, 1_000_000+i)
	}
	const rows = 20
	var outputs []any
	for range rows {
		out := make([]string, bytes/2/rows/40)
		for i := range out {
			out[i] = fmt.Sprintf("pod payment-%04x-xx8 waited %d ms", i, i)
		}
		outputs = append(outputs, map[string]any{"lines": out})
	}
	return around(texts, outputs...)
}

func manyRefs(bytes int) []byte {
	data := around(statements, map[string]any{"lines": []string{"restarts 7"}})
	refs := make([]string, bytes/24)
	for i := range refs {
		refs[i] = fmt.Sprintf("$.lines[%d:%d]", i*2, i*2+1)
	}
	return []byte(strings.Replace(string(data), `"evidence_refs":["$"]`, `"evidence_refs":`+string(encode(refs)), 1))
}

func manyRows(bytes int) []byte {
	outputs := make([]any, bytes/420+1)
	for i := range outputs {
		outputs[i] = map[string]any{"restarts": 7}
	}
	return around(statements, outputs...)
}

// oneClaim wraps rows that are all bound by one claim.
func oneClaim(rows int, output any, change func(c *superbiz.Claim, ids []string)) []byte {
	outputs := make([]any, rows)
	for i := range outputs {
		outputs[i] = output
	}
	w := &writer{}
	data := around(nil, outputs...)
	if err := json.Unmarshal(data, &w.trace); err != nil {
		panic(err) // it was encoded here
	}
	ids := make([]string, rows)
	for i := range ids {
		ids[i] = w.trace.ToolInvocations[i].InvocationID
	}
	claim := superbiz.Claim{
		ClaimID: "c1", ClaimType: superbiz.ClaimObservation, Text: statements[0],
		EvidenceBindings: []superbiz.EvidenceBinding{{SourceInvocationIDs: ids, ToolName: "logs_search"}},
	}
	change(&claim, ids)
	w.output.Claims = []superbiz.Claim{claim}
	w.conclude()
	return encode(w.trace)
}

// maxCited is how many rows one claim can bind and have as much to say of each.
const maxCited = 20_000

func manyAssertions(bytes int) []byte {
	n := min(bytes/500, maxCited)
	return oneClaim(n, map[string]int{"restarts": 7}, func(c *superbiz.Claim, _ []string) {
		for range n {
			c.EvidenceBindings[0].Assertions = append(c.EvidenceBindings[0].Assertions,
				superbiz.Assertion{RawPath: "$.restarts", Op: superbiz.OpEq, Value: []byte("8")})
		}
	})
}

func manyDerivations(bytes int) []byte {
	n := min(bytes/600, maxCited)
	return oneClaim(n, map[string]int{"restarts": 7}, func(c *superbiz.Claim, ids []string) {
		for i := range n {
			c.Derivations = append(c.Derivations, superbiz.Derivation{
				Value: []byte("7"), Op: superbiz.DeriveSum, Operands: []superbiz.Operand{{InvocationID: ids[n-1-i], RawPath: "$.restarts"}},
			})
		}
	})
}

// longPaths are as long as paths may be, and each prefix of them could be listed.
func longPaths(bytes int) []byte {
	const steps = 2000
	path := "$" + strings.Repeat(".a", steps)
	return oneClaim(1, json.RawMessage(strings.Repeat(`{"a":`, 500)+"7"+strings.Repeat("}", 500)), func(c *superbiz.Claim, _ []string) {
		for range min(bytes, maxText) / len(path) {
			c.EvidenceBindings[0].Assertions = append(c.EvidenceBindings[0].Assertions, superbiz.Assertion{RawPath: path, Op: superbiz.OpExists})
		}
	})
}

// bracesInside is dear to parse as an executor's text: braces that begin no object.
func bracesInside(bytes int) []byte {
	w := &writer{trace: superbiz.DiagnosisTrace{TraceVersion: superbiz.TraceVersion, SessionID: sessionID, RunID: runID}}
	text := strings.Repeat("{ {\"", min(bytes, maxText-8)/4)
	w.trace.ToolInvocations = []superbiz.ToolInvocation{}
	w.trace.Executor.Attempts = []superbiz.Attempt{{RawOutput: &text}}
	return encode(w.trace)
}
