package analyst

import (
	"slices"
	"strings"

	"github.com/superbizagent/superbizagent/evidence"
)

// sqlDatabase is where PostgreSQL is asked: a database that every server has, so
// that the asking is not counted in the one that is looked at.
const sqlDatabase = "postgres"

// The queries only read, and are written in one way, so that the answer of a saved
// incident is found by them.
const (
	sqlMaxConnections = `SHOW max_connections`
	sqlReserved       = `SHOW superuser_reserved_connections`
	sqlStarted        = `SELECT pg_postmaster_start_time() AS started_at, pg_is_in_recovery() AS in_recovery`
)

// sqlClients asks who holds how many connections to a database, which must be a name.
func sqlClients(database string) string {
	return `SELECT application_name, state, count(*) AS connections, extract(epoch FROM now() - min(xact_start))::int AS oldest_transaction_seconds` +
		` FROM pg_stat_activity WHERE datname = '` + database + `' GROUP BY application_name, state ORDER BY connections DESC, application_name, state`
}

// maxDatabases is how many databases of a server are looked at.
const maxDatabases = 3

// databases returns the databases that the metrics know, but for those that every
// server has.
func (s *scene) databases() []string {
	var names []string
	for _, listed := range s.of("metrics_list") {
		for metric := range listed.root.Member("metrics").Children() {
			for each := range at(metric, "labels", "datname").Children() {
				name := each.Text()
				if isName(name) && name != sqlDatabase && !strings.HasPrefix(name, "template") && !slices.Contains(names, name) && len(names) < maxDatabases {
					names = append(names, name)
				}
			}
		}
	}
	return names
}

func sqlQuery(query string) call { return ask("sql_query", "database", sqlDatabase, "query", query) }

// sql returns the result of a query, or nil.
func (s *scene) sql(query string) *result {
	for _, found := range s.of("sql_query") {
		if found.args["query"] == query {
			return found
		}
	}
	return nil
}

// cell returns a column of the first row of a query's result.
func (r *result) cell(column string) evidence.Node {
	if r == nil {
		return evidence.Node{}
	}
	return at(r.root, "rows", 0, column)
}
