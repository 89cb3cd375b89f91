package analyst

// detectQuiet tells where it was looked for alerts and errors, and there were none.
// That no alert was listed says nothing of what happened: it is said together with
// what a log shows, and alone only where nothing else can be said.
func detectQuiet(s *scene, r *report) {
	alerts := s.noAlerts()
	for _, errors := range s.of("logs_errors") {
		service := errors.args["service"]
		if !errors.nothing() || !isName(service) {
			continue
		}
		from, to, ok := errors.window()
		if !ok {
			continue
		}
		if alerts == nil {
			r.add(absent(s.question.say("The log of %s has no line from %s to %s that reports an error.",
				"%s 的日志在 %s 至 %s 之间没有报告错误的行。", service, from, to)).nothing(errors))
			continue
		}
		r.add(absent(s.question.say("The list of alerts was empty, and the log of %s has no line from %s to %s that reports an error.",
			"告警列表为空，%s 的日志在 %s 至 %s 之间没有报告错误的行。", service, from, to)).nothing(alerts).nothing(errors))
	}
	if alerts != nil && len(r.claims) == 0 {
		r.add(absent(s.question.say("The list of alerts was empty.", "告警列表为空。")).nothing(alerts))
	}
}

// noAlerts returns the list of all alerts, if it was empty.
func (s *scene) noAlerts() *result {
	for _, listed := range s.of("alerts_list") {
		if listed.nothing() && len(listed.args) == 0 {
			return listed
		}
	}
	return nil
}
