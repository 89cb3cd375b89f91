package command

import (
	"slices"
	"strings"

	superbiz "github.com/superbizagent/superbizagent"
)

// sqlClients take a statement after -c or -e, or as their last word.
var sqlClients = set("psql mysql mariadb sqlite3 clickhouse-client mongosh mongo sqlcmd cqlsh")

var statements = map[string]superbiz.Risk{
	"select": readOnly, "show": readOnly, "explain": readOnly, "describe": readOnly, "with": readOnly, "values": readOnly,
	"insert": reversible, "update": reversible, "alter": reversible, "create": reversible, "set": reversible, "reset": reversible,
	"grant": reversible, "revoke": reversible, "reindex": reversible, "vacuum": reversible, "analyze": reversible, "merge": reversible,
	"refresh": reversible, "flush": reversible, "optimize": reversible, "lock": reversible, "start": reversible, "stop": reversible,
	"replace": reversible, "cluster": reversible, "purge": destructive,
	"drop": destructive, "truncate": destructive, "delete": destructive, "kill": destructive,
}

// functions do something though they stand in a SELECT.
var functions = map[string]superbiz.Risk{
	"pg_terminate_backend": destructive, "pg_cancel_backend": reversible, "pg_reload_conf": reversible,
	"pg_switch_wal": reversible, "pg_promote": reversible, "lo_unlink": destructive,
}

// riskOfSQL returns the risk of text that is SQL: its first words begin a statement
// in a way that no shell command does. Unknown when it is not.
func riskOfSQL(text string) superbiz.Risk {
	if words := sqlWords(text); beginsSQL(words) {
		return riskOfStatements(words)
	}
	return Unknown
}

func beginsSQL(words []string) bool {
	if len(words) == 0 {
		return false
	}
	second := ""
	if len(words) > 1 {
		second = words[1]
	}
	switch words[0] {
	case "select", "explain", "with", "insert", "update", "alter", "grant", "revoke", "merge", "vacuum", "reindex", "show", "describe":
		return true
	case "set": // and not set -e of a shell
		return len(words) > 1 && !strings.HasPrefix(second, "-")
	case "refresh", "purge", "optimize", "flush", "start", "stop", "lock", "reset":
		return sqlSeconds[words[0]+" "+second]
	case "create", "drop":
		return sqlObjects[second]
	case "truncate": // and not truncate -s 0 file
		return !strings.HasPrefix(second, "-")
	case "delete":
		return second == "from"
	case "kill":
		return second == "query" || second == "connection"
	}
	return false
}

var sqlObjects = set("table database schema index view user role sequence function trigger materialized extension tablespace column constraint type subscription publication")

// sqlSeconds are two words that begin a statement, where the first alone may be a command.
var sqlSeconds = set("refresh materialized|purge binary|purge master|optimize table|flush tables|flush privileges|flush logs|" +
	"start replica|start slave|stop replica|stop slave|lock table|lock tables|reset master|reset replica|reset slave")

// riskOfStatements reads every statement, and every word of it that acts wherever it
// stands: in a CTE, in EXPLAIN ANALYZE, or as a function.
func riskOfStatements(words []string) superbiz.Risk {
	risk := Unknown
	for len(words) > 0 {
		end := slices.Index(words, ";")
		if end < 0 {
			end = len(words)
		}
		risk = Higher(risk, riskOfStatement(words[:end]))
		words = skip(words, end+1)
	}
	return risk
}

func riskOfStatement(words []string) superbiz.Risk {
	if len(words) == 0 {
		return Unknown
	}
	if words[0] == "explain" && !slices.Contains(words[:min(4, len(words))], "analyze") {
		return readOnly // a plan, and nothing is run
	}
	risk := statements[words[0]]
	at := func(i int) string {
		if i < len(words) {
			return words[i]
		}
		return ""
	}
	for i, w := range words {
		switch {
		case w == "delete" && at(i+1) == "from",
			w == "update" && at(i+2) == "set",
			w == "insert" && at(i+1) == "into",
			w == "truncate" && words[0] == "explain",
			w == "drop" && words[0] == "alter" && !kept[at(i+1)]:
			risk = Higher(risk, statements[w])
		}
		risk = Higher(risk, functions[w])
	}
	return risk
}

// kept are what ALTER … DROP takes away and no data with it.
var kept = set("constraint default not expression identity")

func riskOfSQLClient(args []string) superbiz.Risk {
	risk := Unknown
	for _, a := range args {
		if strings.ContainsAny(a, " (;") {
			risk = Higher(risk, riskOfStatements(sqlWords(a)))
			risk = Higher(risk, riskOfMethods(a))
		}
	}
	return risk
}

// riskOfMethods reads the methods of a MongoDB shell.
func riskOfMethods(script string) superbiz.Risk {
	for _, method := range []string{".drop(", ".dropDatabase(", ".deleteMany(", ".deleteOne(", ".remove(", ".killOp(", ".shutdownServer("} {
		if strings.Contains(script, method) {
			return destructive
		}
	}
	return Unknown
}

// sqlWords splits SQL into lower-case words and semicolons, without comments and
// string literals: what stands in quotes is data.
func sqlWords(text string) []string {
	var words []string
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case strings.HasPrefix(text[i:], "--"):
			i += lineLength(text[i:])
		case strings.HasPrefix(text[i:], "/*"):
			i += until(text[i:], 2, "*/")
		case c == '\'':
			i += until(text[i:], 1, "'")
		case c == ';':
			words = append(words, ";")
			i++
		case isSQLByte(c):
			start := i
			for i < len(text) && isSQLByte(text[i]) {
				i++
			}
			words = append(words, strings.ToLower(text[start:i]))
		default:
			i++
		}
	}
	return words
}

func isSQLByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-' || c == '.' || c >= 0x80
}

func lineLength(text string) int {
	if n := strings.IndexByte(text, '\n'); n >= 0 {
		return n + 1
	}
	return len(text)
}

func until(text string, from int, mark string) int {
	if n := strings.Index(text[from:], mark); n >= 0 {
		return from + n + len(mark)
	}
	return len(text)
}
