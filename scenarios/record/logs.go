package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// captureLogs writes logs/<service>.log: the lines of each log that are within the window, as they stand there.
func captureLogs(logs map[string]string, from, to time.Time, out string) error {
	for service, file := range logs {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		kept := within(text, from, to)
		if len(kept) == 0 {
			return fmt.Errorf("%s: no line from %s to %s", file, from.Format(time.RFC3339), to.Format(time.RFC3339))
		}
		if err := writeFile(filepath.Join(out, "logs", service+".log"), kept); err != nil {
			return err
		}
	}
	return nil
}

// within returns the lines whose time is in the window. A line without a time belongs to the one before it. The last
// line is left out while it is unfinished.
func within(text []byte, from, to time.Time) []byte {
	var kept []byte
	inside := false
	for line := range bytes.Lines(text) {
		if !bytes.HasSuffix(line, []byte("\n")) {
			break
		}
		if at, ok := lineTime(string(line)); ok {
			inside = !at.Before(from) && !at.After(to)
		}
		if inside {
			kept = append(kept, line...)
		}
	}
	return kept
}

// lineTime reads the time of a line: the server's, or that of slog's JSON.
func lineTime(line string) (time.Time, bool) {
	const server, client = "2006-01-02 15:04:05.000 MST", `{"time":"`
	if len(line) > len(server) {
		if at, err := time.Parse(server, line[:len(server)]); err == nil {
			return at, true
		}
	}
	if rest, ok := bytes.CutPrefix([]byte(line), []byte(client)); ok {
		if text, _, ok := bytes.Cut(rest, []byte(`"`)); ok {
			at, err := time.Parse(time.RFC3339, string(text))
			return at, err == nil
		}
	}
	return time.Time{}, false
}
