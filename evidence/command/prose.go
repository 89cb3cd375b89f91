package command

import (
	"strings"
	"unicode"

	superbiz "github.com/superbizagent/superbizagent"
)

// maxProse bounds how much of a text is read, in bytes: what one action says is shorter.
const maxProse = 64 << 10

// RiskOfText returns the highest risk of what a text tells a person to do: by the
// verbs that begin its clauses, and by the commands in its code marks. It is Unknown
// when no clause begins with a verb that is known, and what a clause tells not to do
// does not count.
func RiskOfText(text string) superbiz.Risk {
	text = text[:min(len(text), maxProse)]
	risk, denied := Unknown, false
	for text != "" {
		clause, code, rest := cutClause(text)
		words := strings.FieldsFunc(strings.ToLower(clause), notInVerb)
		denied = denies(words, clause) || denied && code != ""
		if !denied {
			risk = Higher(risk, riskOfClause(words, clause))
			risk = Higher(risk, RiskOf(code))
		}
		text = rest
	}
	return risk
}

// cutClause cuts the first clause off a text, with the code that follows it.
func cutClause(text string) (clause, code, rest string) {
	for i, r := range text {
		switch {
		case r == '`':
			inner, after, ok := strings.Cut(text[i+1:], "`")
			if !ok {
				return text[:i], "", text[i+1:]
			}
			return text[:i], inner, after
		case strings.ContainsRune(".;:,!?()\n\t。；：，！？、（）", r) && endsClause(text[i:], r):
			return text[:i], "", text[i+len(string(r)):]
		}
	}
	return text, "", ""
}

// endsClause tells the end of a clause from a mark inside a word, such as v1.2 or a:b.
func endsClause(rest string, mark rune) bool {
	if !strings.ContainsRune(".:,", mark) {
		return true
	}
	return len(rest) == 1 || rest[1] == ' ' || rest[1] == '\n'
}

func notInVerb(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != '\'' && r != '_'
}

// fillers stand before the verb of a clause.
var fillers = set("please then next first second finally also now immediately manually safely gracefully temporarily and or to we you should must can " +
	"could need try just simply carefully quickly step consider if needed necessary possible required afterwards lastly alternatively either 1 2 3 4 5 6 7 8 9")

// negations begin a clause that tells what not to do.
var negations = set("not don't dont never avoid without instead rather no cannot won't do-not refrain")

func denies(words []string, clause string) bool {
	for _, w := range words[:min(4, len(words))] {
		if negations[w] {
			return true
		}
	}
	for _, no := range []string{"不要", "勿", "避免", "切勿", "禁止", "无需", "不必", "不能", "不可", "而不是", "不应", "不建议"} {
		if strings.Contains(clause, no) {
			return true
		}
	}
	return false
}

// Verbs with which a clause tells to do something, with their risk. What only sounds
// like one ("drop a note", "raise a ticket") is told by its objects.
var (
	textVerbs = verbs("",
		"restart reboot scale rollback revert redeploy patch apply set update upgrade downgrade increase raise decrease reduce lower resize change "+
			"modify edit replace recreate cordon uncordon enable disable reconfigure rotate failover promote stop pause resume remove evict extend "+
			"expand unset override "+
			"restarting rebooting scaling reverting redeploying patching applying setting updating upgrading increasing raising decreasing reducing "+
			"lowering resizing changing modifying editing replacing recreating cordoning enabling disabling rotating stopping removing",
		"delete drain drop truncate kill purge wipe destroy terminate erase uninstall force-delete "+
			"deleting draining dropping truncating killing purging wiping destroying terminating")
	harmlessObjects = set("ticket tickets incident incidents runbook runbooks documentation docs document team teams stakeholders page dashboard dashboards " +
		"postmortem wiki calendar meeting investigation search window query note message line issue concern case alert alerts alerting monitoring " +
		"logging verbosity count counts rate rates range timeframe everyone users customers status report question priority")
	chineseVerbs = []struct {
		risk  superbiz.Risk
		words []string
	}{
		{destructive, []string{"删除", "清空", "清除数据", "驱逐", "排空", "终止", "杀掉", "杀死", "格式化", "截断", "卸载", "强制删除"}},
		{reversible, []string{"重启", "重新启动", "重新部署", "扩容", "缩容", "回滚", "修改", "更新", "应用", "调整", "调大", "调小", "调高", "调低", "设置", "增加", "增大",
			"提高", "降低", "减少", "升级", "降级", "切换", "禁用", "启用", "替换", "停止", "暂停", "恢复配置", "移除"}},
	}
	chineseFillers = []string{"请", "建议", "然后", "接着", "随后", "再", "先", "首先", "最后", "立即", "尽快", "手动", "可以", "可", "应该", "应", "需要", "需", "并", "考虑",
		"临时", "逐步", "对", "重新评估后"}
	chineseObjects = []string{"文档", "手册", "工单", "监控", "告警", "面板", "看板", "日志级别", "排查", "时间范围"}
)

func riskOfClause(words []string, clause string) superbiz.Risk {
	if risk := riskOfChinese(clause); risk != Unknown {
		return risk
	}
	for len(words) > 0 && fillers[words[0]] {
		words = words[1:]
	}
	if len(words) < 2 {
		return Unknown
	}
	verb, objects := words[0], words[1:]
	if verb == "roll" && objects[0] == "back" {
		return reversible
	}
	if objects[0] == "up" && strings.HasPrefix(verb, "set") {
		return Unknown
	}
	for _, w := range objects[:min(5, len(objects))] {
		if harmlessObjects[w] {
			return Unknown
		}
	}
	return textVerbs[verb]
}

func riskOfChinese(clause string) superbiz.Risk {
	clause = strings.TrimSpace(clause)
	for trimmed := true; trimmed; {
		trimmed = false
		for _, filler := range chineseFillers {
			if rest, ok := strings.CutPrefix(clause, filler); ok && rest != "" {
				clause, trimmed = strings.TrimSpace(rest), true
			}
		}
	}
	for _, object := range chineseObjects {
		if strings.Contains(clause, object) {
			return Unknown
		}
	}
	object := strings.HasPrefix(clause, "将") || strings.HasPrefix(clause, "把")
	for _, group := range chineseVerbs {
		for _, verb := range group.words {
			if object && endsWithVerb(clause, verb) {
				return group.risk
			}
			if rest, ok := strings.CutPrefix(clause, verb); ok && strings.TrimSpace(rest) != "" {
				return group.risk
			}
		}
	}
	return Unknown
}

// endsWithVerb reports whether a clause that begins with its object ends with a verb,
// or with the verb and what it comes to: 将副本扩容到 6 个.
func endsWithVerb(clause, verb string) bool {
	i := strings.LastIndex(clause, verb)
	if i < 0 {
		return false
	}
	rest := strings.TrimSpace(clause[i+len(verb):])
	return rest == "" || strings.HasPrefix(rest, "到") || strings.HasPrefix(rest, "至") || strings.HasPrefix(rest, "为") || strings.HasPrefix(rest, "成")
}
