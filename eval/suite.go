package eval

import (
	"fmt"
	"reflect"
	"strings"
)

// suiteFileName is the file beside the cases of a suite that says what the suite is.
const suiteFileName = "suite.yaml"

// suiteFile is a suite.yaml. It is prose for reports; no result depends on it.
type suiteFile struct {
	Title  string `yaml:"title"`
	Signal string `yaml:"signal"` // what its cases must show
	Order  int    `yaml:"order"`  // of the row in the matrix

	err error // why it cannot be read
}

func (s suiteFile) title(name string) string {
	if s.Title != "" {
		return s.Title
	}
	return strings.ReplaceAll(name, "-", " ")
}

// readSuite reads a suite.yaml. One that cannot be read makes the cases beside it
// invalid; there need not be one.
func (t Tree) readSuite(file string) *suiteFile {
	text, err := readBounded(t.FS, file, maxCaseBytes)
	if err != nil {
		return new(suiteFile)
	}
	suite, err := decodeSuite(text)
	if err != nil {
		return &suiteFile{err: fmt.Errorf("%s: %w", t.show(file), err)}
	}
	return &suite
}

func decodeSuite(text []byte) (suiteFile, error) {
	var s suiteFile
	root, err := parseYAML(text)
	if err != nil {
		return s, err
	}
	if err := strict(root, reflect.TypeFor[suiteFile](), "a suite"); err != nil {
		return s, err
	}
	if err := root.Decode(&s); err != nil {
		return s, oneLineError(err)
	}
	return s, nil
}
