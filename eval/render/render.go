// Package render writes the reports of the evaluator: for a person at a terminal, for
// a document, for what CI systems read, and as a page.
package render

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/superbizagent/superbizagent/eval"
)

// Input is what a report is written from.
type Input struct {
	Report     *eval.Report
	Comparison *eval.Comparison // nil: there was nothing to compare with
	Version    string           // of the program, for formats that name it
	Colour     bool             // text only
}

// format is one way to write a report.
type format struct {
	name  string
	file  string // in a folder of reports; empty: it is for a stream only
	write func(io.Writer, Input) error
}

func formats() []format {
	return []format{
		{"text", "report.txt", writeText},
		{"json", "report.json", func(w io.Writer, in Input) error { return in.Report.WriteJSON(w) }},
		{"markdown", "report.md", writeMarkdown},
		{"junit", "junit.xml", writeJUnit},
		{"sarif", "report.sarif", writeSARIF},
		{"github", "", writeGitHub},
		{"html", "report.html", writeHTML},
	}
}

// Formats returns the names that Write knows.
func Formats() []string {
	var names []string
	for _, f := range formats() {
		names = append(names, f.name)
	}
	return names
}

// Write writes a report in a format.
func Write(w io.Writer, name string, in Input) error {
	for _, f := range formats() {
		if f.name == name {
			return f.write(w, in)
		}
	}
	return fmt.Errorf("there is no format %q; there are %s", name, strings.Join(Formats(), ", "))
}

// WriteAll writes a report in every format that has a file, side by side, each to the
// writer that create returns for its name. It returns the names.
func WriteAll(in Input, create func(name string) (io.WriteCloser, error)) ([]string, error) {
	in.Colour = false
	files := slices.DeleteFunc(formats(), func(f format) bool { return f.file == "" })
	names, errs := make([]string, len(files)), make([]error, len(files))
	var writers sync.WaitGroup
	for i, f := range files {
		names[i] = f.file
		w, err := create(f.file)
		if err != nil {
			errs[i] = err
			break
		}
		writers.Go(func() { errs[i] = writeFile(w, f, in) })
	}
	writers.Wait()
	for i, err := range errs {
		if err != nil {
			return names[:i], fmt.Errorf("write %s: %w", names[i], err)
		}
	}
	return names, nil
}

func writeFile(w io.WriteCloser, f format, in Input) error {
	if err := f.write(w, in); err != nil {
		_ = w.Close() // the first error says why
		return err
	}
	return w.Close()
}
