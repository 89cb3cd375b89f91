package pipeline_test

import (
	"bytes"
	mathrand "math/rand/v2"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/superbizagent/superbizagent/executor/model"
	"github.com/superbizagent/superbizagent/llm"
	"github.com/superbizagent/superbizagent/llm/llmtest"
	"github.com/superbizagent/superbizagent/llm/replay"
	"github.com/superbizagent/superbizagent/pipeline"
	"github.com/superbizagent/superbizagent/store"
	"github.com/superbizagent/superbizagent/store/sqlite"
	"github.com/superbizagent/superbizagent/trace"
)

// times are what may differ between a run and its replay.
var times = regexp.MustCompile(`"(started_at|ended_at)":"[^"]*"|"wall_millis":\d+`)

// seeded diagnoses with the same randomness each time, in a new store, and returns the
// trace without times.
func seeded(t *testing.T, m llm.Model) []byte {
	t.Helper()
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "test.db"), store.Config{
		Now: time.Now, NewID: store.RandomIDs(mathrand.NewChaCha8([32]byte{1})), Process: store.ThisProcess(),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	c := modelConfig(t, db, m, model.Limits{Rounds: 8})
	c.Random = mathrand.NewChaCha8([32]byte{2})
	p, err := pipeline.New(c)
	if err != nil {
		t.Fatal(err)
	}
	done, err := p.Diagnose(t.Context(), ask())
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := trace.Encode(&b, done); err != nil {
		t.Fatal(err)
	}
	return times.ReplaceAll(b.Bytes(), []byte(`"$1":""`))
}

// recordAndReplay runs a model and its recording; the traces must be the same bytes.
func recordAndReplay(t *testing.T, m llm.Model) {
	t.Helper()
	var recording bytes.Buffer
	recorder, err := replay.NewRecorder(m, &recording, llm.NewSecret(llmtest.Key))
	if err != nil {
		t.Fatal(err)
	}
	first := seeded(t, recorder)
	player, err := replay.Load(&recording)
	if err != nil {
		t.Fatal(err)
	}
	second := seeded(t, player)
	if !bytes.Equal(first, second) {
		t.Errorf("the replay differs:\n%s", cmp.Diff(string(first), string(second)))
	}
	if player.Left() != 0 {
		t.Errorf("%d turns were not asked for", player.Left())
	}
}

func TestReplayIsTheSame(t *testing.T) {
	t.Parallel()
	for _, group := range faultGroups()[:3] {
		for _, f := range group.faults {
			t.Run(f.name, func(t *testing.T) {
				t.Parallel()
				recordAndReplay(t, inMemory{f.play(true)})
			})
		}
	}
}

func TestReplayIsTheSameOverHTTP(t *testing.T) {
	t.Parallel()
	scripts := map[string]llmtest.Script{"honest": honest, "one that learns": fabrications()[0].play(true)}
	for _, fault := range []llmtest.Fault{llmtest.FaultCut, llmtest.FaultSameIndex, llmtest.FaultRateLimited, llmtest.FaultGarbage} {
		scripts["once "+string(fault)] = func(r llmtest.Request) llmtest.Turn {
			if r.Number == 1 {
				return llmtest.Turn{Fault: fault}
			}
			return honest(r)
		}
	}
	for _, e := range endpoints() {
		for name, script := range scripts {
			t.Run(string(e.protocol)+", "+name, func(t *testing.T) {
				t.Parallel()
				server := llmtest.Start(t, e.protocol, script)
				m, err := e.model(server.URL, patience())
				if err != nil {
					t.Fatal(err)
				}
				recordAndReplay(t, m)
			})
		}
	}
}
