package evidence_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"
	"testing"

	"github.com/superbizagent/superbizagent/evidence"
)

// TestHashOutput compares with the hash of the canonical bytes, written out.
func TestHashOutput(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name      string
		output    string
		canonical string
	}{
		{"null", `null`, `null`},
		{"white space", " { \"a\" : [ 1 , true ] }\n", `{"a":[1,true]}`},
		{"order of members", `{"b":1,"a":{"d":2,"c":3}}`, `{"a":{"c":3,"d":2},"b":1}`},
		{"order by UTF-16 code units", `{"\ufb33":1,"\ud83d\ude00":2,"z":3}`, "{\"z\":3,\"\U0001F600\":2,\"\uFB33\":1}"},
		{"spelling of strings", `"\u0041\/\u00e9\u000a\u001f\u2028"`, "\"A/é\\n\\u001f\u2028\""},
		{"digits in strings", `["9007199254740993","say \"1e400\"","\\","1.0"]`, `["9007199254740993","say \"1e400\"","\\","1.0"]`},
		{"escape before the end of a string", `{"a\\":1.0,"b\"":2.0}`, `{"a\\":1,"b\"":2}`},
		{"the numbers of the RFC", `[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001]`, `[333333333.3333333,1e+30,4.5,0.002,1e-27]`},
		{"zeros", `[0,-0,0.0,-0.0,0e5,0.000E-400]`, `[0,0,0,0,0,0]`},
		{"a whole number with a point", `1.0`, `1`},
		{"the largest safe integers", `[9007199254740991,-9007199254740992]`, `[9007199254740991,-9007199254740992]`},
		{"an integer between two binary64", `[9007199254740993,-9007199254740993]`, `[9007199254740993,-9007199254740993]`},
		{"an integer whose digits do not come back", `1152921504606846976`, `1152921504606846976`},
		{"nanoseconds", `1719830000000000000`, `1719830000000000000`},
		{"a large integer", `18446744073709551615`, `18446744073709551615`},
		{"a round integer", `1000000000000000000000`, `1e+21`},
		{"beyond the range", `[1e400,-1E400]`, `[1e400,-1E400]`},
		{"too small", `[1e-400,0.1e-999999999999]`, `[1e-400,0.1e-999999999999]`},
		{"an exponent beyond the range that is in it", `0.00001e310`, `1e+305`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got, err := evidence.HashOutput(json.RawMessage(test.output))
			if err != nil {
				t.Fatal(err)
			}
			sum := sha256.Sum256([]byte(test.canonical))
			if want := hex.EncodeToString(sum[:]); got != want {
				t.Errorf("hash of %s: got %s, want %s, that of %s", test.output, got, want, test.canonical)
			}
		})
	}
}

func TestHashOutputRefuses(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, output string }{
		{"nothing", ""},
		{"white space", " \n"},
		{"duplicate names", `{"a":1,"a":2}`},
		{"bad UTF-8", "\"\xff\""},
		{"a lone surrogate", `"\ud800"`},
		{"two values", `{} {}`},
		{"cut short", `{"a":`},
		{"not a number", `NaN`},
		{"too deep", strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got, err := evidence.HashOutput(json.RawMessage(test.output)); err == nil {
				t.Errorf("got %s and no error", got)
			}
		})
	}
}

// TestHashOutputSeesEveryDigit holds what the exception to the RFC is for.
func TestHashOutputSeesEveryDigit(t *testing.T) {
	t.Parallel()
	seen := map[string]string{}
	for _, output := range []string{
		`9007199254740992`, `9007199254740993`, `1152921504606846976`, `1152921504606847000`, `1152921504606846975`,
		`123456789012345678901234567890`, `123456789012345678901234567891`, `1e400`, `1e401`, `1e-400`, `0`,
	} {
		hash, err := evidence.HashOutput(json.RawMessage(output))
		if err != nil {
			t.Fatal(err)
		}
		if other, ok := seen[hash]; ok {
			t.Errorf("%s and %s have the same hash", output, other)
		}
		seen[hash] = output
	}
}

// TestHashOutputOfMuch feeds what would take minutes if anything were quadratic.
func TestHashOutputOfMuch(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, output string }{
		{"one number of many digits", strings.Repeat("9", 1<<20)},
		{"many large numbers", "[" + strings.Repeat("12345678901234567890,", 1<<16) + "1]"},
		{"one string of many escapes", `"` + strings.Repeat(`\"`, 1<<19) + `"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if _, err := evidence.HashOutput(json.RawMessage(test.output)); err != nil {
				t.Fatal(err)
			}
		})
	}
}

func FuzzHashOutput(f *testing.F) {
	for _, seed := range []string{`{"b":[1.50,"x"],"a":9007199254740993}`, `[-0,1e400,2e-3]`, "\"\xff\"", `{"a":1,"a":1}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, output []byte) {
		hash, err := evidence.HashOutput(output)
		if err != nil {
			return
		}
		spaced := append(append([]byte(" \n"), output...), '\t')
		again, err := evidence.HashOutput(spaced)
		if err != nil || again != hash {
			t.Errorf("with white space around it: got %s, %v, want %s", again, err, hash)
		}
	})
}
