package tool

import "strings"

// KubernetesKind returns one spelling of the name of a Kubernetes resource:
// pods for "Pod", "po", "pod" and "PODS"; deployments for "deployment.apps". A
// kind that is not known comes back in lower case.
func KubernetesKind(kind string) string {
	name, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(kind)), ".")
	plural, _ := kubernetesKind(name)
	return plural
}

// ClusterWide says whether a Kubernetes kind, in any spelling, lives in no namespace.
func ClusterWide(kind string) bool {
	name, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(kind)), ".")
	_, clusterWide := kubernetesKind(name)
	return clusterWide
}

// kubernetesKind is the table of kubectl api-resources: plural by any of its names.
func kubernetesKind(name string) (plural string, clusterWide bool) {
	switch name {
	case "po", "pod", "pods":
		return "pods", false
	case "svc", "service", "services":
		return "services", false
	case "deploy", "deployment", "deployments":
		return "deployments", false
	case "rs", "replicaset", "replicasets":
		return "replicasets", false
	case "sts", "statefulset", "statefulsets":
		return "statefulsets", false
	case "ds", "daemonset", "daemonsets":
		return "daemonsets", false
	case "job", "jobs":
		return "jobs", false
	case "cj", "cronjob", "cronjobs":
		return "cronjobs", false
	case "cm", "configmap", "configmaps":
		return "configmaps", false
	case "secret", "secrets":
		return "secrets", false
	case "sa", "serviceaccount", "serviceaccounts":
		return "serviceaccounts", false
	case "ep", "endpoint", "endpoints":
		return "endpoints", false
	case "endpointslice", "endpointslices":
		return "endpointslices", false
	case "ev", "event", "events":
		return "events", false
	case "ing", "ingress", "ingresses":
		return "ingresses", false
	case "netpol", "networkpolicy", "networkpolicies":
		return "networkpolicies", false
	case "pvc", "persistentvolumeclaim", "persistentvolumeclaims":
		return "persistentvolumeclaims", false
	case "quota", "resourcequota", "resourcequotas":
		return "resourcequotas", false
	case "limits", "limitrange", "limitranges":
		return "limitranges", false
	case "hpa", "horizontalpodautoscaler", "horizontalpodautoscalers":
		return "horizontalpodautoscalers", false
	case "pdb", "poddisruptionbudget", "poddisruptionbudgets":
		return "poddisruptionbudgets", false
	case "rc", "replicationcontroller", "replicationcontrollers":
		return "replicationcontrollers", false
	case "role", "roles":
		return "roles", false
	case "rolebinding", "rolebindings":
		return "rolebindings", false
	case "lease", "leases":
		return "leases", false
	}
	return clusterKind(name)
}

func clusterKind(name string) (plural string, clusterWide bool) {
	switch name {
	case "no", "node", "nodes":
		return "nodes", true
	case "ns", "namespace", "namespaces":
		return "namespaces", true
	case "pv", "persistentvolume", "persistentvolumes":
		return "persistentvolumes", true
	case "sc", "storageclass", "storageclasses":
		return "storageclasses", true
	case "clusterrole", "clusterroles":
		return "clusterroles", true
	case "clusterrolebinding", "clusterrolebindings":
		return "clusterrolebindings", true
	case "crd", "crds", "customresourcedefinition", "customresourcedefinitions":
		return "customresourcedefinitions", true
	case "pc", "priorityclass", "priorityclasses":
		return "priorityclasses", true
	case "ingressclass", "ingressclasses":
		return "ingressclasses", true
	case "runtimeclass", "runtimeclasses":
		return "runtimeclasses", true
	case "apiservice", "apiservices":
		return "apiservices", true
	case "mutatingwebhookconfiguration", "mutatingwebhookconfigurations":
		return "mutatingwebhookconfigurations", true
	case "validatingwebhookconfiguration", "validatingwebhookconfigurations":
		return "validatingwebhookconfigurations", true
	case "volumeattachment", "volumeattachments":
		return "volumeattachments", true
	case "csr", "certificatesigningrequest", "certificatesigningrequests":
		return "certificatesigningrequests", true
	case "csinode", "csinodes":
		return "csinodes", true
	case "csidriver", "csidrivers":
		return "csidrivers", true
	}
	return name, false
}
