package tool_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/superbizagent/superbizagent/tool"
)

func TestRedactJSON(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, value, want string }{
		{"nothing to hide", `{ "b": 1.50, "a": [ "x", null ] }`, `{ "b": 1.50, "a": [ "x", null ] }`},
		{"a string", `"password=hunter22"`, `"password=[REDACTED]"`},
		{"beside a key", `{"password":"hunter22","n":{"apiKey":"k1","user":"u"}}`, `{"password":"[REDACTED]","n":{"apiKey":"[REDACTED]","user":"u"}}`},
		{"a number beside a key", `{"password":12345,"port":12345}`, `{"password":"[REDACTED]","port":12345}`},
		{"a list beside a key", `{"password":["a1","b2"]}`, `{"password":["[REDACTED]","[REDACTED]"]}`},
		{"a placeholder beside a key", `{"password":"","token":"expired"}`, `{"password":"","token":"expired"}`},
		{"a name", `{"token=a1b2c3d4e5":1,"token=b1b2c3d4e5":2}`, `{"token=[REDACTED]":1,"token=[REDACTED]#2":2}`},
		{"escapes", `{"a":"x\npassword=hunt\u0065r22 \u00e9"}`, `{"a":"x\npassword=[REDACTED] é"}`},
		{
			"lines", `{"lines":["-----BEGIN PRIVATE KEY-----","MIIE","abc","-----END PRIVATE KEY-----","password=x1y2"]}`,
			`{"lines":["-----BEGIN PRIVATE KEY-----","[REDACTED]","[REDACTED]","-----END PRIVATE KEY-----","password=[REDACTED]"]}`,
		},
		{
			"Secret in lines", `{"lines":["data:","  a: YWRt","kind: Secret"]}`,
			`{"lines":["data:","  a: [REDACTED]","kind: Secret"]}`,
		},
		{
			"Secret", `{"items":[{"data":{"a":"YWRt","n":{"kind":1}},"kind":"Secret","metadata":{"name":"db"}},{"data":{"a":"plain"},"kind":"ConfigMap"}]}`,
			`{"items":[{"data":{"a":"[REDACTED]","n":{"kind":"[REDACTED]"}},"kind":"Secret","metadata":{"name":"db"}},{"data":{"a":"plain"},"kind":"ConfigMap"}]}`,
		},
		{"Secret without data", `{"data":null,"kind":"Secret"}`, `{"data":null,"kind":"Secret"}`},
		{
			"environment", `[{"value":"hunter22","name":"DB_PASSWORD"},{"name":"HOST","value":"db"},{"name":"A_TOKEN","valueFrom":{}}]`,
			`[{"value":"[REDACTED]","name":"DB_PASSWORD"},{"name":"HOST","value":"db"},{"name":"A_TOKEN","valueFrom":{}}]`,
		},
		{"values that look like names", `{"x":"kind","kind":"name","name":"password","value":"v"}`, `{"x":"kind","kind":"name","name":"password","value":"[REDACTED]"}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got, err := tool.RedactJSON(json.RawMessage(test.value))
			if err != nil || string(got) != test.want {
				t.Errorf("got\n%s, %v\nwant\n%s", got, err, test.want)
			}
		})
	}
}

func TestRedactJSONRefuses(t *testing.T) {
	t.Parallel()
	for _, value := range []string{``, `{`, `1 2`, `{"a":1,"a":2}`, "\"\xff\"", strings.Repeat("[", 20000)} {
		if got, err := tool.RedactJSON(json.RawMessage(value)); err == nil {
			t.Errorf("%.20q: got %.50s, want an error", value, got)
		}
	}
}

func FuzzRedactJSON(f *testing.F) {
	f.Add(`{"lines":["-----BEGIN PRIVATE KEY-----","MIIE"],"password":1,"data":{"kind":"Secret"},"kind":"Secret"}`)
	f.Add(`[{"value":"x","name":"DB_PASSWORD"}]`)
	f.Add(`{"token=a1b2c3d4e5":1,"token=b1b2c3d4e5":{"a":[[],"b"]}}`)
	f.Fuzz(func(t *testing.T, text string) {
		redacted, err := tool.RedactJSON(json.RawMessage(text))
		if err != nil {
			return
		}
		if !json.Valid(redacted) {
			t.Fatalf("%q became %q", text, redacted)
		}
		again, err := tool.RedactJSON(redacted)
		if err != nil {
			t.Fatalf("%q became %q: %v", text, redacted, err)
		}
		if len(again) == 0 {
			t.Fatal("nothing left")
		}
	})
}

func BenchmarkRedactJSON(b *testing.B) {
	line := `2026-05-06T21:39:00.123Z level=info msg=\"request done\" method=GET path=/api/cart status=200 took=12ms trace=0123456789abcdef`
	text := json.RawMessage(`{"lines":["` + strings.Repeat(line+`","`, 400) + `x"]}`)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := tool.RedactJSON(text); err != nil {
			b.Fatal(err)
		}
	}
}
