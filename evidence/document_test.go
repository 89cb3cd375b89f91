package evidence_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/superbizagent/superbizagent/evidence"
)

func decode(t testing.TB, text string) *evidence.Document {
	t.Helper()
	doc, err := evidence.Decode([]byte(text), evidence.MaxOutputDepth)
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func TestDecode(t *testing.T) {
	t.Parallel()
	doc := decode(t, ` {"a": [1, -2.5e3, "x\né", true, null, {}], "b\"": {"c": []}} `)
	var got []string
	for i := range doc.Len() {
		n := doc.At(i)
		got = append(got, fmt.Sprintf("%s %s %d %q", n.Path(), n.Kind(), n.Len(), n.Text()))
	}
	want := []string{
		`$ object 2 "{\"a\": [1, -2.5e3, \"x\\né\", true, null, {}], \"b\\\"\": {\"c\": []}}"`,
		`$.a array 6 "[1, -2.5e3, \"x\\né\", true, null, {}]"`,
		`$.a[0] number 0 "1"`,
		`$.a[1] number 0 "-2.5e3"`,
		`$.a[2] string 0 "x\né"`,
		`$.a[3] boolean 0 "true"`,
		`$.a[4] null 0 "null"`,
		`$.a[5] object 0 "{}"`,
		`$['b"'] object 1 "{\"c\": []}"`,
		`$['b"'].c array 0 "[]"`,
	}
	if g, w := strings.Join(got, "\n"), strings.Join(want, "\n"); g != w {
		t.Errorf("got\n%s\nwant\n%s", g, w)
	}
	for i := range doc.Len() {
		n := doc.At(i)
		start, end := n.Span()
		if got := doc.Raw()[start:end]; got != n.Raw() {
			t.Errorf("%s: its span holds %q, want %q", n.Path(), got, n.Raw())
		}
		if n.ID() != i || n.Document() != doc {
			t.Errorf("%s: got id %d, want %d", n.Path(), n.ID(), i)
		}
	}
}

func TestDecodeRefuses(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("k", 10_000)
	tests := []struct {
		name, text, want string
	}{
		{"nothing", "", "unexpected EOF"},
		{"white space", "  \n", "unexpected EOF"},
		{"truncated object", `{"a": 1`, "unexpected EOF"},
		{"truncated after a name", `{"a"`, "unexpected EOF"},
		{"truncated after a colon", `{"a":`, "unexpected EOF"},
		{"truncated array", `[1, [2`, "unexpected EOF"},
		{"truncated string", `["a`, "unexpected EOF"},
		{"two values", `{} {}`, "more than one JSON value"},
		{"trailing text", `{} x`, "at byte 3"},
		{"trailing comma", `{"a": 1,}`, "at byte 7"},
		{"no value", `{"a": }`, "at byte 6"},
		{"name is no string", `{1: 2}`, "at byte 1"},
		{"not a number", `[NaN]`, "at byte 1"},
		{"infinity", `[-Infinity]`, "at byte 2"},
		{"leading zero", `[01]`, "at byte 2"},
		{"duplicate name", `{"a": 1, "a": 2}`, `duplicate object member name "a"`},
		{"duplicate name by escape", `{"a": 1, "\u0061": 2}`, `duplicate object member name "a"`},
		{"duplicate long name", `{"` + long + `": 1, "` + long + `": 2}`, "duplicate object member name"},
		{"bad UTF-8", "[\"\xff\"]", "invalid UTF-8"},
		{"lone surrogate", `["\ud800"]`, "at byte"},
		{"bad escape", `["\x"]`, "at byte"},
		{"control character", "[\"\x01\"]", "at byte"},
		{"mismatch", `[}`, "at byte 1"},
		{"comment", `[1 /* one */]`, "at byte 3"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			doc, err := evidence.Decode([]byte(test.text), evidence.MaxOutputDepth)
			if err == nil {
				t.Fatalf("got %q, want an error with %q", doc.Raw(), test.want)
			}
			if got := err.Error(); !strings.Contains(got, test.want) || len(got) > 300 {
				t.Errorf("got %q, want a short one with %q", got, test.want)
			}
		})
	}
}

func TestDecodeDepth(t *testing.T) {
	t.Parallel()
	nested := func(depth int) []byte {
		return []byte(strings.Repeat("[", depth) + strings.Repeat("]", depth))
	}
	if _, err := evidence.Decode(nested(64), 64); err != nil {
		t.Errorf("64 levels of 64: %v", err)
	}
	for _, depth := range []int{65, 9_000, 1_000_000} {
		if _, err := evidence.Decode(nested(depth), 64); !errors.Is(err, evidence.ErrTooDeep) {
			t.Errorf("%d levels of 64: got %v, want ErrTooDeep", depth, err)
		}
	}
}

func TestDecodeManyValues(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("counts to four million")
	}
	many := []byte("[" + strings.Repeat("0,", evidence.MaxValues-1) + "0]")
	if _, err := evidence.Decode(many, 64); !errors.Is(err, evidence.ErrTooManyValues) {
		t.Errorf("%d values: got %v, want ErrTooManyValues", evidence.MaxValues+1, err)
	}
}

func TestNode(t *testing.T) {
	t.Parallel()
	doc := decode(t, `{"list": [10, 20], "n": 7, "big": 9223372036854775808, "half": 0.5}`)
	root := doc.Root()
	if got := root.Member("list").Elem(1).Raw(); got != "20" {
		t.Errorf("list[1]: got %s, want 20", got)
	}
	for _, n := range []evidence.Node{
		root.Member("none"), root.Elem(9), root.Elem(-1), root.Member("n").Member("x"), root.Member("list").Member("0"), root.Parent(),
	} {
		if n.Valid() {
			t.Errorf("got %s, want no value", n.Raw())
		}
	}
	if got := root.Member("list").Elem(1).Parent().Key(); got != "list" {
		t.Errorf("parent of list[1]: got %q, want list", got)
	}
	if got := root.Member("n").Ordinal(); got != 1 {
		t.Errorf("ordinal of n: got %d, want 1", got)
	}
	if got, want := root.Member("list").End(), root.Member("n").ID(); got != want {
		t.Errorf("end of list: got %d, want %d", got, want)
	}
	for _, test := range []struct {
		key  string
		want int64
		ok   bool
	}{{"n", 7, true}, {"big", 0, false}, {"half", 0, false}, {"list", 0, false}} {
		if got, ok := root.Member(test.key).Int(); ok != test.ok || ok && got != test.want {
			t.Errorf("%s: got %d, %t, want %d, %t", test.key, got, ok, test.want, test.ok)
		}
	}
}

// TestZeroNode shows that a look-up that found nothing may be asked further.
func TestZeroNode(t *testing.T) {
	t.Parallel()
	var n evidence.Node
	for range n.Children() {
		t.Error("the zero node has children")
	}
	start, end := n.Span()
	if n.Valid() || n.Kind() != evidence.KindInvalid || n.Kind().String() != "invalid" || n.Raw() != "" || n.Text() != "" ||
		n.Key() != "" || n.Len() != 0 || n.Ordinal() != 0 || n.Elem(0).Valid() || n.Member("a").Valid() || n.Parent().Valid() ||
		n.Document() != nil || n.ID() != 0 || start != 0 || end != 0 || !n.Path().IsRoot() {
		t.Error("the zero node is not empty")
	}
}

// TestWideObject covers objects that have a look-up table.
func TestWideObject(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString(`{"inner": {`)
	for i := range 100 {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `"key\u005f%d": %d`, i, i)
	}
	b.WriteString(`}}`)
	inner := decode(t, b.String()).Root().Member("inner")
	for i := range 100 {
		if got, want := inner.Member(fmt.Sprintf("key_%d", i)).Raw(), fmt.Sprint(i); got != want {
			t.Errorf("key_%d: got %q, want %q", i, got, want)
		}
	}
	if inner.Member("key_100").Valid() {
		t.Error("key_100 is there")
	}
}
