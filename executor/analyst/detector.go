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
		{"relevance", nil, detectRelevance},
		{"alerts", []string{"alerts_list"}, detectAlerts},
		{"suspicions", nil, detectSuspicions},
		{"connections", nil, detectConnections},
		{"pods", []string{"kubernetes_get"}, detectPods},
		{"deployments", []string{"kubernetes_get"}, detectDeployments},
		{"signatures", []string{"kubernetes_describe", "kubernetes_events"}, detectSignatures},
		{"memory limits", []string{"kubernetes_get"}, detectMemoryLimits},
		{"log errors", []string{"logs_list", "logs_errors"}, detectLogErrors},
		{"level shifts", []string{"metrics_query"}, detectLevelShifts},
		{"quiet", []string{"alerts_list", "logs_errors"}, detectQuiet},
		{"blind spots", nil, detectBlindSpots},
	}
}
