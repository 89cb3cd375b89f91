package bundle_test

import (
	"strings"
	"testing"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/scenarios"
	"github.com/superbizagent/superbizagent/tool/bundle"
)

// TestScenarios asks the demo scenarios, recorded from real services, for all that they hold.
func TestScenarios(t *testing.T) {
	t.Parallel()
	for _, scenario := range scenarios.All() {
		if scenario.Request.Scope.Service != "postgresql" {
			continue
		}
		t.Run(scenario.Name, func(t *testing.T) {
			t.Parallel()
			opened, err := bundle.OpenFS(scenario.Bundle, bundle.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			caller := newCaller(t, opened)
			for _, call := range [][2]string{
				{"alerts_list", `{}`},
				{"metrics_list", `{}`},
				{"metrics_query", `{"metric":"pg_up"}`},
				{"logs_list", `{}`},
				{"logs_recent", `{"service":"postgresql","limit":3}`},
				{"logs_errors", `{"service":"postgresql"}`},
				{"logs_search", `{"service":"postgresql","pattern":"No space left on device"}`},
				{"documents_list", `{}`},
				{"sql_query", `{"query":"SHOW max_connections","database":"postgres"}`},
			} {
				row := caller.call(t, call[0], call[1])
				if row.Status != superbiz.InvocationSucceeded {
					t.Errorf("%s %s: %s", call[0], call[1], errorOf(row))
				}
				t.Logf("%s %s: %s %.300s %+v", call[0], call[1], row.ResultKind, row.Output, row.RetrievalDetails.EvidenceRefs)
			}
			if row := caller.call(t, "sql_query", `{"query":"SHOW port"}`); !strings.HasPrefix(errorOf(row), "not_recorded: ") {
				t.Errorf("got %s, %q for a query that was not recorded", row.Status, errorOf(row))
			}
			_, rows, ok, err := opened.Recorded()
			if err != nil || ok != (scenario.Request.Executor == "recorded") || ok && len(rows) == 0 {
				t.Errorf("got %d rows, %v, %v of the executor %s", len(rows), ok, err, scenario.Request.Executor)
			}
		})
	}
}
