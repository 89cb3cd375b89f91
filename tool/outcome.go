package tool

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
)

// outcome is what became of a call.
type outcome struct {
	result   Result
	failure  *Failure
	digest   string             // output_sha256 of result.Output
	document *evidence.Document // of result.Output, where it is at hand
}

// grace is how long a tool may go on after its context has ended, before its
// call is given up: it can then still say itself what happened.
const grace = 250 * time.Millisecond

// perform runs the call, if it may run, and makes its result fit for a row.
func (r *Recorder) perform(ctx context.Context, call call) outcome {
	if call.refusal != nil {
		return outcome{failure: call.refusal}
	}
	limit, why := r.timeout(call)
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	result, err := r.run(limited, call)
	if err != nil && limited.Err() != nil {
		failure := interrupted(ctx, call.tool.Name, why)
		if errors.Is(err, errDeaf) {
			failure.Message += "; " + errDeaf.Error()
		}
		err = failure
	}
	return r.settle(result, err)
}

// interrupted tells a call that took too long from one whose run was stopped.
func interrupted(run context.Context, name, limit string) *Failure {
	switch {
	case errors.Is(run.Err(), context.Canceled):
		return Fail(CodeCancelled, "the run was stopped while %s ran: %w", name, context.Canceled)
	case run.Err() != nil:
		return Fail(CodeTimeout, "the run's time was over while %s ran: %w", name, run.Err())
	}
	return Fail(CodeTimeout, "%s took longer than %s: ask for less, or a shorter window: %w", name, limit, context.DeadlineExceeded)
}

type answer struct {
	result Result
	err    error
}

// errDeaf is told in the row of a call that was given up.
var errDeaf = errors.New("it did not stop when it was told to, and may still be running")

// run calls the tool in a goroutine of its own, so that one that does not heed
// its context cannot hold up the run.
func (r *Recorder) run(ctx context.Context, call call) (Result, error) {
	answers := make(chan answer, 1)
	r.working.Go(func() { answers <- callTool(ctx, call) })
	select {
	case answer := <-answers:
		return answer.result, answer.err
	case <-ctx.Done():
	}
	patience := time.NewTimer(grace)
	defer patience.Stop()
	select {
	case answer := <-answers:
		return answer.result, answer.err
	case <-patience.C:
		return Result{}, errDeaf
	}
}

// callTool makes a panic of the tool its failure. The stack is left out: rows are read by people and models.
func callTool(ctx context.Context, call call) (got answer) {
	defer func() {
		if cause := recover(); cause != nil {
			got = answer{err: Fail(CodePanicked, "%s has a bug and broke down: %s", call.tool.Name, shorten(fmt.Sprint(cause), 500))}
		}
	}()
	result, err := call.tool.Call(ctx, call.arguments)
	return answer{result, err}
}

// settle redacts and hashes what a tool returned, or fails the call when that is no sound result.
func (r *Recorder) settle(result Result, err error) outcome {
	if err == nil {
		err = checkResult(result)
	}
	fitting := r.fit(result)
	if err != nil {
		fitting.failure = asFailure(err)
	}
	return fitting
}

func checkResult(result Result) error {
	if result.Kind != superbiz.ResultData && result.Kind != superbiz.ResultEmpty {
		return Fail(CodeBadOutput, "the tool returned a result of kind %q: data or empty", result.Kind)
	}
	return nil
}

// fit makes a result as a row may hold it, or says why no row may.
func (r *Recorder) fit(result Result) outcome {
	if len(result.Output) == 0 {
		result.Output = json.RawMessage("null")
	}
	if size := len(result.Output); size > r.config.MaxOutput {
		return unfit(CodeTooLarge, "the tool returned %d bytes, more than the %d that a row may hold: ask for less, or a shorter window", size, r.config.MaxOutput)
	}
	output, err := redact(result.Output)
	if err != nil {
		return unfit(CodeBadOutput, "the tool returned what is not valid JSON: %w", err)
	}
	digest, err := output.hash()
	if err != nil {
		return unfit(CodeBadOutput, "hash the tool's output: %w", err)
	}
	if len(result.Retrieval.Scope) > 0 {
		if result.Retrieval.Scope, err = RedactJSON(result.Retrieval.Scope); err != nil {
			return unfit(CodeBadOutput, "the tool states a scope that is not valid JSON: %w", err)
		}
	}
	result.Output = output.value
	return outcome{result: result, digest: digest, document: output.document}
}

func unfit(code Code, format string, args ...any) outcome {
	return outcome{failure: Fail(code, format, args...)}
}

// hash is evidence.HashOutput. What is canonical as it stands needs no second reading.
func (r redacted) hash() (string, error) {
	if !r.canonical {
		return evidence.HashOutput(r.value)
	}
	sum := sha256.Sum256(r.value)
	return hex.EncodeToString(sum[:]), nil
}

// complete returns the row of a call that has ended.
func (o outcome) complete(row superbiz.ToolInvocation) superbiz.ToolInvocation {
	if o.digest != "" {
		row.Output, row.OutputSHA256 = o.result.Output, o.digest
	}
	if o.failure != nil {
		text := RedactText(shorten(o.failure.Error(), 4000))
		row.Error = &text
		row.Status, row.ResultKind = statusOf(o.failure.Code)
		return row
	}
	row.Status, row.ResultKind = superbiz.InvocationSucceeded, o.result.Kind
	row.Truncated = o.result.Truncated
	row.RetrievalDetails = o.result.Retrieval
	if row.RetrievalDetails.EvidenceRefs == nil {
		row.RetrievalDetails.EvidenceRefs = []string{}
	}
	return row
}

func statusOf(code Code) (superbiz.InvocationStatus, superbiz.ResultKind) {
	switch code {
	case CodeTimeout:
		return superbiz.InvocationTimeout, superbiz.ResultError
	case CodeDenied:
		return superbiz.InvocationDenied, superbiz.ResultNone
	case CodeDuplicate, CodeBudgetSpent:
		return superbiz.InvocationSkipped, superbiz.ResultNone
	}
	return superbiz.InvocationFailed, superbiz.ResultError
}

// mayBeAskedAgain says whether the same call can have another answer: what was
// not reached in time may be there now.
func mayBeAskedAgain(failure *Failure) bool {
	if failure == nil {
		return false
	}
	switch failure.Code {
	case CodeTimeout, CodeNotReachable, CodeCancelled, CodeSourceFailed, CodeUnknownReason:
		return true
	}
	return false
}
