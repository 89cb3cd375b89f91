package runbook

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/superbizagent/superbizagent/tool"
)

// maxFile bounds one runbook.
const maxFile = 1 << 20

// ReadFolder returns the .md files of a folder, at any depth, in the order of their
// names. Hidden ones and links that lead out of the folder are passed over; a folder
// with none at all is an error, since somebody named it for what is in it.
func ReadFolder(folder string) ([]Document, error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, fmt.Errorf("open the folder of the runbooks: %w", err)
	}
	defer func() { _ = root.Close() }()
	r := reader{fsys: root.FS()}
	if err := fs.WalkDir(r.fsys, ".", r.visit); err != nil {
		return nil, fmt.Errorf("read the runbooks of %s: %w", folder, err)
	}
	if len(r.documents) == 0 {
		return nil, fmt.Errorf("read the runbooks of %s: there is no .md file in it", folder)
	}
	slices.SortFunc(r.documents, func(a, b Document) int { return strings.Compare(a.Name, b.Name) })
	return r.documents, nil
}

type reader struct {
	fsys      fs.FS
	documents []Document
	bytes     int
	seen      int
}

// maxEntries bounds the files of all kinds that are looked at.
const maxEntries = 100_000

func (r *reader) visit(name string, entry fs.DirEntry, err error) error {
	if r.seen++; r.seen > maxEntries {
		return fmt.Errorf("it holds more than %d files", maxEntries)
	}
	hidden := name != "." && strings.HasPrefix(path.Base(name), ".")
	switch {
	case err != nil:
		return err
	case hidden && entry.IsDir():
		return fs.SkipDir
	case hidden || entry.IsDir() || path.Ext(name) != ".md":
		return nil
	}
	return r.read(name)
}

func (r *reader) read(name string) error {
	info, err := fs.Stat(r.fsys, name)
	if err != nil || !info.Mode().IsRegular() {
		return nil // a link that leads out of the folder, or nowhere
	}
	file, err := r.fsys.Open(name)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	text, err := io.ReadAll(io.LimitReader(file, maxFile+1))
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	r.bytes += len(text)
	switch {
	case len(text) > maxFile:
		return fmt.Errorf("%s is larger than %d MiB", name, maxFile>>20)
	case r.bytes > maxBytes || len(r.documents) >= maxDocuments:
		return errors.New("it holds more than can be indexed: 5,000 files or 32 MiB")
	}
	r.documents = append(r.documents, Document{Name: name, Lines: tool.SplitLines(string(text))})
	return nil
}
