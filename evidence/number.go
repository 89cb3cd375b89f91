package evidence

import (
	"math/big"
	"strconv"
	"strings"
)

// maxDigits bounds the numbers that are computed with, before and after the
// point: an exponent of nine digits would be a number of a gigabyte.
const maxDigits = 400

// numberOf reads a JSON number exactly. It returns false for other text, and for
// numbers of more than maxDigits digits.
func numberOf(text string) (*big.Rat, bool) {
	if len(text) == 0 || len(text) > maxDigits || strings.Trim(text, "0123456789+-.eE") != "" {
		return nil, false
	}
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		exponent, err := strconv.Atoi(text[i+1:])
		if err != nil || exponent > maxDigits || exponent < -maxDigits {
			return nil, false
		}
	}
	return new(big.Rat).SetString(text)
}
