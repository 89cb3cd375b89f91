package verifier

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/llm"
)

// PromptVersion names the prompt of this package. A change of it makes a new one.
const PromptVersion = "verifier-prompt-v1"

//go:embed prompts/labels.md
var labelsPrompt string

// ModelConfig is what a ByModel is made of. Prices may be zero.
type ModelConfig struct {
	Model   llm.Model
	Prices  llm.Prices
	Timeout time.Duration // of the model; 0 is two minutes
}

// ByModel is the Labeller that asks a language model. It is safe for concurrent use.
type ByModel struct {
	config ModelConfig
}

// NewByModel checks the configuration.
func NewByModel(c ModelConfig) (*ByModel, error) {
	if c.Model == nil {
		return nil, errors.New("configure the verifier: there is no model")
	}
	if c.Timeout == 0 {
		c.Timeout = 2 * time.Minute
	}
	return &ByModel{c}, nil
}

// labels is what the model says. That a claim is contradicted is asked for before its
// label, and wins over it.
type labels struct {
	Checks []struct {
		ClaimID      string         `json:"claim_id"`
		Contradicted bool           `json:"contradicted"`
		Label        superbiz.Label `json:"label"`
		Reason       string         `json:"reason"`
	} `json:"checks"`
}

const labelsSchema = `{"type":"object","additionalProperties":false,"required":["checks"],"properties":{"checks":{"type":"array","items":{
"type":"object","additionalProperties":false,"required":["claim_id","contradicted","label","reason"],"properties":{
"claim_id":{"type":"string"},"contradicted":{"type":"boolean"},
"label":{"type":"string","enum":["contradicted","unsupported","not_checked","partial","supported"]},"reason":{"type":"string"}}}}}}`

// Label asks for the labels of all claims at once. One label a claim, whatever their
// order, or an error.
func (v *ByModel) Label(ctx context.Context, p Payload, claims []evidence.Claim) ([]superbiz.ClaimCheck, error) {
	question, err := json.Marshal(newExamination(p, claims))
	if err != nil {
		return nil, fmt.Errorf("write the question to the verifying model: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, v.config.Timeout)
	defer cancel()
	var said labels
	ask := llm.Ask{System: labelsPrompt, User: string(question), Name: "labels", Schema: json.RawMessage(labelsSchema)}
	reply, err := ask.Object(ctx, v.config.Model, &said)
	if p.Spend != nil {
		p.Spend(v.config.Prices.Bill(reply, err))
	}
	if err != nil {
		return nil, fmt.Errorf("ask model %s for labels: %w", v.config.Model.Name(), err)
	}
	return said.inOrderOf(claims)
}

// maxReason bounds what is kept of a reason, in bytes.
const maxReason = 400

func (l labels) inOrderOf(claims []evidence.Claim) ([]superbiz.ClaimCheck, error) {
	byID := make(map[string]superbiz.ClaimCheck, len(l.Checks))
	for _, c := range l.Checks {
		if c.Contradicted {
			c.Label = superbiz.LabelContradicted
		}
		reason := strings.ToValidUTF8(c.Reason[:min(len(c.Reason), maxReason)], "")
		byID[c.ClaimID] = superbiz.ClaimCheck{ClaimID: c.ClaimID, Label: c.Label, Reason: reason}
	}
	if len(l.Checks) != len(claims) || len(byID) != len(claims) {
		return nil, fmt.Errorf("%d labels for %d claims", len(l.Checks), len(claims))
	}
	checks := make([]superbiz.ClaimCheck, len(claims))
	for i := range claims {
		check, ok := byID[claims[i].ClaimID]
		if !ok {
			return nil, fmt.Errorf("claim %.80q has no label", claims[i].ClaimID)
		}
		check.InvocationIDs = boundIDs(&claims[i])
		checks[i] = check
	}
	return checks, nil
}
