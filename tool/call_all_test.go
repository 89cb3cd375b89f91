package tool_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/tool"
)

func requests(n int) []tool.Request {
	out := make([]tool.Request, n)
	for i := range out {
		out[i] = tool.Request{Name: "look", Arguments: json.RawMessage(fmt.Sprintf(`{"limit":%d}`, i))}
	}
	return out
}

func TestCallAllRunsSideBySideAndBeginsInOrder(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var running, most atomic.Int64
		slow := newTool("look", func(_ context.Context, arguments json.RawMessage) (tool.Result, error) {
			most.Store(max(most.Load(), running.Add(1)))
			defer running.Add(-1)
			var asked struct{ Limit int }
			if err := json.Unmarshal(arguments, &asked); err != nil {
				return tool.Result{}, err
			}
			time.Sleep(time.Duration(10-asked.Limit) * time.Second) // the later ones end first
			return tool.Data(arguments), nil
		})
		rows, err := newRecorder(t, &memory{}, nil, slow).CallAll(t.Context(), requests(8))
		if err != nil || len(rows) != 8 {
			t.Fatalf("%d rows, %v", len(rows), err)
		}
		for i, row := range rows {
			if row.Seq != i+1 || string(row.Output) != fmt.Sprintf(`{"limit":%d}`, i) || row.Status != superbiz.InvocationSucceeded {
				t.Errorf("row %d: %+v", i, row)
			}
		}
		if n := most.Load(); n < 2 || n > 4 {
			t.Errorf("%d calls at once, want 2 to 4", n)
		}
	})
}

func TestCallAllReturnsTheRowsOfThoseThatBegan(t *testing.T) {
	t.Parallel()
	look := newTool("look", returns(tool.Data(json.RawMessage(`1`)), nil))
	recorder := newRecorder(t, &memory{}, func(c *tool.Config) { c.Budget.Calls = 2 }, look)
	rows, err := recorder.CallAll(t.Context(), requests(100))
	if !errors.Is(err, tool.ErrRefused) {
		t.Errorf("error %v, want %v", err, tool.ErrRefused)
	}
	if len(rows) != 34 || rows[1].Status != superbiz.InvocationSucceeded || rows[2].Status != superbiz.InvocationSkipped {
		t.Errorf("%d rows", len(rows))
	}
	if _, err := newRecorder(t, &memory{failAt: "finish"}, nil, look).CallAll(t.Context(), requests(3)); !errors.Is(err, errSink) {
		t.Errorf("error %v, want %v", err, errSink)
	}
	if rows, err := recorder.CallAll(t.Context(), nil); len(rows) != 0 || err != nil {
		t.Errorf("of nothing: %v, %v", rows, err)
	}
}
