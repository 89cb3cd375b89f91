package gatekeeper

import "strings"

// Section returns the text of the part of the rule's page below a heading, with
// white space around it removed; "" when the page has no such part. "How to fix" is
// what an executor needs to do better.
func (r *Rule) Section(heading string) string {
	var part strings.Builder
	inside := false
	for line := range strings.Lines(r.Doc) {
		if strings.HasPrefix(line, "#") {
			if inside {
				break
			}
			inside = strings.TrimSpace(strings.TrimLeft(line, "#")) == heading
			continue
		}
		if inside {
			part.WriteString(line)
		}
	}
	return strings.TrimSpace(part.String())
}
