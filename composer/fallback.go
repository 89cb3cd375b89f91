package composer

import (
	"fmt"
	"strings"
)

// fallback is a fixed text with counts in it. It never holds a word of the
// Executor's: only phrases chosen by rule ids and labels.
func fallback(in sayable, w phrases) string {
	var b strings.Builder
	fmt.Fprintln(&b, w.noDiagnosis)
	if len(in.withheld) == 0 {
		fmt.Fprintf(&b, "\n%s\n", w.noneLeft)
	} else {
		fmt.Fprintf(&b, "\n"+w.whyHeading+"\n", len(in.withheld))
		for _, c := range countCauses(in.withheld, w) {
			fmt.Fprintln(&b, "-", w.times(c.n, c.why))
		}
	}
	fmt.Fprintf(&b, "\n%s\n%s", w.checks(in.rulesRun), w.next)
	return b.String()
}
