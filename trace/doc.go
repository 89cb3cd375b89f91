// Package trace reads and writes diagnosis_trace_v1: a whole run as one JSON
// document, of this program or of anybody's agent.
//
// [Decode] asks for what the gate needs and is lenient about the rest: unknown
// members are ignored, and hearsay of the wrong shape (a plan, a verdict) is left
// out. It keeps tool outputs as the bytes they came in, so that a long run costs
// little more than reading it.
package trace
