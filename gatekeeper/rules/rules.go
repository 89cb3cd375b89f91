package rules

import "github.com/superbizagent/superbizagent/gatekeeper"

// Version names the set of rules. A change of what a rule accepts makes a new one.
const Version = "gatekeeper-rules-v1"

// All returns the rules in catalogue order.
func All() []*gatekeeper.Rule {
	return []*gatekeeper.Rule{
		schemaExecutorV2,
		invocationRef,
		toolOutcome,
		rawPath,
		noEvidence,
		excerpt,
		assertion,
		values,
		entities,
		absence,
		window,
		causal,
		sourceClass,
		dataMode,
		coverage,
		utilization,
		hypothesisSupport,
		actionSafety,
		languageCertainty,
		outputSecret,
		inputInjection,
	}
}

// Catalogue returns the catalogue of all rules with their defaults. A test proves
// that they are sound; were they not, the catalogue would be nil, and a gate
// without a catalogue rejects everything.
func Catalogue() *gatekeeper.Catalogue {
	c, err := gatekeeper.NewCatalogue(Version, All()...)
	if err != nil {
		return nil
	}
	return c
}
