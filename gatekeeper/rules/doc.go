// Package rules is the catalogue gatekeeper-rules-v1.
//
// A rule has one name in its files: its id with an underscore for the dot, and
// without "evidence_" in front, so raw_path for evidence.raw_path and
// action_safety for action.safety.
//
//   - raw_path.go holds one package variable, the rule, and its functions:
//
//     //go:embed raw_path.md
//     var rawPathPage string
//
//     var rawPath = &gatekeeper.Rule{ID: "evidence.raw_path", Doc: rawPathPage, …}
//
//   - raw_path.md is the rule's page: a title, which is the id, and the parts
//     "What it wants", "Flagged", "Accepted", "How to fix" and "Limits".
//
//   - testdata/raw_path holds its cases; package rulestest says how one is
//     written. There are at least three that are flagged and three that are clean.
//
// A new rule is listed in [All], at its place; the tests of this package then
// find its page and its cases by its id.
//
// Rules read and report, and share nothing: no rule calls another, and what two
// of them need to understand of a text or an output is in package evidence. A
// rule that looks at what a claim's text says asks Ledger.Bound first and leaves
// claims alone whose references are refused already: one fault, one finding.
package rules
