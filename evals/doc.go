// Package evals holds the cases that keep the gate, the verifier and the composer
// honest when they change: folders with a case.yaml and a trace.json, read by package
// eval, and the baseline that they are compared with.
//
// The traces are made by the product: make.yaml beside each says from which scenario,
// with which calls and what the executor handed over, and what one thing was then
// changed. Making them again is
//
//	go test ./evals -run TestMake -make
//
// They are saved history, and need not be made again when the product changes: that old
// ones still come to the same is what they are there to show.
package evals
