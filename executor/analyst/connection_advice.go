package analyst

import superbiz "github.com/superbizagent/superbizagent"

func (s *scene) exhaustionText(h holder, rel release, status superbiz.HypothesisStatus) string {
	if status != superbiz.HypothesisSupported {
		return s.question.say("The connections of the database are used up.", "数据库的连接已用尽。")
	}
	text := s.question.say("The database has no connection left for ordinary clients and refuses further ones", "数据库已没有可供普通客户端使用的连接，新的连接被拒绝")
	if h.claim != nil {
		text += s.question.say(": %s holds %s of them in state %s", "：%s 占用了其中 %s 个，处于 %s 状态", h.name, h.count, quoted(h.state))
	}
	if rel.claim != nil {
		text += s.question.say(", after the start of its version %s", "，此前它启动了版本 %s", rel.version)
	}
	return text + s.question.say(".", "。")
}

// adviseConnections says what to look at, and what would free the connections.
func adviseConnections(s *scene, r *report, h holder, rel release) {
	if h.claim != nil && isName(h.name) {
		r.advise(superbiz.RecommendedAction{
			Text: s.question.say("Look at what the sessions of %s ran last.", "查看 %s 的会话最近执行的语句。", h.name),
			Command: `psql -d ` + sqlDatabase + ` -c "SELECT pid, state, xact_start, query FROM pg_stat_activity WHERE application_name = '` +
				h.name + `' ORDER BY xact_start"`,
			Risk: superbiz.RiskReadOnly, EvidenceBindings: evidenceOf(h.claim),
		})
		text := s.question.say("Restart %s, so that its sessions end and their connections are free again.", "重启 %s，使其会话结束并释放连接。", h.name)
		if rel.claim != nil {
			text = s.question.say("Roll %s back to the release before %s: its sessions end and their connections are free again.",
				"将 %s 回滚到 %s 之前的版本，使其会话结束并释放连接。", h.name, rel.version)
		}
		r.advise(superbiz.RecommendedAction{Text: text, Risk: superbiz.RiskReversible, RequiresApproval: true, EvidenceBindings: evidenceOf(h.claim, rel.claim)})
	}
	s.adviseRunbooks(r)
}
