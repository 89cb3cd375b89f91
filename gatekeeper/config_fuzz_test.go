package gatekeeper_test

import (
	"testing"
	"unicode/utf8"

	"github.com/superbizagent/superbizagent/boundtest"
	"github.com/superbizagent/superbizagent/gatekeeper"
)

// FuzzParseConfig holds the reader of rule files to an error that can be shown or to a
// configuration that a catalogue takes or refuses, in 1 MiB and 4 KiB a byte.
func FuzzParseConfig(f *testing.F) {
	for _, seed := range []string{
		"", "rules:\n  evidence.tuned: {enabled: false, severity: warn, params: {min_share: 0.3}}\n", "rules: &a {b: *a}", "rules: {<<: {a.b: {}}}",
		"rules: {a.b: {params: {n: .nan}}}", "rules: {a.b: {params: &p {n: 1}}, c.d: {params: *p}}", "- 1\n---\n- 2", "rules: [", "!!binary x", "\xff",
	} {
		f.Add([]byte(seed))
	}
	catalogue := configurable(f)
	bound := boundtest.Bound{Base: 1 << 20, PerByte: 4 << 10}
	f.Fuzz(func(t *testing.T, text []byte) {
		bound.Hold(t, len(text), func() {
			cfg, err := gatekeeper.ParseConfig(text)
			if err == nil {
				_, err = catalogue.Configure(cfg)
			}
			if err != nil && (len(err.Error()) > 2000 || !utf8.ValidString(err.Error())) {
				t.Errorf("an error of %d bytes: %q", len(err.Error()), err)
			}
		})
	})
}
