package bundle

import (
	"io"
	"maps"
	"path"
	"slices"
	"strings"
	"unicode/utf8"
)

// Limits bound what a bundle may hold, unpacked.
type Limits struct {
	Files int   // files and folders; 0 is 20,000
	File  int64 // bytes of one file; 0 is 64 MiB
	Total int64 // bytes of all; 0 is 256 MiB
	Ratio int64 // bytes unpacked for a byte packed, beyond the first MiB; 0 is 300
}

func (l Limits) withDefaults() Limits {
	if l.Files == 0 {
		l.Files = 20_000
	}
	if l.File == 0 {
		l.File = 64 << 20
	}
	if l.Total == 0 {
		l.Total = 256 << 20
	}
	if l.Ratio == 0 {
		l.Ratio = 300
	}
	return l
}

// files are the parts of a bundle by name, read into memory.
type files struct {
	limits Limits
	text   map[string][]byte
	seen   map[string]bool // every name, those that are not read too; true is a folder
	total  int64
}

func newFiles(limits Limits) *files {
	return &files{limits: limits, text: map[string][]byte{}, seen: map[string]bool{}}
}

// admit checks the name of a file or folder before it is read, and returns it in
// its plain form; "" is the bundle's own folder.
func (f *files) admit(name string, folder bool) (string, error) {
	clean, err := checkName(name)
	if err != nil || clean == "" {
		return "", err
	}
	if isFolder, seen := f.seen[clean]; seen {
		if folder && isFolder {
			return clean, nil
		}
		return "", wrong(clean, 0, "it is there twice")
	}
	if len(f.seen) >= f.limits.Files {
		return "", wrong("", 0, "it holds more than %d files", f.limits.Files)
	}
	f.seen[clean] = folder
	return clean, nil
}

// checkName refuses names that lead, on any system, out of the bundle.
func checkName(name string) (string, error) {
	switch {
	case !utf8.ValidString(name) || strings.ContainsRune(name, 0) || len(name) > 1024:
		return "", wrong("", 0, "the name %.80q of a file is not sound", name)
	case strings.HasPrefix(name, "/"), strings.Contains(name, `\`), len(name) > 1 && name[1] == ':':
		return "", wrong("", 0, "the path %.80q is not one below the bundle", name)
	case slices.Contains(strings.Split(name, "/"), ".."):
		return "", wrong("", 0, "the path %.80q leads out of the bundle", name)
	}
	if clean := path.Clean(name); clean != "." {
		return clean, nil
	}
	return "", nil
}

// wanted says whether a file is a part of a bundle. Others, such as a read-me,
// may be there and are not read.
func wanted(name string) bool {
	for _, folder := range []string{"kubernetes", "logs", "metrics", "docs"} {
		if slices.Contains(strings.Split(path.Dir(name), "/"), folder) {
			return !strings.HasPrefix(path.Base(name), ".")
		}
	}
	switch path.Base(name) {
	case incidentFile, recordingsFile, alertsFile, executorOutputFile, invocationsFile:
		return true
	}
	return false
}

// read keeps a file, within the limits whatever size it claimed to have.
func (f *files) read(name string, from io.Reader) error {
	text, err := io.ReadAll(io.LimitReader(from, f.limits.File+1))
	if err != nil {
		return wrong(name, 0, "read it: %w", err)
	}
	if int64(len(text)) > f.limits.File {
		return wrong(name, 0, "it is larger than %s", size(f.limits.File))
	}
	if f.total += int64(len(text)); f.total > f.limits.Total {
		return wrong("", 0, "it is larger than %s unpacked", size(f.limits.Total))
	}
	f.text[name] = text
	return nil
}

// stripFolder takes off the folder that an archive was made of: one at the top
// that holds everything.
func (f *files) stripFolder() {
	if _, ok := f.text[incidentFile]; ok {
		return
	}
	top := ""
	for name := range f.text {
		first, _, ok := strings.Cut(name, "/")
		if !ok || top != "" && first != top {
			return
		}
		top = first
	}
	if _, ok := f.text[top+"/"+incidentFile]; !ok {
		return
	}
	stripped := make(map[string][]byte, len(f.text))
	for name, text := range f.text {
		stripped[strings.TrimPrefix(name, top+"/")] = text
	}
	seen := make(map[string]bool, len(f.seen))
	for name, folder := range f.seen {
		if below, ok := strings.CutPrefix(name, top+"/"); ok {
			seen[below] = folder
		}
	}
	f.text, f.seen = stripped, seen
}

// get returns a file. One that is a folder is an error, one that is missing is not.
func (f *files) get(name string) ([]byte, bool, error) {
	if f.seen[name] {
		return nil, false, wrong(name, 0, "it is a folder, not a file")
	}
	text, ok := f.text[name]
	return text, ok, nil
}

// below returns the names of the files in a folder, at any depth, sorted.
func (f *files) below(folder string) []string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(f.text)) {
		if strings.HasPrefix(name, folder+"/") {
			names = append(names, name)
		}
	}
	return names
}
