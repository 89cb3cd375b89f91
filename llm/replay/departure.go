package replay

import (
	"fmt"
	"strings"

	"github.com/superbizagent/superbizagent/llm"
)

// departure says for a person where a request that was not recorded departs from the
// turn that is most like it. The history does not change after Load.
func (p *Player) departure(request llm.Request) string {
	number, kept := p.mostLike(request.Messages)
	if number == 0 {
		return "the recording has no conversation that begins like this one"
	}
	like := p.history.requests[number-1]
	switch {
	case kept < len(request.Messages) && kept < len(like.Messages):
		return fmt.Sprintf("turn %d of the recording is most like it, but for message %d: %s",
			number, kept+1, difference(like.Messages[kept], request.Messages[kept]))
	case len(like.Messages) != len(request.Messages):
		return fmt.Sprintf("turn %d of the recording is most like it, but has %d messages instead of %d", number, len(like.Messages), len(request.Messages))
	}
	tools, err := hash(request.Tools)
	switch {
	case err != nil || tools != p.history.tools[number-1]:
		return fmt.Sprintf("turn %d of the recording has the same messages, but other tools", number)
	case like.ForcedTool != request.ForcedTool || like.MaxTokens != request.MaxTokens || string(like.Schema) != string(request.Schema):
		return fmt.Sprintf("turn %d of the recording has the same messages, but another forced tool, schema or length", number)
	}
	return fmt.Sprintf("turn %d of the recording is the same, and was played already", number)
}

// mostLike returns the turn that begins with the most messages of a conversation, and
// how many these are. Of several it is one that is as long, or else one that goes on
// in another way, since there is most to say of these.
func (p *Player) mostLike(messages []llm.Message) (number, kept int) {
	number, kept = p.history.longest(messages)
	best := 0
	for i, request := range p.history.requests {
		worth := 0
		switch {
		case kept == 0 || shared(request.Messages, messages) != kept:
			continue
		case len(request.Messages) == len(messages):
			worth = 2
		case len(request.Messages) > kept:
			worth = 1
		}
		if worth > best {
			number, best = i+1, worth
		}
	}
	return number, kept
}

func difference(recorded, now llm.Message) string {
	switch {
	case recorded.Role != now.Role:
		return fmt.Sprintf("it was the %s's and is the %s's", recorded.Role, now.Role)
	case recorded.Text != now.Text:
		at := commonPrefix(recorded.Text, now.Text)
		return fmt.Sprintf("from byte %d on it was %s and is %s", at, excerpt(recorded.Text, at), excerpt(now.Text, at))
	}
	return "its calls, or what it answers, differ"
}

func commonPrefix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// excerpt quotes a few bytes of a text.
func excerpt(text string, at int) string {
	const most = 60
	rest := text[at:]
	return fmt.Sprintf("%q", strings.ToValidUTF8(rest[:min(len(rest), most)], "\uFFFD"))
}
