package verifier

import "github.com/superbizagent/superbizagent/evidence"

func provesAbsence(*evidence.Ledger, *evidence.Claim) bool { return true }
