package analyst

import "strings"

// detectDeployments tells the deployments of which not all replicas are ready, and
// asks for their replica sets: where a pod was refused, only those say why.
func detectDeployments(s *scene, r *report) {
	for _, listed := range s.of("kubernetes_get") {
		if !strings.HasPrefix(strings.ToLower(listed.args["kind"]), "deployment") {
			continue
		}
		told := 0
		for _, row := range tableOf(listed) {
			name, ready := row.cell("NAME"), row.cell("READY")
			have, want, ok := strings.Cut(ready, "/")
			if !ok || have == want || !isName(name) || told == maxTroubled {
				continue
			}
			told++
			text := s.question.say("Deployment %s has READY %s.", "Deployment %s 的 READY 为 %s。", name, quoted(ready))
			r.add(observed(text).quotes(listed, row.line, name).asserting(listed, row.line, "contains", ready))
			r.ask(ask("kubernetes_get", "kind", "replicasets", "namespace", listed.args["namespace"]).confirming())
			s.askReplicaSets(r, name)
		}
	}
}

// askReplicaSets asks for what Kubernetes says of the replica sets of a deployment.
func (s *scene) askReplicaSets(r *report, deployment string) {
	for _, listed := range s.of("kubernetes_get") {
		if !strings.HasPrefix(strings.ToLower(listed.args["kind"]), "replicaset") {
			continue
		}
		for _, row := range tableOf(listed) {
			if name := row.cell("NAME"); isName(name) && workloadOf(name) == deployment && row.cell("READY") != row.cell("DESIRED") {
				r.ask(ask("kubernetes_describe", "kind", "replicasets", "name", name, "namespace", listed.args["namespace"]).confirming())
			}
		}
	}
}
