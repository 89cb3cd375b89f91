package composer

import (
	"reflect"
	"testing"
)

// TestNoPhraseIsMissing: a phrase that one language lacks would break an answer in it.
func TestNoPhraseIsMissing(t *testing.T) {
	for name, w := range map[string]phrases{"English": english(), "Chinese": chinese()} {
		v := reflect.ValueOf(w)
		for i := range v.NumField() {
			if v.Field(i).IsZero() {
				t.Errorf("%s has no %s", name, v.Type().Field(i).Name)
			}
		}
	}
}
