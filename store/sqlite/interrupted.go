package sqlite

import (
	"context"
	"database/sql"
	"time"

	"github.com/superbizagent/superbizagent/store"
)

// lease returns until when a run counts as alive that is heard of now.
func (s *Store) lease() string { return timeText(s.config.Now().Add(s.config.Lease)) }

// startHeartbeat renews the leases of this process's runs until Close, from the
// first run on: who only reads has no goroutine.
func (s *Store) startHeartbeat() {
	s.beat.start.Do(func() {
		s.beat.running.Go(func() {
			ticks := time.NewTicker(s.config.Lease / 3)
			defer ticks.Stop()
			for {
				select {
				case <-s.beat.done:
					return
				case <-ticks.C:
					s.renewLeases()
				}
			}
		})
	})
}

// renewLeases lets an error pass: the next beat tries again, two may be missed, and
// whoever can look this process up does not ask for its lease.
func (s *Store) renewLeases() {
	ctx, cancel := context.WithTimeout(context.Background(), s.config.Lease)
	defer cancel()
	_, _ = s.writer.ExecContext(ctx, `UPDATE runs SET lease_until = $1 WHERE owner = $2 AND status = 'running'`,
		s.lease(), s.config.Process.ID)
}

// claim is a process's hold on a running run.
type claim struct{ runID, owner, lease string }

// MarkInterrupted makes the running runs of dead processes interrupted. It only
// writes when there are some.
func (s *Store) MarkInterrupted(ctx context.Context) ([]string, error) {
	const doing = "look for interrupted runs"
	claims, err := all(ctx, s.reader, func(row scanner) (c claim, err error) {
		return c, row.Scan(&c.runID, &c.owner, &c.lease)
	}, `SELECT run_id, owner, lease_until FROM runs WHERE status = 'running' ORDER BY created_at, run_id`)
	if err != nil {
		return nil, s.fault(doing, err)
	}
	marked := []string{}
	for _, c := range claims {
		if !s.isDead(c) {
			continue
		}
		changed, err := s.interrupt(ctx, c)
		if err != nil {
			return marked, s.fault(doing, err)
		}
		if changed {
			marked = append(marked, c.runID)
		}
	}
	return marked, nil
}

func (s *Store) isDead(c claim) bool {
	if c.owner == s.config.Process.ID {
		return false
	}
	switch s.config.Process.Look(c.owner) {
	case store.Alive:
		return false
	case store.Gone:
		return true
	default:
		return c.lease < timeText(s.config.Now())
	}
}

// interrupt marks a run unless somebody was heard of it, or took it, meanwhile.
func (s *Store) interrupt(ctx context.Context, c claim) (changed bool, err error) {
	err = s.write(ctx, "mark run "+c.runID, func(tx *sql.Tx) error {
		result, err := tx.ExecContext(ctx, `
			UPDATE runs SET status = 'interrupted'
			WHERE run_id = $1 AND status = 'running' AND owner = $2 AND lease_until = $3`, c.runID, c.owner, c.lease)
		if err != nil {
			return err
		}
		n, err := result.RowsAffected()
		changed = n > 0
		return err
	})
	return changed && err == nil, err
}
