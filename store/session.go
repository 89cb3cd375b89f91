package store

import (
	"time"

	superbiz "github.com/superbizagent/superbizagent"
)

// Session is a conversation: questions and their answers.
type Session struct {
	SessionID string    `json:"session_id"` // s-...
	CreatedAt time.Time `json:"created_at"`
	UpdatedAt time.Time `json:"updated_at"` // when the last message was kept
}

// SessionSummary is a line in a list of sessions.
type SessionSummary struct {
	Session
	Question    string             `json:"question"` // the first message
	Messages    int                `json:"messages"`
	Runs        int                `json:"runs"`
	LastStatus  superbiz.RunStatus `json:"last_status,omitempty"`  // of the last run
	LastVerdict superbiz.Verdict   `json:"last_verdict,omitempty"` // of the last run, when it has an answer
}

// DefaultPage is how many sessions a Page holds that does not say.
const DefaultPage = 50

// Page says which part of a list is wanted.
type Page struct {
	Limit int    // 0 is DefaultPage
	After string // the id of the last session of the page before; "" begins with the newest
}

// Role says who wrote a message.
type Role string

// The roles.
const (
	RoleUser      Role = "user"
	RoleAssistant Role = "assistant"
)

// Message is what a user asked or what the assistant answered. An assistant's
// message always has a run and an evaluation; a user's never has.
type Message struct {
	MessageID      string                   `json:"message_id"` // m-...
	SessionID      string                   `json:"session_id"`
	Seq            int                      `json:"seq"` // from 1, within the session
	Role           Role                     `json:"role"`
	Text           string                   `json:"text"`
	CreatedAt      time.Time                `json:"created_at"`
	RunID          string                   `json:"run_id,omitempty"`
	SelfEvaluation *superbiz.SelfEvaluation `json:"self_evaluation,omitempty"`
}
