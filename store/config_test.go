package store_test

import (
	"bytes"
	"crypto/rand"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/superbizagent/superbizagent/store"
)

func TestRandomIDs(t *testing.T) {
	t.Parallel()
	newID := store.RandomIDs(rand.Reader)
	shape := regexp.MustCompile(`^s-[0-9a-hjkmnp-tv-z]{13}$`)
	seen := map[string]bool{}
	for range 1000 {
		id, err := newID("s")
		if err != nil {
			t.Fatal(err)
		}
		if !shape.MatchString(id) || seen[id] {
			t.Fatalf("got %q, want a new %v", id, shape)
		}
		seen[id] = true
	}
	if got, err := store.RandomIDs(bytes.NewReader(make([]byte, 13)))("r"); got != "r-0000000000000" || err != nil {
		t.Errorf("got %q, %v, want what the source gave", got, err)
	}
	if got, err := store.RandomIDs(strings.NewReader("short"))("r"); err == nil {
		t.Errorf("got %q of a source that ends", got)
	}
	if got, err := store.RandomIDs(iotest.ErrReader(iotest.ErrTimeout))("r"); err == nil {
		t.Errorf("got %q of a source that fails", got)
	}
}

func TestConfigCheck(t *testing.T) {
	t.Parallel()
	good := store.Config{Now: time.Now, NewID: store.RandomIDs(rand.Reader), Process: store.ThisProcess()}
	if err := good.Check(); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name  string
		wrong func(*store.Config)
	}{
		{"no clock", func(c *store.Config) { c.Now = nil }},
		{"no ids", func(c *store.Config) { c.NewID = nil }},
		{"no process", func(c *store.Config) { c.Process = store.Process{} }},
		{"a process that cannot look", func(c *store.Config) { c.Process.Look = nil }},
		{"a lease that is over", func(c *store.Config) { c.Lease = -1 }},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			config := good
			test.wrong(&config)
			if err := config.Check(); err == nil {
				t.Error("got no error")
			}
		})
	}
}
