package evidence_test

import (
	"strings"
	"testing"

	"github.com/superbizagent/superbizagent/evidence"
)

func path(t testing.TB, text string) evidence.Path {
	t.Helper()
	p, err := evidence.ParsePath(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestParsePath(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, text, want string // want is the shortest spelling
	}{
		{"root", `$`, `$`},
		{"members and an element", `$.alerts[0].labels.severity`, `$.alerts[0].labels.severity`},
		{"single quotes", `$['alerts'][0]`, `$.alerts[0]`},
		{"double quotes", `$["alerts"][0]`, `$.alerts[0]`},
		{"a name that needs quotes", `$["app.kubernetes.io/name"]`, `$['app.kubernetes.io/name']`},
		{"an empty name", `$['']`, `$['']`},
		{"digits as a name", `$['0']`, `$['0']`},
		{"quotes in a name", `$['it\'s "it"']`, `$['it\'s "it"']`},
		{"escapes", `$["a\u0062\n\\"]`, `$['ab\u000a\\']`},
		{"surrogates", `$['\ud83d\ude00']`, `$.😀`},
		{"Chinese", `$.错误[3]`, `$.错误[3]`},
		{"white space", `$ .a [ 0 ] [ 'b' ]`, `$.a[0].b`},
		{"a large index", `$[999999999]`, `$[999999999]`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p := path(t, test.text)
			if got := p.String(); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
			if again := path(t, p.String()); !again.Equal(p) {
				t.Errorf("%s does not come back", p)
			}
		})
	}
}

func TestParsePathRefuses(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, text, want string
	}{
		{"empty", ``, "must begin with $"},
		{"no root", `a.b`, "must begin with $"},
		{"white space before", ` $.a`, "must begin with $"},
		{"white space after", `$.a `, "ends in white space"},
		{"wildcard", `$.a.*`, "expected a member name"},
		{"wildcard in brackets", `$[*]`, "expected an index or a quoted name"},
		{"descendants", `$..a`, "expected a member name"},
		{"filter", `$[?@.a]`, "expected an index or a quoted name"},
		{"slice", `$.a[0:2]`, "a slice is no path"},
		{"open slice", `$.a[:]`, "a slice is no path"},
		{"negative index", `$[-1]`, "expected an index"},
		{"leading zero", `$[01]`, `"01" is no index`},
		{"index too large", `$[9999999999]`, "is no index"},
		{"empty brackets", `$[]`, "expected an index"},
		{"open brackets", `$[0`, "expected ]"},
		{"two in brackets", `$[0,1]`, "expected ]"},
		{"bare name in brackets", `$[a]`, "expected an index"},
		{"open quotes", `$['a`, "does not end"},
		{"open quotes after an escape", `$['a\`, "does not end"},
		{"bad escape", `$['\x']`, "bad escape"},
		{"other quote escaped", `$["\'"]`, "bad escape"},
		{"lone surrogate", `$['\ud800']`, "bad escape"},
		{"name begins with a digit", `$.0`, "expected a member name"},
		{"hyphen", `$.a-b`, "expected . or ["},
		{"dot at the end", `$.a.`, "expected a member name"},
		{"not UTF-8", "$['\xe0']", "not valid UTF-8"},
		{"too long", `$.` + strings.Repeat("a", 5000), "longer than 4096"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p, err := evidence.ParsePath(test.text)
			if err == nil {
				t.Fatalf("got %s, want an error with %q", p, test.want)
			}
			if !strings.Contains(err.Error(), test.want) || len(err.Error()) > 300 {
				t.Errorf("got %q, want a short one with %q", err, test.want)
			}
		})
	}
}

func TestPathResolve(t *testing.T) {
	t.Parallel()
	root := decode(t, `{"a": [{"b": null}, "x"], "0": 1}`).Root()
	tests := []struct{ path, want string }{
		{`$.a[0].b`, "null"},
		{`$.a[1]`, `"x"`},
		{`$['0']`, "1"},
		{`$.a[2]`, ""},
		{`$[0]`, ""},       // an object has no elements
		{`$.a['0']`, ""},   // an array has no members
		{`$.a[1].b`, ""},   // nor has a string
		{`$.a[1][0]`, ""},  // or elements
		{`$.a.length`, ""}, // this is no JavaScript
	}
	for _, test := range tests {
		if got := path(t, test.path).Resolve(root).Raw(); got != test.want {
			t.Errorf("%s: got %q, want %q", test.path, got, test.want)
		}
	}
}

func TestPathRelations(t *testing.T) {
	t.Parallel()
	a, ab := path(t, "$.a"), path(t, "$.a[0]")
	if !ab.HasPrefix(a) || !a.HasPrefix(a) || a.HasPrefix(ab) || path(t, "$.ab").HasPrefix(a) {
		t.Error("HasPrefix is wrong")
	}
	if !ab.Parent().Equal(a) || !a.Parent().IsRoot() || !a.Parent().Parent().IsRoot() {
		t.Error("Parent is wrong")
	}
	if got := len(ab.Steps()); got != 2 {
		t.Errorf("steps of %s: got %d, want 2", ab, got)
	}
	for text, want := range map[string]bool{"$.no_evidence": true, "$['no_evidence']": true, "$": false, "$.a.no_evidence": false, "$.no_evidence[0]": false} {
		if got := path(t, text).IsNoEvidence(); got != want {
			t.Errorf("%s is the sentinel: got %t, want %t", text, got, want)
		}
	}
}
