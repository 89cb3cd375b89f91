package command

import (
	"path"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	superbiz "github.com/superbizagent/superbizagent"
)

// riskOfRedirects reads what is fed to a shell or a database client, and a file that
// is emptied: > app.log, : > app.log, cat /dev/null > app.log.
func riskOfRedirects(statement *syntax.Stmt, depth int) superbiz.Risk {
	risk := Unknown
	call, _ := statement.Cmd.(*syntax.CallExpr)
	for _, r := range statement.Redirs {
		switch {
		case r.Hdoc != nil:
			risk = Higher(risk, riskOfInput(call, literal(r.Hdoc.Parts), depth))
		case r.Op == syntax.WordHdoc:
			risk = Higher(risk, riskOfInput(call, literal(r.Word.Parts), depth))
		case (r.Op == syntax.RdrOut || r.Op == syntax.RdrClob) && writesNothing(statement.Cmd) && !strings.HasPrefix(literal(r.Word.Parts), "/dev/"):
			risk = destructive
		}
	}
	return risk
}

// writesNothing tells the commands that empty the file which their output goes to.
func writesNothing(command syntax.Command) bool {
	if command == nil {
		return true
	}
	call, ok := command.(*syntax.CallExpr)
	if !ok {
		return false
	}
	words := strings.Join(wordsOf(call), " ")
	return words == "" || words == ":" || words == "true" || words == "cat /dev/null" || words == "echo -n"
}

// riskOfPipe reads what echo, printf or cat pipe into a shell or a database client.
func riskOfPipe(n *syntax.BinaryCmd, depth int) superbiz.Risk {
	if n.Op != syntax.Pipe || n.X == nil || n.Y == nil {
		return Unknown
	}
	from, _ := n.X.Cmd.(*syntax.CallExpr)
	to, _ := n.Y.Cmd.(*syntax.CallExpr)
	if from == nil || to == nil {
		return Unknown
	}
	words := wordsOf(from)
	if len(words) > 0 && (words[0] == "echo" || words[0] == "printf") {
		return riskOfInput(to, strings.Join(afterFlags(words[1:], ""), " "), depth)
	}
	risk := Unknown
	for _, r := range n.X.Redirs {
		if r.Hdoc != nil {
			risk = Higher(risk, riskOfInput(to, literal(r.Hdoc.Parts), depth))
		}
	}
	return risk
}

// riskOfInput reads a text that a program takes from its input.
func riskOfInput(call *syntax.CallExpr, text string, depth int) superbiz.Risk {
	if call == nil || len(text) > maxParsed {
		return Unknown
	}
	words := dropAssignments(wordsOf(call))
	for len(words) > 0 && isWrapper(words[0]) {
		words = afterFlags(words[1:], wrappers[words[0]])
	}
	if len(words) == 0 {
		return Unknown
	}
	if i := indexOf(words, "--"); i >= 0 && i+1 < len(words) { // kubectl exec -i x -- psql
		words = words[i+1:]
	}
	switch name := path.Base(words[0]); {
	case sqlClients[name]:
		return Higher(riskOfStatements(sqlWords(text)), riskOfMethods(text))
	case shells[name], name == "ssh":
		return riskOf(text, depth-1)
	}
	return Unknown
}

func indexOf(words []string, word string) int {
	for i, w := range words {
		if w == word {
			return i
		}
	}
	return -1
}
