package reading

func (c *Claim) explainValue(m Mention) string { return "stands nowhere in the bound output" }
