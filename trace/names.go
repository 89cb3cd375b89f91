package trace

import "bytes"

// maxNames is how many members the objects around one place may have. All their names
// are remembered, to tell that none stands twice, at up to 200 bytes each.
const maxNames = 1_000_000

// maxOpen is deeper than any document that the decoder reads.
const maxOpen = 10_000

// hasTooManyNames reports whether objects that stand in each other have more members
// than maxNames. Only a document with as many colons is looked through for it; one that
// is no JSON is left to the decoder.
func hasTooManyNames(data []byte) bool {
	if bytes.Count(data, []byte(":")) <= maxNames {
		return false
	}
	var open []int // members so far of the objects that are open
	names := 0
	for i := 0; i < len(data) && len(open) < maxOpen; i++ {
		last := len(open) - 1
		switch c := data[i]; {
		case c == '"':
			i = closingQuote(data, i)
		case c == '{':
			open = append(open, 0)
		case c == '}' && last >= 0:
			names -= open[last]
			open = open[:last]
		case c == ':' && last >= 0:
			open[last]++
			if names++; names > maxNames {
				return true
			}
		}
	}
	return false
}

// closingQuote returns where the string that opens at i closes, or the end.
func closingQuote(data []byte, i int) int {
	for i++; i < len(data); i++ {
		next := bytes.IndexByte(data[i:], '"')
		if next < 0 {
			return len(data)
		}
		i += next
		escapes := 0
		for data[i-1-escapes] == '\\' {
			escapes++
		}
		if escapes%2 == 0 {
			return i
		}
	}
	return i
}
