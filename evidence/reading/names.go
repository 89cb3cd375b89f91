package reading

import (
	"strings"
)

// nameIn reads a chunk as a name. The second result is false when it is ordinary
// prose, a number, a kind or a product.
func nameIn(c chunk) (m Mention, ok bool) {
	m = Mention{Kind: KindName, Text: c.text, Start: c.start, End: c.end, quoted: c.quoted, joined: c.joined}
	folded := strings.ToLower(c.text)
	if !hasLetter(c.text) || !c.quoted && isVocabulary(folded) {
		return m, false
	}
	switch shape := shapeOf(c.text); shape {
	case shapeCamel:
		return m, c.quoted || !isKindLike(c.text) || !c.isNamed()
	case shapePath, shapeSnake, shapeColon, shapeDotted, shapeHost:
		return m, true
	case shapeHyphen:
		afterKind := isKind(strings.Trim(c.before, ".")) || endsInKind(c.before)
		m.weak = !afterKind && !c.quoted && !hasDigit(c.text)
		return m, m.weak || afterKind || c.quoted || isDigitName(c.text)
	case shapeMixed:
		return m, true
	default:
		m.weak = !c.quoted && isCapitals(c.text) && c.saysState()
		return m, m.weak || c.quoted || isCapitalised(c.text) && (phases.has(folded) && c.before != "" || stateNouns.has(c.before) && !stopWords.hasNoun(folded)) ||
			c.located && !stopWords.hasNoun(folded) || isErrno(c.text)
	}
}

// isKind tells the nouns that a name follows, and the keys made of them:
// serviceAccountName.
func isKind(w string) bool {
	key, ok := strings.CutSuffix(w, "name")
	return kindNouns.hasNoun(w) || ok && (kindNouns.has(key) || kindNouns.has(strings.TrimRight(key, "_-")))
}

// isErrno tells the names of the errors of operating systems: ENOSPC.
func isErrno(s string) bool {
	return s[0] == 'E' && strings.ToUpper(s) == s && errnos.has(strings.ToLower(s))
}

// isVocabulary tells kinds, products and common terms, which name no object.
func isVocabulary(folded string) bool {
	return kindNouns.hasNoun(folded) || products.has(folded) || terms.has(folded) || isOrderOrClass(folded)
}

// isOrderOrClass tells 95th, 5xx and p99.
func isOrderOrClass(folded string) bool {
	rest := strings.TrimLeft(folded, "0123456789")
	switch digits := len(folded) - len(rest); {
	case digits == 0:
		return folded[0] == 'p' && len(folded) > 1 && strings.Trim(folded[1:], "0123456789.") == ""
	default:
		return rest == "th" || rest == "st" || rest == "nd" || rest == "rd" || digits == 1 && rest == "xx"
	}
}

// isKindLike tells words that name a kind when a name follows: PaymentRoutePolicy.
func isKindLike(s string) bool {
	if !isUpper(s[0]) {
		return false
	}
	humps := humpsOf(s)
	return kindEndings.has(humps[len(humps)-1])
}

// isSelector tells a metric with labels: up{job="api"}.
func isSelector(s string) bool {
	i := strings.IndexByte(s, '{')
	if i <= 0 || !strings.HasSuffix(s, "}") || !strings.Contains(s[i:], "=") {
		return false
	}
	return strings.Trim(strings.ToLower(s[:i]), "abcdefghijklmnopqrstuvwxyz0123456789_:") == ""
}

// endsInKind tells the Chinese kind nouns, which have no blank before them.
func endsInKind(before string) bool {
	runes := []rune(before)
	return len(runes) >= 2 && isHan(runes[len(runes)-1]) && kindNouns.has(string(runes[len(runes)-2:]))
}

// shape is how a name is spelt; it decides how it may be re-spelt.
type shape uint8

const (
	shapePlain  shape = iota // one word
	shapePath                // has slashes: a path, a URL, an image
	shapeColon               // a:b, a::b
	shapeSnake               // request_count
	shapeDotted              // source.git.uri
	shapeHost                // api.shop.svc, registry:5000
	shapeCamel               // readyReplicas, OOMKilled
	shapeHyphen              // data-kv-store-2
	shapeMixed               // MG01, E1001: letters and digits
)

func shapeOf(s string) shape {
	switch {
	case isPath(s):
		return shapePath
	case strings.Contains(strings.Trim(s, ":"), ":") && !strings.HasSuffix(s, ":"):
		return shapeColon
	case strings.Contains(strings.Trim(s, "_"), "_"):
		return shapeSnake
	case isDotted(s):
		if isKeyPath(s) {
			return shapeDotted
		}
		return shapeHost
	case strings.Contains(strings.Trim(s, "-"), "-"):
		return shapeHyphen
	case isCamel(s):
		return shapeCamel
	case hasDigit(s) && hasLetter(s):
		return shapeMixed
	}
	return shapePlain
}

// isPath tells paths from alternatives in prose, such as ready/available.
func isPath(s string) bool {
	if strings.Contains(s, "://") {
		return true
	}
	i := strings.IndexByte(s, '/')
	if i < 0 {
		return false
	}
	if i == 0 || strings.HasPrefix(s, "./") || strings.HasPrefix(s, "~/") {
		return len(s) > 2
	}
	return strings.ContainsAny(s[:i], ".:") || strings.Count(s, "/") > 1 || isTagged(s)
}

func isDotted(s string) bool {
	i := strings.IndexByte(s, '.')
	return i > 0 && i < len(s)-1 && !strings.Contains(s, "..") && len(s) > 4
}

// isKeyPath tells a path of keys, such as container.restartCount, from a host name
// or a file name.
func isKeyPath(s string) bool {
	for i := range len(s) {
		if !isLower(s[i]) && !isUpper(s[i]) && s[i] != '.' && s[i] != '_' {
			return false
		}
	}
	return !fileEndings.has(strings.ToLower(s[strings.LastIndexByte(s, '.')+1:]))
}

var fileEndings = setOf("yaml yml json conf cfg ini log txt md sh py go java js ts sql csv xml toml env service socket io com org net dev local svc internal cn edu gov sock pid crt pem key")

// isCamel tells words with a capital inside, other than a capitalised word and
// capitals only: readyReplicas, OOMKilled, WriteIOPS.
func isCamel(s string) bool {
	run := word{0, len(s)}
	for i := range len(s) {
		if !isAlnum(s[i]) {
			return false
		}
		if i > 0 && isHump(s, run, i) {
			return true
		}
	}
	return false
}

// isDigitName tells a hyphenated name with a digit in it from counts such as
// 5-minute and from words such as P95-based.
func isDigitName(s string) bool {
	first, _, _ := strings.Cut(s, "-")
	if strings.Trim(first, "0123456789.") == "" {
		return false
	}
	last := s[strings.LastIndexByte(s, '-')+1:]
	return hasDigit(s) && (hasDigit(last) || hasDigit(strings.TrimPrefix(s, first)))
}

func hasDigit(s string) bool {
	for i := range len(s) {
		if isDigit(s[i]) {
			return true
		}
	}
	return false
}

func hasLetter(s string) bool {
	for i := range len(s) {
		if isLower(s[i]) || isUpper(s[i]) {
			return true
		}
	}
	return false
}

// isLowerWord tells words of small ASCII letters only.
func isLowerWord(s string) bool {
	for i := range len(s) {
		if !isLower(s[i]) {
			return false
		}
	}
	return true
}

func isCapitalised(s string) bool { return isUpper(s[0]) && strings.ToLower(s[1:]) == s[1:] }
