package pipeline_test

import (
	"context"
	"fmt"
	"runtime"
	"testing"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/pipeline"
	"github.com/superbizagent/superbizagent/store"
)

// memoryStore keeps the last run alone, so that what a diagnosis costs beside a
// database can be told. The methods that no diagnosis needs are not there.
type memoryStore struct {
	pipeline.Store

	n   int
	run store.Run
}

func newMemoryStore() *memoryStore { return &memoryStore{} }

func (m *memoryStore) CreateSession(context.Context) (store.Session, error) {
	m.n++
	return store.Session{SessionID: fmt.Sprintf("s-%d", m.n)}, nil
}

func (m *memoryStore) AppendMessage(_ context.Context, sessionID, text string) (store.Message, error) {
	return store.Message{SessionID: sessionID, Role: store.RoleUser, Text: text}, nil
}

func (m *memoryStore) CreateRun(_ context.Context, r store.NewRun) (store.Run, error) {
	m.run = store.Run{RunID: fmt.Sprintf("r-%d", m.n), SessionID: r.SessionID, Seq: 1, Mode: r.Mode, Question: r.Question, ExecutorKind: r.ExecutorKind}
	return m.run, nil
}

func (m *memoryStore) SavePlan(context.Context, string, superbiz.Plan) error { return nil }

func (m *memoryStore) AppendAttempt(_ context.Context, _ string, a superbiz.Attempt) error {
	m.run.Attempts = append(m.run.Attempts, a)
	return nil
}

func (m *memoryStore) FinishRun(_ context.Context, _ string, o store.Outcome) (store.Message, error) {
	m.run.Status, m.run.Composer, m.run.Evaluation, m.run.Usage = o.Status, &o.Composer, &o.SelfEvaluation, &o.Usage
	return store.Message{}, nil
}

func (m *memoryStore) StartInvocation(context.Context, superbiz.ToolInvocation) error { return nil }

func (m *memoryStore) FinishInvocation(context.Context, superbiz.ToolInvocation) error { return nil }

func (m *memoryStore) Messages(context.Context, string) ([]store.Message, error) { return nil, nil }

func (m *memoryStore) Run(context.Context, string) (store.Run, error) { return m.run, nil }

func (m *memoryStore) EachInvocation(context.Context, string, func(store.StoredInvocation) error) error {
	return nil
}

// TestMemoryIsFlat: a pipeline keeps nothing of the diagnoses that it has made.
func TestMemoryIsFlat(t *testing.T) {
	if testing.Short() {
		t.Skip("makes a thousand diagnoses")
	}
	p := quick(t, newMemoryStore())
	heapAfter := func(diagnoses int) uint64 {
		for range diagnoses {
			mustPassBusy(t, p)
		}
		runtime.GC()
		var stats runtime.MemStats
		runtime.ReadMemStats(&stats)
		return stats.HeapAlloc
	}
	before := heapAfter(100)
	after := heapAfter(900)
	t.Logf("%d KB after 100 diagnoses, %d KB after 1,000", before>>10, after>>10)
	if after > before+2<<20 {
		t.Errorf("the heap grew from %d to %d bytes", before, after)
	}
}
