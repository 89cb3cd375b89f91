package bench

import (
	"errors"
	"slices"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/gatekeeper"
	"github.com/superbizagent/superbizagent/gatekeeper/rules"
	"github.com/superbizagent/superbizagent/trace"
)

// shapeAndReferences are the rules that the peers are held against.
var shapeAndReferences = []string{"schema.executor_v2", "evidence.invocation_ref"}

// TwoRulesGate returns a gate of the schema and the reference rule.
func TwoRulesGate() (*gatekeeper.Gate, error) {
	var picked []*gatekeeper.Rule
	for _, rule := range rules.All() {
		if slices.Contains(shapeAndReferences, rule.ID) {
			picked = append(picked, rule)
		}
	}
	catalogue, err := gatekeeper.NewCatalogue(rules.Version, picked...)
	if err != nil {
		return nil, err
	}
	return gatekeeper.New(catalogue), nil
}

// judge decodes a trace and runs the whole catalogue over it.
func judge(gate *gatekeeper.Gate, data []byte) (superbiz.GatekeeperResult, error) {
	decoded, err := trace.Decode(data, trace.Options{})
	if err != nil {
		return superbiz.GatekeeperResult{}, err
	}
	return gate.Validate(gatekeeper.InputOf(decoded)), nil
}

// errRefused says that a trace was refused that is all true: the figures would be
// those of a shorter way.
var errRefused = errors.New("the gate refused the trace")

func mustPass(result superbiz.GatekeeperResult) error {
	if result.Status == superbiz.GateFail {
		return errRefused
	}
	return nil
}
