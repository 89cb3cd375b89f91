package model

import "testing"

func TestTellsOfTrouble(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		`"level":"ERROR"`:              true,
		"FATAL:  remaining slots":      true,
		"it Failed":                    true,
		`{"reason":"OOMKilled"}`:       true,
		"Timed Out":                    true,
		"请求超时了":                        true,
		"all is well":                  false,
		"terror of the default preset": false,
		"err":                          false,
		"e":                            false,
		"":                             false,
		"错":                            false,
	} {
		if got := tellsOfTrouble(text); got != want {
			t.Errorf("%q: got %t, want %t", text, got, want)
		}
	}
}
