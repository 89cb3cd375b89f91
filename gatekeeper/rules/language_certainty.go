package rules

import (
	_ "embed"
	"slices"
	"strings"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/evidence/phrase"
	"github.com/superbizagent/superbizagent/gatekeeper"
)

//go:embed language_certainty.md
var languageCertaintyPage string

var languageCertainty = &gatekeeper.Rule{
	ID:              "language.certainty",
	Description:     "no words that no evidence can carry, and no placeholders",
	Doc:             languageCertaintyPage,
	DefaultSeverity: superbiz.SeverityWarn,
	Reads:           gatekeeper.Claims | gatekeeper.Hypotheses | gatekeeper.Actions | gatekeeper.MissingInfo,
	Run:             runLanguageCertainty,
}

// certain is the list that the rule's page publishes.
var certain = []string{
	"obviously", "clearly", "certainly", "undoubtedly", "definitely", "surely", "unquestionably", "indisputably",
	"without a doubt", "without doubt", "without any doubt", "beyond doubt", "beyond any doubt", "no doubt", "there is no doubt",
	"as we all know", "as everyone knows", "as everybody knows", "it is well known", "it is common knowledge", "needless to say",
	"of course", "it goes without saying", "it is obvious", "it is clear that",
	"i assume", "we assume", "i guess", "we guess", "i believe", "we believe", "i think", "we think", "i suspect", "we suspect",
	"i am sure", "i'm sure", "i am certain", "trust me", "i feel", "my guess", "my assumption", "in my opinion", "in my experience",
	"guaranteed to", "as an ai",
	"显然", "显而易见", "毫无疑问", "毋庸置疑", "毋庸赘言", "无疑", "众所周知", "大家都知道", "不言而喻", "不用说", "肯定是", "肯定会", "必然是", "一定是",
	"我猜", "我认为", "我觉得", "我相信", "我怀疑", "我敢肯定", "我假设", "我们认为", "我们猜测", "我们假设", "想必", "想当然",
}

// doubted phrases have a word of the list in them and say the opposite, or have it across
// two words: 有无疑似.
var doubted = []string{
	"not clearly", "not certainly", "not definitely", "not obviously", "not surely", "not guaranteed to", "cannot clearly",
	"不一定", "不肯定", "不能肯定是", "不能肯定会", "无法肯定是", "难以肯定是", "不敢肯定是", "未必一定是", "不显然", "并不显然", "并非显然", "并非一定是", "并不一定", "有无疑",
}

// certainties finds both.
var certainties = phrase.NewList(slices.Concat(certain, doubted)...)

func runLanguageCertainty(p *gatekeeper.Pass) error {
	for i := range p.Output.Claims {
		c := &p.Output.Claims[i]
		if why := uncarried(c.Text); why != "" {
			p.Claimf(c, "text", "%s", why)
		}
	}
	for i := range p.Output.Hypotheses {
		h := &p.Output.Hypotheses[i]
		if why := uncarried(h.Text); why != "" {
			p.Hypothesisf(h, "text", "%s", why)
		}
	}
	for i := range p.Output.Actions {
		checkCertaintyOfAction(p, &p.Output.Actions[i])
	}
	for _, m := range p.Output.MissingInfo {
		if why := uncarried(m.Text); why != "" {
			p.Report(superbiz.Finding{Target: m.Target + ".text", Message: why})
		}
	}
	return nil
}

// checkCertaintyOfAction reads the text, and the command for placeholders only: its
// quotes are a shell's, so what they hold is looked at too.
func checkCertaintyOfAction(p *gatekeeper.Pass, a *evidence.Action) {
	if why := uncarried(a.Text); why != "" {
		p.Actionf(a, "text", "%s", why)
	}
	if word := phrase.Placeholder(a.Command); word != "" {
		p.Actionf(a, "command", "%s", unfilled(word))
	}
}

// maxWords is how many words of one text a message names.
const maxWords = 3

// uncarried says what in a text no evidence can carry, or nothing.
func uncarried(text string) string {
	said := phrase.WithoutQuotes(text)
	var words []string
	for _, m := range certainties.Find(said) {
		word := evidence.Quote(text[m.Start:m.End])
		if len(words) < maxWords && !slices.Contains(doubted, m.Phrase) && !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	if len(words) > 0 {
		return "says " + strings.Join(words, ", ") + ", which no evidence can carry: leave it out, or say what was seen"
	}
	if word := phrase.Placeholder(said); word != "" {
		return unfilled(word)
	}
	return ""
}

func unfilled(word string) string {
	return "holds the placeholder " + evidence.Quote(word) + ": put in what it stands for"
}
