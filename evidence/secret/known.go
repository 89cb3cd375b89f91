package secret

import "strings"

// A form is that of a token which its issuer made to be recognised.
type form struct {
	prefix string
	least  int    // bytes behind the prefix
	other  string // beside letters and digits
}

// forms holds them by their first letter, which is one of begins.
var forms = [256][]form{
	'A': {{"AKIA", 16, ""}, {"ASIA", 16, ""}, {"AIza", 35, "_-"}, {"AGE-SECRET-KEY-1", 50, ""}},
	'S': {{"SG.", 40, "._-"}},
	'N': {{"NRAK-", 24, ""}},
	'd': {{"dckr_pat_", 20, "_-"}, {"dop_v1_", 60, ""}},
	'g': {{"ghp_", 20, ""}, {"gho_", 20, ""}, {"ghu_", 20, ""}, {"ghs_", 20, ""}, {"ghr_", 20, ""}, {"github_pat_", 22, "_"},
		{"glpat-", 16, "_-."}, {"gldt-", 16, "_-"}, {"glrt-", 16, "_-"}, {"glptt-", 16, "_-"}, {"glsa_", 32, "_"}},
	'h': {{"hf_", 30, ""}, {"hvs.", 24, "_-"}, {"hooks.slack.com/services/", 20, "/"}},
	'l': {{"lin_api_", 32, ""}},
	'n': {{"npm_", 36, ""}},
	'p': {{"pypi-", 50, "_-"}},
	'r': {{"rk_live_", 16, ""}, {"rk_test_", 16, ""}},
	's': {{"sk_live_", 16, ""}, {"sk_test_", 16, ""}, {"sk-", 20, "_-"}, {"shpat_", 32, ""}},
	'w': {{"whsec_", 16, "+/="}},
	'x': {{"xoxb-", 10, "-"}, {"xoxp-", 10, "-"}, {"xoxa-", 10, "-"}, {"xoxr-", 10, "-"}, {"xoxs-", 10, "-"}, {"xapp-", 10, "-"}},
	'y': {{"ya29.", 20, "_-"}},
}

// known looks at a token of a known form that begins at i.
func (f *finder) known(i int) int {
	text := f.text
	if i+3 >= len(text) || i > 0 && text[i-1] == '_' {
		return 0
	}
	if text[i] == 'e' {
		return f.jwt(i)
	}
	for _, form := range forms[text[i]] {
		if !strings.HasPrefix(text[i:], form.prefix) {
			continue
		}
		start := i + len(form.prefix)
		end := f.run(start, form.other)
		if end-start >= form.least && isToken(text[start:end], form) {
			if form.prefix[len(form.prefix)-1] == '/' {
				return f.add(start, end, Token)
			}
			return f.add(i, end, Token)
		}
	}
	return 0
}

// isToken keeps words in the shape of a token, as in sk-learn-pipeline-of-many-words, apart.
func isToken(body string, form form) bool {
	switch form.prefix {
	case "AKIA", "ASIA":
		return len(body) == form.least && strings.ToUpper(body) == body
	case "sk-":
		return looksRandom("x1-"+body[:1]+strings.ReplaceAll(body, "-", "")) && strings.ContainsAny(body, "0123456789")
	}
	return strings.ContainsAny(body, "0123456789")
}

// jwt looks at header.payload.signature, each base64 of which the first two begin with {".
func (f *finder) jwt(i int) int {
	text := f.text
	if !strings.HasPrefix(text[i:], "eyJ") {
		return 0
	}
	end := f.run(i, "_-")
	if end-i < 10 || !strings.HasPrefix(text[end:], ".eyJ") {
		return 0
	}
	end = f.run(end+1, "_-")
	if end < len(text) && text[end] == '.' {
		end = f.run(end+1, "_-")
	}
	return f.add(i, end, Token)
}
