package cause_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/superbizagent/superbizagent/evidence/cause"
)

func TestWords(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		text string
		want []string
	}{
		"none":                       {"The pod restarted 14 times.", nil},
		"several":                    {"The leak led to a restart, because of the limit", []string{"led to", "because of"}},
		"Chinese":                    {"由于内存泄漏，导致容器重启", []string{"由于", "导致"}},
		"Chinese, a route":           {"路由于 10:31 更新，条目来源于日志", nil},
		"quoted":                     {"It says 'killed because of memory' and \"due to\"", nil},
		"an alert that triggered":    {"The alert triggered at 10:31, and another triggered.", nil},
		"triggered something":        {"The deploy triggered a restart", []string{"triggered"}},
		"due at a time":              {"The certificate is due to expire", nil},
		"a Chinese alert":            {"告警触发于 10:31，触发器正常", nil},
		"inside of names":            {"caused-by and because_of", nil},
		"triggers as things":         {"The scaler has 2 triggers, the triggers are set", nil},
		"it triggers":                {"The leak triggers a restart", []string{"triggers"}},
		"root cause":                 {"The root cause is a leak", []string{"root cause"}},
		"a clause that ends with it": {"It triggered, and then stopped", nil},
		"a Chinese clause ends":      {"告警 DiskFull 已触发，级别为 critical", nil},
		"Chinese, across two words":  {"退出原因为 OOMKilled，诱因为内存不足", nil},
		"Chinese, it triggers":       {"发布触发了重启", []string{"触发"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, m := range cause.Words(tc.text) {
				got = append(got, m.Phrase)
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

func TestBackwards(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		text string
		want string // cause and effect
	}{
		"cause first":                 {"The deploy at 10:35 led to errors at 10:31", "10:35 10:31"},
		"cause first, in order":       {"The deploy at 10:31 led to errors at 10:35", ""},
		"effect first":                {"Errors at 10:31 were caused by the deploy at 10:35", "10:35 10:31"},
		"effect first, in order":      {"Errors at 10:35 because of the deploy at 10:31", ""},
		"because leads":               {"Because the disk filled up at 10:40, writes failed at 10:20", "10:40 10:20"},
		"because leads, in order":     {"Because the disk filled up at 10:20, writes failed at 10:40", ""},
		"with dates":                  {"The deploy of 2026-07-02T09:00:00Z resulted in errors at 2026-07-01T10:00:00Z", "2026-07-02T09:00:00Z 2026-07-01T10:00:00Z"},
		"over midnight":               {"The leak at 23:59 led to a restart at 00:05", ""},
		"over midnight, backwards":    {"The leak at 00:05 led to a restart at 23:59", "00:05 23:59"},
		"within what is left open":    {"The deploy at 10:31:40 led to errors at 10:31", ""},
		"about":                       {"The deploy at about 10:32 led to errors at 10:31", ""},
		"two zones":                   {"The deploy at 2026-07-01T18:00:00+08:00 led to errors at 2026-07-01T10:05:00Z", ""},
		"two zones, backwards":        {"The deploy at 2026-07-01T18:10:00+08:00 led to errors at 2026-07-01T10:05:00Z", "2026-07-01T18:10:00+08:00 2026-07-01T10:05:00Z"},
		"one without a zone":          {"The deploy at 2026-07-01 18:10:00 led to errors at 2026-07-01T10:05:00Z", ""},
		"only one time":               {"The deploy at 10:35 led to errors", ""},
		"another sentence":            {"At 10:35 the pod stopped. The deploy led to errors at 10:31", ""},
		"one effect of two is after":  {"The deploy at 10:35 led to errors at 10:31 and 10:40", ""},
		"denied":                      {"The deploy at 10:35 was not caused by the errors at 10:40", ""},
		"quoted":                      {"It says 'deploy at 10:35' led to errors at 10:31", ""},
		"no order":                    {"At 10:35 the root cause of errors at 10:31 was found", ""},
		"Chinese":                     {"10:35 的发布导致 10:31 报错", "10:35 10:31"},
		"Chinese, in order":           {"10:31 的发布导致 10:35 报错", ""},
		"Chinese, the cause leads":    {"由于 10:40 磁盘写满，10:20 写入失败", "10:40 10:20"},
		"Chinese, both words":         {"由于 10:20 磁盘写满，导致 10:40 写入失败", ""},
		"a chain":                     {"The leak at 10:00 led to a restart at 10:10, which led to errors at 10:20", ""},
		"a chain that breaks":         {"The leak at 10:00 led to a restart at 10:10, which led to errors at 10:05", "10:10 10:05"},
		"a date against a time":       {"The deploy of 2026-07-01T10:35:00Z led to errors at 10:31 UTC", "2026-07-01T10:35:00Z 10:31 UTC"},
		"a list, the word at its end": {"Errors at 10:31, 10:32 and 10:33 due to the deploy at 10:35", "10:35 10:31"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, e, _ := cause.Backwards(tc.text)
			if got := strings.TrimSpace(c + " " + e); got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}

// TestLinear feeds hostile texts, which would take minutes in square time.
func TestLinear(t *testing.T) {
	t.Parallel()
	for _, piece := range []string{"because 10:31 ", "由于10:31，", "10:31. ", "led to 2026-07-01T10:31:00Z ", "' \"", "triggered "} {
		cause.Backwards(strings.Repeat(piece, 1<<17/len(piece)))
	}
}

func FuzzBackwards(f *testing.F) {
	f.Add("The deploy at 10:35 led to errors at 10:31")
	f.Add("由于 10:40 磁盘写满，导致 2026-07-01T10:31:00Z 写入失败")
	f.Fuzz(func(t *testing.T, text string) {
		c, e, ok := cause.Backwards(text)
		if !strings.Contains(text, c) || !strings.Contains(text, e) || ok != (c != "") {
			t.Fatalf("Backwards(%q) = %q, %q, %t", text, c, e, ok)
		}
	})
}
