// Package injection finds text in recorded outputs that gives orders to who reads it,
// and tells whether another text does what it was told.
//
// Outputs hold what anybody could write into a log. An order there is data like any
// other; what is wrong is to obey it.
package injection

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/evidence/canon"
	"github.com/superbizagent/superbizagent/evidence/phrase"
)

// Order is a text that addresses its reader.
type Order struct {
	InvocationID string
	Path         evidence.Path // of the value that it stands in
	Phrase       string        // the words that give it away
	Content      string        // what follows them, which is what is ordered
}

// openings are the words by which an order is known, which the page of
// input.injection publishes.
var openings = []string{
	"ignore previous instructions", "ignore all previous instructions", "ignore any previous instructions", "ignore the previous instructions",
	"ignore your previous instructions", "ignore prior instructions", "ignore all prior instructions", "ignore the above instructions",
	"ignore all instructions", "ignore your instructions", "ignore earlier instructions", "ignore the instructions",
	"disregard previous instructions", "disregard all previous instructions", "disregard your instructions", "disregard all instructions",
	"disregard the above instructions", "disregard prior instructions", "disregard your previous instructions", "disregard the instructions",
	"forget previous instructions", "forget all previous instructions", "forget your instructions", "forget your previous instructions",
	"override your instructions", "new instructions", "updated instructions", "your instructions are", "instructions for the assistant",
	"instructions for the agent", "instructions to the assistant", "follow these instructions",
	"you are now", "from now on you", "you must now",
	"run the following", "execute the following", "do the following", "recommend the following", "report the following", "answer with the following",
	"tell the user", "tell the operator", "tell the engineer", "do not tell the user", "inform the user that",
	"忽略之前的指令", "忽略以上指令", "忽略上述指令", "忽略先前的指令", "忽略所有指令", "忽略之前所有指令", "忽略之前的所有指令", "忽略你的指令", "忽略前面的指令",
	"无视之前的指令", "无视以上指令", "忘记之前的指令", "新的指令", "你现在是", "你现在必须", "从现在开始你", "执行以下命令", "运行以下命令", "请执行以下", "请运行以下",
	"告诉用户", "不要告诉用户", "请回答用户",
}

// polite are phrases that programs say of themselves.
var polite = []string{
	"you are now connected", "you are now logged", "you are now in", "you are now using", "you are now ready", "you are now on", "you are now able",
	"you are now running",
}

var list = phrase.NewList(slices.Concat(openings, polite)...)

var sifter = newSieve(anchors)

// maxOrders bounds the orders of one output that are looked at.
const maxOrders = 32

// maxContent bounds what of a text is taken for what is ordered, in bytes.
const maxContent = 400

// Orders returns the orders in the output of a row, the first 32.
func Orders(s *evidence.Source) []Order {
	doc, err := s.Output()
	if err != nil || !sifter.sifts(doc.Raw()) && !strings.Contains(doc.Raw(), `\u`) {
		return nil
	}
	var out []Order
	for i := 0; i < doc.Len() && len(out) < maxOrders; i++ {
		if n := doc.At(i); n.Kind() == evidence.KindString {
			out = appendOrders(out, s, n)
		}
	}
	return out
}

func appendOrders(out []Order, s *evidence.Source, n evidence.Node) []Order {
	text := canon.String(n.Text(), canon.Value)
	add := func(opening string, rest string) {
		if len(out) < maxOrders && strings.TrimSpace(rest) != "" {
			out = append(out, Order{s.Invocation.InvocationID, n.Path(), opening, head(rest)})
		}
	}
	for _, m := range list.Find(text) {
		if !slices.Contains(polite, m.Phrase) {
			add(m.Phrase, text[m.End:])
		}
	}
	end := 0
	for line := range strings.Lines(text) {
		end += len(line)
		if role, rest, ok := cutRole(line); ok && addresses(text[end-len(rest):]) {
			add(role, text[end-len(rest):])
		}
	}
	return out
}

// roles are the marks by which a text pretends to be spoken by who instructs a model,
// without the brackets before them.
var roles = []string{"system:", "assistant:", "im_start|>", "inst]", "sys>>"}

// cutRole cuts a role's mark off the beginning of a line.
func cutRole(line string) (role, rest string, ok bool) {
	line = strings.TrimLeft(line, " \t#*>[]<|-\"'`(")
	for _, role := range roles {
		if len(line) > len(role) && strings.EqualFold(line[:len(role)], role) {
			return role, line[len(role):], true
		}
	}
	return "", "", false
}

// addresses reports whether a text speaks to its reader: a role's mark alone, such as
// "system:", also begins many a line of a log.
func addresses(text string) bool {
	_, ok := addressing.First(head(text))
	return ok
}

var addressing = phrase.NewList(
	"you", "your", "must", "ignore", "disregard", "report that", "say that", "answer", "reply", "respond", "recommend", "tell", "conclude",
	"do not mention", "instructions", "你", "请", "必须", "忽略", "告诉", "指令",
)

// head returns the beginning of a text that is taken for what is ordered.
func head(text string) string {
	if len(text) <= maxContent {
		return text
	}
	end := maxContent
	for !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end]
}
