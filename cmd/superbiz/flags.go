package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// oneOf checks the value of a flag that has a few.
func oneOf(flag, value string, allowed ...string) error {
	if slices.Contains(allowed, value) {
		return nil
	}
	return fmt.Errorf("%s is %q; it may be %s", flag, value, strings.Join(allowed, ", "))
}

// closeQuietly closes what was only read, or what has failed already.
func closeQuietly(c io.Closer) { _ = c.Close() }
