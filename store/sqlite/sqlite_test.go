package sqlite_test

import (
	"path/filepath"
	"testing"

	"github.com/superbizagent/superbizagent/store"
	"github.com/superbizagent/superbizagent/store/sqlite"
	"github.com/superbizagent/superbizagent/store/storetest"
)

func TestStore(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(t *testing.T) storetest.Database {
		t.Helper()
		path := filepath.Join(t.TempDir(), "superbiz.db")
		return func(t *testing.T, config store.Config) store.Store {
			t.Helper()
			opened, err := sqlite.Open(t.Context(), path, config)
			if err != nil {
				t.Fatal(err)
			}
			return opened
		}
	})
}
