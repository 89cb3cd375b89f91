package analyst

import (
	"slices"
	"strings"

	superbiz "github.com/superbizagent/superbizagent"
)

// detectBlindSpots names what could not be looked at: calls that failed, and
// results that were cut.
func detectBlindSpots(s *scene, r *report) {
	var spots []blindSpot
	for _, found := range s.results {
		spot, ok := blindSpotOf(found)
		if !ok {
			continue
		}
		i := slices.IndexFunc(spots, func(b blindSpot) bool { return b.same(spot) })
		if i < 0 {
			spots = append(spots, spot)
			continue
		}
		spots[i].ids = append(spots[i].ids, spot.ids...)
		spots[i].about = append(spots[i].about, spot.about...)
	}
	for _, spot := range spots {
		r.lacks(spot.reason, s.blindText(spot), spot.ids...)
	}
	if s.spent != "" {
		r.lacks(superbiz.MissingNotQueried, s.question.say("The budget of tool calls was spent before all was looked at.", "工具调用预算已用完，部分内容未查看。"))
	}
}

// blindSpot is what one tool could not tell, for one reason.
type blindSpot struct {
	tool   string
	reason superbiz.MissingReason
	code   string
	about  []string
	ids    []string
}

func (b blindSpot) same(other blindSpot) bool {
	return b.tool == other.tool && b.reason == other.reason && b.code == other.code
}

func blindSpotOf(found *result) (blindSpot, bool) {
	spot := blindSpot{tool: found.row.ToolName, ids: []string{found.row.InvocationID}}
	for _, name := range []string{"service", "metric", "name", "kind"} {
		if value := found.args[name]; isName(value) {
			spot.about = []string{value}
			break
		}
	}
	switch found.row.Status {
	case superbiz.InvocationFailed, superbiz.InvocationTimeout, superbiz.InvocationDenied:
		spot.reason, spot.code = superbiz.MissingToolFailed, codeOf(found)
		if spot.code == "not recorded" {
			spot.reason = superbiz.MissingNotAvailable
		}
		return spot, !found.retried
	case superbiz.InvocationSucceeded:
		spot.reason = superbiz.MissingTruncated
		return spot, found.row.Truncated
	}
	return spot, false
}

// maxAbout is how many subjects of one blind spot are named.
const maxAbout = 5

func (s *scene) blindText(spot blindSpot) string {
	what := spot.tool
	slices.Sort(spot.about)
	about := slices.Compact(spot.about)
	if len(about) > 0 {
		what += " (" + strings.Join(about[:min(len(about), maxAbout)], ", ")
		if len(about) > maxAbout {
			what += ", …"
		}
		what += ")"
	}
	switch spot.reason {
	case superbiz.MissingNotAvailable:
		return s.question.say("%s: not part of what was saved", "%s：未保存在记录中", what)
	case superbiz.MissingTruncated:
		return s.question.say("%s: there is more than was returned", "%s：返回的只是一部分", what)
	default:
		return s.question.say("%s: the call did not succeed (%s)", "%s：调用未成功（%s）", what, spot.code)
	}
}

// codeOf returns the code at the beginning of a row's error, in words.
func codeOf(found *result) string {
	if found.row.Error == nil {
		return string(found.row.Status)
	}
	code, _, _ := strings.Cut(*found.row.Error, ":")
	return strings.ReplaceAll(shorten(code), "_", " ")
}
