package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// source is one document that may be a trace.
type source struct {
	name   string
	open   func() (io.ReadCloser, error)
	folder *folder // where it was found; nil when it was named
}

// folder is a named folder. What in it is no trace is passed over, but one with no
// trace at all is an error.
type folder struct {
	path   string
	traces int
}

// listSources returns the documents of paths in order: a file itself, a folder its
// *.json files at any depth in name order, "-" standard input. What cannot be
// opened is a source that says so when it is opened, at its place.
func listSources(paths []string, stdin io.Reader) (sources []source, folders []*folder) {
	fromStdin := false
	for _, path := range paths {
		if path == "-" {
			in := source{name: path, open: func() (io.ReadCloser, error) { return io.NopCloser(stdin), nil }}
			if fromStdin {
				in.open = func() (io.ReadCloser, error) {
					return nil, errors.New("standard input is named twice, and can be read once")
				}
			}
			sources, fromStdin = append(sources, in), true
			continue
		}
		info, err := os.Stat(path)
		if err != nil || !info.IsDir() {
			sources = append(sources, source{name: path, open: opener(path)})
			continue
		}
		f := &folder{path: path}
		folders = append(folders, f)
		sources = append(sources, f.list()...)
	}
	return sources, folders
}

func (f *folder) list() []source {
	var out []source
	_ = filepath.WalkDir(f.path, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			out = append(out, source{name: path, open: func() (io.ReadCloser, error) { return nil, err }})
			return nil //nolint:nilerr // a folder that cannot be read fails when its turn comes
		}
		if isFile(path, entry) && strings.HasSuffix(path, ".json") {
			out = append(out, source{name: path, open: opener(path), folder: f})
		}
		return nil
	})
	return out
}

// isFile follows a link to a file, as those are that a mounted ConfigMap has. A link
// to a folder is not followed.
func isFile(path string, entry fs.DirEntry) bool {
	if entry.Type()&fs.ModeSymlink == 0 {
		return entry.Type().IsRegular()
	}
	info, err := os.Stat(path)
	return err != nil || info.Mode().IsRegular()
}

func opener(path string) func() (io.ReadCloser, error) {
	return func() (io.ReadCloser, error) { return os.Open(path) }
}

// maxListBytes bounds a list of paths.
const maxListBytes = 64 << 20

// readList returns the paths in a file, one a line; blank lines are none.
func readList(path string, stdin io.Reader) ([]string, error) {
	in := stdin
	if path != "-" {
		file, err := os.Open(path)
		if err != nil {
			return nil, fmt.Errorf("read the list of paths: %w", err)
		}
		defer file.Close()
		in = file
	}
	var paths []string
	limited := &io.LimitedReader{R: in, N: maxListBytes + 1}
	lines := bufio.NewScanner(limited)
	for lines.Scan() {
		if line := strings.TrimSuffix(lines.Text(), "\r"); strings.TrimSpace(line) != "" {
			paths = append(paths, line)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("read the list of paths %s: %w", path, err)
	}
	if limited.N == 0 {
		return nil, fmt.Errorf("read the list of paths: %s is larger than %d bytes", path, int64(maxListBytes))
	}
	return paths, nil
}
