// Package report renders what the Gatekeeper found in traces: as text for a person,
// as JSON, and in the formats that CI systems show beside the code.
package report
