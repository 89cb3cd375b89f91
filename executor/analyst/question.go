package analyst

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	superbiz "github.com/superbizagent/superbizagent"
)

// question is what is asked, as far as the analyst understands it.
type question struct {
	language
	text    string
	window  *superbiz.Window
	scope   scope
	alert   string  // the text of the alert that came with it
	topics  []topic // what it suspects by name
	general bool    // it asks why something fails, or what is wrong
	named   []string
}

// scope says where it happened.
type scope struct {
	Cluster   string `json:"cluster"`
	Namespace string `json:"namespace"`
	Service   string `json:"service"`
}

func newQuestion(asked superbiz.Question) question {
	q := question{language: languageOf(asked.Text), text: asked.Text, window: asked.Window, alert: string(asked.Alert)}
	if len(asked.Scope) > 0 && json.Unmarshal(asked.Scope, &q.scope) != nil {
		q.scope = scope{} // a scope of another shape says nothing that is understood here
	}
	for _, topic := range topics() {
		if topic.asked.MatchString(asked.Text) {
			q.topics = append(q.topics, topic)
		}
	}
	q.general = generalWords.MatchString(asked.Text) || len(asked.Alert) > 0
	q.named = namesIn(asked.Text)
	return q
}

// generalWords are those of a question that leaves the cause, or the matter, open.
var generalWords = regexp.MustCompile(`(?i)\b(why|wrong|fail(s|ed|ing|ure)?|errors?|broken|unavailable|unreachab\w*|cannot|can't|root cause|cause|incident|outage|anomal\w*|degrad\w*|problem|issue|alert\w*|happen\w*|diagnos\w*|investigat\w*|health\w*|status|state|ok(ay)?|going on|look(s|ing)? like|help|triage|slow\w*|down)\b|为什么|为何|怎么|原因|故障|异常|失败|报错|错误|告警|报警|问题|不可用|无法|根因|排查|健康|状态|正常|情况|怎么样|变慢|帮`)

// serviceName is a word that is the name of a service, not of a thing: it says so
// by its last part or by a number.
var serviceName = regexp.MustCompile(`(?i)\b[a-z][a-z0-9]*(-[a-z0-9]+)*-(api|svc|service|server|db|gateway|worker|web|app|proxy|cache|queue|frontend|backend|\d+)\b`)

// maxNamed bounds how many names of a question are looked up.
const maxNamed = 8

// namesIn returns the objects that a question names: those in backticks, and words
// that look like the name of a service.
func namesIn(text string) []string {
	var names []string
	for i, part := range strings.Split(text, "`") {
		if i%2 == 1 && isName(part) {
			names = append(names, part)
		}
	}
	names = append(names, serviceName.FindAllString(text, -1)...)
	slices.Sort(names)
	names = slices.Compact(names)
	return names[:min(len(names), maxNamed)]
}
