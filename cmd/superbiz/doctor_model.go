package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/superbizagent/superbizagent/config"
)

// modelChecks looks at what is configured of each language model, and asks it nothing.
func modelChecks(p process, c *config.Config) []check {
	if len(c.Models) == 0 {
		return []check{{"model", func() (string, error) {
			return "none is configured: SUPERBIZ_MODEL or " + configFile + " names one", nil
		}}}
	}
	var checks []check
	for _, name := range slices.Sorted(maps.Keys(c.Models)) {
		checks = append(checks, check{"model " + name, func() (string, error) { return checkModel(p, c, c.Models[name]) }})
	}
	return checks
}

func checkModel(p process, c *config.Config, m *config.Model) (string, error) {
	if _, _, err := openModel(p, m); err != nil {
		return "", err
	}
	where := m.BaseURL
	if where == "" && m.Protocol != "anthropic" {
		where = endpointOf(m).BaseURL
	}
	found := strings.TrimSpace(m.ID + " at " + m.Provider + " " + where)
	if stages := c.StagesOf(m.Name); len(stages) > 0 {
		found += "; serves " + strings.Join(stages, ", ")
	}
	if !m.Prices.Known() {
		found += "; no prices, so what it costs is unknown"
	}
	return found, nil
}

// printSettings writes every setting with its source. There is no secret in it but the
// values of the variables that hold keys, and those are masked.
func printSettings(p process, c *config.Config) error {
	table := tabwriter.NewWriter(p.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "\nSETTING\tVALUE\tFROM")
	for _, s := range c.Settings() {
		value := s.Value
		switch name, member, _ := strings.Cut(strings.TrimPrefix(s.Path, "models."), ".key_env"); {
		case s.Path == "database" && value == "":
			value, _ = databasePath(p, "")
		case member == "" && strings.HasSuffix(s.Path, ".key_env"):
			value = shownKey(p, c.Models[name])
		}
		if value == "" {
			value = "-"
		}
		fmt.Fprintf(table, "%s\t%s\t%s\n", s.Path, value, s.From)
	}
	return table.Flush()
}

// shownKey tells the variable of a key, and whether there is one in it.
func shownKey(p process, m *config.Model) string {
	variable := keyVariable(m)
	if variable == "" {
		return ""
	}
	key, err := keyOf(p, m)
	if err != nil {
		return variable + ", without a key"
	}
	return fmt.Sprintf("%s, which holds %s", variable, key)
}
