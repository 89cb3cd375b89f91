package analyst

// rangeClaim tells the least and the greatest value of a series; of one that has a
// single value, how many samples have it.
func (s *scene) rangeClaim(one series) *claim {
	least, most, count := one.least(), one.most(), one.node.Member("count")
	value, from, to := least.Member("value"), one.first().Member("at"), one.last().Member("at")
	if value.Raw() == most.Member("value").Raw() {
		text := s.question.say("%s has the value %s in all %s samples from %s to %s.", "%s 从 %[4]s 到 %[5]s 的 %[3]s 个样本（samples）的值均为 %[2]s。",
			s.called(one), value.Text(), count.Text(), timeOf(from), timeOf(to))
		return one.claim(text).states(one.result, value, most.Member("value"), count, from, to)
	}
	text := s.question.say("%s was between %s (at %s) and %s (at %s).", "%s 介于 %s（%s）和 %s（%s）之间。", s.called(one),
		value.Text(), timeOf(least.Member("at")), most.Member("value").Text(), timeOf(most.Member("at")))
	return one.claim(text).states(one.result, value, least.Member("at"), most.Member("value"), most.Member("at"))
}

// claim begins an observation of the series.
func (one series) claim(text string) *claim {
	return observed(text).states(one.result, one.node.Member("metric")).states(one.result, one.labels()...)
}
