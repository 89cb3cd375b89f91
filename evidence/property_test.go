package evidence_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/superbizagent/superbizagent/evidence"
)

// anyValue draws a JSON value of some depth, with names of every kind.
func anyValue(depth int) *rapid.Generator[any] {
	leaf := rapid.OneOf(
		rapid.Just[any](nil), rapid.Bool().AsAny(), rapid.Int32().AsAny(), rapid.String().AsAny(),
	)
	if depth == 0 {
		return leaf
	}
	name := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"", "a", "a.b", "it's", `"`, `\`, "0", "\n", "\x01\\", "no_evidence", "错误"}))
	return rapid.OneOf(leaf,
		rapid.SliceOfN(anyValue(depth-1), 0, 5).AsAny(),
		rapid.MapOfN(name, anyValue(depth-1), 0, 20).AsAny(),
	)
}

// TestPathsComeBack shows for every value of any document that its path leads to
// it, and survives being written and parsed.
func TestPathsComeBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text, err := json.Marshal(anyValue(4).Draw(t, "value"))
		if err != nil {
			t.Fatal(err)
		}
		doc, err := evidence.Decode(text, evidence.MaxOutputDepth)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		for i := range doc.Len() {
			n := doc.At(i)
			written := n.Path().String()
			p, err := evidence.ParsePath(written)
			if err != nil {
				t.Fatal(err)
			}
			if !p.Equal(n.Path()) || p.Resolve(doc.Root()) != n {
				t.Fatalf("%s leads to another value", written)
			}
		}
	})
}

// TestCitableAgrees compares the look-up of references with their definition.
func TestCitableAgrees(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		type listed struct{ from, to int }
		var refs []string
		var spans []listed
		for range rapid.IntRange(0, 6).Draw(t, "slices") {
			s := listed{rapid.IntRange(0, 12).Draw(t, "from"), rapid.IntRange(0, 12).Draw(t, "to")}
			spans = append(spans, s)
			refs = append(refs, fmt.Sprintf("$.a[%d:%d]", s.from, s.to))
		}
		parsed, err := evidence.ParseRefs(refs)
		if err != nil {
			t.Fatal(err)
		}
		for index := range 13 {
			want := false
			for _, s := range spans {
				want = want || index >= s.from && index < s.to
			}
			p, err := evidence.ParsePath(fmt.Sprintf("$.a[%d].b", index))
			if err != nil {
				t.Fatal(err)
			}
			if got := parsed.Citable(p); got != want {
				t.Fatalf("%v: element %d is citable: got %t, want %t", refs, index, got, want)
			}
		}
	})
}
