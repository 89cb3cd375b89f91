package searched_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/evidence/quantity"
	"github.com/superbizagent/superbizagent/evidence/searched"
)

func at(text string) time.Time {
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		panic(err)
	}
	return t
}

func source(arguments, scope string, w *superbiz.Window) *evidence.Source {
	return evidence.NewSource(&superbiz.ToolInvocation{
		Arguments:        json.RawMessage(arguments),
		RetrievalDetails: superbiz.RetrievalDetails{Scope: json.RawMessage(scope), Window: w},
	})
}

func TestWindow(t *testing.T) {
	t.Parallel()
	ten, eleven := at("2026-07-01T10:00:00Z"), at("2026-07-01T11:00:00Z")
	for name, tc := range map[string]struct {
		source *evidence.Source
		want   superbiz.Window
		ok     bool
	}{
		"recorded":                     {source(`{"start": "2020-01-01T00:00:00Z"}`, `{}`, &superbiz.Window{From: ten, To: eleven}), superbiz.Window{From: ten, To: eleven}, true},
		"in the arguments":             {source(`{"start": "2026-07-01T10:00:00Z", "end": "2026-07-01T11:00:00Z"}`, `{}`, nil), superbiz.Window{From: ten, To: eleven}, true},
		"an epoch":                     {source(`{"from": 1782900000}`, `{}`, nil), superbiz.Window{From: ten}, true},
		"a window that says nothing":   {source(`{"to": "2026-07-01T11:00:00Z"}`, `{}`, &superbiz.Window{}), superbiz.Window{To: eleven}, true},
		"relative":                     {source(`{"since": "1h"}`, `{}`, nil), superbiz.Window{}, false},
		"no time":                      {source(`{"from": "cart", "to": "checkout"}`, `{}`, nil), superbiz.Window{}, false},
		"arguments that are no object": {source(`[1]`, ``, nil), superbiz.Window{}, false},
		"none":                         {source(``, ``, nil), superbiz.Window{}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, ok := searched.Window(tc.source)
			if ok != tc.ok || !got.From.Equal(tc.want.From) || !got.To.Equal(tc.want.To) {
				t.Errorf("got %v, %t, want %v, %t", got, ok, tc.want, tc.ok)
			}
		})
	}
}

func TestOutside(t *testing.T) {
	t.Parallel()
	utc := superbiz.Window{From: at("2026-07-01T10:00:00Z"), To: at("2026-07-01T11:00:00Z")}
	china := superbiz.Window{From: at("2026-07-01T18:00:00+08:00"), To: at("2026-07-01T19:00:00+08:00")}
	midnight := superbiz.Window{From: at("2026-07-01T23:30:00Z"), To: at("2026-07-02T00:30:00Z")}
	week := superbiz.Window{From: at("2026-06-25T00:00:00Z"), To: at("2026-07-02T00:00:00Z")}
	for name, tc := range map[string]struct {
		text   string
		window superbiz.Window
		want   bool
	}{
		"inside":                       {"2026-07-01T10:31:00Z", utc, false},
		"before":                       {"2026-07-01T09:59:00Z", utc, true},
		"after":                        {"2026-07-01T11:00:01Z", utc, true},
		"the last instant":             {"2026-07-01T11:00:00Z", utc, false},
		"the minute of the first":      {"2026-07-01 10:00", utc, false},
		"a clock inside":               {"10:31", utc, false},
		"a clock outside":              {"09:31", utc, true},
		"another day":                  {"2026-06-30T10:31:00Z", utc, true},
		"the day":                      {"2026-07-01", utc, false},
		"the day of some zone":         {"2026-07-02", utc, false},
		"another week":                 {"2026-07-09", utc, true},
		"an offset that brings it in":  {"2026-07-01T18:31:00+08:00", utc, false},
		"an offset that brings it out": {"2026-07-01T10:31:00+08:00", utc, true},
		"the zone of the window":       {"18:31", china, false},
		"UTC, in a zoned window":       {"10:31", china, false},
		"neither zone":                 {"14:31", china, true},
		"past midnight":                {"00:10", midnight, false},
		"before midnight":              {"23:45", midnight, false},
		"not around midnight":          {"12:00", midnight, true},
		"any clock of a week":          {"12:00", week, false},
		"no year":                      {"Jul  1 10:31:00", utc, false},
		"no year, another day":         {"Jul  3 10:31:00", utc, true},
		"only a beginning":             {"2026-07-03T10:31:00Z", superbiz.Window{From: utc.From}, false},
		"before the only beginning":    {"2026-06-03T10:31:00Z", superbiz.Window{From: utc.From}, true},
		"after the only end":           {"2026-07-03T10:31:00Z", superbiz.Window{To: utc.To}, true},
		"a clock, only a beginning":    {"03:00", superbiz.Window{From: utc.From}, false},
		"about":                        {"about 11:01", utc, false},
		"no time at all":               {"14", utc, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tokens := quantity.ScanClaim(tc.text)
			if len(tokens) != 1 {
				t.Fatalf("%q has %d values", tc.text, len(tokens))
			}
			if got := searched.Outside(tokens[0], tc.window); got != tc.want {
				t.Errorf("Outside(%q) = %t, want %t", tc.text, got, tc.want)
			}
		})
	}
}

func TestLonger(t *testing.T) {
	t.Parallel()
	hour := superbiz.Window{From: at("2026-07-01T10:00:00Z"), To: at("2026-07-01T11:00:00Z")}
	for text, want := range map[string]bool{
		"in the last 24 hours": true, "over the past 2h": true, "过去 24 小时": true, "最近 3 天": true,
		"in the last 1 hour": false, "in the last 60 minutes": false, "最近 30 分钟": false,
		"for 24 hours": false, "the last 24 pods": false, "took 3 days": false,
	} {
		got := false
		for _, d := range searched.Backwards(text) {
			got = got || searched.Longer(d, hour)
		}
		if got != want {
			t.Errorf("%q: got %t, want %t", text, got, want)
		}
	}
}

func TestSubjects(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		arguments, scope string
		want             map[string][]string
	}{
		"arguments and scope": {`{"service": "cart"}`, `{"namespace": "shop"}`, map[string][]string{"service": {"cart"}, "namespace": {"shop"}}},
		"kind and name":       {`{"kind": "Pod", "name": "cart-0", "namespace": "shop"}`, `{}`, map[string][]string{"pod": {"cart-0"}, "namespace": {"shop"}}},
		"kinds in plural":     {`{"kind": "pods", "name": "cart-0"}`, ``, map[string][]string{"pod": {"cart-0"}}},
		"patterns":            {`{"service": "cart|shop", "pod": "cart-*", "namespace": "all", "node": ""}`, `{}`, map[string][]string{}},
		"other types":         {`{"service": ["cart"], "pod": 1}`, `{}`, map[string][]string{}},
		"nothing":             {``, ``, map[string][]string{}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tc.want, searched.Subjects(source(tc.arguments, tc.scope, nil))); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

func TestNamedIn(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		text string
		want []searched.Named
	}{
		"after the kind":       {"No errors in namespace shop-eu.", []searched.Named{{"namespace", "shop-eu", false}}},
		"before the kind":      {"the `cart` service is silent", []searched.Named{{"service", "cart", false}}},
		"kind and slash":       {"pod/cart-0 has none", []searched.Named{{"pod", "cart-0", false}}},
		"a plain word":         {"errors of service cart", []searched.Named{{"service", "cart", true}}},
		"a plain namespace":    {"none of cart in namespace shop", []searched.Named{{"namespace", "shop", false}}},
		"events of namespaces": {"none in namespace events", []searched.Named{{"namespace", "events", true}, {"namespace", "in", true}}},
		"Chinese, plain":       {"命名空间 shop 中没有错误", []searched.Named{{"namespace", "shop", false}}},
		"plain on both sides":  {"the cart service logs", []searched.Named{{"service", "logs", true}, {"service", "cart", true}}},
		"a kind before it":     {"pod cart-0 container app", []searched.Named{{"pod", "cart-0", false}, {"container", "app", true}}},
		"a comma between":      {"no service, cart-0 said", []searched.Named{{"service", "no", true}}},
		"Chinese, before":      {"命名空间 shop-eu 中没有错误", []searched.Named{{"namespace", "shop-eu", false}}},
		"Chinese, after":       {"cart-0 服务没有错误", []searched.Named{{"service", "cart-0", false}}},
		"Chinese, no spaces":   {"服务cart-0没有错误", []searched.Named{{"service", "cart-0", false}}},
		"no kind":              {"cart-0 is silent", nil},
		"a kind and no name":   {"services", nil},
		"nothing":              {"", nil},
		"plural with a name":   {"pods `cart-0`", []searched.Named{{"pod", "cart-0", false}}},
		"two kinds, two names": {"pod a-1 in namespace b-2", []searched.Named{{"pod", "a-1", false}, {"namespace", "b-2", false}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := searched.NamedIn(tc.text)
			var told []searched.Named
			for _, n := range got {
				if n.Name != "of" {
					told = append(told, n)
				}
			}
			if diff := cmp.Diff(tc.want, told); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

func TestRelated(t *testing.T) {
	t.Parallel()
	for pair, want := range map[string]bool{
		"cart cart": true, "Cart cart": true, "cart cart-7d9f-x": true, "shop/cart-0 cart-0": true,
		"cart cartographer": false, "cart-0 cart-1": false, "shop payments": false, "a b": false,
	} {
		a, b, _ := strings.Cut(pair, " ")
		if got := searched.Related(a, b); got != want {
			t.Errorf("Related(%q, %q) = %t, want %t", a, b, got, want)
		}
	}
}

func FuzzNamedIn(f *testing.F) {
	f.Add("pod/cart-0 在命名空间 shop 中，`cart` service 10:31 last 3h")
	f.Fuzz(func(t *testing.T, text string) {
		for _, n := range searched.NamedIn(text) {
			if n.Kind == "" || !strings.Contains(text, n.Name) {
				t.Fatalf("%q names %+v", text, n)
			}
		}
		for _, token := range append(quantity.ScanClaim(text), searched.Backwards(text)...) {
			w := superbiz.Window{From: at("2026-07-01T10:00:00Z"), To: at("2026-07-01T11:00:00Z")}
			searched.Outside(token, w)
			searched.Longer(token, w)
		}
	})
}
