package superbiz_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
)

const modulePath = "github.com/superbizagent/superbizagent"

// TestArchitectureCheck shows that the check finds what it is there to find.
func TestArchitectureCheck(t *testing.T) {
	t.Parallel()
	table := map[string]row{
		".":         {pure: true, records: true},
		"judge":     {imports: []string{"read"}, pure: true},
		"read":      {},
		"sum":       {imports: []string{"read/..."}},
		"read/mail": {imports: []string{"read"}},
		"readtest":  {imports: []string{"read"}, tests: true},
		"cmd/tool":  {imports: []string{"..."}},
	}
	vendors := map[string][]string{"example.org/mail": {"read/mail"}}
	good := fstest.MapFS{
		"root.go":                 source(`package superbiz`),
		"judge/judge.go":          source(`package judge; import ("time"; "net/url"; "` + modulePath + `"; "` + modulePath + `/read"); var t time.Time`),
		"judge/judge_test.go":     source(`package judge_test; import ("os"; "testing"; "` + modulePath + `/cmd/tool")`),
		"read/read.go":            source(`package read; import ("os"; "` + modulePath + `"); func f() (superbiz.ToolInvocation, error) { return superbiz.ToolInvocation{}, nil }`),
		"read/mail/mail.go":       source(`package mail; import ("example.org/mail/v2/imap"; "` + modulePath + `/read")`),
		"sum/sum.go":              source(`package sum; import ("` + modulePath + `/read"; "` + modulePath + `/read/mail")`),
		"readtest/suite.go":       source(`package readtest; import ("testing"; "` + modulePath + `/read")`),
		"cmd/tool/main.go":        source(`package main; import ("` + modulePath + `/judge"; "` + modulePath + `/read/mail")`),
		"judge/testdata/x/x.go":   source(`not Go at all`),
		".hidden/x.go":            source(`not Go at all`),
		"bench/go.mod":            source(`module bench`),
		"bench/deep/bench.go":     source(`package deep; import "example.org/unheard"`),
		"docs/notes.md":           source(`no Go here`),
		"node_modules/x/x.go":     source(`not Go at all`),
		"judge/testdata/y/go.mod": source(`module y`),
	}
	tests := []struct {
		name string
		file string
		text string
		want string
	}{
		{"nothing wrong", "read/more.go", `package read`, ""},
		{"no row", "extra/extra.go", `package extra`, "extra: no row in the table of packages"},
		{"not in the row", "read/more.go", `package read; import "` + modulePath + `/judge"`, "read/more.go: read may not import judge"},
		{"sibling adapter", "judge/more.go", `package judge; import "` + modulePath + `/read/mail"`, "judge may not import read/mail"},
		{"like a tree in the row", "sum/more.go", `package sum; import "` + modulePath + `/readtest"`, "sum may not import readtest"},
		{"the root imports ours", "more.go", `package superbiz; import "` + modulePath + `/read"`, "more.go: the root may not import read"},
		{"the root imports a vendor", "more.go", `package superbiz; import "example.org/mail/v2/imap"`, "more.go: the root may not import example.org/mail"},
		{"vendor outside its adapter", "read/more.go", `package read; import "example.org/mail"`, "read may not import example.org/mail"},
		{"vendor with a like name", "read/mail/more.go", `package mail; import "example.org/mailbox"`, "no row in the table of vendors"},
		{"unheard vendor", "cmd/tool/more.go", `package main; import "example.org/unheard"`, "no row in the table of vendors"},
		{"testing in production", "read/more.go", `package read; import "testing/fstest"`, "read may not import testing/fstest"},
		{"network", "judge/more.go", `package judge; import "net/http"`, "judge is pure and may not import net/http"},
		{"file", "judge/more.go", `package judge; import "os"`, "judge is pure and may not import os"},
		{"chance", "judge/more.go", `package judge; import "math/rand/v2"`, "judge is pure and may not import math/rand/v2"},
		{"clock", "judge/more.go", `package judge; import "time"; var now = time.Now()`, "judge/more.go:1: judge is pure and may not use time.Now"},
		{"clock as a value", "judge/more.go", `package judge; import hours "time"; var now = hours.Now`, "may not use time.Now"},
		{"made invocation", "read/more.go", `package read; import "` + modulePath + `"; var row = &superbiz.ToolInvocation{Seq: 1}`, "read/more.go:1: read may not fill in a superbiz.ToolInvocation"},
		{"made invocations", "read/more.go", `package read; import sb "` + modulePath + `"; var rows = []sb.ToolInvocation{{Seq: 1}}`, "read may not fill in a superbiz.ToolInvocation"},
		{"listed invocations", "read/more.go", `package read; import "` + modulePath + `"; var row superbiz.ToolInvocation; var rows = []superbiz.ToolInvocation{row, {}}`, ""},
		{"dot import", "judge/more.go", `package judge; import . "time"; var now = Now()`, "judge/more.go: imports time with a dot"},
		{"vague name", "read/util/util.go", `package util`, "read/util: the name says nothing"},
		{"not Go", "read/more.go", `package`, "expected 'IDENT'"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			tree := maps.Clone(good)
			tree[test.file] = source(test.text)
			got := strings.Join(checkTree(t, tree, table, vendors), "\n")
			if test.want == "" && got != "" || !strings.Contains(got, test.want) {
				t.Errorf("got %q, want %q in it", got, test.want)
			}
		})
	}
}

func TestArchitectureCheckOfAnEmptyTree(t *testing.T) {
	t.Parallel()
	got := strings.Join(checkTree(t, fstest.MapFS{}, map[string]row{".": {}, "read": {}}, nil), "\n")
	for _, want := range []string{"no package found", "read: has a row but no file"} {
		if !strings.Contains(got, want) {
			t.Errorf("got %q, want %q in it", got, want)
		}
	}
}

func source(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }

// checkTree returns what the Go files of tree do that the tables do not allow.
func checkTree(t *testing.T, tree fs.FS, packages map[string]row, vendors map[string][]string) []string {
	t.Helper()
	files, err := productionFiles(tree)
	if err != nil {
		t.Fatal(err)
	}
	var faults []string
	found := map[string]bool{}
	for _, name := range files {
		dir := path.Dir(name)
		if !found[dir] && slices.Contains(vagueNames, path.Base(dir)) {
			faults = append(faults, dir+": the name says nothing about what the package is for")
		}
		rules, ok := packages[dir]
		if !ok && !found[dir] {
			faults = append(faults, dir+": no row in the table of packages (architecture_test.go): add it, with the imports that design allows")
		}
		found[dir] = true
		if !ok {
			continue
		}
		text, err := fs.ReadFile(tree, name)
		if err != nil {
			t.Fatal(err)
		}
		faults = append(faults, checkFile(name, text, rules, vendors)...)
	}
	if len(found) == 0 {
		faults = append(faults, "no package found: the check looked at nothing")
	}
	for _, dir := range slices.Sorted(maps.Keys(packages)) {
		if !found[dir] {
			faults = append(faults, dir+": has a row but no file: remove the row (architecture_test.go)")
		}
	}
	return faults
}

// productionFiles returns the Go files of the module at the root of tree, without tests, test data and nested modules.
func productionFiles(tree fs.FS) ([]string, error) {
	var files []string
	err := fs.WalkDir(tree, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if !entry.IsDir() {
			if strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") {
				files = append(files, name)
			}
			return nil
		}
		base := path.Base(name)
		_, nested := fs.Stat(tree, path.Join(name, "go.mod"))
		switch {
		case name == ".":
			return nil
		case base == "testdata", base == "node_modules", strings.HasPrefix(base, "."), strings.HasPrefix(base, "_"), nested == nil:
			return fs.SkipDir
		}
		return nil
	})
	return files, err
}

// checkFile returns what one file does that the row of its package, or the table of vendors, does not allow.
func checkFile(name string, text []byte, rules row, vendors map[string][]string) []string {
	positions := token.NewFileSet()
	file, err := parser.ParseFile(positions, name, text, parser.SkipObjectResolution)
	if err != nil {
		return []string{err.Error()}
	}
	dir := path.Dir(name)
	var faults []string
	local := map[string]string{} // the name of an import in this file, by its path
	for _, spec := range file.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return []string{err.Error()}
		}
		local[imported] = localName(spec, imported)
		if local[imported] == "." {
			faults = append(faults, fmt.Sprintf("%s: imports %s with a dot", name, imported))
		}
		if reason := checkImport(dir, imported, rules, vendors); reason != "" {
			faults = append(faults, name+": "+reason)
		}
	}
	ast.Inspect(file, func(node ast.Node) bool {
		if reason := checkNode(node, local, rules); reason != "" {
			faults = append(faults, fmt.Sprintf("%s:%d: %s %s", name, positions.Position(node.Pos()).Line, called(dir), reason))
		}
		return true
	})
	return faults
}

func localName(spec *ast.ImportSpec, imported string) string {
	switch {
	case spec.Name != nil:
		return spec.Name.Name
	case imported == modulePath:
		return "superbiz"
	default:
		return path.Base(imported)
	}
}

// checkImport returns why the package in dir may not import another one, or nothing.
func checkImport(dir, imported string, rules row, vendors map[string][]string) string {
	first, _, _ := strings.Cut(imported, "/")
	switch {
	case imported == modulePath:
		return ""
	case isBelow(imported, modulePath):
		ours := strings.TrimPrefix(imported, modulePath+"/")
		if slices.ContainsFunc(rules.imports, func(allowed string) bool { return matches(ours, allowed) }) {
			return ""
		}
		return fmt.Sprintf("%s may not import %s", called(dir), ours)
	case strings.Contains(first, "."):
		return checkVendor(dir, imported, vendors)
	case isBelow(imported, "testing") && !rules.tests:
		return fmt.Sprintf("%s may not import %s: it is not for tests only", called(dir), imported)
	case rules.pure && isImpure(imported):
		return fmt.Sprintf("%s is pure and may not import %s", called(dir), imported)
	}
	return ""
}

func checkVendor(dir, imported string, vendors map[string][]string) string {
	for module, dirs := range vendors {
		if !isBelow(imported, module) {
			continue
		}
		if slices.Contains(dirs, dir) {
			return ""
		}
		return fmt.Sprintf("%s may not import %s: only %s may", called(dir), module, strings.Join(dirs, ", "))
	}
	return fmt.Sprintf("%s imports %s, which has no row in the table of vendors (architecture_test.go)", called(dir), imported)
}

func isImpure(imported string) bool {
	if slices.Contains(pureTextImports, imported) {
		return false
	}
	return slices.ContainsFunc(impureImports, func(closed string) bool { return isBelow(imported, closed) })
}

// checkNode returns why the package may not hold that piece of code, or nothing.
func checkNode(node ast.Node, local map[string]string, rules row) string {
	switch node := node.(type) {
	case *ast.SelectorExpr:
		if rules.pure && isSelector(node, local["time"], clock...) {
			return "is pure and may not use time." + node.Sel.Name
		}
	case *ast.CompositeLit:
		if !rules.records && isSelector(elementOf(node.Type), local[modulePath], "ToolInvocation") && fillsIn(node) {
			return "may not fill in a superbiz.ToolInvocation: only tool.Recorder makes one"
		}
	}
	return ""
}

// elementOf returns the type of the elements of an array, slice or map type, and any other type as it is.
func elementOf(expression ast.Expr) ast.Expr {
	switch expression := expression.(type) {
	case *ast.ArrayType:
		return elementOf(expression.Elt)
	case *ast.MapType:
		return elementOf(expression.Value)
	case *ast.StarExpr:
		return elementOf(expression.X)
	}
	return expression
}

// fillsIn tells a value that is given fields, or a list of such, from the zero value and from a list of values that are
// there already.
func fillsIn(literal *ast.CompositeLit) bool {
	if _, ok := literal.Type.(*ast.SelectorExpr); ok {
		return len(literal.Elts) > 0
	}
	return slices.ContainsFunc(literal.Elts, func(element ast.Expr) bool {
		if pair, ok := element.(*ast.KeyValueExpr); ok {
			element = pair.Value
		}
		inner, ok := element.(*ast.CompositeLit)
		return ok && inner.Type == nil && len(inner.Elts) > 0
	})
}

func isSelector(expression ast.Expr, from string, names ...string) bool {
	selector, ok := expression.(*ast.SelectorExpr)
	if !ok || from == "" {
		return false
	}
	ident, ok := selector.X.(*ast.Ident)
	return ok && ident.Name == from && slices.Contains(names, selector.Sel.Name)
}

// matches tells whether a package is what an entry of a row allows.
func matches(ours, allowed string) bool {
	tree, isTree := strings.CutSuffix(allowed, "...")
	return ours == allowed || isTree && (tree == "" || isBelow(ours, strings.TrimSuffix(tree, "/")))
}

func isBelow(imported, parent string) bool {
	return imported == parent || strings.HasPrefix(imported, parent+"/")
}

func called(dir string) string {
	if dir == "." {
		return "the root"
	}
	return dir
}
