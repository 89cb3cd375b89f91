// Command superbiz diagnoses incidents with evidence for every statement, and gates
// the diagnoses of other agents.
//
// The package reads flags, files and the environment, and wires what the other
// packages do; each command has a file of its own.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

// Exit codes of every command.
const (
	exitFailed = 1 // it was judged, and failed
	exitUnable = 2 // it could not be judged, or not be done at all
)

// version is set by the linker; see Makefile.
var version = "devel"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends what does not heed the first, such as a read that waits
	code := run(ctx, process{os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Getenv})
	stop()
	os.Exit(code)
}

// process is what a command has of the world.
type process struct {
	args   []string
	stdin  io.Reader
	stdout io.Writer // results
	stderr io.Writer // talk
	getenv func(string) string
}

// run executes one command line and returns the exit code.
func run(ctx context.Context, p process) int {
	err := rootCommand(p).ExecuteContext(ctx)
	var exit exitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit):
		return int(exit)
	default:
		fmt.Fprintf(p.stderr, "superbiz: %v\n", err)
		return exitUnable
	}
}

// exitError ends a command that has said all there is to say.
type exitError int

// Error exists so that a command can return the code; nobody reads it.
func (e exitError) Error() string { return fmt.Sprintf("exit code %d", int(e)) }
