package secret

import "strings"

// privateKey looks at a PEM block that begins at i. A block whose end is cut off
// ends with its last line of base64.
func (f *finder) privateKey(i int) int {
	text := f.text
	head := text[i+5 : f.lineEnd(i)]
	label, _, ok := strings.Cut(head, "-----")
	if !ok || !strings.Contains(label, "PRIVATE KEY") {
		return 0
	}
	start := i + 5 + len(label) + 5
	if !f.noEnd {
		if n := strings.Index(text[start:], "-----END "); n >= 0 {
			return f.add(start, start+n, PrivateKey)
		}
		f.noEnd = true
	}
	end := start
	for end < len(text) && (isAlnum(text[end]) || strings.IndexByte("+/= \r\n\\", text[end]) >= 0) {
		end++
	}
	return f.add(start, end, PrivateKey)
}

// scope is a YAML or JSON object in a text of lines, told by its indentation.
type scope struct {
	indent   int
	isSecret bool
	inData   bool // the lines now read are deeper than its data key
	values   []place
}

// manifests looks at the data of Kubernetes Secrets printed as YAML or JSON.
// Keys are sorted there, so that data comes before kind: values are kept until
// their object ends.
func (f *finder) manifests() {
	var open []scope
	closeTo := func(indent int) {
		for len(open) > 0 && open[len(open)-1].indent > indent {
			f.closeScope(open[len(open)-1])
			open = open[:len(open)-1]
		}
	}
	for start := 0; start < len(f.text); {
		end := len(f.text)
		if n := strings.IndexByte(f.text[start:], '\n'); n >= 0 {
			end = start + n
		}
		f.inline(start, end)
		line := f.readLine(start, end)
		if line.key != "" {
			if line.begins {
				closeTo(line.indent - 1)
			}
			closeTo(line.indent)
			open = f.note(open, line)
		}
		start = end + 1
	}
	closeTo(-1)
}

func (f *finder) closeScope(s scope) {
	if !s.isSecret {
		return
	}
	for _, value := range s.values {
		f.add(value.start, value.end, Manifest)
	}
}

// note puts a line into the innermost object, or begins one.
func (f *finder) note(open []scope, line manifestLine) []scope {
	if n := len(open); n > 0 && open[n-1].indent < line.indent && open[n-1].inData {
		open[n-1].values = append(open[n-1].values, line.value)
		return open
	}
	if n := len(open); n == 0 || open[n-1].indent < line.indent {
		open = append(open, scope{indent: line.indent})
	}
	current := &open[len(open)-1]
	current.inData = (line.key == "data" || line.key == "stringData") && strings.Trim(f.text[line.value.start:line.value.end], " {") == ""
	if line.key == "kind" && strings.Trim(f.text[line.value.start:line.value.end], "\" ,") == "Secret" {
		current.isSecret = true
	}
	return open
}

// manifestLine is a line "key: value" of a manifest.
type manifestLine struct {
	indent int
	begins bool // it begins an object of a list, or a document
	key    string
	value  place
}

func (f *finder) readLine(start, end int) manifestLine {
	if strings.HasPrefix(f.text[start:end], "---") {
		return manifestLine{key: "---", begins: true, value: place{end, end}}
	}
	line := manifestLine{}
	i := start
	for i < end && (f.text[i] == ' ' || f.text[i] == '-' && i+1 < end && f.text[i+1] == ' ') {
		line.begins = line.begins || f.text[i] == '-'
		i++
	}
	line.indent = i - start
	colon := strings.IndexByte(f.text[i:end], ':')
	if colon <= 0 {
		return line
	}
	line.key = strings.Trim(f.text[i:i+colon], `" `)
	value := place{i + colon + 1, end}
	for value.start < value.end && strings.IndexByte(" \"", f.text[value.start]) >= 0 {
		value.start++
	}
	for value.end > value.start && strings.IndexByte("\r\", ", f.text[value.end-1]) >= 0 {
		value.end--
	}
	line.value = value
	return line
}

// inline looks at a Secret in one line of JSON, as in an annotation of kubectl's.
func (f *finder) inline(start, end int) {
	line := f.text[start:end]
	if !strings.Contains(line, "Secret") {
		return
	}
	plain := strings.NewReplacer(`\`, "", " ", "").Replace(line)
	if !strings.Contains(plain, `"kind":"Secret"`) {
		return
	}
	for i := 0; i < len(line); {
		n := strings.Index(line[i:], "ata") // of data and stringData, but not of metadata
		if n < 0 {
			return
		}
		name := strings.HasSuffix(line[:i+n], `"d`) || strings.HasSuffix(line[:i+n], `"stringD`)
		i += n + 3
		if name {
			i += f.inlineData(start+i, end)
		}
	}
}

// inlineData looks at ": {"name": "value", ...} from start on, and returns the bytes it read.
func (f *finder) inlineData(start, end int) int {
	i := start
	for i < end && strings.IndexByte(`\": `, f.text[i]) >= 0 {
		i++
	}
	if i == start || i >= end || f.text[i] != '{' {
		return 0
	}
	isValue := false
	for i < end && f.text[i] != '}' {
		switch c := f.text[i]; {
		case c == ':':
			isValue = true
		case c == ',':
			isValue = false
		case c == '"':
			escapes := i - f.back(i, `\`, 8)
			word := f.quoted(i+1, '"', escapes)
			if word.end > end {
				return end - start
			}
			if isValue {
				f.add(word.start, word.end, Manifest)
			}
			i = word.end + escapes
		}
		i++
	}
	return i - start
}
