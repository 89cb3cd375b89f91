package docs_test

import (
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"slices"
	"testing"
)

// variants yields a document and all that differ from it in one value: left out,
// null, of another type, blank, empty, out of its range, or with a member more.
func variants(t *testing.T, document string) iter.Seq2[string, []byte] {
	t.Helper()
	var doc any
	if err := json.Unmarshal([]byte(document), &doc); err != nil {
		t.Fatal(err)
	}
	return func(yield func(string, []byte) bool) {
		emit := func(where string) bool { return yield(where, toJSON(t, doc)) }
		if emit("") {
			vary(doc, "", emit)
		}
	}
}

// instead is what a value is replaced with.
func instead() []any {
	return []any{
		nil, true, false, 0, 1, -1, 2, 0.5, 1e300, "", " ", "\t\u00a0\u3000", "x", "exists", "eq", "a_1", "A b", "_x", "x__y", "1x",
		[]any{}, []any{nil}, []any{1}, []any{"x"}, []any{map[string]any{}}, map[string]any{}, map[string]any{"x": 1},
	}
}

// vary changes each value in or below a container in place, emits, and puts it back.
// It returns false when emit did.
func vary(value any, path string, emit func(string) bool) bool {
	switch value := value.(type) {
	case map[string]any:
		return varyObject(value, path, emit)
	case []any:
		for i := range value {
			at := fmt.Sprintf("%s/%d", path, i)
			if !replace(value[i], at, func(v any) { value[i] = v }, emit) || !vary(value[i], at, emit) {
				return false
			}
		}
	}
	return true
}

func varyObject(object map[string]any, path string, emit func(string) bool) bool {
	for _, name := range slices.Sorted(maps.Keys(object)) {
		at, was := path+"/"+name, object[name]
		delete(object, name)
		goOn := emit(at + " left out")
		object[name] = was
		if !goOn || !replace(was, at, func(v any) { object[name] = v }, emit) || !vary(was, at, emit) {
			return false
		}
	}
	for _, name := range []string{"diagnosis_summary", "extra"} {
		object[name] = "x"
		goOn := emit(path + "/" + name + " added")
		delete(object, name)
		if !goOn {
			return false
		}
	}
	return true
}

func replace(was any, path string, set func(any), emit func(string) bool) bool {
	defer set(was)
	for _, v := range instead() {
		set(v)
		if !emit(fmt.Sprintf("%s is %v", path, v)) {
			return false
		}
	}
	return true
}
