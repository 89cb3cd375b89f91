package reading

import (
	"sync"

	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/evidence/canon"
	"github.com/superbizagent/superbizagent/evidence/quantity"
)

// view is what is known of one row's text. Each part is built once, on first use;
// a row that no claim binds is never read.
type view struct {
	source *evidence.Source
	effort *effort // nil for a text that stands alone

	makePage func() *page // nil for that of the row's output
	pageOnce sync.Once
	page     *page // empty when the output cannot be read

	wordsOnce sync.Once
	words     *wordIndex

	headersOnce sync.Once
	headerOf    []int32

	spellOnce sync.Once
	spellings []string // the distinct names in the page

	wholeMu sync.Mutex
	whole   map[string]bool // see hasWhole

	capitalsOnce sync.Once
	capitals     bool // see hasCapitals

	values pageValues

	aroundMu sync.Mutex
	around   surroundings // of the span that was asked about last
	aroundAt span32

	sizesOnce sync.Once
	sizes     []size

	tightOnce sync.Once
	tight     string

	mapOnce  sync.Once
	tightMap canon.Text

	rawOnce sync.Once
	raw     string

	callOnce sync.Once
	call     *view // the call's arguments and scope as a page of their own

	queryOnce sync.Once
	query     []quantity.Unit // of the metrics that the arguments name

	labelledOnce sync.Once
	plain        []string // see labelled

	askedOnce sync.Once
	asked     *view // the window and the scope that the source states
}

// shown returns the output as a page.
func (v *view) shown() *page {
	v.pageOnce.Do(func() {
		switch {
		case v.page != nil:
			return
		case v.makePage != nil:
			v.page = v.makePage()
			return
		}
		doc, err := v.source.Output()
		if err != nil {
			v.page = &page{}
			return
		}
		v.page = newPage(doc)
	})
	return v.page
}

// index returns the words of the page.
func (v *view) index() *wordIndex {
	v.wordsOnce.Do(func() { v.words = newWordIndex(v.shown().text, v.effort) })
	return v.words
}

// headers returns the line with the names of the columns for each line of a table.
func (v *view) headers() []int32 {
	v.headersOnce.Do(func() { v.headerOf = v.shown().headers() })
	return v.headerOf
}

// tightText returns the page in the form in which quotes are compared.
func (v *view) tightText() string {
	v.tightOnce.Do(func() { v.tight = canon.String(v.shown().text, canon.Excerpt) })
	return v.tight
}

// pageSpan returns where in the page a span of the tight text was read.
func (v *view) pageSpan(start, end int) (from, to int) {
	v.mapOnce.Do(func() { v.tightMap = canon.New(v.shown().text, canon.Excerpt) })
	text, from := v.tightMap.Raw(start, end)
	return from, from + len(text)
}

// rawText returns the JSON text of the output in the form in which quotes are
// compared. It is looked at only for quotes that the page does not have: those
// that run over the JSON between two lines.
func (v *view) rawText() string {
	v.rawOnce.Do(func() {
		if doc := v.shown().doc; doc != nil {
			v.raw = canon.String(doc.Raw(), canon.Excerpt)
		}
	})
	return v.raw
}
