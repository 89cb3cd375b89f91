// Package gatekeeper proves claims false or lets them pass. A [Rule] is a plain
// value with an id, a page and a function; a [Catalogue] is an ordered list of
// them with a version; a [Gate] runs a catalogue over one executor output and
// the rows that were recorded, and fails closed.
//
// The rules themselves are in package gatekeeper/rules.
package gatekeeper
