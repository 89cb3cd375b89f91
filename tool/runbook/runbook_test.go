package runbook_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/tool"
	"github.com/superbizagent/superbizagent/tool/runbook"
)

// shelf is a small library in two languages.
func shelf(t *testing.T) *runbook.Library {
	t.Helper()
	document := func(name, text string) runbook.Document {
		return runbook.Document{Name: name, Lines: tool.SplitLines(text)}
	}
	library, err := runbook.New([]runbook.Document{
		document("postgres.md", "# PostgreSQL connections\n\n## Slots are used up\nLook at `pg_stat_activity`.\n\n## Replication lags\nCompare the positions.\n"),
		document("memory.md", "# Containers\nA container that is OOMKilled had no memory left.\n```sh\n# not a heading\nkubectl top pod\n```\n"),
		document("队列.md", "# 消息队列\n\n## 消费积压\n消费者处理变慢时,先看死信和重试次数。\n\n## 磁盘告警\n磁盘将满。\n"),
		document("empty.md", "# Nothing yet\n\n"),
	})
	if err != nil {
		t.Fatal(err)
	}
	return library
}

// search asks the tool, as a registry lets it be asked.
func search(t *testing.T, library *runbook.Library, arguments string) (tool.Result, []string, error) {
	t.Helper()
	registry, err := tool.NewRegistry(library.Tool(superbiz.DataBundle))
	if err != nil {
		t.Fatal(err)
	}
	if err := registry.Check(runbook.SearchTool, json.RawMessage(arguments)); err != nil {
		return tool.Result{}, nil, err
	}
	result, err := registry.Tools()[0].Call(t.Context(), json.RawMessage(arguments))
	var output struct {
		Hits []struct {
			Name, Title, Heading string
			Line                 int
		}
	}
	if err == nil {
		if err := json.Unmarshal(result.Output, &output); err != nil {
			t.Fatal(err)
		}
	}
	var found []string
	for _, h := range output.Hits {
		found = append(found, fmt.Sprintf("%s:%d %s", h.Name, h.Line, h.Heading))
	}
	return result, found, err
}

func TestSearch(t *testing.T) {
	t.Parallel()
	library := shelf(t)
	tests := []struct {
		name  string
		query string
		want  string // the first hit
	}{
		{"a word of the text", "what does pg_stat_activity say", "postgres.md:3 Slots are used up"},
		{"the singular of a heading", "which slot is free", "postgres.md:3 Slots are used up"},
		{"capitals", "oomkilled", "memory.md:1 Containers"},
		{"a word of the title", "postgresql replication", "postgres.md:6 Replication lags"},
		{"a Chinese word of two characters", "死信", "队列.md:3 消费积压"},
		{"one in a sentence", "为什么磁盘满了?", "队列.md:6 磁盘告警"},
		{"a single character", "磁", "队列.md:6 磁盘告警"},
		{"both languages", "pod OOMKilled 内存", "memory.md:1 Containers"},
		{"nothing", "certificate expired", ""},
		{"a Chinese word that is not there", "证书", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			query, err := json.Marshal(map[string]string{"query": test.query})
			if err != nil {
				t.Fatal(err)
			}
			result, found, err := search(t, library, string(query))
			if err != nil {
				t.Fatal(err)
			}
			if test.want == "" {
				if result.Kind != superbiz.ResultEmpty || len(found) != 0 || result.Retrieval.EvidenceRefs[0] != superbiz.NoEvidencePath {
					t.Errorf("got %s %q, want nothing", result.Kind, found)
				}
				return
			}
			if result.Kind != superbiz.ResultData || len(found) == 0 || found[0] != test.want {
				t.Errorf("got %s %q, want %q first", result.Kind, found, test.want)
			}
			if got, want := result.Retrieval.EvidenceRefs[0], fmt.Sprintf("$.hits[0:%d]", len(found)); got != want {
				t.Errorf("citable is %q, want %q", got, want)
			}
		})
	}
}

func TestSearchRefuses(t *testing.T) {
	t.Parallel()
	library := shelf(t)
	for name, arguments := range map[string]string{
		"no query":         `{}`,
		"an empty query":   `{"query":""}`,
		"no word":          `{"query":"?!"}`,
		"words of no note": `{"query":"why is it so"}`,
		"another argument": `{"query":"disk","folder":"/etc"}`,
		"too many":         `{"query":"disk","limit":100}`,
	} {
		if _, found, err := search(t, library, arguments); err == nil {
			t.Errorf("%s: no error, but %q", name, found)
		}
	}
}

// TestSearchIsBounded shows what a search returns of much, and that it says so.
func TestSearchIsBounded(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	for i := range 200 {
		fmt.Fprintf(&text, "## Part %d\nthe disk is full %s\n", i, strings.Repeat("x", 5000))
	}
	library, err := runbook.New([]runbook.Document{{Name: "long.md", Lines: tool.SplitLines(text.String() + strings.Repeat("the disk\n", 500))}})
	if err != nil {
		t.Fatal(err)
	}
	result, found, err := search(t, library, `{"query":"disk","limit":10}`)
	if err != nil {
		t.Fatal(err)
	}
	if len(found) != 10 || !result.Truncated || *result.Retrieval.Returned != 10 || *result.Retrieval.Total < 200 || len(result.Output) > 32_000 {
		t.Errorf("got %d hits of %d in %d bytes, truncated %v", len(found), *result.Retrieval.Total, len(result.Output), result.Truncated)
	}
	if _, err := runbook.New(make([]runbook.Document, 6000)); err == nil {
		t.Error("no error of too many documents")
	}
}

func TestSearchEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := shelf(t).Tool(superbiz.DataLive).Call(ctx, json.RawMessage(`{"query":"disk"}`)); err == nil {
		t.Error("no error")
	}
}

func TestReadFolder(t *testing.T) {
	t.Parallel()
	folder, outside := t.TempDir(), filepath.Join(t.TempDir(), "secret.md")
	write(t, outside, "# outside")
	for _, name := range []string{"b.md", "a/deep.md", "notes.txt", ".hidden.md", ".git/x.md"} {
		write(t, filepath.Join(folder, name), "# "+name+"\r\ntext\n")
	}
	if err := os.Symlink(outside, filepath.Join(folder, "link.md")); err != nil {
		t.Fatal(err)
	}
	documents, err := runbook.ReadFolder(folder)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, d := range documents {
		names = append(names, d.Name)
	}
	if got := strings.Join(names, " "); got != "a/deep.md b.md" {
		t.Errorf("got %q", got)
	}
	if got := documents[0].Lines[0]; got != "# a/deep.md" {
		t.Errorf("the first line is %q", got)
	}
}

func TestReadFolderRefuses(t *testing.T) {
	t.Parallel()
	large := t.TempDir()
	write(t, filepath.Join(large, "large.md"), strings.Repeat("x", 1<<20+1))
	for folder, want := range map[string]string{
		filepath.Join(large, "nowhere"):  "open the folder of the runbooks",
		filepath.Join(large, "large.md"): "open the folder of the runbooks",
		t.TempDir():                      "there is no .md file in it",
		large:                            "large.md is larger than 1 MiB",
	} {
		if _, err := runbook.ReadFolder(folder); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q in it", folder, err, want)
		}
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func FuzzSearch(f *testing.F) {
	f.Add("# a\n```\n# b\n", "a 磁盘 b")
	f.Fuzz(func(t *testing.T, text, query string) {
		library, err := runbook.New([]runbook.Document{{Name: "x.md", Lines: tool.SplitLines(text)}})
		if err != nil {
			t.Fatal(err)
		}
		arguments, err := json.Marshal(map[string]string{"query": query})
		if err != nil {
			t.Fatal(err)
		}
		result, err := library.Tool(superbiz.DataLive).Call(t.Context(), arguments)
		if err == nil && !json.Valid(result.Output) {
			t.Errorf("no JSON: %s", result.Output)
		}
	})
}

func BenchmarkNew(b *testing.B) {
	var documents []runbook.Document
	for i := range 300 {
		line := fmt.Sprintf("## Section %d\nThe pods of service-%d fail with code %d; 磁盘将满,重试次数过多。", i, i%17, i)
		documents = append(documents, runbook.Document{Name: fmt.Sprintf("%d.md", i), Lines: strings.Split(strings.Repeat(line+"\n", 40), "\n")})
	}
	for b.Loop() {
		if _, err := runbook.New(documents); err != nil {
			b.Fatal(err)
		}
	}
}
