// Package reading reads what a claim's text states against what recorded calls
// returned: values, names, quotes and comparisons, in the bound output and in the
// text that the claim points at.
//
// A [Reader] holds the rows of one ledger and learns of an output what it needs
// when a claim first needs it. A [Claim] has the [Mention]s of its text and says of
// each whether it stands in the bound output, in the cited text, or is declared.
// The rules of the Gatekeeper and the Verifier both ask it, so that they cannot
// disagree.
package reading
