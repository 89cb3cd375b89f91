package sqlite

import (
	"context"
	"database/sql"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/store"
)

// CreateSession begins an empty session.
func (s *Store) CreateSession(ctx context.Context) (store.Session, error) {
	const doing = "create a session"
	id, err := s.config.NewID("s")
	if err != nil {
		return store.Session{}, s.fault(doing, err)
	}
	now := s.config.Now().UTC()
	session := store.Session{SessionID: id, CreatedAt: now, UpdatedAt: now}
	return session, s.write(ctx, doing, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO sessions (session_id, created_at, updated_at) VALUES ($1, $2, $3)`,
			id, timeText(now), timeText(now))
		return err
	})
}

// AppendMessage keeps a user's message at the end of a session.
func (s *Store) AppendMessage(ctx context.Context, sessionID, text string) (store.Message, error) {
	message := store.Message{SessionID: sessionID, Role: store.RoleUser, Text: cleanText(text)}
	err := s.write(ctx, "store a message in session "+sessionID, func(tx *sql.Tx) error {
		return s.insertMessage(ctx, tx, &message)
	})
	if err != nil {
		return store.Message{}, err
	}
	return message, nil
}

// insertMessage gives a message its id, time and place. The session is updated
// first: that locks it, so that two messages do not take the same place.
func (s *Store) insertMessage(ctx context.Context, tx *sql.Tx, message *store.Message) (err error) {
	if message.MessageID, err = s.config.NewID("m"); err != nil {
		return err
	}
	message.CreatedAt = s.config.Now().UTC()
	now := timeText(message.CreatedAt)
	if err := affected(tx.ExecContext(ctx, `UPDATE sessions SET updated_at = $1 WHERE session_id = $2`, now, message.SessionID)); err != nil {
		return err
	}
	const last = `SELECT COALESCE(MAX(seq), 0) FROM messages WHERE session_id = $1`
	if err := tx.QueryRowContext(ctx, last, message.SessionID).Scan(&message.Seq); err != nil {
		return err
	}
	message.Seq++
	_, err = tx.ExecContext(ctx, `
		INSERT INTO messages (message_id, session_id, seq, role, text, created_at)
		VALUES ($1, $2, $3, $4, $5, $6)`,
		message.MessageID, message.SessionID, message.Seq, string(message.Role), message.Text, now)
	return err
}

// Session returns one session.
func (s *Store) Session(ctx context.Context, sessionID string) (store.Session, error) {
	session := store.Session{SessionID: sessionID}
	err := s.reader.QueryRowContext(ctx, `SELECT created_at, updated_at FROM sessions WHERE session_id = $1`, sessionID).
		Scan(timeColumn{&session.CreatedAt}, timeColumn{&session.UpdatedAt})
	if err != nil {
		return store.Session{}, s.fault("load session "+sessionID, err)
	}
	return session, nil
}

// ListSessions returns a page of the sessions, the newest first.
func (s *Store) ListSessions(ctx context.Context, page store.Page) ([]store.SessionSummary, error) {
	if page.Limit <= 0 {
		page.Limit = store.DefaultPage
	}
	if page.After != "" {
		if _, err := s.Session(ctx, page.After); err != nil {
			return nil, err
		}
	}
	list, err := all(ctx, s.reader, scanSummary, `
		SELECT s.session_id, s.created_at, s.updated_at,
			COALESCE((SELECT SUBSTR(m.text, 1, 500) FROM messages m WHERE m.session_id = s.session_id AND m.seq = 1), ''),
			(SELECT COUNT(*) FROM messages m WHERE m.session_id = s.session_id),
			(SELECT COUNT(*) FROM runs r WHERE r.session_id = s.session_id),
			COALESCE((SELECT r.status FROM runs r WHERE r.session_id = s.session_id ORDER BY r.seq DESC LIMIT 1), ''),
			COALESCE((SELECT e.verdict FROM evaluations e WHERE e.run_id =
				(SELECT r.run_id FROM runs r WHERE r.session_id = s.session_id ORDER BY r.seq DESC LIMIT 1)), '')
		FROM sessions s
		WHERE $1 = '' OR (s.created_at, s.session_id) < (SELECT a.created_at, a.session_id FROM sessions a WHERE a.session_id = $1)
		ORDER BY s.created_at DESC, s.session_id DESC
		LIMIT $2`, page.After, page.Limit)
	if err != nil {
		return nil, s.fault("list sessions", err)
	}
	return list, nil
}

func scanSummary(row scanner) (summary store.SessionSummary, err error) {
	return summary, row.Scan(&summary.SessionID, timeColumn{&summary.CreatedAt}, timeColumn{&summary.UpdatedAt},
		&summary.Question, &summary.Messages, &summary.Runs, &summary.LastStatus, &summary.LastVerdict)
}

// Messages returns the messages of a session in order.
func (s *Store) Messages(ctx context.Context, sessionID string) ([]store.Message, error) {
	if _, err := s.Session(ctx, sessionID); err != nil {
		return nil, err
	}
	list, err := all(ctx, s.reader, scanMessage, `
		SELECT m.message_id, m.session_id, m.seq, m.role, m.text, m.created_at, COALESCE(e.run_id, ''), e.self_evaluation
		FROM messages m LEFT JOIN evaluations e ON e.message_id = m.message_id
		WHERE m.session_id = $1
		ORDER BY m.seq`, sessionID)
	if err != nil {
		return nil, s.fault("load the messages of session "+sessionID, err)
	}
	return list, nil
}

func scanMessage(row scanner) (store.Message, error) {
	var message store.Message
	var evaluation *superbiz.SelfEvaluation
	err := row.Scan(&message.MessageID, &message.SessionID, &message.Seq, &message.Role, &message.Text,
		timeColumn{&message.CreatedAt}, &message.RunID, jsonColumn{&evaluation})
	message.SelfEvaluation = evaluation
	return message, err
}
