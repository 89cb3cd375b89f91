# The rules schema.executor_v2 and evidence.invocation_ref as a policy.
#
# input.output      the executor output, decoded
# input.session_id  the session that is judged
# input.rows        invocation_id, session_id and tool_name of each recorded call
package gate

findings := {"schema": schema, "reference": reference}

# What an object must have, and what else it may.
output_fields := {"answer_version", "claims", "hypotheses", "recommended_actions", "missing_info"}

claim_fields := {"claim_id", "claim_type", "text", "evidence_bindings", "derivations", "confidence"}

binding_fields := {"source_invocation_ids", "tool_name", "raw_path", "excerpt", "assertions"}

assertion_fields := {"raw_path", "op", "value", "unit"}

derivation_fields := {"value", "unit", "op", "operands"}

operand_fields := {"invocation_id", "raw_path"}

hypothesis_fields := {"hypothesis_id", "text", "status", "supported_by", "contradicted_by", "cause"}

cause_fields := {"code", "object"}

action_fields := {"action_id", "text", "command", "risk", "requires_approval", "evidence_bindings"}

missing_fields := {"text", "reason", "source_invocation_ids"}

comparisons := {"eq", "ne", "lt", "le", "gt", "ge", "contains", "not_contains", "count_eq", "count_ge", "exists", "absent"}

arithmetic := {"sum", "difference", "product", "ratio", "percent", "percent_change", "min", "max", "mean", "count", "duration"}

without_value := {"exists", "absent"}

# Parts of the output.
claims := input.output.claims

hypotheses := input.output.hypotheses

actions := input.output.recommended_actions

missing := input.output.missing_info

claim_ids := {claim.claim_id | some claim in claims}

# Values.
filled(text) if {
	is_string(text)
	trim_space(text) != ""
}

# Null in an optional field is absence.
given(whole, field) if {
	value := whole[field]
	not is_null(value)
}

filled_or_absent(whole, field) if not given(whole, field)

filled_or_absent(whole, field) if filled(whole[field])

array_or_absent(whole, field) if not given(whole, field)

array_or_absent(whole, field) if is_array(whole[field])

fields_of(whole, allowed) if {
	is_object(whole)
	count(object.keys(whole) - allowed) == 0
}

# The whole.
schema contains "output" if not fields_of(input.output, output_fields)

schema contains "answer_version" if not input.output.answer_version == "executor_evidence_v2"

schema contains field if {
	some field in {"claims", "hypotheses", "recommended_actions", "missing_info"}
	not is_array(input.output[field])
}

schema contains "claims" if {
	count(claims) == 0
	count(missing) == 0
}

schema contains "claim_id" if {
	count(claim_ids) < count(claims)
}

schema contains "hypothesis_id" if {
	count({hypothesis.hypothesis_id | some hypothesis in hypotheses}) < count(hypotheses)
}

schema contains "action_id" if {
	count({action.action_id | some action in actions}) < count(actions)
}

# Claims.
schema contains sprintf("claims[%d]", [i]) if {
	some i, claim in claims
	not sound_claim(claim)
}

sound_claim(claim) if {
	fields_of(claim, claim_fields)
	filled(claim.claim_id)
	count(claim.claim_id) <= 256
	claim.claim_type in {"observation", "absence", "causal"}
	filled(claim.text)
	count(claim.evidence_bindings) > 0
	sound_bindings(claim)
	sound_derivations(claim)
	sound_confidence(claim)
}

sound_confidence(claim) if not given(claim, "confidence")

sound_confidence(claim) if {
	is_number(claim.confidence)
	claim.confidence >= 0
	claim.confidence <= 1
}

sound_bindings(whole) if not given(whole, "evidence_bindings")

sound_bindings(whole) if {
	is_array(whole.evidence_bindings)
	every binding in whole.evidence_bindings {
		fields_of(binding, binding_fields)
		filled(binding.tool_name)
		filled_or_absent(binding, "raw_path")
		filled_or_absent(binding, "excerpt")
		sound_assertions(binding)
	}
}

sound_assertions(binding) if not given(binding, "assertions")

sound_assertions(binding) if {
	is_array(binding.assertions)
	every assertion in binding.assertions {
		fields_of(assertion, assertion_fields)
		filled(assertion.raw_path)
		assertion.op in comparisons
		filled_or_absent(assertion, "unit")
		sound_value(assertion)
	}
}

sound_value(assertion) if {
	assertion.op in without_value
	not given(assertion, "value")
}

sound_value(assertion) if {
	not assertion.op in without_value
	"value" in object.keys(assertion)
}

sound_derivations(claim) if not given(claim, "derivations")

sound_derivations(claim) if {
	is_array(claim.derivations)
	every derivation in claim.derivations {
		fields_of(derivation, derivation_fields)
		type_name(derivation.value) in {"number", "string"}
		filled_or_absent(derivation, "unit")
		derivation.op in arithmetic
		count(derivation.operands) > 0
		every operand in derivation.operands {
			fields_of(operand, operand_fields)
			filled(operand.invocation_id)
			filled(operand.raw_path)
		}
	}
}

# The rest.
schema contains sprintf("hypotheses[%d]", [i]) if {
	some i, hypothesis in hypotheses
	not sound_hypothesis(hypothesis)
}

sound_hypothesis(hypothesis) if {
	fields_of(hypothesis, hypothesis_fields)
	filled(hypothesis.hypothesis_id)
	count(hypothesis.hypothesis_id) <= 256
	filled(hypothesis.text)
	hypothesis.status in {"supported", "refuted", "open"}
	every id in hypothesis.supported_by {
		id in claim_ids
	}
	every id in hypothesis.contradicted_by {
		id in claim_ids
	}
	sound_cause(hypothesis)
}

sound_cause(hypothesis) if not given(hypothesis, "cause")

sound_cause(hypothesis) if {
	fields_of(hypothesis.cause, cause_fields)
	regex.match(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`, hypothesis.cause.code)
	filled(hypothesis.cause.object)
}

schema contains sprintf("recommended_actions[%d]", [i]) if {
	some i, action in actions
	not sound_action(action)
}

sound_action(action) if {
	fields_of(action, action_fields)
	filled(action.action_id)
	count(action.action_id) <= 256
	filled(action.text)
	filled_or_absent(action, "command")
	action.risk in {"read_only", "reversible", "destructive"}
	is_boolean(action.requires_approval)
	sound_bindings(action)
}

schema contains sprintf("missing_info[%d]", [i]) if {
	some i, info in missing
	not sound_missing(info)
}

sound_missing(info) if {
	fields_of(info, missing_fields)
	filled(info.text)
	info.reason in {"tool_failed", "not_available", "not_queried", "truncated"}
	sound_ids(info)
}

sound_ids(info) if not given(info, "source_invocation_ids")

sound_ids(info) if {
	is_array(info.source_invocation_ids)
	every id in info.source_invocation_ids {
		is_string(id)
	}
}

# References, of claims that are well formed.
own := {row.invocation_id | some row in input.rows; row.session_id == input.session_id; input.session_id != ""}

calls := {[row.invocation_id, row.tool_name] | some row in input.rows; row.session_id == input.session_id}

cites if {
	some claim in claims
	some binding in claim.evidence_bindings
	count(binding.source_invocation_ids) > 0
}

reference contains "" if {
	count(own) == 0
	cites
}

reference contains "" if {
	count(own) > 0
	count({row.invocation_id | some row in input.rows}) < count(input.rows)
}

reference contains "" if {
	some row in input.rows
	row.invocation_id == ""
}

reference contains sprintf("claims[%d].evidence_bindings[%d]", [i, j]) if {
	count(own) > 0
	some i, claim in claims
	some j, binding in claim.evidence_bindings
	not sound_reference(binding)
}

sound_reference(binding) if {
	count(binding.source_invocation_ids) > 0
	every id in binding.source_invocation_ids {
		id in own
		[id, binding.tool_name] in calls
	}
}

reference contains sprintf("claims[%d].derivations[%d].operands[%d]", [i, j, k]) if {
	count(own) > 0
	some i, claim in claims
	some j, derivation in claim.derivations
	some k, operand in derivation.operands
	not operand.invocation_id in own
}
