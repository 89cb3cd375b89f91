package evidence

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
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
	hash := sha256.New()
	if err := canonicalize(hash, output); err != nil {
		return "", fmt.Errorf("canonicalize the output: %w", err)
	}
	return hex.EncodeToString(hash.Sum(nil)), nil
}

// canonicalize writes the RFC 8785 bytes of an output.
func canonicalize(to io.Writer, output json.RawMessage) error {
	if len(output) == 0 {
		return errors.New("there is no output")
	}
	text, err := jsontext.AppendFormat(make([]byte, 0, len(output)), output,
		jsontext.ReorderRawObjects(true),
		jsontext.CanonicalizeRawInts(false),
		jsontext.CanonicalizeRawFloats(false))
	if err != nil {
		return err
	}
	return canonicalizeNumbers(to, text)
}

// canonicalizeNumbers writes a JSON text that is canonical but for its numbers.
func canonicalizeNumbers(to io.Writer, text []byte) error {
	var number [32]byte
	written := 0
	for i := 0; i < len(text); {
		switch {
		case text[i] == '"':
			i += stringLength(text[i:])
			continue
		case !beginsNumber(text[i]):
			i++
			continue
		}
		end := i + numberLength(text[i:])
		canonical, err := appendNumber(number[:0], text[i:end])
		if err == nil && !bytes.Equal(canonical, text[i:end]) {
			_, err = to.Write(text[written:i])
			if err == nil {
				_, err = to.Write(canonical)
			}
			written = end
		}
		if err != nil {
			return err
		}
		i = end
	}
	_, err := to.Write(text[written:])
	return err
}

// beginsNumber is right outside strings only.
func beginsNumber(c byte) bool { return c == '-' || '0' <= c && c <= '9' }

// stringLength returns the length of the string that valid JSON text begins with.
func stringLength(text []byte) int {
	for i := 1; ; {
		end := bytes.IndexByte(text[i:], '"')
		if end < 0 {
			return len(text)
		}
		escape := bytes.IndexByte(text[i:i+end], '\\')
		if escape < 0 {
			return i + end + 1
		}
		i += escape + 2
	}
}

// numberLength returns the length of the number that valid JSON text begins with.
func numberLength(text []byte) int {
	for i, c := range text {
		if c == ',' || c == ']' || c == '}' {
			return i
		}
	}
	return len(text)
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
