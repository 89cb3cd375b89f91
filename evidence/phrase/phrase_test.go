package phrase_test

import (
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/superbizagent/superbizagent/evidence/phrase"
)

var list = phrase.NewList("due to", "because", "because of", "led to", "导致", "由于")

func TestFind(t *testing.T) {
	for name, tc := range map[string]struct {
		text string
		want []string
	}{
		"none":               {"The pod restarted.", nil},
		"whole words":        {"Due  TO a leak, not residue to spare", []string{"due to"}},
		"longest wins":       {"because of X, because Y", []string{"because of", "because"}},
		"not in identifiers": {"because-of.md and led_to", nil},
		"across lines":       {"This led\nto that", []string{"led to"}},
		"Chinese":            {"内存泄漏导致重启，由于限制过小", []string{"导致", "由于"}},
		"bad UTF-8":          {"\xff because \xfe", []string{"because"}},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, m := range list.Find(tc.text) {
				got = append(got, m.Phrase)
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

func TestWithoutQuotes(t *testing.T) {
	for name, tc := range map[string]struct{ text, want string }{
		"none":       {"plain", "plain"},
		"double":     {`says "because" it`, `says           it`},
		"code":       {"a `due to` b", "a          b"},
		"curly":      {"a “x” b", "a         b"},
		"single":     {"says '[emerg] because' it", "says                   it"},
		"apostrophe": {"it's because the pods' disk isn't", "it's because the pods' disk isn't"},
		"inside":     {"says 'it isn't because' ok", "says                    ok"},
		"not closed": {`5" of rain because`, `5" of rain because`},
	} {
		t.Run(name, func(t *testing.T) {
			got := phrase.WithoutQuotes(tc.text)
			if len(got) != len(tc.text) || got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}

func TestNames(t *testing.T) {
	for name, tc := range map[string]struct {
		text, name string
		want       bool
	}{
		"as it is":            {"Alert HighErrorRate fires.", "HighErrorRate", true},
		"in words":            {"The high error-rate alert fires.", "HighErrorRate", true},
		"snake for camel":     {"high_error_rate", "HighErrorRate", true},
		"digits are words":    {"HTTP server errors 5xx", "HTTPServerErrors5xx", true},
		"a path in a text":    {"says runbooks/disk-full.md", "disk-full.md", true},
		"Chinese":             {"告警磁盘空间不足触发", "磁盘空间不足", true},
		"inside a word":       {"the markdown file", "Down", false},
		"a longer name":       {"NodeDiskPressureCritical fires", "NodeDiskPressure", false},
		"a part of a name":    {"the CartService", "cart", true},
		"between Chinese":     {"告警HighErrorRate持续", "HighErrorRate", true},
		"the end of a word":   {"Downtime", "Down", false},
		"other words between": {"high CPU error rate", "HighErrorRate", false},
		"digits only":         {"id 123", "123", false},
		"too short":           {"go up", "up", false},
		"no name":             {"anything", "", false},
	} {
		t.Run(name, func(t *testing.T) {
			if got := phrase.Names(tc.text, tc.name); got != tc.want {
				t.Errorf("Names(%q, %q) = %t, want %t", tc.text, tc.name, got, tc.want)
			}
		})
	}
}

func TestPlaceholder(t *testing.T) {
	for name, tc := range map[string]struct{ text, want string }{
		"angle brackets":     {"kubectl logs <pod-name> -n shop", "<pod-name>"},
		"one word":           {"in <namespace>", "<namespace>"},
		"capitals":           {"SELECT * FROM <TABLE_NAME>", "<TABLE_NAME>"},
		"Chinese":            {"重启 <容器名称>", "<容器名称>"},
		"Chinese brackets":   {"联系【待补充】", "【待补充】"},
		"braces":             {"restart {{ deployment }}", "{{ deployment }}"},
		"square brackets":    {"on [your namespace]", "[your namespace]"},
		"a note":             {"TODO: find out", "TODO"},
		"none":               {"EXTERNAL-IP is <none>", ""},
		"control words":      {"-o go-template='{{range .items}}{{.metadata.name}}{{else}}-{{end}}'", ""},
		"no value":           {"prints <no value>", ""},
		"unknown host":       {"reports <unknown host>", ""},
		"a tag":              {"a<br>b <b>c</b> <title>", ""},
		"a type":             {"List<pod-name> and args[your key]", ""},
		"a level":            {"[emerg] invalid directive", ""},
		"a template":         {"{{ .Values.image }} and {{$name}}", ""},
		"a comparison":       {"free < limit and used > free", ""},
		"a service":          {"the todo service", ""},
		"a note in a word":   {"TODO_LIST and XTBD", ""},
		"never closed":       {"<pod-name and then nothing", ""},
		"only joining marks": {"<-_-> [ ] {{}}", ""},
	} {
		t.Run(name, func(t *testing.T) {
			if got := phrase.Placeholder(tc.text); got != tc.want {
				t.Errorf("Placeholder(%q) = %q, want %q", tc.text, got, tc.want)
			}
		})
	}
}

func FuzzFind(f *testing.F) {
	f.Add("because of “x” 导致 due to")
	f.Fuzz(func(t *testing.T, text string) {
		last := 0
		for _, m := range list.Find(text) {
			if m.Start < last || m.End > len(text) || m.End <= m.Start {
				t.Fatalf("span %d:%d after %d in %q", m.Start, m.End, last, text)
			}
			last = m.End
		}
		if got := phrase.WithoutQuotes(text); len(got) != len(text) || utf8.ValidString(text) && !utf8.ValidString(got) {
			t.Fatalf("WithoutQuotes(%q) = %q", text, got)
		}
		phrase.Names(text, text)
		phrase.Placeholder(text)
	})
}
