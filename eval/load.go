package eval

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// CaseFile is the name of the file that makes a folder a case.
const CaseFile = "case.yaml"

// defaultTrace is the name of a case's trace where its file does not say.
const defaultTrace = "trace.json"

// Tree is a folder with cases.
type Tree struct {
	FS fs.FS
	// Name is the folder as the user named it; files are shown below it.
	Name string
	// Base is the real path of the folder: cases that lie directly in it, or one
	// folder deep, take their suite from there. Empty: Name.
	Base string
}

// ErrNoCases says that there is nothing to evaluate, which is no success.
var ErrNoCases = errors.New("there is no case in it: a case is a folder with a " + CaseFile + " and a trace")

// Find finds the cases of a tree, in the order of their paths, and reads none of them.
func Find(tree Tree) ([]*Case, error) {
	files, err := caseFiles(tree.FS)
	if err != nil {
		return nil, fmt.Errorf("look for cases in %s: %w", tree.Name, err)
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s: %w", tree.Name, ErrNoCases)
	}
	cases := make([]*Case, len(files))
	rows := make(map[string]*suiteFile)
	for i, file := range files {
		c := &Case{File: tree.show(file), tree: &tree, file: file}
		c.Suite, c.ID = tree.identity(path.Dir(file))
		above := path.Dir(path.Dir(file))
		if rows[above] == nil {
			rows[above] = tree.readSuite(path.Join(above, suiteFileName))
		}
		c.row = rows[above]
		cases[i] = c
	}
	return cases, nil
}

// caseFiles fails for a folder that cannot be read: the cases in it would be lost.
func caseFiles(tree fs.FS) ([]string, error) {
	var files []string
	err := fs.WalkDir(tree, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if path.Base(name) == CaseFile && (entry.Type().IsRegular() || entry.Type()&fs.ModeSymlink != 0) {
			files = append(files, name)
		}
		return nil
	})
	slices.Sort(files)
	return files, err
}

// identity takes suite and id from the last two folders of a case's path.
func (t Tree) identity(folder string) (suite, id string) {
	base := t.Base
	if base == "" {
		base = t.Name
	}
	parts := strings.Split(strings.Trim(path.Join(strings.ReplaceAll(base, `\`, "/"), folder), "/"), "/")
	name := parts[len(parts)-1]
	if len(parts) == 1 {
		return name, name
	}
	suite = parts[len(parts)-2]
	return suite, suite + "/" + name
}

func (t Tree) show(file string) string { return path.Join(strings.ReplaceAll(t.Name, `\`, "/"), file) }

// readBounded reads a file of at most limit bytes; of a larger one it reads one
// byte more, for who decodes it to refuse.
func readBounded(tree fs.FS, name string, limit int64) ([]byte, error) {
	// Looked at first, since opening a pipe waits for somebody to write to it.
	info, err := fs.Stat(tree, name)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is not a file that can be read to its end", name)
	}
	f, err := tree.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	size := min(max(info.Size(), 0), limit)
	data := make([]byte, size+1)
	n, err := io.ReadFull(f, data)
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return data[:n], nil
	case err != nil:
		return nil, err
	}
	rest, err := io.ReadAll(io.LimitReader(f, limit-size))
	return append(data, rest...), err
}
