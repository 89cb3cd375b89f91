package composer

import (
	"context"
	_ "embed"
	"encoding/json"
	"time"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/llm"
)

// PromptVersion names the prompt of this package. A change of it makes a new one.
const PromptVersion = "composer-prompt-v1"

//go:embed prompts/compose.md
var composePrompt string

// Composer composes. The zero Composer writes each claim as it was stated; with a
// model the sentences are the model's, where they say what the claims say.
type Composer struct {
	Model   llm.Model // nil: none
	Prices  llm.Prices
	Timeout time.Duration // of the model; 0 is a minute
}

// Compose writes the answer. It does not fail: a model that is down, or whose
// sentences do not pass, leaves the text that needs no model.
func (c Composer) Compose(ctx context.Context, in Input) superbiz.ComposerResult {
	said := sort(in)
	if c.Model != nil && len(said.claims) > 1 && in.Decision.Result.Verdict.OrReject() != superbiz.VerdictReject {
		if statements, ok := c.statements(ctx, in, said); ok {
			if result, ok := compose(said, statements, phrasesFor(in.Question.Text)); ok {
				return result
			}
		}
	}
	return Compose(in)
}

// written is what the model writes.
type written struct {
	Sentences []struct {
		Text     string   `json:"text"`
		ClaimIDs []string `json:"claim_ids"`
	} `json:"sentences"`
}

const composeSchema = `{"type":"object","additionalProperties":false,"required":["sentences"],"properties":{"sentences":{"type":"array","items":{
"type":"object","additionalProperties":false,"required":["text","claim_ids"],"properties":{
"text":{"type":"string"},"claim_ids":{"type":"array","items":{"type":"string"}}}}}}}`

func (c Composer) statements(ctx context.Context, in Input, said sayable) ([]statement, bool) {
	question, err := json.Marshal(claimsToMerge(in.Question.Text, said.claims))
	if err != nil {
		return nil, false
	}
	timeout := c.Timeout
	if timeout == 0 {
		timeout = time.Minute
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	var text written
	ask := llm.Ask{System: composePrompt, User: string(question), Name: "sentences", Schema: json.RawMessage(composeSchema)}
	reply, err := ask.Object(ctx, c.Model, &text)
	if in.Spend != nil {
		in.Spend(c.Prices.Bill(reply, err))
	}
	if err != nil {
		return nil, false
	}
	return text.check(said.claims)
}

type mergedClaim struct {
	ClaimID   string             `json:"claim_id"`
	ClaimType superbiz.ClaimType `json:"claim_type"`
	Text      string             `json:"text"`
}

func claimsToMerge(question string, claims []superbiz.JudgedClaim) any {
	merged := make([]mergedClaim, len(claims))
	for i, c := range claims {
		merged[i] = mergedClaim{c.ClaimID, c.ClaimType, c.Text}
	}
	return struct {
		Question string        `json:"question"`
		Claims   []mergedClaim `json:"claims"`
	}{question, merged}
}
