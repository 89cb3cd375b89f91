// Package quantity reads typed values in text: numbers with their units, sizes,
// durations, rates, money, times, versions, addresses.
//
// [Scan] finds them in one pass over a recorded output, [ScanClaim] in what a
// claim says. A [Token] keeps the exact value, the step of its last stated digit,
// the literal and the span. [Match] says how a stated value relates to a standing
// one: equal in the same or another unit, within the precision stated. [Index]
// finds the equal ones in a large output without looking at all of them.
//
// A spelling may have more than one meaning: 512m is minutes, millicores or, in
// a Java or Docker setting, mebibytes; 10M is ten million or ten megabytes. Such
// a unit has several readings, and two values are equal when one reading of each
// agrees: a gate refuses only what it can prove wrong.
//
// Digits inside an identifier (checkout-7d9f, sha256:38d7, k8s, p99) are no
// values; names are the business of whoever reads names.
package quantity
