package verifier

import (
	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/evidence/reading"
)

func contradiction(*reading.Claim) (string, bool)            { return "", false }
func standsInCited(c *reading.Claim, m reading.Mention) bool { return c.StandsInBound(m) }
func provesAbsence(*evidence.Ledger, *evidence.Claim) bool   { return true }
