// Package sqlite keeps a store in one SQLite file.
//
// The file is in WAL mode: readers do not wait for the writer, and several
// processes may share it. Within a process all writes go through one connection, so
// that they queue in Go and not by polling for a lock. A finished write outlasts
// the process (kill -9); an answer, with all that was written before it, outlasts
// a loss of power too. What a loss of power may take is the last writes of runs that
// had no answer yet: they are as if they had stopped a moment earlier.
//
// The statements are plain SQL that PostgreSQL also takes. Rows are turned into
// Go by hand; the package never logs.
package sqlite
