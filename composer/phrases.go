package composer

import (
	"fmt"
	"unicode"

	superbiz "github.com/superbizagent/superbizagent"
)

// phrases is everything the Composer says of its own accord in one language.
type phrases struct {
	headline      map[superbiz.Verdict]string
	likelyCause   string
	noCause       string
	openCauses    func(n int) string
	refutedCauses func(n int) string
	seen          string
	notFound      string
	label         map[superbiz.Label]string
	actions       string
	risk          map[superbiz.Risk]string
	needsApproval string
	missing       string
	missingReason map[superbiz.MissingReason]string
	withheld      func(n int) string
	times         func(n int, why string) string
	causes        map[string]string // by rule id or label
	otherCause    string
	sources       string
	noDiagnosis   string
	whyHeading    string
	noneLeft      string
	checks        func(n int) string
	next          string
}

// why says in plain words why a part was withheld.
func (w phrases) why(withheldBy string) string {
	if text, ok := w.causes[withheldBy]; ok {
		return text
	}
	return w.otherCause
}

// all returns every text of the language that an answer may be made of.
func (w phrases) all() []string {
	out := []string{
		w.likelyCause, w.noCause, w.seen, w.notFound, w.actions, w.needsApproval,
		w.missing, w.otherCause, w.sources,
	}
	for _, m := range w.headline {
		out = append(out, m)
	}
	for _, m := range w.label {
		out = append(out, m)
	}
	for _, m := range w.risk {
		out = append(out, m)
	}
	for _, m := range w.missingReason {
		out = append(out, m)
	}
	for _, m := range w.causes {
		out = append(out, m)
	}
	return out
}

// phrasesFor chooses the language of the question: Chinese when it has a Han
// character, else English.
func phrasesFor(question string) phrases {
	for _, r := range question {
		if unicode.Is(unicode.Han, r) {
			return chinese()
		}
	}
	return english()
}

func english() phrases {
	return phrases{
		headline: map[superbiz.Verdict]string{
			superbiz.VerdictPass:      "Verified: the recorded evidence carries every statement below.",
			superbiz.VerdictLowConfid: "Low confidence: not everything could be proved. Each statement says what it rests on.",
		},
		likelyCause: "Likely cause:",
		noCause:     "The evidence does not tell the cause.",
		openCauses: func(n int) string {
			return fmt.Sprintf("The evidence does not prove a cause; possible causes still open: %d.", n)
		},
		refutedCauses: func(n int) string {
			return fmt.Sprintf("The evidence speaks against what was suspected; suspicions refuted: %d.", n)
		},
		seen:     "What was seen:",
		notFound: "What was looked for and not found:",
		label: map[superbiz.Label]string{
			superbiz.LabelPartial:    "(partly supported)",
			superbiz.LabelNotChecked: "(not checked)",
		},
		actions: "What you may do:",
		risk: map[superbiz.Risk]string{
			superbiz.RiskReadOnly:    "read-only",
			superbiz.RiskReversible:  "reversible",
			superbiz.RiskDestructive: "destructive",
		},
		needsApproval: ", needs approval",
		missing:       "What is not known:",
		missingReason: map[superbiz.MissingReason]string{
			superbiz.MissingToolFailed:   "the tool failed",
			superbiz.MissingNotAvailable: "not available",
			superbiz.MissingNotQueried:   "nobody looked",
			superbiz.MissingTruncated:    "the result was cut",
		},
		withheld: func(n int) string { return fmt.Sprintf("Withheld statements: %d, because each", n) },
		times:    func(n int, why string) string { return fmt.Sprintf("%s (%d)", why, n) },
		causes: map[string]string{
			"evidence.invocation_ref":          "cites a tool call that did not run in this session",
			"evidence.tool_outcome":            "rests on a call that failed or found nothing",
			"evidence.raw_path":                "points at a place that the recorded output does not have",
			"evidence.no_evidence":             "takes an empty result for proof of something",
			"evidence.excerpt":                 "quotes words that the recorded output does not have",
			"evidence.assertion":               "states a comparison that the recorded output proves false",
			"evidence.values":                  "states a number, time or value that the recorded output does not have",
			"evidence.entities":                "names something that the recorded output does not have",
			"evidence.absence":                 "says more than was searched",
			"evidence.window":                  "speaks of a time that was not searched",
			"evidence.causal":                  "claims a cause that its evidence does not show",
			"hypothesis.support":               "explains more than the shown evidence carries",
			"action.safety":                    "recommends something unsafe without evidence or approval",
			"language.certainty":               "claims a certainty that no evidence can carry",
			"output.secret":                    "contains a credential",
			"input.injection":                  "repeats an instruction found in a tool's output",
			string(superbiz.LabelContradicted): "is contradicted by the evidence that it cites",
			string(superbiz.LabelUnsupported):  "is not carried by the evidence that it cites",
		},
		otherCause:  "did not pass the evidence checks",
		sources:     "Sources:",
		noDiagnosis: "No verified diagnosis can be given.",
		whyHeading:  "What was handed over did not pass the evidence checks. Withheld statements: %d, because each",
		noneLeft:    "What was handed over did not pass the evidence checks.",
		checks: func(n int) string {
			return fmt.Sprintf("Checks that ran: %d evidence rules, then the verification of each statement left.", n)
		},
		next: "The whole record of this run is kept for audit. Look at the tool results yourself, or ask again.",
	}
}

func chinese() phrases {
	return phrases{
		headline: map[superbiz.Verdict]string{
			superbiz.VerdictPass:      "已核实：以下每条陈述都有记录在案的证据支持。",
			superbiz.VerdictLowConfid: "低置信度：并非所有内容都能得到证明。每条陈述都注明了依据。",
		},
		likelyCause: "可能原因：",
		noCause:     "现有证据无法说明原因。",
		openCauses: func(n int) string {
			return fmt.Sprintf("现有证据不能证明原因；仍待确认的可能原因：%d 个。", n)
		},
		refutedCauses: func(n int) string {
			return fmt.Sprintf("证据与所怀疑的情况相反；已被排除的怀疑：%d 个。", n)
		},
		seen:     "观察到的情况：",
		notFound: "查找过但未发现的情况：",
		label: map[superbiz.Label]string{
			superbiz.LabelPartial:    "（部分得到支持）",
			superbiz.LabelNotChecked: "（未核查）",
		},
		actions: "可以采取的措施：",
		risk: map[superbiz.Risk]string{
			superbiz.RiskReadOnly:    "只读",
			superbiz.RiskReversible:  "可恢复",
			superbiz.RiskDestructive: "破坏性",
		},
		needsApproval: "，需要批准",
		missing:       "尚不清楚的情况：",
		missingReason: map[superbiz.MissingReason]string{
			superbiz.MissingToolFailed:   "工具失败",
			superbiz.MissingNotAvailable: "无法获取",
			superbiz.MissingNotQueried:   "未查询",
			superbiz.MissingTruncated:    "结果被截断",
		},
		withheld: func(n int) string { return fmt.Sprintf("被扣留的陈述：%d 条，原因：", n) },
		times:    func(n int, why string) string { return fmt.Sprintf("%s（%d）", why, n) },
		causes: map[string]string{
			"evidence.invocation_ref":          "引用了本次会话中没有执行过的工具调用",
			"evidence.tool_outcome":            "依据的调用失败或没有结果",
			"evidence.raw_path":                "指向记录输出中不存在的位置",
			"evidence.no_evidence":             "把空结果当作证据",
			"evidence.excerpt":                 "引用了记录输出中没有的文字",
			"evidence.assertion":               "其比较与记录输出不符",
			"evidence.values":                  "包含记录输出中没有的数字、时间或取值",
			"evidence.entities":                "提到了记录输出中没有的名称",
			"evidence.absence":                 "结论超出了查找范围",
			"evidence.window":                  "涉及未查找过的时间",
			"evidence.causal":                  "其证据不能说明因果关系",
			"hypothesis.support":               "其解释超出了所示证据",
			"action.safety":                    "在缺少证据或批准的情况下建议了不安全的操作",
			"language.certainty":               "断言了任何证据都无法支持的确定性",
			"output.secret":                    "包含凭据",
			"input.injection":                  "重复了工具输出中的指令",
			string(superbiz.LabelContradicted): "与其引用的证据相矛盾",
			string(superbiz.LabelUnsupported):  "得不到其引用的证据支持",
		},
		otherCause:  "未通过证据检查",
		sources:     "来源：",
		noDiagnosis: "无法给出经过核实的诊断。",
		whyHeading:  "提交的内容未通过证据检查。被扣留的陈述：%d 条，原因：",
		noneLeft:    "提交的内容未通过证据检查。",
		checks: func(n int) string {
			return fmt.Sprintf("已执行的检查：%d 条证据规则，以及对剩余陈述的逐条核实。", n)
		},
		next: "本次运行的完整记录已保存，可供审计。请自行查看工具结果，或重新提问。",
	}
}
