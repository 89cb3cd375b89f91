package main

import (
	"fmt"
	"io"
	"os"
)

// maxSettingsBytes bounds the files that a person writes: an alert, a rule
// configuration.
const maxSettingsBytes = 1 << 20

// readBounded reads a file that may be as large as the limit. A name may stand for
// a device or a pipe, whose end nobody knows, so no file is read without a limit.
func readBounded(path string, limit int64) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer closeQuietly(file)
	text, err := io.ReadAll(io.LimitReader(file, limit+1))
	switch {
	case err != nil:
		return nil, err
	case int64(len(text)) > limit:
		return nil, fmt.Errorf("%s is larger than %d bytes", path, limit)
	}
	return text, nil
}
