package bundle_test

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/superbizagent/superbizagent/tool/bundle"
)

// entry is one entry of a hostile archive.
type entry struct {
	name string
	text string
	link string // of a tar: a symbolic link
	hard bool
	kind byte
}

func tarball(tb testing.TB, entries ...entry) string {
	tb.Helper()
	var packed bytes.Buffer
	zipped := gzip.NewWriter(&packed)
	archive := tar.NewWriter(zipped)
	for _, e := range entries {
		header := &tar.Header{Name: e.name, Size: int64(len(e.text)), Mode: 0o644, Typeflag: tar.TypeReg}
		switch {
		case e.hard:
			header.Typeflag, header.Linkname = tar.TypeLink, e.link
		case e.link != "":
			header.Typeflag, header.Linkname = tar.TypeSymlink, e.link
		case e.kind != 0:
			header.Typeflag = e.kind
		}
		if err := archive.WriteHeader(header); err != nil {
			tb.Fatal(err)
		}
		if _, err := io.WriteString(archive, e.text); err != nil {
			tb.Fatal(err)
		}
	}
	if err := errors.Join(archive.Close(), zipped.Close()); err != nil {
		tb.Fatal(err)
	}
	return write(tb, "b.tar.gz", packed.Bytes())
}

func zipfile(tb testing.TB, entries ...entry) string {
	tb.Helper()
	var packed bytes.Buffer
	archive := zip.NewWriter(&packed)
	for _, e := range entries {
		header := &zip.FileHeader{Name: e.name, Method: zip.Deflate}
		header.SetMode(0o644)
		if e.link != "" {
			header.SetMode(fs.ModeSymlink | 0o777)
		}
		if strings.HasSuffix(e.name, "/") {
			header.SetMode(fs.ModeDir | 0o755)
		}
		out, err := archive.CreateHeader(header)
		if err != nil {
			tb.Fatal(err)
		}
		if _, err := io.WriteString(out, e.text+e.link); err != nil {
			tb.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		tb.Fatal(err)
	}
	return write(tb, "b.zip", packed.Bytes())
}

func write(tb testing.TB, name string, text []byte) string {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), name)
	if err := os.WriteFile(path, text, 0o600); err != nil {
		tb.Fatal(err)
	}
	return path
}

func folder(t *testing.T, fsys fstest.MapFS) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, fsys); err != nil {
		t.Fatal(err)
	}
	return dir
}

func entries(fsys fstest.MapFS, below string) []entry {
	var all []entry
	for name, file := range fsys {
		all = append(all, entry{name: below + name, text: string(file.Data)})
	}
	return all
}

func TestOpenEveryForm(t *testing.T) {
	t.Parallel()
	want := toolNames(open(t, parts()))
	paths := map[string]string{
		"folder":                folder(t, parts()),
		"tar.gz":                tarball(t, entries(parts(), "")...),
		"tar.gz of .":           tarball(t, append(entries(parts(), "./"), entry{name: "./", kind: tar.TypeDir})...),
		"tar.gz of a folder":    tarball(t, append(entries(parts(), "case-1/"), entry{name: "case-1/logs/", kind: tar.TypeDir}, entry{name: "pax_global_header", kind: tar.TypeReg})...),
		"zip":                   zipfile(t, entries(parts(), "")...),
		"zip of a folder":       zipfile(t, append(entries(parts(), "case 1/"), entry{name: "case 1/docs/"})...),
		"zip by another name":   rename(t, zipfile(t, entries(parts(), "")...), "bundle"),
		"packed logs in a .tgz": rename(t, tarball(t, entries(withPackedLog(t), "")...), "b.tgz"),
	}
	for name, path := range paths {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			opened, err := bundle.Open(path, bundle.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, toolNames(opened)); diff != "" {
				t.Error(diff)
			}
			row := newCaller(t, opened).call(t, "logs_errors", `{"service":"orders"}`)
			if total(row) != 3 {
				t.Errorf("got %d error lines, want 3", total(row))
			}
		})
	}
}

func toolNames(opened *bundle.Bundle) []string {
	var names []string
	for _, each := range opened.Tools() {
		names = append(names, each.Name)
	}
	return names
}

func rename(t *testing.T, path, name string) string {
	t.Helper()
	renamed := filepath.Join(filepath.Dir(path), name)
	if err := os.Rename(path, renamed); err != nil {
		t.Fatal(err)
	}
	return renamed
}

func withPackedLog(t *testing.T) fstest.MapFS {
	t.Helper()
	fsys := parts()
	fsys["logs/orders.log.gz"] = file(string(pack(t, string(fsys["logs/orders.log"].Data))))
	delete(fsys, "logs/orders.log")
	return fsys
}

func pack(t *testing.T, text string) []byte {
	t.Helper()
	var packed bytes.Buffer
	zipped := gzip.NewWriter(&packed)
	if _, err := io.WriteString(zipped, text); err != nil {
		t.Fatal(err)
	}
	if err := zipped.Close(); err != nil {
		t.Fatal(err)
	}
	return packed.Bytes()
}

func TestOpenRefuses(t *testing.T) {
	t.Parallel()
	good := entry{name: "incident.json", text: incident}
	large := strings.Repeat("x", 3000)
	tests := []struct {
		name string
		path string
		want string
	}{
		{"nothing there", filepath.Join(t.TempDir(), "none.tar.gz"), "there is no such file or folder"},
		{"empty folder", t.TempDir(), "there is no incident.json in it"},
		{"not an archive", write(t, "b.tar.gz", []byte("hello")), "neither a folder nor a .tar.gz nor a .zip"},
		{"empty file", write(t, "b.zip", nil), "neither a folder nor a .tar.gz nor a .zip"},
		{"device", "/dev/null", "neither a folder nor a file"},
		{"large archive", write(t, "b.zip", make([]byte, 30_000)), "it is larger than 20000 bytes"},
		{"cut archive", write(t, "b.tar.gz", pack(t, large)[:20]), "read it as .tar.gz"},
		{"gzip of no tar", write(t, "b.tar.gz", pack(t, "hello")), "read it as .tar.gz"},
		{"broken zip", write(t, "b.zip", []byte("PK\x03\x04"+large)), "read it as .zip"},
		{"tar: path that leads out", tarball(t, good, entry{name: "../x.md"}), `the path "../x.md" leads out of the bundle`},
		{"tar: path that leads out inside", tarball(t, good, entry{name: "docs/../../x.md"}), "leads out of the bundle"},
		{"tar: absolute path", tarball(t, good, entry{name: "/etc/x.md"}), `the path "/etc/x.md" is not one below the bundle`},
		{"tar: path of Windows", tarball(t, good, entry{name: `docs\..\..\x.md`}), "is not one below the bundle"},
		{"tar: drive", tarball(t, good, entry{name: `C:/x.md`}), "is not one below the bundle"},
		{"tar: link", tarball(t, good, entry{name: "docs/x.md", link: "/etc/passwd"}), "docs/x.md: it is a link"},
		{"tar: hard link", tarball(t, good, entry{name: "docs/x.md", link: "incident.json", hard: true}), "docs/x.md: it is a link"},
		{"tar: link that is no part", tarball(t, good, entry{name: "x", link: "incident.json"}), "x: it is a link"},
		{"tar: pipe", tarball(t, good, entry{name: "docs/x.md", kind: tar.TypeFifo}), "neither a file nor a folder"},
		{"tar: device", tarball(t, good, entry{name: "docs/x.md", kind: tar.TypeChar}), "neither a file nor a folder"},
		{"tar: twice", tarball(t, good, good), "incident.json: it is there twice"},
		{"tar: twice in other words", tarball(t, good, entry{name: "./docs//x.md"}, entry{name: "docs/x.md"}), "docs/x.md: it is there twice"},
		{"tar: large file", tarball(t, good, entry{name: "docs/x.md", text: strings.Repeat("ab12", 3000)}), "docs/x.md: it is larger than 10000 bytes"},
		{"tar: large in all", tarball(t, good, entry{name: "docs/1.md", text: large}, entry{name: "docs/2.md", text: large + large}, entry{name: "docs/3.md", text: large + large + large}, entry{name: "docs/4.md", text: large}), "it is larger than 20000 bytes unpacked"},
		{"tar: many files", tarball(t, append([]entry{good}, many(60)...)...), "it holds more than 50 files"},
		{"tar: a folder where a file is wanted", tarball(t, good, entry{name: "recordings.jsonl/", kind: tar.TypeDir}), "recordings.jsonl: it is a folder, not a file"},
		{"tar: bomb in what is not read", tarball(t, good, entry{name: "README", text: strings.Repeat("\x00", 9<<20)}), "it unpacks to more than"},
		{"zip: path that leads out", zipfile(t, good, entry{name: "../x.md"}), "leads out of the bundle"},
		{"zip: absolute path", zipfile(t, good, entry{name: "/x.md"}), "is not one below the bundle"},
		{"zip: link", zipfile(t, good, entry{name: "docs/x.md", link: "/etc/passwd"}), "docs/x.md: it is a link"},
		{"zip: twice", zipfile(t, good, good), "incident.json: it is there twice"},
		{"zip: large file", zipfile(t, good, entry{name: "docs/x.md", text: strings.Repeat("a", 10_001)}), "docs/x.md: it is larger than 10000 bytes"},
		{"zip: no incident", zipfile(t, entry{name: "docs/x.md"}), "there is no incident.json in it"},
		{"packed log that is a bomb", zipfile(t, good, entry{name: "logs/x.log.gz", text: string(pack(t, strings.Repeat("a", 10_001)))}), "logs/x.log.gz: it is larger than 10000 bytes"},
		{"packed log that is none", zipfile(t, good, entry{name: "logs/x.log.gz", text: "hello"}), "logs/x.log.gz: unpack it"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			_, err := bundle.Open(test.path, bundle.Limits{Files: 50, File: 10_000, Total: 20_000, Ratio: 100})
			told, ok := errors.AsType[*bundle.Error](err)
			if !ok || told.Bundle != test.path || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got error %v, want an Error of the bundle with %q in it", err, test.want)
			}
		})
	}
}

func many(count int) []entry {
	var all []entry
	for i := range count {
		all = append(all, entry{name: "x" + strings.Repeat("y", i)})
	}
	return all
}

// TestOpenBomb holds that the default limits stop a real bomb soon, and cheaply.
func TestOpenBomb(t *testing.T) {
	t.Parallel()
	const megabytes = 80
	path := tarball(t, entry{name: "incident.json", text: incident}, entry{name: "logs/x.log", text: strings.Repeat("0", megabytes<<20)})
	_, err := bundle.Open(path, bundle.Limits{})
	if err == nil || !strings.Contains(err.Error(), "times its size") {
		t.Errorf("got error %v", err)
	}
}

func TestOpenRefusesLinksInAFolder(t *testing.T) {
	t.Parallel()
	outside := write(t, "secret.md", []byte("secret"))
	for _, name := range []string{"docs/x.md", "x", "logs"} {
		dir := folder(t, fstest.MapFS{"incident.json": file(incident), "docs/a.md": file("a")})
		if err := os.Symlink(outside, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
		if _, err := bundle.Open(dir, bundle.Limits{}); err == nil || !strings.Contains(err.Error(), name+": it is a link") {
			t.Errorf("%s: got error %v", name, err)
		}
	}
}

func TestOpenTellsWhatIsWrongWhere(t *testing.T) {
	t.Parallel()
	row := `{"invocation_id":"a","session_id":"s","tool_name":"t","status":"succeeded","result_kind":"data"}`
	recorded := `{"tool_name":"t","arguments":{},"status":"succeeded","result_kind":"data","output":1}`
	tests := []struct{ name, file, text, want string }{
		{"other version", "incident.json", `{"bundle_version":"incident_bundle_v2"}`, `incident.json: bundle_version is "incident_bundle_v2", and this program reads "incident_bundle_v1"`},
		{"no version", "incident.json", `{}`, `incident.json: bundle_version is ""`},
		{"no JSON", "incident.json", "{\n\"title\": \"x\",\n}", "incident.json:2: it is not valid JSON"},
		{"cut JSON", "incident.json", "{\n\"title\":", "incident.json:2: it is not valid JSON"},
		{"wrong shape", "incident.json", "{\n\"title\": [1]}", "incident.json:2: it does not have the shape it must have: /title is an array, which it must not be"},
		{"wrong time", "incident.json", `{"started_at":"yesterday"}`, "incident.json:1: it does not have the shape it must have: /started_at is a string that cannot be read: "},
		{"an object for a list", "alerts.json", `{"a": 1}`, "alerts.json:1: it does not have the shape it must have: the value is an object, which it must not be"},
		{"ends before it starts", "incident.json", `{"bundle_version":"incident_bundle_v1","started_at":"2026-05-06T21:30:00Z","ended_at":"2026-05-06T21:20:00Z"}`, "ended_at is before started_at"},
		{"duplicate names", "incident.json", `{"title":"a","title":"b"}`, "incident.json:1: it is not valid JSON"},
		{"recording that is no JSON", "recordings.jsonl", recorded + "\n\nhello\n", "recordings.jsonl:3: it is not valid JSON"},
		{"recording of no tool", "recordings.jsonl", `{"status":"succeeded"}`, `recordings.jsonl:1: tool_name is ""`},
		{"recording of no status", "recordings.jsonl", `{"tool_name":"t"}`, `recordings.jsonl:1: status is ""`},
		{"recording without a result", "recordings.jsonl", `{"tool_name":"t","status":"succeeded","output":1}`, `recordings.jsonl:1: result_kind of a call that succeeded is ""`},
		{"recording without an output", "recordings.jsonl", `{"tool_name":"t","status":"succeeded","result_kind":"data"}`, `recordings.jsonl:1: output of a call that succeeded is missing`},
		{"recording with odd arguments", "recordings.jsonl", strings.Replace(recorded, "{}", "[]", 1), `recordings.jsonl:1: read its arguments`},
		{"two recordings on one line", "recordings.jsonl", recorded + recorded, `recordings.jsonl:1: it is not valid JSON`},
		{"alerts", "alerts.json", `{"alerts":[]}`, "alerts.json:1: it does not have the shape"},
		{"empty table", "metrics/x.csv", ``, "metrics/x.csv: it is empty"},
		{"table without values", "metrics/x.csv", "timestamp,metric\n", "metrics/x.csv:1: the first line must name a timestamp and a value column"},
		{"table with two columns of a name", "metrics/x.csv", "timestamp,a,a,value\n", "metrics/x.csv:1: the first line must name every column"},
		{"row that is too short", "metrics/x.csv", "timestamp,metric,value\n1,a,1\n1,a\n", "metrics/x.csv:3: it is not valid CSV"},
		{"row without a time", "metrics/x.csv", "timestamp,metric,value\nnow,a,1\n", `metrics/x.csv:2: the timestamp is "now"`},
		{"row without a number", "metrics/x.csv", "timestamp,metric,value\n1778103600,a,many\n", `metrics/x.csv:2: the value is "many"`},
		{"sample without a time", "metrics/x.om", "# TYPE a gauge\na 1\n", "metrics/x.om:2: a sample needs a value and a timestamp"},
		{"sample without a number", "metrics/x.om", "a x 1778103600\n", `metrics/x.om:1: the value is "x"`},
		{"sample with broken labels", "metrics/x.om", `a{b="c} 1 1778103600`, "metrics/x.om:1: its labels are not well formed"},
		{"sample with a wrong time", "metrics/x.om", "a 1 soon", `metrics/x.om:1: the timestamp is "soon"`},
		{"no sample", "metrics/x.om", "{} 1 2", "metrics/x.om:1: a sample must be"},
		{"no list", "kubernetes/shop/pods.json", `{"kind":"Pod"}`, "kubernetes/shop/pods.json: it is no Kubernetes list"},
		{"odd list", "kubernetes/shop/pods.json", "\n[]", "kubernetes/shop/pods.json:2: it does not have the shape"},
		{"odd object", "kubernetes/shop/pods.json", `{"items":[1]}`, "kubernetes/shop/pods.json"},
		{"row that is no JSON", "invocations.jsonl", row + "\n{", "invocations.jsonl:2: it is not valid JSON"},
		{"row twice", "invocations.jsonl", row + "\n" + row, `invocations.jsonl:2: invocation_id "a" is that of line 1 too`},
		{"row without an id", "invocations.jsonl", `{}`, "invocations.jsonl:1: invocation_id is missing"},
		{"row without a session", "invocations.jsonl", `{"invocation_id":"a"}`, "invocations.jsonl:1: session_id is missing"},
		{"row without a tool", "invocations.jsonl", `{"invocation_id":"a","session_id":"s"}`, "invocations.jsonl:1: tool_name is missing"},
		{"row without a status", "invocations.jsonl", `{"invocation_id":"a","session_id":"s","tool_name":"t"}`, `invocations.jsonl:1: status is ""`},
		{"row without a result kind", "invocations.jsonl", `{"invocation_id":"a","session_id":"s","tool_name":"t","status":"failed"}`, `invocations.jsonl:1: result_kind is ""`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			fsys := fstest.MapFS{"incident.json": file(incident)}
			fsys[test.file] = file(test.text)
			_, err := bundle.OpenFS(fsys, bundle.Limits{})
			if _, ok := errors.AsType[*bundle.Error](err); !ok || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got error %v, want an Error with %q in it", err, test.want)
			}
		})
	}
}

func TestAFolderWhereAFileIsWanted(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"incident.json", "recordings.jsonl", "alerts.json", "executor_output.txt", "invocations.jsonl"} {
		fsys := fstest.MapFS{"incident.json": file(incident)}
		delete(fsys, name)
		fsys[name+"/x"] = file("x")
		if _, err := bundle.OpenFS(fsys, bundle.Limits{}); err == nil || !strings.Contains(err.Error(), name+": it is a folder, not a file") {
			t.Errorf("%s: got error %v", name, err)
		}
	}
}
