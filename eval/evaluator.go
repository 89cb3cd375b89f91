package eval

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/composer"
	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/gatekeeper"
	"github.com/superbizagent/superbizagent/trace"
	"github.com/superbizagent/superbizagent/verifier"
)

// Evaluator replays traces. Its stages are those of a run: what judges there judges
// here, so that a change of it shows. It is safe for concurrent use when they are.
type Evaluator struct {
	Gate    func(gatekeeper.Input) (superbiz.GatekeeperResult, *gatekeeper.Case)
	Verify  func(verifier.Verifier, verifier.Payload) superbiz.Decision
	Compose func(composer.Input) superbiz.ComposerResult

	// RuleSetVersion and RuleSetDigest say which rules the gate runs, and how they are
	// set; a baseline holds on to them.
	RuleSetVersion string
	RuleSetDigest  string

	// RuleIDs are the rules that there are: a case that names another is misspelt.
	RuleIDs []string
}

// New returns an evaluator with the stages of the product: a gate of the catalogue,
// the deterministic verifier, which asks no model, and the composer.
func New(catalogue *gatekeeper.Catalogue) (*Evaluator, error) {
	if catalogue == nil {
		return nil, errors.New("there is no rule catalogue to judge by")
	}
	described, err := json.Marshal(catalogue.Describe())
	if err != nil {
		return nil, fmt.Errorf("describe the rule catalogue: %w", err)
	}
	return &Evaluator{
		Gate: gatekeeper.New(catalogue).Judge,
		Verify: func(v verifier.Verifier, p verifier.Payload) superbiz.Decision {
			return v.Verify(context.Background(), p) // it asks nobody that could be late
		},
		Compose:        composer.Compose,
		RuleSetVersion: catalogue.Version(),
		RuleSetDigest:  digest(described),
		RuleIDs:        ruleIDs(catalogue),
	}, nil
}

func ruleIDs(catalogue *gatekeeper.Catalogue) []string {
	ids := []string{gatekeeper.InternalRule}
	for _, rule := range catalogue.Rules() {
		ids = append(ids, rule.ID)
	}
	return ids
}

// Replay is one trace as the stages see it now.
type Replay struct {
	Trace       *superbiz.DiagnosisTrace
	ParseStatus superbiz.ParseStatus
	Output      *evidence.Document // nil when nothing could be parsed
	Gate        superbiz.GatekeeperResult
	Decision    superbiz.Decision
	Answer      superbiz.ComposerResult
}

// Replay recomputes what a run would say today of what it recorded. It asks no
// retry: the last attempt counts, as it did then. An error means that data is no
// trace that can be judged; rows that cannot be read are judged, and fail.
func (e *Evaluator) Replay(data []byte, c Conditions) (*Replay, error) {
	t, err := trace.Decode(data, trace.Options{})
	var broken *trace.RowsError
	if err != nil && !errors.As(err, &broken) {
		return nil, err
	}
	in := gatekeeper.InputOf(t)
	in.InvocationsErr = err // of rows, or nil
	result, read := e.Gate(in)
	payload := verifier.NewPayload(in.Question, in.Attempt, in.SessionID, in.Invocations, result)
	var parsed evidence.Parsed
	if read == nil {
		parsed, _ = evidence.ParseAttempt(in.Attempt)
	} else { // what the gate has read need not be read twice
		parsed, payload.Ledger, payload.Reading = read.Parsed, read.Ledger, read.Reading
	}
	r := &Replay{Trace: t, ParseStatus: parsed.Status, Output: parsed.Document, Gate: result}
	r.Decision = e.Verify(c.verifier(), payload)
	r.Answer = e.Compose(composer.Input{Question: in.Question, Decision: r.Decision, Gate: r.Gate})
	return r, nil
}

// Verdict returns the verdict of the replay.
func (r *Replay) Verdict() superbiz.Verdict { return r.Decision.Result.Verdict.OrReject() }

// verifierDown is the condition of a run whose verifying model gave no usable answer.
const verifierDown = "down"

func (c Conditions) verifier() verifier.Verifier {
	if c.Verifier == verifierDown {
		return verifier.Verifier{Model: unreachable{}}
	}
	return verifier.Verifier{}
}

// unreachable is a verifying model that gives no label.
type unreachable struct{}

func (unreachable) Label(context.Context, verifier.Payload, []evidence.Claim) ([]superbiz.ClaimCheck, error) {
	return nil, errors.New("the verifying model is down")
}
