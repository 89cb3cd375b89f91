package report

import (
	"encoding/json"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/gatekeeper"
)

// Catalogue is the JSON form of a catalogue: the rules of a gatekeeper_result
// without an outcome.
type Catalogue struct {
	Version string          `json:"version"`
	Rules   []CatalogueRule `json:"rules"`
}

// CatalogueRule is one rule and how it is set.
type CatalogueRule struct {
	ID              string            `json:"id"`
	Description     string            `json:"description"`
	DefaultSeverity superbiz.Severity `json:"default_severity"`
	Severity        superbiz.Severity `json:"severity"`
	Enabled         bool              `json:"enabled"`
	Params          json.RawMessage   `json:"params"`
}

// NewCatalogue returns the JSON form of c.
func NewCatalogue(c *gatekeeper.Catalogue) Catalogue {
	out := Catalogue{Version: c.Version(), Rules: []CatalogueRule{}}
	for _, r := range c.Describe() {
		out.Rules = append(out.Rules, CatalogueRule{r.ID, r.Description, r.DefaultSeverity, r.Severity, r.Enabled, r.Params})
	}
	return out
}
