package wire

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/superbizagent/superbizagent/llm"
)

// MaxCalls is how many calls one reply may ask for.
const MaxCalls = 128

const (
	eventStream = "text/event-stream"
	jsonText    = "application/json"
)

// Settle checks a reply that has come whole, and makes its calls and its finish agree.
func Settle(reply llm.Reply) (llm.Reply, error) {
	reply.Message.Role = llm.RoleAssistant
	if reply.Finish == "" {
		return llm.Reply{}, Fault(llm.ErrTruncated, reply.Usage, "the reply ended without saying why: it was cut")
	}
	if reply.Finish == llm.FinishLength || reply.Finish == llm.FinishRefusal {
		reply.Message.Calls = nil
		return reply, nil
	}
	calls := reply.Message.Calls
	if err := checkCalls(calls, reply.Usage); err != nil {
		return llm.Reply{}, err
	}
	switch {
	case len(calls) > 0: // some endpoints say "stop" after a forced call
		reply.Finish = llm.FinishToolCalls
	case reply.Finish == llm.FinishToolCalls:
		return llm.Reply{}, Fault(llm.ErrMalformed, reply.Usage, "the model waits for the results of calls, and made none")
	}
	return reply, nil
}

// checkCalls finds the calls that could not be answered one by one.
func checkCalls(calls []llm.ToolCall, usage llm.Usage) error {
	if len(calls) > MaxCalls {
		return Fault(llm.ErrTooLarge, usage, "the reply asks for %d calls, more than %d", len(calls), MaxCalls)
	}
	seen := map[string]bool{}
	for _, call := range calls {
		switch {
		case call.ID == "":
			return Fault(llm.ErrAmbiguous, usage, "a call of the tool %.64q has no id", call.Name)
		case seen[call.ID]:
			return Fault(llm.ErrAmbiguous, usage, "two calls have the id %.64q", call.ID)
		case call.Name == "":
			return Fault(llm.ErrMalformed, usage, "the call %.64q names no tool", call.ID)
		}
		seen[call.ID] = true
	}
	return nil
}

// Fault returns an error of that kind with that text.
func Fault(kind llm.ErrorKind, usage llm.Usage, format string, arguments ...any) *llm.Error {
	return &llm.Error{Kind: kind, Usage: usage, Err: fmt.Errorf(format, arguments...)}
}

// expected is the type of the response that a request asks for.
func expected(request *http.Request) string {
	if strings.Contains(request.Header.Get("Accept"), eventStream) {
		return eventStream
	}
	return jsonText
}
