package config

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// field is one setting of a T: its name in the file, the environment variable that is
// read over it, and how it is read and shown.
type field[T any] struct {
	name string
	env  string
	want string   // what it may be, for a person
	tags []string // the YAML types that it may have
	set  func(owner *T, text string) bool
	show func(owner *T) string
}

// from names the environment variable of a setting.
func (f field[T]) from(env string) field[T] {
	f.env = env
	return f
}

const (
	tagText   = "!!str"
	tagWhole  = "!!int"
	tagNumber = "!!float"
	tagTruth  = "!!bool"
)

// maxText bounds a name, a path or a URL.
const maxText = 4096

// text is any text of one line.
func text[T any](name, want string, at func(*T) *string) field[T] {
	return field[T]{
		name: name, want: want, tags: []string{tagText},
		set: func(owner *T, text string) bool {
			*at(owner) = text
			return text != "" && len(text) <= maxText && !strings.ContainsAny(text, "\x00\r\n")
		},
		show: func(owner *T) string { return *at(owner) },
	}
}

// matching is text of a certain form.
func matching[T any](name, want string, form *regexp.Regexp, at func(*T) *string) field[T] {
	f := text(name, want, at)
	f.set = func(owner *T, text string) bool {
		*at(owner) = text
		return form.MatchString(text)
	}
	return f
}

// word is one of a few words.
func word[T any](name string, allowed []string, at func(*T) *string) field[T] {
	f := text(name, strings.Join(allowed, ", "), at)
	f.set = func(owner *T, text string) bool {
		*at(owner) = text
		return slices.Contains(allowed, text)
	}
	return f
}

// whole is a whole number within bounds.
func whole[T any](name string, least, most int, at func(*T) *int) field[T] {
	return field[T]{
		name: name, want: fmt.Sprintf("a whole number from %d to %d", least, most), tags: []string{tagWhole},
		set: func(owner *T, text string) bool {
			n, err := strconv.Atoi(text)
			*at(owner) = n
			return err == nil && n >= least && n <= most
		},
		show: func(owner *T) string { return unlessZero(*at(owner), strconv.Itoa) },
	}
}

// number is a number within bounds.
func number[T any](name string, least, most float64, at func(*T) **float64) field[T] {
	return field[T]{
		name: name, want: fmt.Sprintf("a number from %g to %g", least, most), tags: []string{tagWhole, tagNumber},
		set: func(owner *T, text string) bool {
			n, err := strconv.ParseFloat(text, 64)
			*at(owner) = &n
			return err == nil && !math.IsNaN(n) && n >= least && n <= most
		},
		show: func(owner *T) string {
			return unlessNil(*at(owner), func(n float64) string { return strconv.FormatFloat(n, 'g', -1, 64) })
		},
	}
}

// span is a length of time within bounds.
func span[T any](name string, least, most time.Duration, at func(*T) *time.Duration) field[T] {
	return field[T]{
		name: name, want: fmt.Sprintf("a length of time with its unit, such as 90s or 5m, from %s to %s", least, most), tags: []string{tagText},
		set: func(owner *T, text string) bool {
			d, err := time.ParseDuration(text)
			*at(owner) = d
			return err == nil && d >= least && d <= most
		},
		show: func(owner *T) string { return unlessZero(*at(owner), time.Duration.String) },
	}
}

// truth is true or false, or nothing.
func truth[T any](name string, at func(*T) **bool) field[T] {
	return field[T]{
		name: name, want: "true or false", tags: []string{tagTruth},
		set: func(owner *T, text string) bool {
			yes := text == "true"
			*at(owner) = &yes
			return yes || text == "false"
		},
		show: func(owner *T) string { return unlessNil(*at(owner), strconv.FormatBool) },
	}
}

// quirk is one of a few words, or nothing.
func quirk[T any](name string, allowed []string, at func(*T) **string) field[T] {
	return field[T]{
		name: name, want: strings.Join(allowed, ", "), tags: []string{tagText},
		set: func(owner *T, text string) bool {
			*at(owner) = &text
			return slices.Contains(allowed, text)
		},
		show: func(owner *T) string { return unlessNil(*at(owner), func(s string) string { return s }) },
	}
}

func unlessZero[V comparable](value V, show func(V) string) string {
	var zero V
	if value == zero {
		return ""
	}
	return show(value)
}

func unlessNil[V any](value *V, show func(V) string) string {
	if value == nil {
		return ""
	}
	return show(*value)
}
