package reading

import (
	"strings"
	"unicode/utf8"
)

// maxClause bounds how far around a mention its clause is read, in bytes.
const maxClause = 200

// Words that say of something that it is not there, or end what they say it of.
var (
	denials     = setOf("no not none nothing never neither nor without zero cannot lack lacks lacked lacking absent missing nowhere free 0")
	deniesAfter = setOf("none nothing absent missing nowhere zero empty")
	seen        = setOf(`found seen logged recorded present reported observed returned listed matched there in among detected raised thrown emitted
		appear occur exist show match happen set defined configured specified mounted`)
	clauseEnds = setOf(`because since due despite but although though while whereas when where which if unless until except besides than beyond
		apart after before following however so hence therefore meaning only`)
	results    = setOf("result hit match entry row line occurrence record event evidence trace sign log")
	predicates = setOf(`is are was were be been has have had did does do can could found seen logged shows show showed appear appears appeared
		occurred occurs exist exists returned reported contains contain contained matched recorded ended began started stopped failed restarted`)
)

// isDenied reports whether the clause that holds a span of a text says that what
// stands there is not: "no OOMKilled events", "E1001 was not logged", 未发现 E1001. Text
// inside quotes must have been blotted out.
func isDenied(text string, start, end int) bool {
	before := strings.ToLower(strings.ToValidUTF8(text[max(0, start-maxClause):start], ""))
	after := strings.ToLower(strings.ToValidUTF8(text[end:min(len(text), end+maxClause)], ""))
	return deniedBefore(before, after) || deniedAfter(after) || deniedInHan(before, after)
}

// deniedBefore looks for a denial before a mention. A denial reaches over a list, but
// not from one statement into the next.
func deniedBefore(before, after string) bool {
	own := saysSomething(firstPart(after)) // the mention's own part of the list is a statement
	direct, passed := true, false
	for {
		trimmed := strings.TrimRight(before, " \t`*_/")
		inName := len(trimmed) == len(before)
		before = trimmed
		word := before[lastClauseWord(before):]
		switch {
		case word == "" && inName && strings.IndexByte(".:=", lastByte(before)) >= 0:
			before = before[:len(before)-1]
			continue
		case word == "" && strings.HasSuffix(before, ","):
			passed, before = true, before[:len(before)-1]
			if !direct {
				return false
			}
			continue
		case word == "" || clauseEnds.has(word):
			return false
		case denials.has(word) || strings.HasSuffix(word, "n't"):
			return true
		case word == "and" || word == "or":
			passed = true
			if !direct {
				return false
			}
		case predicates.has(word) && passed && own:
			return false
		case predicates.has(word) && !passed:
			direct = false
		}
		before = before[:len(before)-len(word)]
	}
}

// deniedAfter looks for a denial behind a mention, in what is said of it: was not
// found, does not appear, returned nothing. What a thing did not do is no denial of it.
func deniedAfter(after string) bool {
	said, previous := false, ""
	for {
		after = strings.TrimLeft(after, " \t`*_/")
		word := after[:firstClauseWord(after)]
		switch {
		case word == "" && strings.HasPrefix(after, ",") && !said:
			after = after[1:]
			continue
		case word == "" || clauseEnds.has(word) || word == "with" && previous != "back":
			return false
		case (word == "and" || word == "or") && said:
			return false
		case word == "not" || word == "never" || strings.HasSuffix(word, "n't"):
			return seen.has(nextSaid(after[len(word):]))
		case said && deniesAfter.has(word):
			return true
		case word == "no" || word == "0":
			return results.hasNoun(nextSaid(after[len(word):]))
		case predicates.has(word):
			said = true
		}
		previous, after = word, after[len(word):]
	}
}

// nextSaid returns the next word but for auxiliary ones.
func nextSaid(text string) string {
	for {
		text = strings.TrimLeft(text, " \t`*_")
		word := text[:firstClauseWord(text)]
		if word != "been" && word != "be" && word != "ever" && word != "yet" && word != "matching" {
			return word
		}
		text = text[len(word):]
	}
}

// firstPart returns what stands behind a mention up to the next part of a list.
func firstPart(after string) string {
	for _, end := range []string{",", ";", ".", " and ", " or "} {
		after, _, _ = strings.Cut(after, end)
	}
	return after
}

func saysSomething(text string) bool {
	for word := range strings.FieldsSeq(text) {
		if predicates.has(word) {
			return true
		}
	}
	return false
}

// lastClauseWord returns where the letters, digits and signs of names that end a text begin.
func lastClauseWord(s string) int {
	i := len(s)
	for i > 0 && isClauseByte(s[i-1]) {
		i--
	}
	return i
}

func firstClauseWord(s string) int {
	i := 0
	for i < len(s) && isClauseByte(s[i]) {
		i++
	}
	return i
}

func isClauseByte(c byte) bool { return isNameByte(c) || c == '\'' || c >= utf8.RuneSelf }

// What Chinese says before and behind a thing that is not there.
var (
	hanDenials = []string{"没有", "未", "无", "不存在", "不含", "不包含", "不处于", "零"}
	hanNone    = []string{"没有出现", "未出现", "未发现", "未找到", "不存在", "没有找到", "未见", "没有记录", "未记录", "未查到", "没有结果", "无结果",
		"无匹配", "为空", "没有匹配", "未匹配", "未命中", "没有返回", "未返回", "没有发现"}
	hanNoDenials = strings.NewReplacer("无法", "", "未知", "", "未来", "")
)

// deniedInHan looks for a denial in a Chinese clause.
func deniedInHan(before, after string) bool {
	before = before[strings.LastIndexAny(before, "，。；！？,;")+1:]
	if i := strings.IndexAny(after, "，。；！？,;"); i >= 0 {
		after = after[:i]
	}
	if strings.Contains(before, "除") {
		return false
	}
	return hasAny(hanNoDenials.Replace(before), hanDenials) || hasAny(after, hanNone)
}

func hasAny(text string, parts []string) bool {
	for _, part := range parts {
		if strings.Contains(text, part) {
			return true
		}
	}
	return false
}
