// Writes the same cases twice: for superbiz eval, a folder with case.yaml and trace.json
// each, and for promptfoo, one config with as many tests. Each case has eight assertions.
//
//   node make.mjs CASES FOLDER
//
// promptfoo asserts over the results that a saved run stores, handed to it as they are (its
// echo provider): it asks no model, and computes nothing again. superbiz eval recomputes
// gate, verdict and answer of the run.
import { mkdirSync, writeFileSync } from 'node:fs';

const cases = Number(process.argv[2]), folder = process.argv[3];

const caseFile = `about: Container checkout restarted, and its last state says why.
tags: [en]
expect:
  verdict: PASS
  gate_status: pass
  composer_status: valid
  failed_rules: []
  checked_bindings: 1
  tool_calls: {mode: any_order, calls: [{tool: kubernetes_describe, status: succeeded}]}
  answer:
    contains: [checkout]
    not_contains: [evidence_bindings]
`;

const trace = restarts => ({
  trace_version: 'diagnosis_trace_v1', session_id: 's-1', run_id: 'r-1', run_mode: 'bundle',
  question: { text: 'Why does checkout restart?' },
  tool_invocations: [{
    invocation_id: 'inv-01-k7q2', session_id: 's-1', run_id: 'r-1', seq: 1, tool_name: 'kubernetes_describe', tool_source: 'bundle',
    arguments: { kind: 'Pod', namespace: 'shop', name: 'checkout-7d9f' }, status: 'succeeded', result_kind: 'data', data_mode: 'bundle',
    source_class: 'observed', attempt_count: 1, error: null, truncated: false,
    output: { containers: [{ name: 'checkout', restart_count: restarts, last_state: 'OOMKilled', exit_code: 137 }] },
    retrieval_details: { evidence_refs: ['$.containers[0]'], total: 1, returned: 1 },
  }],
  executor: {
    kind: 'model', attempts: [{
      structured_output: {
        answer_version: 'executor_evidence_v2',
        claims: [{
          claim_id: 'c1', claim_type: 'observation', text: `Container checkout restarted ${restarts} times; its last state is OOMKilled.`,
          evidence_bindings: [{
            source_invocation_ids: ['inv-01-k7q2'], tool_name: 'kubernetes_describe', raw_path: '$.containers[0].last_state', excerpt: 'OOMKilled',
            assertions: [{ raw_path: '$.containers[0].restart_count', op: 'eq', value: restarts }],
          }],
        }],
        hypotheses: [], recommended_actions: [], missing_info: [],
      },
    }],
  },
});

const javascript = condition => ({ type: 'javascript', value: `(run => ${condition})(typeof output === 'string' ? JSON.parse(output) : output)` });

const tests = [];
for (let i = 0; i < cases; i++) {
  const restarts = i % 200 + 3;
  const dir = `${folder}/cases/suite-${String(i % 20).padStart(2, '0')}/case-${String(i).padStart(5, '0')}`;
  mkdirSync(dir, { recursive: true });
  writeFileSync(`${dir}/case.yaml`, caseFile);
  writeFileSync(`${dir}/trace.json`, JSON.stringify(trace(restarts), null, 1));
  const stored = {
    ...trace(restarts), gatekeeper_result: { status: 'pass', failed_rules: [], checked_bindings: 1 }, verifier: { verdict: 'PASS' },
    composer: { status: 'valid', answer: `Container checkout restarted ${restarts} times; its last state is OOMKilled. [1]` },
  };
  tests.push({
    description: `case ${i}`, vars: { run: JSON.stringify(stored) },
    assert: [
      javascript("run.verifier.verdict === 'PASS'"), javascript("run.gatekeeper_result.status === 'pass'"),
      javascript("run.composer.status === 'valid'"), javascript('run.gatekeeper_result.failed_rules.length === 0'),
      javascript('run.gatekeeper_result.checked_bindings === 1'),
      javascript("run.tool_invocations.length === 1 && run.tool_invocations[0].tool_name === 'kubernetes_describe'"),
      { type: 'icontains', value: 'checkout' }, { type: 'not-contains', value: 'claim_checks' },
    ],
  });
}
writeFileSync(`${folder}/promptfooconfig.json`, JSON.stringify({ prompts: ['{{run}}'], providers: ['echo'], tests }));
