package llm

// Usage counts tokens.
type Usage struct {
	PromptTokens     int64 `json:"prompt_tokens"` // all that were read, cached ones too
	CompletionTokens int64 `json:"completion_tokens"`
	CachedTokens     int64 `json:"cached_tokens,omitempty"` // of PromptTokens, those from the endpoint's cache
}

// Add returns the sum of two usages.
func (u Usage) Add(v Usage) Usage {
	return Usage{
		PromptTokens:     u.PromptTokens + v.PromptTokens,
		CompletionTokens: u.CompletionTokens + v.CompletionTokens,
		CachedTokens:     u.CachedTokens + v.CachedTokens,
	}
}

// Prices are what a million tokens cost. The zero value says nothing of it: what a
// model costs is then not known, which is not the same as nothing.
type Prices struct {
	Known      bool
	Currency   string // such as USD; "" is not named
	Prompt     float64
	Completion float64
	Cached     float64 // of prompt tokens from the endpoint's cache
}

// Cost returns what a usage costs, where the prices are known.
func (p Prices) Cost(u Usage) float64 {
	cached := min(u.CachedTokens, u.PromptTokens)
	fresh := float64(u.PromptTokens - cached)
	return (fresh*p.Prompt + float64(cached)*p.Cached + float64(u.CompletionTokens)*p.Completion) / 1e6
}
