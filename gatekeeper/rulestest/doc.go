// Package rulestest runs a rule over cases kept as txtar files.
//
// A folder holds the cases of one rule, a file each. The name of a file begins
// with flagged_ or clean_, and its comment says what the case is about:
//
//	The claim points at the fourth line; the call returned three.
//
//	-- claims.json --
//	{"text": "the pool is full", "evidence_bindings": [{"raw_path": "$.lines[3]"}]}
//	-- inv-1.txt --
//	checkout: started
//	checkout: pool is full
//	checkout: pool is full
//	-- want --
//	claims[0].evidence_bindings[0] | c1 | does not resolve
//
// # What the executor handed over
//
// Either output.txt, the executor's text as it came (output.json is the same
// with another name), or any of claims.json, hypotheses.json,
// recommended_actions.json and missing_info.json, each an array, or an object
// that stands for an array of one. From these a whole executor_evidence_v2 is
// made, and what is left out is filled in: claim_id "c1", "c2" …; claim_type
// "observation"; one binding, to the only row there is; tool_name, that of the
// first row cited; hypothesis_id "h1" …, status "open", supported_by and
// contradicted_by []; action_id "a1" …, risk "read_only", requires_approval
// false; reason "not_available". The outcome must be well formed: a case about
// malformed output writes it whole.
//
// # What the tools returned
//
// rows.json holds tool_invocation rows, an array or one object. Left out fields
// are filled in: invocation_id "inv-1", "inv-2" …; session_id "s-1"; tool_name
// "logs_recent"; status "succeeded"; result_kind "data", or what follows from
// another status; data_mode "live"; source_class "observed"; arguments {};
// started_at, a minute apart from 2026-07-01T10:30:00Z, and ended_at a second
// later; evidence_refs ["$"], or ["$.no_evidence"] where result_kind is "empty".
// "lines" is short for a text output: an array of lines, or a string of them.
//
// A section named after an invocation id holds its output: inv-1.txt text,
// inv-1.json JSON. A row that rows.json does not have is added for it.
//
// # The rest
//
// input.json holds session_id (default "s-1"), run_mode (default "live") and
// question. config.yaml configures the rule.
//
// want lists the findings, a line each, in order: the target, the id of the
// claim, hypothesis or action, and words of the message, with | between them.
// An empty want means that the rule finds nothing. It may not be left out.
package rulestest
