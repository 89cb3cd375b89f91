package reading

// behindFraction returns where a text goes on behind the whole of a fraction: the nodes
// of 0/3 nodes.
func behindFraction(text string, end int) int {
	if byteAt(text, end) != '/' || !isDigit(byteAt(text, end+1)) {
		return end
	}
	for end++; isDigit(byteAt(text, end)); end++ {
	}
	return end
}

// beforeFraction returns where the fraction begins that a number at an offset ends, else
// the offset: 3 in 0/3 has the words before it that 0 has.
func beforeFraction(text string, start int) int {
	i := start - 1
	if byteAt(text, i) != '/' || !isDigit(byteAt(text, i-1)) {
		return start
	}
	for i > 0 && isDigit(text[i-1]) {
		i--
	}
	return i
}
