package tool

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"

	gojson "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// CanonicalArguments returns one spelling of a call's arguments, by which calls
// are compared: members sorted, nulls and blank strings dropped, strings trimmed.
// For the kubernetes_ tools also: switches that are false dropped, kinds in one
// spelling, no namespace for kinds that live in none, and wide for -o wide. Arguments that are no
// JSON object are an error.
func CanonicalArguments(tool string, arguments json.RawMessage) (json.RawMessage, error) {
	object, err := decodeArguments(arguments)
	if err != nil {
		return nil, err
	}
	return canonical(tool, object, nil)
}

// canonical is CanonicalArguments with the defaults of a schema, which are
// dropped too. It does not change object.
func canonical(tool string, object, defaults map[string]any) (json.RawMessage, error) {
	kept := make(map[string]any, len(object))
	for name, value := range object {
		switch given := value.(type) {
		case string:
			value = strings.TrimSpace(given)
		case json.Number:
			value = plainNumber(given)
		}
		if value == nil || value == "" || isDefault(value, defaults[name]) {
			continue
		}
		kept[name] = value
	}
	if strings.HasPrefix(tool, "kubernetes_") {
		canonicalKubernetes(kept)
	}
	text, err := json.Marshal(kept) // sorts the members
	if err != nil {
		return nil, fmt.Errorf("write canonical arguments: %w", err)
	}
	return text, nil
}

// plainNumber writes whole numbers in digits alone, where none is lost: 20 for 2e1 and 20.0.
func plainNumber(number json.Number) json.Number {
	const exact = 1 << 53
	value, err := number.Float64()
	if err != nil || value != math.Trunc(value) || math.Abs(value) >= exact {
		return number
	}
	return json.Number(strconv.FormatInt(int64(value), 10))
}

func isDefault(value, byDefault any) bool {
	return byDefault != nil && reflect.DeepEqual(value, byDefault)
}

// canonicalKubernetes changes arguments in place.
func canonicalKubernetes(arguments map[string]any) {
	for name, value := range arguments {
		if value == false {
			delete(arguments, name)
		}
	}
	if arguments["output"] == "wide" {
		delete(arguments, "output")
		arguments["wide"] = true
	}
	kind, ok := arguments["kind"].(string)
	if !ok {
		return
	}
	arguments["kind"] = KubernetesKind(kind)
	if ClusterWide(kind) {
		delete(arguments, "namespace")
	}
}

// checkJSON refuses what JSON does not allow, duplicate keys and bad UTF-8 too.
func checkJSON(text []byte) error {
	decoder := jsontext.NewDecoder(bytes.NewReader(text))
	if _, err := decoder.ReadValue(); err != nil {
		return err
	}
	return atEnd(decoder)
}

func atEnd(decoder *jsontext.Decoder) error {
	if _, err := decoder.ReadToken(); !errors.Is(err, io.EOF) {
		return fmt.Errorf("something follows the first value (at byte %d)", decoder.InputOffset())
	}
	return nil
}

// linesOutput writes {"lines": [...]}.
func linesOutput(lines []string) json.RawMessage {
	if lines == nil {
		lines = []string{}
	}
	text, err := gojson.Marshal(map[string][]string{"lines": lines}, jsontext.AllowInvalidUTF8(true))
	if err != nil {
		return json.RawMessage(`{"lines":[]}`) // strings always marshal
	}
	return json.RawMessage(text)
}

// shorten cuts text at max bytes, at a whole character, and says so.
func shorten(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	for limit > 0 && !utf8.RuneStart(text[limit]) {
		limit--
	}
	return text[:limit] + "…"
}
