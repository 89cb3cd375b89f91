package analyst

import (
	"regexp"
	"strings"

	"github.com/superbizagent/superbizagent/evidence"
)

// tableRow is a line of a table that kubectl prints.
type tableRow struct {
	line  evidence.Node
	cells map[string]string // by column
}

func (r tableRow) cell(column string) string { return r.cells[column] }

// wideGap is what parts two columns.
var wideGap = regexp.MustCompile(`\s{2,}`)

// tableOf reads the rows of the first table of an output that is text. Columns are
// found by their place below the heading, since a cell may be empty.
func tableOf(listed *result) []tableRow {
	var rows []tableRow
	var columns []column
	read := 0
	for line := range listed.lines().Children() {
		if read++; read > maxLinesRead {
			break
		}
		text := strings.TrimRight(line.Text(), " ")
		switch {
		case columns == nil && strings.HasPrefix(text, "NAME"):
			columns = columnsOf(text)
		case columns == nil || text == "":
		default:
			rows = append(rows, tableRow{line, cellsOf(text, columns)})
		}
	}
	return rows
}

// column is a heading and where it begins.
type column struct {
	name  string
	start int
}

func columnsOf(heading string) []column {
	var columns []column
	for start := 0; start < len(heading); {
		end := len(heading)
		if gap := wideGap.FindStringIndex(heading[start:]); gap != nil {
			columns = append(columns, column{heading[start : start+gap[0]], start})
			start += gap[1]
			continue
		}
		columns = append(columns, column{heading[start:end], start})
		start = end
	}
	return columns
}

func cellsOf(line string, columns []column) map[string]string {
	cells := map[string]string{}
	for i, each := range columns {
		end := len(line)
		if i+1 < len(columns) {
			end = min(end, columns[i+1].start)
		}
		if each.start < end {
			cells[each.name] = strings.TrimSpace(line[each.start:end])
		}
	}
	return cells
}
