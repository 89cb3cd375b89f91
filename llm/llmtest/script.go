// Package llmtest plays the endpoints of language models: servers that speak the
// protocols of OpenAI and Anthropic as their documentation says, follow a script, and
// can go wrong in every way that endpoints do. It also holds what every adapter of
// the port must do: see Run.
package llmtest

import (
	"net/http"
	"time"

	"github.com/superbizagent/superbizagent/llm"
)

// Turn is what a scripted model does with one request.
type Turn struct {
	Text      string
	Calls     []llm.ToolCall
	Reasoning string        // what it thought before, where the protocol has room for it
	Finish    llm.Finish    // "" is tool_calls with calls, else stop
	Usage     llm.Usage     // the zero value is 100 and 20 tokens
	Delay     time.Duration // before the response begins
	Fault     Fault         // how it goes wrong; "" not at all

	RetryAfter string // a header of FaultRateLimited and FaultUnavailable
	Message    string // what an HTTP error says; "" is the usual words
}

// Fault is a way in which an endpoint goes wrong.
type Fault string

// The faults. Those of a stream happen to a reply in one piece as far as they can.
const (
	FaultHang         Fault = "hang"         // it takes the request and never answers
	FaultStall        Fault = "stall"        // half a reply, then silence
	FaultDrip         Fault = "drip"         // a byte now and then, without end
	FaultCut          Fault = "cut"          // half a reply, then a proper end of the body
	FaultReset        Fault = "reset"        // half a reply, then the connection breaks
	FaultNoFinish     Fault = "no_finish"    // a whole reply that does not say why it ended
	FaultGoesOn       Fault = "goes_on"      // a reply that goes on after its end
	FaultSameIndex    Fault = "same_index"   // two calls of one index
	FaultEmptyID      Fault = "empty_id"     // a call without an id
	FaultRepeatedID   Fault = "repeated_id"  // two calls with one id
	FaultGarbage      Fault = "garbage"      // what is no JSON, in the midst of a reply
	FaultDuplicate    Fault = "duplicate"    // JSON with duplicate keys
	FaultNotUTF8      Fault = "not_utf8"     // JSON that is not UTF-8
	FaultGiant        Fault = "giant"        // a reply without end, as fast as it is read
	FaultHTML         Fault = "html"         // a page of some gateway instead of a reply
	FaultMidStream    Fault = "mid_stream"   // half a reply, then an error in the stream
	FaultRateLimited  Fault = "rate_limited" // 429
	FaultUnavailable  Fault = "unavailable"  // 500
	FaultUnauthorized Fault = "unauthorized" // 401, quoting the key
	FaultQuota        Fault = "quota"        // the account is empty
	FaultContextFull  Fault = "context_full" // the conversation is too long
	FaultBadRequest   Fault = "bad_request"  // 400
	FaultFiltered     Fault = "filtered"     // a filter before the model would not have it
	FaultRedirect     Fault = "redirect"     // another place is to be asked
)

// Faults returns all faults.
func Faults() []Fault {
	return []Fault{
		FaultHang, FaultStall, FaultDrip, FaultCut, FaultReset, FaultNoFinish, FaultGoesOn, FaultSameIndex, FaultEmptyID,
		FaultRepeatedID, FaultGarbage, FaultDuplicate, FaultNotUTF8, FaultGiant, FaultHTML, FaultMidStream, FaultRateLimited,
		FaultUnavailable, FaultUnauthorized, FaultQuota, FaultContextFull, FaultBadRequest, FaultFiltered, FaultRedirect,
	}
}

// Script says what a model does with a request. It may be called from several
// requests at once.
type Script func(request Request) Turn

// Turns is a script that takes one turn after the other, whatever it is asked. A
// request beyond the last gets FaultBadRequest.
func Turns(turns ...Turn) Script {
	return func(request Request) Turn {
		if request.Number >= len(turns) {
			return Turn{Fault: FaultBadRequest, Message: "the script has no more turns"}
		}
		return turns[request.Number]
	}
}

// Always is a script that takes the same turn whatever it is asked.
func Always(turn Turn) Script {
	return func(Request) Turn { return turn }
}

// Request is what a server was asked, in the words of the port whatever the protocol.
type Request struct {
	llm.Request
	Number int // of the request at this server, from 0
	Model  string
	Stream bool
	Header http.Header
	Body   []byte // as it came

	wantsUsage bool
}

// Results returns the results of calls at the end of the conversation: what the model
// is being told now.
func (r Request) Results() []llm.Message {
	end := len(r.Messages)
	for end > 0 && r.Messages[end-1].Role == llm.RoleTool {
		end--
	}
	return r.Messages[end:]
}

// withDefaults fills in what a turn leaves open.
func (t Turn) withDefaults() Turn {
	switch t.Fault {
	case FaultSameIndex, FaultEmptyID, FaultRepeatedID:
		if len(t.Calls) < 2 {
			t.Calls = []llm.ToolCall{
				{ID: "call_a", Name: "alerts_list", Arguments: `{"n":1}`},
				{ID: "call_b", Name: "alerts_list", Arguments: `{"n":2}`},
			}
		}
	}
	if t.Fault != "" && t.Text == "" && len(t.Calls) == 0 {
		t.Text = "The service is down because it is not up."
	}
	if t.Finish == "" {
		t.Finish = llm.FinishStop
		if len(t.Calls) > 0 {
			t.Finish = llm.FinishToolCalls
		}
	}
	if t.Usage == (llm.Usage{}) {
		t.Usage = llm.Usage{PromptTokens: 100, CompletionTokens: 20}
	}
	return t
}
