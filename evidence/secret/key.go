package secret

import "strings"

// strength says how much a key tells about its value.
type strength int

const (
	notSecret strength = iota
	weak               // its value may be a name or a word: it must look like chance
	strong             // its value is a credential unless it is a placeholder
	header             // its value is a header's
)

// maxKey bounds a key: longer words are no keys.
const maxKey = 64

// Holds says whether a value beside a key of that name is a credential:
// in structured data, where key and value are no text to search.
func Holds(key, value string) bool {
	switch keyStrength(key) {
	case strong:
		return !placeholder(value)
	case weak:
		return looksRandom(value)
	case header:
		return headerValue(key, value) != [2]int{}
	}
	return false
}

// IsKey says whether a name, such as that of an environment variable, is
// one of a credential.
func IsKey(key string) bool {
	s := keyStrength(key)
	return s == strong || s == weak
}

// keyStrength reads api_key, apiKey, X-API-Key and APIKEY alike.
func keyStrength(key string) strength {
	if len(key) == 0 || len(key) > maxKey {
		return notSecret
	}
	var buffer [maxKey]byte
	word := buffer[:0]
	for _, c := range []byte(key) {
		switch {
		case c >= 'A' && c <= 'Z':
			word = append(word, c+'a'-'A')
		case c == '_', c == '-', c == '.':
		default:
			word = append(word, c)
		}
	}
	if len(word) == 0 {
		return notSecret
	}
	return wordStrength(word)
}

func wordStrength(word []byte) strength {
	ends := func(suffixes ...string) bool {
		for _, suffix := range suffixes {
			if len(word) >= len(suffix) && string(word[len(word)-len(suffix):]) == suffix {
				return true
			}
		}
		return false
	}
	switch word[len(word)-1] {
	case 'd':
		return pick(ends("password", "passwd", "pwd"), strong)
	case 'e':
		if ends("cookie") {
			return header
		}
		return pick(ends("passphrase"), strong)
	case 'y':
		return pick(ends("apikey", "secretkey", "accesskey", "privatekey", "accountkey", "encryptionkey", "signingkey"), strong)
	case 's':
		if ends("requirepass") {
			return strong
		}
		return pick(ends("credentials", "pass"), weak)
	case 'h':
		return pick(ends("masterauth"), strong)
	case 'n':
		if ends("authorization") {
			return header
		}
		if ends("accesstoken", "authtoken", "refreshtoken", "bearertoken", "sessiontoken") {
			return strong
		}
		return pick(ends("token"), weak)
	case 't':
		if ends("clientsecret") {
			return strong
		}
		return pick(ends("secret", "jwt"), weak)
	case 'l':
		return pick(ends("credential"), weak)
	}
	return notSecret
}

func pick(found bool, s strength) strength {
	if found {
		return s
	}
	return notSecret
}

// placeholder says whether a value beside a key is no credential: a word about
// one, a reference, a mask, a path.
func placeholder(value string) bool {
	value = strings.TrimSpace(value)
	if strings.Trim(value, "*.xX-_#•?") == "" || strings.Contains(value, Mask) {
		return true
	}
	switch value[0] {
	case '<', '{', '(', '[', '%':
		return true
	case '$':
		return isReference(strings.TrimRight(value[1:], ".:!?"))
	case '/':
		return isPath(value)
	}
	return isPlainWord(value)
}

// isReference tells $1, $NAME, ${NAME} and $(NAME) from a hash such as $2y$10$….
func isReference(value string) bool {
	if value == "" || value[0] == '{' || value[0] == '(' {
		return true
	}
	return strings.Trim(value, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_") == "" || strings.Trim(value, "0123456789") == ""
}

func isPath(value string) bool {
	return strings.Count(value, "/") > 1 && strings.Trim(value, "abcdefghijklmnopqrstuvwxyz0123456789._-/") == ""
}

// isPlainWord holds what people and programs write behind "password:" that is none.
func isPlainWord(value string) bool {
	if len(value) > 14 {
		return false
	}
	switch strings.ToLower(strings.Trim(value, ".,;:!?")) {
	case "null", "nil", "none", "true", "false", "yes", "no", "on", "off", "required", "invalid", "incorrect", "wrong", "missing",
		"empty", "unset", "set", "not", "is", "was", "must", "expired", "changed", "failed", "rejected", "denied", "redacted", "masked",
		"hidden", "secret", "password", "token", "string", "unknown", "n/a", "undefined", "authentication", "error", "for", "and", "or",
		"from", "the", "a", "an", "to", "in", "no_log", "optional", "scram-sha-256", "md5", "trust", "peer", "ident", "sensitive", "cannot", "can't",
		"should", "has", "does", "doesn't", "didn't", "0":
		return true
	}
	return false
}

// looksRandom tells chance from names and words: letters and digits in one
// piece, and not the hyphenated words of which names are made.
func looksRandom(value string) bool {
	value = strings.TrimSpace(value)
	if len(value) < 8 || placeholder(value) || strings.ContainsAny(value, " \t") {
		return false
	}
	var letters, digits int
	lower := true
	for _, c := range []byte(value) {
		switch {
		case c >= '0' && c <= '9':
			digits++
		case c >= 'a' && c <= 'z':
			letters++
		case c >= 'A' && c <= 'Z':
			letters++
			lower = false
		case c == '/' && letters+digits < 3, c == ':':
			return false
		}
	}
	if letters == 0 || digits == 0 {
		return false
	}
	first, _, hyphenated := strings.Cut(value, "-")
	isName := hyphenated && lower && strings.Trim(first, "abcdefghijklmnopqrstuvwxyz") == ""
	return !isName
}
