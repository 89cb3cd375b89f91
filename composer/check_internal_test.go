package composer

import (
	"testing"

	superbiz "github.com/superbizagent/superbizagent"
)

// The check guards texts that Compose itself does not write yet, so it is tested
// directly.
func TestCheckFindsWhatWasInvented(t *testing.T) {
	in := sayable{
		question: "Why did orders-api fail at 10:31?",
		claims: []superbiz.JudgedClaim{{Claim: superbiz.Claim{
			ClaimID: "c1", Text: "20 of 20 connections were in use; the log says \"too many clients\".",
		}}},
		ruleIDs: []string{"evidence.values"},
	}
	for name, tc := range map[string]struct {
		answer string
		sound  bool
	}{
		"repeats a claim":      {"20 of 20 connections were in use. [1]", true},
		"repeats the question": {"orders-api failed at 10:31. [1]", true},
		"repeats a quote":      {"The log says \"too many clients\". [1]", true},
		"invents a number":     {"21 connections were in use. [1]", false},
		"invents a time":       {"It began at 10:32. [1]", false},
		"invents a name":       {"billing-api-2 failed. [1]", false},
		"invents a path":       {"See /var/log/postgres. [1]", false},
		"invents a quote":      {"The log says \"disk full\". [1]", false},
		"invents a mark":       {"20 connections were in use. [2]", false},
		"invents in Chinese":   {"共有21个连接。[1]", false},
	} {
		t.Run(name, func(t *testing.T) {
			if err := check(tc.answer, in, english()); (err == nil) != tc.sound {
				t.Errorf("check: %v, want sound %t", err, tc.sound)
			}
		})
	}
}

func TestLanguagesSayTheSameThings(t *testing.T) {
	en, zh := english(), chinese()
	if len(en.causes) != len(zh.causes) {
		t.Errorf("causes: %d English, %d Chinese", len(en.causes), len(zh.causes))
	}
	for id := range en.causes {
		if zh.causes[id] == "" {
			t.Errorf("no Chinese words for %s", id)
		}
	}
}
