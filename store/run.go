package store

import (
	"errors"
	"fmt"
	"time"

	superbiz "github.com/superbizagent/superbizagent"
)

// NewRun is what is known of a run when it begins.
type NewRun struct {
	SessionID     string
	MessageID     string             // the user's message that it answers
	Status        superbiz.RunStatus // queued or running
	Mode          superbiz.RunMode
	Question      superbiz.Question
	ExecutorKind  superbiz.ExecutorKind
	Model         string
	PromptVersion string
}

// Check says what is wrong with a run that is to begin.
func (r NewRun) Check() error {
	switch {
	case r.Status != superbiz.RunQueued && r.Status != superbiz.RunRunning:
		return fmt.Errorf("a run begins queued or running, not %q", r.Status)
	case r.Mode == "":
		return errors.New("a run has a mode: live, bundle or replay")
	case r.ExecutorKind == "":
		return errors.New("a run has a kind of executor")
	}
	return nil
}

// Run is one answer in the making, or made.
type Run struct {
	RunID         string                   `json:"run_id"` // r-...
	SessionID     string                   `json:"session_id"`
	MessageID     string                   `json:"message_id"` // the user's message
	Seq           int                      `json:"seq"`        // from 1, within the session
	Status        superbiz.RunStatus       `json:"status"`
	Mode          superbiz.RunMode         `json:"run_mode"`
	Question      superbiz.Question        `json:"question"`
	ExecutorKind  superbiz.ExecutorKind    `json:"executor_kind"`
	Model         string                   `json:"model,omitempty"`
	PromptVersion string                   `json:"prompt_version,omitempty"`
	Failure       string                   `json:"failure,omitempty"` // why it failed or was cancelled
	CreatedAt     time.Time                `json:"created_at"`
	StartedAt     time.Time                `json:"started_at,omitzero"`
	EndedAt       time.Time                `json:"ended_at,omitzero"`
	Plan          *superbiz.Plan           `json:"plan,omitempty"`
	Attempts      []superbiz.Attempt       `json:"attempts"`
	Evaluation    *superbiz.SelfEvaluation `json:"self_evaluation,omitempty"`
	Composer      *superbiz.ComposerResult `json:"composer,omitempty"`
	Usage         *superbiz.Usage          `json:"usage,omitempty"`
}

// Outcome is how a run ended that has an answer, be it the fallback.
type Outcome struct {
	Status         superbiz.RunStatus // completed or failed
	Failure        string             // why it failed
	Composer       superbiz.ComposerResult
	SelfEvaluation superbiz.SelfEvaluation // with the rules of its gatekeeper_result
	Usage          superbiz.Usage
}

// Check says what is wrong with an outcome. An answer that nobody judged is not
// kept, and so not shown.
func (o Outcome) Check() error {
	evaluation := o.SelfEvaluation
	switch {
	case o.Status != superbiz.RunCompleted && o.Status != superbiz.RunFailed:
		return fmt.Errorf("a run with an answer is completed or failed, not %q", o.Status)
	case o.Composer.Status == "" || o.Composer.Answer == "":
		return errors.New("there is no answer")
	case evaluation.Verdict == "" || evaluation.Verdict != evaluation.Verdict.OrReject():
		return fmt.Errorf("the answer has no verdict (%q)", evaluation.Verdict)
	case evaluation.GatekeeperResult.Status == "":
		return errors.New("the answer did not pass the Gatekeeper: there is no gatekeeper_result")
	}
	return nil
}

// CheckEnd says whether a run without an answer may end with that status.
func CheckEnd(status superbiz.RunStatus) error {
	if status != superbiz.RunFailed && status != superbiz.RunCancelled {
		return fmt.Errorf("a run without an answer ends failed or cancelled, not %q", status)
	}
	return nil
}

// StoredInvocation is a row and the run that keeps it, which for an imported row
// need not be the run that the row names.
type StoredInvocation struct {
	RunID string
	Row   superbiz.ToolInvocation
}
