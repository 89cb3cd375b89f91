package superbiz_test

import (
	"testing"

	superbiz "github.com/superbizagent/superbizagent"
)

// TestUsageAdd shows that a cost which is not known is never added as nothing.
func TestUsageAdd(t *testing.T) {
	t.Parallel()
	priced := superbiz.Usage{ModelCalls: 1, Cost: new(0.25), Currency: "USD"}
	free := superbiz.Usage{ModelCalls: 1, Cost: new(0.0), Currency: "USD"}
	tests := []struct {
		name     string
		u, v     superbiz.Usage
		want     *float64
		currency string
	}{
		{"nobody was asked", superbiz.Usage{ToolCalls: 2}, superbiz.Usage{WallMillis: 3}, nil, ""},
		{"both are known", priced, priced, new(0.5), "USD"},
		{"one is free", priced, free, new(0.25), "USD"},
		{"tools cost nothing", superbiz.Usage{ToolCalls: 2}, priced, new(0.25), "USD"},
		{"tools cost nothing, after", priced, superbiz.Usage{ToolCalls: 2}, new(0.25), "USD"},
		{"one is not known", priced, superbiz.Usage{ModelCalls: 1}, nil, ""},
		{"one is not known, before", superbiz.Usage{ModelCalls: 1}, priced, nil, ""},
		{"other currencies", priced, superbiz.Usage{ModelCalls: 1, Cost: new(1.0), Currency: "CNY"}, nil, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got := test.u.Add(test.v)
			if (got.Cost == nil) != (test.want == nil) || got.Cost != nil && *got.Cost != *test.want || got.Currency != test.currency {
				t.Errorf("got %+v %q, want %+v %q", got.Cost, got.Currency, test.want, test.currency)
			}
		})
	}
}
