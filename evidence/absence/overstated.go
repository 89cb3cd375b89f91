package absence

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/evidence/canon"
	"github.com/superbizagent/superbizagent/evidence/phrase"
)

// always are words that say more than any search can show, whatever is around them.
var always = []string{
	"never", "nowhere", "anywhere", "everywhere", "at no time", "always", "whatsoever",
	"everything is fine", "everything is ok", "everything is okay", "everything is normal", "everything is good", "everything is healthy",
	"everything is working", "everything works", "everything looks", "all is well", "all is fine", "all is good", "all good", "all clear",
	"nothing is wrong", "nothing wrong", "no problems at all", "no issues at all", "no problem at all", "no issue at all",
	"一切正常", "一切都正常", "一切良好", "全部正常", "都正常", "均正常", "从未", "从来没有", "从来不", "从不", "永远", "绝不", "始终",
	"任何地方", "毫无问题", "没有任何问题", "毫无异常", "完全没有问题",
}

// health are words that tell of a good state, unless the clause denies one: "no
// healthy endpoint was found" says no more than was searched.
var health = []string{
	"healthy", "fully operational", "is operational", "are operational", "is fine", "are fine", "was fine", "were fine", "works fine", "work fine", "working fine", "is ok", "are ok",
	"is okay", "are okay", "is stable", "are stable", "was stable", "were stable",
	"working correctly", "working properly", "working normally", "working as expected", "works correctly", "works properly", "works as expected",
	"functioning normally", "functioning correctly", "functioning properly", "operating normally", "running normally", "running fine",
	"running smoothly", "behaving normally", "is normal", "are normal", "was normal", "were normal", "appears normal", "appear normal",
	"appears to be normal", "appear to be normal", "looks normal", "look normal", "in good health", "trouble-free", "problem-free",
	"up and running",
	"健康", "运行正常", "工作正常", "状态正常", "完全正常", "运行良好", "状态良好", "运行稳定",
}

// harmless are phrases that have one of the words in them, and do not say it.
var harmless = []string{
	"anywhere in", "anywhere within", "anywhere on", "anywhere under", "anywhere below",
	"healthy threshold", "healthy host count",
	"健康检查", "健康状态", "健康度", "健康探针", "健康端点", "健康接口", "不健康", "非健康", "亚健康", "不正常", "并非一切正常", "不是一切正常",
}

// list holds all of them, for a search in texts and outputs.
var list = phrase.NewList(slices.Concat(always, health, harmless)...)

// overstated reports words that say more than was searched, and that stand neither in
// a bound output nor, for an absence claim, in what was asked for.
func (p *Prover) overstated(c *evidence.Claim, sources []*evidence.Source) []Fault {
	said := phrase.WithoutQuotes(c.Text)
	for _, m := range list.Find(said) {
		switch {
		case slices.Contains(harmless, m.Phrase), inName(said, m.Start),
			slices.Contains(health, m.Phrase) && deniedBefore(said[:m.Start]),
			p.words.Have(sources, m.Phrase),
			c.ClaimType == superbiz.ClaimAbsence && p.askedFor(sources, m.Phrase):
			continue
		}
		return []Fault{{"text", "says " + evidence.Quote(m.Phrase) + ", which is more than a search that found nothing can show: " +
			"say what was looked for, where and over which time"}}
	}
	return nil
}

// inName reports whether a word at an offset is a part of a path or a pair, such as
// /healthy and state=healthy.
func inName(text string, at int) bool {
	return at > 0 && strings.IndexByte("/=.:@", text[at-1]) >= 0
}

// askedFor reports whether a listed word stands in the arguments of a call.
func (p *Prover) askedFor(sources []*evidence.Source, listed string) bool {
	return slices.ContainsFunc(sources, func(s *evidence.Source) bool {
		words, ok := p.asked[s]
		if !ok {
			words = make(map[string]bool)
			for _, m := range list.Find(canon.String(string(s.Invocation.Arguments), canon.Value)) {
				words[m.Phrase] = true
			}
			p.asked[s] = words
		}
		return words[listed]
	})
}

// maxClause bounds how far before a word its clause is read, in bytes.
const maxClause = 160

// deniedBefore reports whether the clause that ends a text denies what follows.
func deniedBefore(text string) bool {
	text = strings.ToValidUTF8(text[max(0, len(text)-maxClause):], "")
	for {
		text = strings.TrimRightFunc(text, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("-/*_`", r) })
		r, _ := utf8.DecodeLastRuneInString(text)
		switch {
		case text == "":
			return false
		case unicode.Is(unicode.Han, r):
			return deniedInChinese(text)
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			return false // a mark ends the clause
		}
		word := lastWord(text)
		if clauseWords[strings.ToLower(word)] {
			return false
		}
		if denies(strings.ToLower(word)) {
			return true
		}
		text = text[:len(text)-len(word)]
	}
}

// lastWord returns the letters, digits and apostrophes that end a text.
func lastWord(text string) string {
	i := strings.LastIndexFunc(text, func(r rune) bool {
		return unicode.Is(unicode.Han, r) || !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '’'
	})
	_, size := utf8.DecodeRuneInString(text[max(0, i):])
	if i < 0 {
		return text
	}
	return text[i+size:]
}

// clauseWords begin another clause than the one that they stand in.
var clauseWords = setOf("and but so which because since as that meaning indicating showing suggesting means indicates shows suggests therefore " +
	"hence thus while whereas with if when where who although though implying implies")

// deniedInChinese reads the last clause before a Chinese word.
func deniedInChinese(text string) bool {
	if i := strings.LastIndexAny(text, "，。；、,.;:：!！?？"); i >= 0 {
		text = text[i:]
	}
	for _, joint := range []string{"说明", "表明", "因此", "所以", "而且", "并且", "且", "但", "意味着"} {
		if i := strings.LastIndex(text, joint); i >= 0 {
			text = text[i+len(joint):]
		}
	}
	return strings.ContainsAny(text, "没无未不非零")
}
