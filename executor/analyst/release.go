package analyst

import "github.com/superbizagent/superbizagent/evidence"

// releaseLines report that a program began to run in another version.
const releaseLines = anyCase + `release started|starting version|version .{0,40} start|deployed (version|release)`

// release is what a client's log says of its releases.
type release struct {
	claim   *claim
	version string
}

// releaseClaim asks what the client that holds the connections changed, and tells
// the release that it started in the time of the incident.
func (s *scene) releaseClaim(r *report, h holder, refused []*claim) release {
	if !isName(h.name) || !s.hasLog(h.name) {
		return release{}
	}
	r.ask(s.search(h.name, "regexp", releaseLines).confirming())
	found := s.searched(h.name, "regexp", releaseLines)
	if found == nil || !found.data() {
		return release{}
	}
	line := found.lines().Elem(found.lines().Len() - 1)
	decoded, err := evidence.Decode([]byte(line.Text()), evidence.MaxExecutorDepth)
	if err != nil {
		return release{}
	}
	said, version, time := textOf(decoded.Root(), "msg", "message"), decoded.Root().Member("version"), decoded.Root().Member("time")
	if said == "" || version.Kind() != evidence.KindString || !isName(version.Text()) || !time.Valid() {
		return release{}
	}
	text := s.question.say("%s logged %s, version %s, at %s.", "%s 在 %[4]s 记录了 %[2]s，版本为 %[3]s。", h.name, quoted(said), version.Text(), timeOf(time))
	made := observed(text).quotes(found, line, said).from(time)
	for _, c := range refused {
		if !c.since.IsZero() && made.since.After(c.since) {
			return release{} // what came later explains nothing
		}
	}
	return release{r.add(made), version.Text()}
}
