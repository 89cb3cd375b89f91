package bundle

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"path"
	"strings"
)

// maxLabels bounds the columns of a .csv and the labels of a sample.
const maxLabels = 100

// readCSV reads rows of timestamp, metric, labels and value, in any order of
// columns. Without a column for it the metric is named by the file.
func (m *metrics) readCSV(file string, text []byte) error {
	rows := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(text, []byte("\ufeff"))))
	header, err := rows.Read()
	if err != nil {
		return csvError(file, err)
	}
	columns, problem := columnsOf(header)
	if problem != "" {
		return wrong(file, 1, "%s", problem)
	}
	byDefault := strings.TrimSuffix(path.Base(file), ".csv")
	for {
		row, err := rows.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return csvError(file, err)
		}
		line, _ := rows.FieldPos(0)
		if problem := m.addRow(columns, row, byDefault); problem != "" {
			return wrong(file, line, "%s", problem)
		}
	}
}

func csvError(file string, err error) error {
	if errors.Is(err, io.EOF) {
		return wrong(file, 0, "it is empty: the first line must name timestamp, metric, labels and value")
	}
	if told, ok := errors.AsType[*csv.ParseError](err); ok {
		return wrong(file, told.Line, "it is not valid CSV: %w", told.Err)
	}
	return wrong(file, 0, "it is not valid CSV: %w", err)
}

// columns says which column is which.
type columns struct {
	names                    []string
	timestamp, metric, value int
}

func columnsOf(header []string) (columns, string) {
	found := columns{timestamp: -1, metric: -1, value: -1}
	if len(header) > maxLabels {
		return found, "it has too many columns"
	}
	seen := map[string]bool{}
	for i, name := range header {
		name = strings.Clone(strings.TrimSpace(name))
		if name == "" || seen[name] {
			return found, "the first line must name every column, each by a name of its own"
		}
		seen[name] = true
		found.names = append(found.names, name)
		switch name {
		case "timestamp":
			found.timestamp = i
		case "metric":
			found.metric = i
		case "value":
			found.value = i
		}
	}
	if found.timestamp < 0 || found.value < 0 {
		return found, "the first line must name a timestamp and a value column"
	}
	return found, ""
}

func (m *metrics) addRow(columns columns, row []string, metric string) (problem string) {
	at, ok := parseSampleTime(row[columns.timestamp])
	if !ok {
		return "the timestamp is " + quoted(row[columns.timestamp]) + ": write RFC 3339, or seconds since 1970"
	}
	literal := strings.TrimSpace(row[columns.value])
	value, ok := parseSampleValue(literal)
	if !ok {
		return "the value is " + quoted(row[columns.value]) + ": it is no number"
	}
	labels := map[string]string{}
	for i, name := range columns.names {
		switch {
		case i == columns.metric && row[i] != "":
			metric = row[i]
		case i != columns.timestamp && i != columns.value && i != columns.metric && row[i] != "":
			labels[name] = row[i]
		}
	}
	m.add(metric, labels, point{at: at, value: value, literal: literal})
	return ""
}

// readOpenMetrics reads samples with timestamps: name{label="value"} value time.
// Comments and exemplars are passed over.
func (m *metrics) readOpenMetrics(file string, text []byte) error {
	number := 0
	for line := range bytes.Lines(text) {
		number++
		line = bytes.TrimSpace(line)
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		if problem := m.addSample(string(line)); problem != "" {
			return wrong(file, number, "%s", problem)
		}
	}
	return nil
}

func (m *metrics) addSample(line string) (problem string) {
	end := strings.IndexAny(line, "{ \t")
	if end <= 0 {
		return "a sample must be: name{label=\"value\"} value timestamp"
	}
	metric, rest := line[:end], line[end:]
	labels := map[string]string{}
	if rest[0] == '{' {
		var ok bool
		if labels, rest, ok = readLabels(rest[1:]); !ok {
			return "its labels are not well formed"
		}
	}
	rest, _, _ = strings.Cut(rest, " # ") // an exemplar
	fields := strings.Fields(rest)
	if len(fields) != 2 {
		return "a sample needs a value and a timestamp: this is a bundle, and what was when must be known"
	}
	value, ok := parseSampleValue(fields[0])
	if !ok {
		return "the value is " + quoted(fields[0]) + ": it is no number"
	}
	at, ok := parseSampleTime(fields[1])
	if !ok {
		return "the timestamp is " + quoted(fields[1]) + ": write seconds since 1970"
	}
	m.add(metric, labels, point{at: at, value: value, literal: fields[0]})
	return ""
}

// readLabels reads what stands between braces, and returns what follows them.
func readLabels(text string) (labels map[string]string, rest string, ok bool) {
	labels = map[string]string{}
	for {
		text = strings.TrimLeft(text, " ,\t")
		if after, ok := strings.CutPrefix(text, "}"); ok {
			return labels, after, true
		}
		name, after, found := strings.Cut(text, "=")
		if !found || len(labels) >= maxLabels || !strings.HasPrefix(after, `"`) {
			return nil, "", false
		}
		value, remains, ok := readLabelValue(after[1:])
		if !ok {
			return nil, "", false
		}
		labels[strings.TrimSpace(name)], text = value, remains
	}
}

// readLabelValue reads up to the closing quote; \n, \" and \\ are the escapes.
func readLabelValue(text string) (value, rest string, ok bool) {
	var out strings.Builder
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			return out.String(), text[i+1:], true
		case c == '\\' && i+1 < len(text):
			i++
			if text[i] == 'n' {
				out.WriteByte('\n')
			} else {
				out.WriteByte(text[i])
			}
		default:
			out.WriteByte(c)
		}
	}
	return "", "", false
}

func quoted(text string) string { return `"` + cut(text, 60) + `"` }
