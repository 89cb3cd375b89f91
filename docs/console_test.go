package docs_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestConsole runs what the pages show: each command of a console block, in one shell for
// a page, and looks for the lines below it, in their order. In them … stands for anything.
func TestConsole(t *testing.T) {
	t.Parallel()
	bin := t.TempDir()
	if out, err := exec.Command("go", "build", "-o", filepath.Join(bin, "superbiz"), "../cmd/superbiz").CombinedOutput(); err != nil {
		t.Fatalf("build superbiz: %v\n%s", err, out)
	}
	for _, page := range []string{"demo-runbook.md", "gate-your-own-agent.md"} {
		t.Run(page, func(t *testing.T) {
			t.Parallel()
			runPage(t, page, bin)
		})
	}
}

func runPage(t *testing.T, page, bin string) {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	work := t.TempDir()
	for _, folder := range []string{"scenarios", "evals"} {
		if err := os.CopyFS(filepath.Join(work, folder), os.DirFS("../"+folder)); err != nil {
			t.Fatal(err)
		}
	}
	commands := consoleCommands(string(text))
	if len(commands) == 0 {
		t.Fatalf("%s shows no command", page)
	}
	for _, c := range commands {
		shell := exec.Command("bash", "-c", c.line)
		shell.Dir = work
		shell.Env = append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"), "SUPERBIZ_DB="+filepath.Join(work, "superbiz.db"))
		out, _ := shell.CombinedOutput() // a code that matters is shown by the page
		c.check(t, string(out))
	}
}

// consoleCommand is a command and the lines that must be in what it prints.
type consoleCommand struct {
	line string
	want []string
}

func consoleCommands(page string) []consoleCommand {
	var out []consoleCommand
	inside := false
	for line := range strings.Lines(page) {
		line = strings.TrimSuffix(line, "\n")
		command, isCommand := strings.CutPrefix(line, "$ ")
		more, isMore := strings.CutPrefix(line, "> ")
		switch {
		case strings.HasPrefix(line, "```"):
			inside = line == "```console"
		case !inside:
		case isCommand:
			out = append(out, consoleCommand{line: command})
		case isMore:
			out[len(out)-1].line += "\n" + more
		default:
			out[len(out)-1].want = append(out[len(out)-1].want, line)
		}
	}
	return out
}

func (c consoleCommand) check(t *testing.T, got string) {
	t.Helper()
	lines := strings.Split(got, "\n")
	for _, want := range c.want {
		pattern := regexp.MustCompile("^" + strings.ReplaceAll(regexp.QuoteMeta(want), "…", ".*") + "$")
		at := 0
		for at < len(lines) && !pattern.MatchString(strings.TrimRight(lines[at], " ")) {
			at++
		}
		if at == len(lines) {
			t.Errorf("$ %s\nprints no line %q (after the ones before); it prints:\n%s", c.line, want, got)
			return
		}
		lines = lines[at+1:]
	}
}
