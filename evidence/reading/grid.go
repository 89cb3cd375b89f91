package reading

import (
	"strings"

	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/evidence/canon"
	"github.com/superbizagent/superbizagent/evidence/quantity"
)

// columnLists are the keys under which a result lists the names of its columns.
var columnLists = setOf("columns column_names columnnames headers header fields")

// titleKeys are the keys of a column's name where a result describes its columns.
var titleKeys = []string{"name", "title", "text", "label"}

// grid is a table that is recorded as an array of rows, each an array of cells: what a
// database or a store of series answers.
type grid struct {
	rows   evidence.Node
	titles []string // of the columns, where another member lists them
}

// gridIn reads a member of an object as a grid, with the columns that another member
// or the first row names. Without names rows are samples, points, or lines of a log.
func gridIn(object, member evidence.Node) (grid, bool) {
	g := grid{rows: member}
	width := widthOf(member)
	if width < 2 {
		return g, false
	}
	if object.Valid() && object.Kind() == evidence.KindObject {
		g.titles = titlesIn(object, width)
	}
	return g, g.titles != nil || isTitleRow(member.Elem(0))
}

// isTitleRow reports whether a row has nothing but words in its cells.
func isTitleRow(row evidence.Node) bool {
	for cell := range row.Children() {
		text := cell.Text()
		if cell.Kind() != evidence.KindString || len(text) > maxUnitName || !hasLetter(text) || len(quantity.Scan(text)) > 0 {
			return false
		}
	}
	return true
}

// widthOf returns how many cells all rows of an array have, or 0 for what is no table.
func widthOf(rows evidence.Node) int {
	if rows.Kind() != evidence.KindArray || rows.Len() == 0 {
		return 0
	}
	width := rows.Elem(0).Len()
	for row := range rows.Children() {
		if row.Kind() != evidence.KindArray || row.Len() != width || !holdsCells(row) {
			return 0
		}
	}
	return width
}

// holdsCells reports whether an array holds scalars only, each of one line.
func holdsCells(row evidence.Node) bool {
	for cell := range row.Children() {
		switch cell.Kind() {
		case evidence.KindObject, evidence.KindArray:
			return false
		case evidence.KindString:
			if text := cell.Text(); len(text) > maxNear || strings.ContainsAny(text, "\\\n\t|") {
				return false
			}
		}
	}
	return true
}

// titlesIn returns the names of so many columns that an object lists, or nil.
func titlesIn(object evidence.Node, width int) []string {
	for list := range object.Children() {
		if list.Kind() != evidence.KindArray || list.Len() != width || !columnLists.has(strings.ToLower(list.Key())) {
			continue
		}
		if titles := titlesOf(list); len(titles) == width {
			return titles
		}
	}
	return nil
}

func titlesOf(list evidence.Node) []string {
	var out []string
	for column := range list.Children() {
		for _, key := range titleKeys {
			if named := column.Member(key); named.Kind() == evidence.KindString {
				column = named
			}
		}
		if column.Kind() == evidence.KindString {
			out = append(out, canon.String(column.Text(), canon.Value))
		}
	}
	return out
}

// grid shows a grid as a text has its tables: a line for the names of the columns and
// one for each row, with tabs between the cells.
func (b *pageBuilder) grid(g grid) {
	if g.titles != nil {
		b.open()
		b.dst = append(b.dst, strings.Join(g.titles, "\t")...)
	}
	for row := range g.rows.Children() {
		b.begin(row)
		b.open()
		for cell := range row.Children() {
			if cell.Ordinal() > 0 {
				b.dst = append(b.dst, '\t')
			}
			b.value(cell, false)
		}
	}
}
