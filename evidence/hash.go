package evidence

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// HashOutput returns the output_sha256 of a raw output: SHA-256, in lower-case
// hex, over its RFC 8785 bytes, so that white space, the order of members and
// the spelling of a string or number do not matter. It refuses what is not one
// JSON value: duplicate names, bad UTF-8, anything after the value.
//
// RFC 8785 reads every number as binary64, where neighbouring large integers
// are one: a changed digit would go unseen. So a number that binary64 cannot
// hold keeps its literal: an integer whose digits do not come back, and anything
// beyond the range on either side. Fractions are rounded, as the RFC says.
func HashOutput(output json.RawMessage) (string, error) {
	canonical, err := canonicalize(output)
	if err != nil {
		return "", fmt.Errorf("canonicalize the output: %w", err)
	}
	sum := sha256.Sum256(canonical)
	return hex.EncodeToString(sum[:]), nil
}

func canonicalize(output json.RawMessage) ([]byte, error) {
	if len(output) == 0 {
		return nil, errors.New("there is no output")
	}
	text, err := jsontext.AppendFormat(nil, output,
		jsontext.ReorderRawObjects(true),
		jsontext.CanonicalizeRawInts(false),
		jsontext.CanonicalizeRawFloats(false))
	if err != nil {
		return nil, err
	}
	return canonicalizeNumbers(text)
}

// canonicalizeNumbers rewrites the numbers of a JSON text that is canonical but
// for them.
func canonicalizeNumbers(text []byte) ([]byte, error) {
	canonical := make([]byte, 0, len(text))
	for len(text) > 0 {
		piece := text[:1]
		var err error
		switch {
		case text[0] == '"':
			piece = text[:stringLength(text)]
			canonical = append(canonical, piece...)
		case beginsNumber(text[0]):
			piece = text[:numberLength(text)]
			canonical, err = appendNumber(canonical, piece)
		default:
			canonical = append(canonical, piece...)
		}
		if err != nil {
			return nil, err
		}
		text = text[len(piece):]
	}
	return canonical, nil
}

// beginsNumber is right outside strings only.
func beginsNumber(c byte) bool { return c == '-' || '0' <= c && c <= '9' }

// stringLength returns the length of the string that valid JSON text begins with.
func stringLength(text []byte) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(text)
}

// numberLength returns the length of the number that valid JSON text begins with.
func numberLength(text []byte) int {
	end := bytes.IndexFunc(text, func(r rune) bool { return r == ',' || r == ']' || r == '}' })
	if end < 0 {
		return len(text)
	}
	return end
}

func appendNumber(canonical, literal []byte) ([]byte, error) {
	if !binary64Holds(literal) {
		return append(canonical, literal...), nil
	}
	return jsontext.AppendFormat(canonical, literal, jsontext.CanonicalizeRawInts(true), jsontext.CanonicalizeRawFloats(true))
}

// exactDigits is how many digits an integer may have and be sure to come back
// from binary64 as it was.
const exactDigits = 15

func binary64Holds(literal []byte) bool {
	isInteger := !bytes.ContainsAny(literal, ".eE")
	if isInteger && len(literal) <= exactDigits {
		return true
	}
	value, err := strconv.ParseFloat(string(literal), 64)
	if err != nil || math.IsInf(value, 0) {
		return false
	}
	if isInteger {
		return strconv.FormatFloat(value, 'f', -1, 64) == string(literal)
	}
	return value != 0 || isZero(literal)
}

// isZero tells a literal zero such as 0.00e5 from a number too small for binary64.
func isZero(literal []byte) bool {
	mantissa, _, _ := bytes.Cut(bytes.ToLower(literal), []byte("e"))
	return !bytes.ContainsAny(mantissa, "123456789")
}
