package superbiz_test

import (
	"os"
	"testing"
)

// A row says what one package may do. Every package has one; if it looks odd, the package is wrong.
type row struct {
	// imports are the packages of this module that it may import, beside the root, which is open to all; "x/..." is x
	// with all below it, "..." is any.
	imports []string
	// pure packages judge: they have no network, file, database, clock or chance.
	pure bool
	// tests is true for packages that only tests import: they may import testing.
	tests bool
	// records is true for packages that may fill in a superbiz.ToolInvocation: the one with the Recorder, and those that
	// read back what it recorded.
	records bool
}

// packages is the table of who may import whom. Stages do not import stages, nor adapters adapters. Files of tests are
// free.
var packages = map[string]row{
	".": {pure: true, records: true},

	"evidence":           {imports: []string{"evidence/canon", "evidence/quantity"}, pure: true},
	"evidence/absence":   {imports: []string{"evidence", "evidence/canon", "evidence/phrase", "evidence/reading", "evidence/searched", "evidence/wording"}, pure: true},
	"evidence/canon":     {pure: true},
	"evidence/cause":     {imports: []string{"evidence/phrase", "evidence/quantity"}, pure: true},
	"evidence/command":   {pure: true},
	"evidence/injection": {imports: []string{"evidence", "evidence/canon", "evidence/phrase"}, pure: true},
	"evidence/phrase":    {pure: true},
	"evidence/quantity":  {imports: []string{"evidence/canon"}, pure: true},
	"evidence/reading":   {imports: []string{"evidence", "evidence/canon", "evidence/phrase", "evidence/quantity", "evidence/searched"}, pure: true},
	"evidence/searched":  {imports: []string{"evidence", "evidence/quantity"}, pure: true},
	"evidence/secret":    {pure: true},
	"evidence/wording":   {imports: []string{"evidence", "evidence/canon", "evidence/phrase"}, pure: true},

	"gatekeeper":           {imports: []string{"evidence/..."}, pure: true},
	"gatekeeper/rules":     {imports: []string{"gatekeeper", "evidence/..."}, pure: true},
	"gatekeeper/rulestest": {imports: []string{"gatekeeper", "evidence/..."}, tests: true},

	"tool":         {imports: []string{"evidence/..."}, records: true},
	"tool/bundle":  {imports: []string{"tool", "evidence/..."}},
	"tool/runbook": {imports: []string{"tool"}},
	"trace":        {imports: []string{"evidence"}, records: true},

	"llm":           {},
	"llm/anthropic": {imports: []string{"llm", "llm/wire"}},
	"llm/openai":    {imports: []string{"llm", "llm/wire"}},
	"llm/llmtest":   {imports: []string{"llm", "llm/wire"}, tests: true},
	"llm/replay":    {imports: []string{"llm", "evidence/secret"}},
	"llm/wire":      {imports: []string{"llm"}},

	"planner":           {imports: []string{"llm"}},
	"executor":          {imports: []string{"llm", "tool", "evidence/..."}},
	"executor/analyst":  {imports: []string{"executor", "tool", "evidence/..."}},
	"executor/model":    {imports: []string{"executor", "llm", "tool", "evidence/..."}},
	"executor/recorded": {imports: []string{"executor", "tool", "evidence/..."}},
	"verifier":          {imports: []string{"llm", "evidence/..."}},
	"composer":          {imports: []string{"llm", "evidence/..."}},

	"store":            {imports: []string{"evidence"}, records: true},
	"store/migrations": {},
	"store/sqlite":     {imports: []string{"store", "store/migrations"}, records: true},
	"store/storetest":  {imports: []string{"store", "evidence"}, tests: true, records: true},

	"pipeline": {imports: []string{"planner", "executor", "verifier", "composer", "gatekeeper", "gatekeeper/rules", "store", "tool", "evidence/..."}},

	"eval":        {imports: []string{"gatekeeper", "gatekeeper/rules", "verifier", "composer", "trace", "evidence/..."}, pure: true},
	"evals":       {},
	"eval/render": {imports: []string{"eval"}, pure: true},

	"server/gatemcp": {imports: []string{"report", "gatekeeper", "gatekeeper/rules", "trace", "evidence"}},
	"report":         {imports: []string{"gatekeeper", "store", "evidence"}},
	"boundtest":      {tests: true},
	"cmd/superbiz":   {imports: []string{"..."}},

	"config":                   {imports: []string{"gatekeeper", "evidence/secret"}},
	"docs/schemas":             {},
	"scenarios":                {},
	"scenarios/record":         {imports: []string{"evidence"}},
	"scenarios/record/exhaust": {},
}

// vendors says where a module of others may be imported: its types stay there. What the public library (the root,
// evidence, gatekeeper, trace) takes from others is what parsing needs.
var vendors = map[string][]string{
	"github.com/anthropics/anthropic-sdk-go/v2": {"llm/anthropic"},
	"github.com/go-json-experiment/json":        {"eval", "evidence", "llm", "llm/anthropic", "llm/openai", "llm/replay", "llm/wire", "tool", "tool/bundle", "trace", "store/sqlite", "server/gatemcp"},
	"github.com/google/go-cmp":                  {"store/storetest"},
	"github.com/jackc/pgx/v5":                   {"scenarios/record", "scenarios/record/exhaust"},
	"github.com/modelcontextprotocol/go-sdk":    {"server/gatemcp"},
	"github.com/pressly/goose/v3":               {"store/sqlite"},
	"github.com/rogpeppe/go-internal/txtar":     {"gatekeeper/rulestest"},
	"github.com/santhosh-tekuri/jsonschema/v6":  {"tool"},
	"github.com/sashabaranov/go-openai":         {"llm/openai"},
	"github.com/spf13/cobra":                    {"cmd/superbiz"},
	"github.com/spf13/pflag":                    {"cmd/superbiz"},
	"go.yaml.in/yaml/v3":                        {"config", "eval", "gatekeeper", "tool/bundle"},
	"golang.org/x/term":                         {"cmd/superbiz"},
	"golang.org/x/text":                         {"evidence/canon", "tool"},
	"modernc.org/sqlite":                        {"store/sqlite"},
	"mvdan.cc/sh/v3":                            {"evidence/command"},
}

// impureImports are closed to pure packages, with all that is below them. net/netip and net/url only read text.
var impureImports = []string{"crypto/rand", "database/sql", "log", "math/rand", "net", "os", "syscall"}

var pureTextImports = []string{"net/netip", "net/url"}

// clock is what of package time is closed to pure packages.
var clock = []string{"After", "AfterFunc", "NewTicker", "NewTimer", "Now", "Since", "Sleep", "Tick", "Until"}

// vagueNames say nothing about what a package is for.
var vagueNames = []string{"common", "helpers", "models", "pkg", "types", "util", "utils"}

func TestArchitecture(t *testing.T) {
	t.Parallel()
	for _, fault := range checkTree(t, os.DirFS("."), packages, vendors) {
		t.Error(fault)
	}
}
