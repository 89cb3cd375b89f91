package analyst

import (
	"regexp"
	"strconv"

	"github.com/superbizagent/superbizagent/evidence"
)

var (
	availableMetric = regexp.MustCompile(`filesystem_avail_bytes$|volume_stats_available_bytes$`)
	sizeMetric      = regexp.MustCompile(`filesystem_size_bytes$|volume_stats_capacity_bytes$`)
	inodesMetric    = regexp.MustCompile(`filesystem_files_free$`)
)

// The share of a disk, in percent, that is nearly none and that is plenty.
const (
	nearlyFull = 5
	plenty     = 10
)

// lookAtDisks tells how much of each disk was left when the least was.
func lookAtDisks(s *scene, r *report, seen *sighting) {
	for _, available := range s.seriesOf(availableMetric) {
		size, ok := sizeOf(s, available)
		if !ok {
			r.add(s.rangeClaim(available))
			continue
		}
		c, percent := s.spaceClaim(available, size)
		switch r.add(c); {
		case percent < nearlyFull:
			seen.bears = append(seen.bears, c)
		case percent > plenty:
			seen.refutes = append(seen.refutes, c)
		}
	}
	for _, inodes := range s.seriesOf(inodesMetric) {
		r.add(s.rangeClaim(inodes))
	}
}

// sizeOf returns the series of the size of the same disk.
func sizeOf(s *scene, available series) (series, bool) {
	for _, size := range s.seriesOf(sizeMetric) {
		same := true
		for label := range size.node.Member("labels").Children() {
			same = same && at(available.node, "labels", label.Key()).Text() == label.Text()
		}
		total, ok := numberOf(size.last().Member("value"))
		if same && ok && total > 0 {
			return size, true
		}
	}
	return series{}, false
}

// spaceClaim tells the least that was available, of how much, and returns the share.
func (s *scene) spaceClaim(available, size series) (*claim, float64) {
	least, total := available.least(), size.last().Member("value")
	value := least.Member("value")
	left, _ := numberOf(value)
	whole, _ := numberOf(total)
	percent := 100 * left / whole
	share := strconv.FormatFloat(percent, 'f', 1, 64)
	text := s.question.say("%s was at least %s (at %s), %s %% of the %s of %s.", "%s 最低为 %s（%s），占 %[6]s %[5]s 的 %[4]s %%。",
		s.called(available), bytesOf(value), timeOf(least.Member("at")), share, bytesOf(total), size.metric)
	made := available.claim(text).measures(available.result, value, "B").states(available.result, least.Member("at")).
		states(size.result, size.node.Member("metric")).measures(size.result, total, "B").
		derives(share, "%", "percent", operand{available.result, value}, operand{size.result, total})
	return made, percent
}

// bytesOf writes a number of bytes in GiB, to a tenth.
func bytesOf(node evidence.Node) string {
	value, _ := numberOf(node)
	return strconv.FormatFloat(value/(1<<30), 'f', 1, 64) + " GiB"
}
