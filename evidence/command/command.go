// Package command reads what a shell command or an SQL statement may break. It
// reads and never runs one.
package command

import (
	"regexp"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	superbiz "github.com/superbizagent/superbizagent"
)

// Unknown is the risk of what this package does not know.
const Unknown superbiz.Risk = ""

// maxParsed bounds what is given to the shell parser, which recurses. A longer
// command is read word by word.
const maxParsed = 8 << 10

// RiskOf returns the highest risk of anything that a command line runs: in pipes,
// lists, substitutions, sh -c, xargs, ssh and kubectl exec too. It is Unknown when
// it knows no part of the command; a command with an unknown part and a known one
// has the risk of the known one.
func RiskOf(text string) superbiz.Risk { return riskOf(text, nestingLimit) }

// riskOf reads a command that stands in others, no deeper than a limit: each level is
// parsed anew.
func riskOf(text string, depth int) superbiz.Risk {
	if text == "" {
		return Unknown
	}
	if risk := riskOfSQL(text); risk != Unknown {
		return risk
	}
	if len(text) > maxParsed || depth == 0 {
		return riskOfWords(strings.Fields(text))
	}
	if strings.HasPrefix(strings.TrimSpace(text), "db.") { // of a MongoDB shell
		return riskOfMethods(text)
	}
	file, err := syntax.NewParser(syntax.KeepComments(false)).Parse(strings.NewReader(shown(text)), "")
	if err != nil {
		return riskOfBroken(text, depth)
	}
	highest := Unknown
	syntax.Walk(file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.CallExpr:
			highest = Higher(highest, riskOfCall(wordsOf(n), depth))
		case *syntax.Stmt:
			highest = Higher(highest, riskOfRedirects(n, depth))
		case *syntax.BinaryCmd:
			highest = Higher(highest, riskOfPipe(n, depth))
		}
		return true
	})
	return highest
}

// heredoc is the mark of a document that people leave out when they quote a command.
var heredoc = regexp.MustCompile(`<<-?\s*\\?['"]?\w+['"]?`)

// riskOfBroken reads a command that does not parse: word by word, and its first line
// without the document that it has no end of.
func riskOfBroken(text string, depth int) superbiz.Risk {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	risk := riskOfWords(strings.Fields(text))
	if shorter := heredoc.ReplaceAllString(line, ""); shorter != strings.TrimSpace(text) {
		risk = Higher(risk, riskOf(shorter, depth-1))
	}
	return risk
}

// Higher returns the higher of two risks; Unknown is the lowest.
func Higher(a, b superbiz.Risk) superbiz.Risk {
	if rank(b) > rank(a) {
		return b
	}
	return a
}

// Below reports whether a is a lower risk than b.
func Below(a, b superbiz.Risk) bool { return rank(a) < rank(b) }

func rank(r superbiz.Risk) int {
	switch r {
	case superbiz.RiskReadOnly:
		return 1
	case superbiz.RiskReversible:
		return 2
	case superbiz.RiskDestructive:
		return 3
	default:
		return 0
	}
}

// shown turns placeholders such as <pod-name> into words, which a shell would take
// for redirections, and drops the prompt that people copy along.
func shown(text string) string {
	text = strings.TrimPrefix(strings.TrimSpace(text), "$ ")
	return placeholder.ReplaceAllString(text, "placeholder")
}

// wordsOf returns the words of a call as far as they are written out; what is
// substituted at run time is left out of them.
func wordsOf(call *syntax.CallExpr) []string {
	words := make([]string, 0, len(call.Args))
	for _, w := range call.Args {
		words = append(words, literal(w.Parts))
	}
	return words
}

func literal(parts []syntax.WordPart) string {
	var b strings.Builder
	for _, part := range parts {
		switch part := part.(type) {
		case *syntax.Lit:
			b.WriteString(strings.ReplaceAll(part.Value, "\\", ""))
		case *syntax.SglQuoted:
			b.WriteString(part.Value)
		case *syntax.DblQuoted:
			b.WriteString(literal(part.Parts))
		}
	}
	return b.String()
}
