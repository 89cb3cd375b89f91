package reading

import "strings"

// isOneThing reports whether the parts of a path are those of one thing, which stands in one
// place: an image with its tag or registry, the path of a host. Those of kind/name and
// namespace/name may stand apart.
func (v *view) isOneThing(parts []string) bool {
	return isTagged(parts[len(parts)-1]) || strings.ContainsAny(parts[0], ".:") && !v.isKindOfGroup(parts[0])
}

// isTagged reports whether a path ends in the tag of an image: shop/basket:v2.9.0.
func isTagged(s string) bool {
	name, tag, ok := strings.Cut(s[strings.LastIndexByte(s, '/')+1:], ":")
	if !ok || name == "" || tag == "" || strings.Trim(tag, "0123456789") == "" { // a port
		return false
	}
	return hasDigit(tag) || tags.has(strings.ToLower(tag))
}

// tags are those that have no digit.
var tags = setOf("latest stable main master edge alpine nightly")

// findImage finds an image as it is spelt without the registry that is the default, or
// its repository and its tag, or all its parts, in one line or object.
func (v *view) findImage(name string) int {
	for _, registry := range []string{"docker.io/", "index.docker.io/", "registry-1.docker.io/"} {
		if short, ok := strings.CutPrefix(name, registry); ok {
			return v.findName(strings.TrimPrefix(short, "library/"))
		}
	}
	at := strings.LastIndexByte(name, '/')
	if colon := strings.IndexAny(name[at:], ":@"); colon > 0 {
		if i := v.findTogether([]string{name[:at+colon], name[at+colon+1:]}); i >= 0 {
			return i
		}
	}
	var parts []string
	for part := range strings.FieldsFuncSeq(name, func(r rune) bool { return r == '/' || r == ':' || r == '@' }) {
		if !kindNouns.hasNoun(strings.ToLower(part)) {
			parts = append(parts, part)
		}
	}
	return v.findTogether(parts)
}

// isKindOfGroup tells a kind, alone or with its API group: deployment.apps. A group that
// is not one of Kubernetes' own must stand in the output, and not in the name of a host,
// or else gateway.example.org is the host of that name and no kind.
func (v *view) isKindOfGroup(s string) bool {
	kind, group, ok := strings.Cut(strings.ToLower(s), ".")
	if !kindNouns.hasNoun(kind) {
		return false
	}
	return !ok || groups.has(group) || strings.HasSuffix(group, ".k8s.io") || !hostNouns.has(kind) && v.hasGroup(group)
}

// hasGroup reports whether an API group stands somewhere, alone or behind a kind.
func (v *view) hasGroup(group string) bool {
	text := v.shown().text
	for at := range v.spelt(group) {
		if byteAt(text, at-1) != '.' {
			return true
		}
		before := text[:at-1]
		if kind := strings.ToLower(before[lastWordStart(before):]); kindNouns.hasNoun(kind) && !hostNouns.has(kind) {
			return true
		}
	}
	return false
}

// hostNouns are the kinds that hosts are named after, and that no API group has.
var hostNouns = setOf("registry image repository host server database db broker instance vm")

// groups are the API groups of Kubernetes that end in no domain.
var groups = setOf("apps batch autoscaling policy extensions core v1.apps v1.batch v1")
