// Package eval is the DiagnosisTraceEvaluator: it replays saved traces through the
// gate, the verifier and the composer, and compares what comes out with what each
// case expects.
//
// A case is a folder with a case.yaml and a diagnosis_trace_v1. Of the trace only
// the tool_invocations, the question and the executor's last attempt are used; the
// results stored in it are recomputed, and where they differ the case has drifted.
// There is no model, no network, no clock and no chance in it: the same files give
// the same report, byte for byte.
//
// Find finds cases, an Evaluator runs them, a Report says what came of each, and a
// Comparison says what changed since a Baseline. What was not looked at is never a
// success: see Status.
package eval
