package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"superbiz": main})
}

// TestScripts drives the program as a shell does; each file in testdata/script is
// one story. The traces of testdata/traces are in its folder.
func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup:               setup,
		Condition:           condition,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "scripted": scripted, "seed": seed},
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
	})
}

// setup lays out the traces, says where the scenarios are, and keeps the user's own state out of the scripts.
func setup(env *testscript.Env) error {
	env.Setenv("XDG_STATE_HOME", filepath.Join(env.WorkDir, "state"))
	scenarios, err := filepath.Abs("../../scenarios")
	if err != nil {
		return err
	}
	env.Setenv("SCENARIOS", scenarios)
	env.Setenv("SUPERBIZ_TEST_NODE", os.Getenv("SUPERBIZ_TEST_NODE"))
	return os.CopyFS(env.WorkDir, os.DirFS("testdata/traces"))
}

// condition knows "node": there is a folder whose node_modules has the MCP client.
func condition(name string) (bool, error) {
	if name == "node" {
		return os.Getenv("SUPERBIZ_TEST_NODE") != "", nil
	}
	return false, fmt.Errorf("unknown condition %q", name)
}

// exits runs a command that must end with a code: exits CODE COMMAND ARGUMENTS…
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits code command [argument...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	var exit *exec.ExitError
	switch err := ts.Exec(args[1], args[2:]...); {
	case errors.As(err, &exit):
		got = exit.ExitCode()
	case err != nil:
		ts.Fatalf("%v", err)
	}
	if got != want {
		ts.Fatalf("%s ended with %d, want %d", filepath.Base(args[1]), got, want)
	}
}
