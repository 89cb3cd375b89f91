// Package store is the port to what is kept: sessions, their messages, the runs
// that answered them, every tool call and every evaluation.
//
// A run leaves its traces as it goes, so that a process that dies loses nothing
// that was finished:
//
//	CreateSession, AppendMessage   what was asked
//	CreateRun, SavePlan            a run that is running, and what it means to do
//	StartInvocation                before a tool is called
//	FinishInvocation               after it, once; then the row never changes
//	AppendAttempt                  what the executor handed over and the gate said of it
//	FinishRun                      answer, self_evaluation and status, all or none; then the answer may be shown
//
// A run whose process died stays running until MarkInterrupted finds it.
//
// The caller redacts before it stores, and the store logs nothing.
package store
