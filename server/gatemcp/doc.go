// Package gatemcp offers the gate to other agents as tools of the Model Context
// Protocol, so that an agent can check itself before it answers.
//
//	gate_trace    judges a diagnosis_trace_v1
//	explain_rule  returns the page of a rule
//	list_rules    returns the catalogue
package gatemcp
