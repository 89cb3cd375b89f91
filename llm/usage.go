package llm

// Usage counts tokens.
type Usage struct {
	PromptTokens     int64 `json:"prompt_tokens"` // all that were read, cached ones too
	CompletionTokens int64 `json:"completion_tokens"`
	CachedTokens     int64 `json:"cached_tokens,omitempty"` // of PromptTokens, those from the endpoint's cache
}

// mostTokens is the most that one count is taken for. Counts are what an endpoint says:
// one near the end of the integers would turn a sum negative, and a budget with it.
const mostTokens = 1e12

// bounded returns the usage with each count from 0 to mostTokens.
func (u Usage) bounded() Usage {
	return Usage{
		PromptTokens:     min(max(0, u.PromptTokens), mostTokens),
		CompletionTokens: min(max(0, u.CompletionTokens), mostTokens),
		CachedTokens:     min(max(0, u.CachedTokens), mostTokens),
	}
}

// Add returns the sum of two usages. A count below 0 is taken for 0, one beyond 10^12
// for that.
func (u Usage) Add(v Usage) Usage {
	u, v = u.bounded(), v.bounded()
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
