// Package migrations holds the schema of the store as numbered goose migrations,
// the same for every database.
package migrations

import (
	"embed"
	"io/fs"
)

// Latest is the version of the schema that this program writes.
const Latest = 1

//go:embed *.sql
var files embed.FS

// Files returns the migrations, NNNNN_name.sql.
func Files() fs.FS { return files }
