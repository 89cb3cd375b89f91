// Package superbiz holds the nouns of SuperBizAgent: the JSON shapes that its
// stages, its store and other people's programs agree on.
//
// A question or an alert becomes an audited answer in this order:
//
//	Question -> Plan                      planner
//	         -> ToolInvocation rows       executor, through tool.Recorder
//	         -> ExecutorOutput            the executor's text, parsed by evidence
//	         -> GatekeeperResult          gatekeeper: deterministic rules
//	         -> VerifierResult, Verdict   verifier: does the evidence carry the claim?
//	         -> ComposerResult            composer: an answer from what was proved
//	         -> SelfEvaluation            store: kept with the message, before it is shown
//
// A [DiagnosisTrace] is such a run as one document. The package imports the
// standard library only and holds no behaviour beyond the few methods that keep
// the zero values safe: the zero Verdict rejects, the zero Severity rejects.
package superbiz
