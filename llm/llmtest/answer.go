package llmtest

import (
	"cmp"
	"io"
	"net/http"
	"strings"
	"time"
)

// event is one event of a stream.
type event struct {
	name string // "" for protocols that do not name them
	data string
}

func (e event) String() string {
	if e.name == "" {
		return "data: " + e.data + "\n\n"
	}
	return "event: " + e.name + "\ndata: " + e.data + "\n\n"
}

// answer is one response that is being given.
type answer struct {
	server  *Server
	w       http.ResponseWriter
	r       *http.Request
	request Request
}

const forever = time.Hour

func (a *answer) give(turn Turn) {
	if turn.Delay > 0 && !a.wait(turn.Delay) {
		return
	}
	if a.complain(turn) {
		return
	}
	switch turn.Fault {
	case FaultHang:
		a.wait(forever)
	case FaultHTML:
		a.w.Header().Set("Content-Type", "text/html; charset=utf-8")
		a.write("<html><body><h1>Please sign in</h1></body></html>")
	case FaultRedirect:
		http.Redirect(a.w, a.r, "/elsewhere", http.StatusTemporaryRedirect)
	default:
		a.reply(turn)
	}
}

// complain answers with an HTTP error, where the fault is one.
func (a *answer) complain(turn Turn) bool {
	known, ok := complaints(a.request)[turn.Fault]
	if !ok {
		return false
	}
	if turn.RetryAfter != "" {
		a.w.Header().Set("Retry-After", turn.RetryAfter)
	}
	if turn.Message != "" {
		known.message = turn.Message
	}
	a.server.complain(a.w, known.status, known.code, known.message)
	return true
}

type complaint struct {
	status        int
	code, message string
}

func complaints(request Request) map[Fault]complaint {
	key := cmp.Or(request.Header.Get("X-Api-Key"), request.Header.Get("Authorization"))
	return map[Fault]complaint{
		FaultRateLimited:  {http.StatusTooManyRequests, "rate_limit_error", "Rate limit reached for requests"},
		FaultUnavailable:  {http.StatusInternalServerError, "api_error", "The server had an error while processing your request"},
		FaultUnauthorized: {http.StatusUnauthorized, "invalid_api_key", "Incorrect API key provided: " + key},
		FaultQuota:        {http.StatusTooManyRequests, "insufficient_quota", "You exceeded your current quota"},
		FaultContextFull:  {http.StatusBadRequest, "context_length_exceeded", "This model's maximum context length is 8192 tokens"},
		FaultBadRequest:   {http.StatusBadRequest, "invalid_request_error", "Unknown parameter"},
		FaultFiltered:     {http.StatusBadRequest, "data_inspection_failed", "Input data may contain inappropriate content"},
	}
}

func (a *answer) reply(turn Turn) {
	var parts []string
	if a.request.Stream {
		a.w.Header().Set("Content-Type", "text/event-stream")
		events := a.server.speech.events(a.request, turn)
		if turn.Fault == FaultGarbage {
			events[len(events)/2].data = `{"choices": [{`
		}
		for _, event := range events {
			parts = append(parts, event.String())
		}
	} else {
		a.w.Header().Set("Content-Type", "application/json")
		text := a.server.speech.whole(a.request, turn)
		parts = []string{text[:len(text)/2], text[len(text)/2:]}
	}
	half := len(parts) / 2
	switch turn.Fault {
	case FaultStall:
		a.write(parts[:half]...)
		a.wait(forever)
	case FaultDrip:
		a.drip(strings.Join(parts[:half], ""))
	case FaultCut:
		a.write(parts[:half]...)
	case FaultReset:
		a.write(parts[:half]...)
		panic(http.ErrAbortHandler)
	case FaultGiant:
		a.write(parts[:half]...)
		a.flood()
	case FaultGarbage:
		a.write(parts[:half]...)
		a.write("}]\n")
		a.write(parts[half:]...)
	case FaultMidStream:
		a.breakOff(parts[:half])
	default:
		a.write(parts...)
	}
}

// breakOff reports an error after the response has begun; in one piece it is the
// whole response, as some gateways send it.
func (a *answer) breakOff(parts []string) {
	text := a.server.speech.complaint("overloaded_error", "Overloaded")
	if !a.request.Stream {
		a.write(text)
		return
	}
	a.write(parts...)
	a.write(event{a.server.speech.errorEvent(), text}.String())
}

// write sends at once.
func (a *answer) write(parts ...string) {
	for _, part := range parts {
		_, _ = io.WriteString(a.w, part)
		_ = http.NewResponseController(a.w).Flush()
	}
}

// drip sends a byte every few milliseconds, and keeps the connection open with
// comments, or white space, when there are no more.
func (a *answer) drip(text string) {
	for i := 0; a.wait(3 * time.Millisecond); i++ {
		switch {
		case i < len(text):
			a.write(text[i : i+1])
		case a.request.Stream:
			a.write(":\n")
		default:
			a.write(" ")
		}
	}
}

// flood sends as long as anyone reads: a comment of a stream, or white space in JSON.
func (a *answer) flood() {
	block := strings.Repeat(" ", 64<<10)
	if a.request.Stream {
		block = ":" + block + "\n"
	}
	for a.wait(0) {
		if _, err := io.WriteString(a.w, block); err != nil {
			return
		}
	}
}
