package analyst

// detector is one thing that the analyst can see. It is a pure function of the
// scene: it reports what it saw, and asks for what it still needs.
type detector struct {
	name   string
	looks  []string // the tools whose results it reads; it runs when one was called
	detect func(*scene, *report)
}

// detectors returns all of them, in the order in which their claims stand.
func detectors() []detector {
	return []detector{
		{"alerts", []string{"alerts_list"}, detectAlerts},
		{"suspicions", nil, detectSuspicions},
		{"connections", nil, detectConnections},
		{"log errors", []string{"logs_list", "logs_errors"}, detectLogErrors},
		{"level shifts", []string{"metrics_query"}, detectLevelShifts},
		{"blind spots", nil, detectBlindSpots},
	}
}
