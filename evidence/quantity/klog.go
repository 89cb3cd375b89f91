package quantity

// klog reads the month, day and time that Kubernetes' components put behind the
// letter of a severity: E0701 10:31:02.123456. The letter is at i.
func (s *scanner) klog(i int) (int, bool) {
	text := s.text
	end := digitRun(text, i+1)
	if end != i+5 || at(text, end) != ' ' {
		return 0, false
	}
	m := moment{
		year: leapYear, month: atoi(text[i+1 : i+3]), day: atoi(text[i+3 : end]),
		flags: hasDate | noYear,
	}
	if !validDate(m.year, m.month, m.day) || !m.readClock(text, end+1) || m.precision > 0 {
		return 0, false
	}
	return s.moment(m, i), true
}
