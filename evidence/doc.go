// Package evidence reads the structure of what an executor handed over and of
// what its tool calls returned: the output document, paths, recorded rows,
// assertions. Its functions are pure: no clock, no I/O, nothing remembered
// between calls. How text is read is the work of its sub-packages canon,
// quantity and reading.
package evidence
