package reading

import (
	"errors"
	"sync/atomic"
)

// What reading the claims of one output may cost, in steps of about a nanosecond.
// Claims, what they state and the text that they bind multiply; an honest output
// takes a thousandth of this.
const (
	maxEffort     = 2 << 30
	maxExplaining = maxEffort / 32 // of it, to say what stands instead of what does not
)

// What single look-ups cost beside the bytes that they go over.
const (
	stepsOfLookup = 64
	stepsOfPlace  = 16   // the next place of a word
	stepsOfLine   = 64   // finding the line of a place
	stepsOfWords  = 16   // cutting a byte of text into words
	stepsAround   = 4096 // reading what stands around a number
)

// ErrTooMuch is the error of a reader whose claims take more looking up than is done
// for one output.
var ErrTooMuch = errors.New("the claims state more, and bind more, than is looked up for one output: state less, or bind smaller outputs")

// effort counts what the look-ups of one reader cost. When it is spent nothing more
// is found, and the reader has an error.
type effort struct {
	spent      atomic.Int64
	explaining atomic.Int64
}

// spend counts steps. It returns false when there are none left.
func (e *effort) spend(steps int) bool {
	return e == nil || e.spent.Add(int64(steps)) <= maxEffort
}

func (e *effort) err() error {
	if e.spent.Load() > maxEffort {
		return ErrTooMuch
	}
	return nil
}

// explain counts what an explanation costs, from its beginning until the function
// that it returns is called. It returns false when explanations have cost enough: the
// first ones tell a reader what is wrong.
func (e *effort) explain() (end func(), ok bool) {
	if e.explaining.Load() > maxExplaining {
		return nil, false
	}
	before := e.spent.Load()
	return func() { e.explaining.Add(e.spent.Load() - before) }, true
}
