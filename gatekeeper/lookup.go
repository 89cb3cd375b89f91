package gatekeeper

import "fmt"

// Lookup returns the rule with an id. For an id that no rule has, the error names
// the nearest one.
func (c *Catalogue) Lookup(id string) (*Rule, error) {
	for _, e := range c.entries {
		if e.rule.ID == id {
			return e.rule, nil
		}
	}
	return nil, fmt.Errorf("there is no rule %.80q%s", id, Nearest(id, c.ids()))
}
