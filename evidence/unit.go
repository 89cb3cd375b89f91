package evidence

import (
	"strings"

	"github.com/superbizagent/superbizagent/evidence/quantity"
)

// maxSurroundings is how many levels up a unit is looked for.
const maxSurroundings = 4

// unitAround returns the unit that a bare number takes from where it stands: from
// its key, or the key of the list that it is in; from a member "unit" beside it; or
// from the name of the metric that it is a sample of. It returns false where
// nothing tells, and None and true for a number that counts things.
func unitAround(n Node) (quantity.Unit, bool) {
	for range maxSurroundings {
		if !n.Valid() {
			break
		}
		if u, ok := quantity.UnitOfKey(n.Key()); ok && tells(n.Key(), u) {
			return u, true
		}
		n = n.Parent()
		if u, ok := unitBeside(n); ok {
			return u, true
		}
	}
	return quantity.None, false
}

// tells sorts out keys that suggest a unit and do not settle it: "usage" may be a
// share or a size, "total" alone the total of anything, and the size of a pool is how
// many are in it.
func tells(key string, u quantity.Unit) bool {
	return u != quantity.Share && !strings.EqualFold(key, "total") && !strings.HasSuffix(strings.ToLower(key), "size")
}

// unitBeside looks among the members of an object.
func unitBeside(object Node) (quantity.Unit, bool) {
	if unit := object.Member("unit"); unit.Kind() == KindString {
		if u, ok := quantity.ParseUnit(unit.Text()); ok {
			return u, true
		}
	}
	metric := object.Member("metric")
	if metric.Kind() == KindObject {
		metric = metric.Member("__name__")
	}
	if metric.Kind() != KindString {
		return quantity.None, false
	}
	u, ok := quantity.UnitOfKey(metric.Text())
	return u, ok && tells(metric.Text(), u)
}
