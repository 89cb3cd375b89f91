package analyst

import (
	"regexp"
	"slices"
	"strings"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
)

// signature is a text by which Kubernetes, or a container runtime, gives a cause
// away.
type signature struct {
	code    string
	object  string // the kind of the cause's object: app or namespace
	words   *regexp.Regexp
	english string
	chinese string
	weight  int // of two, the heavier says more
}

// signatures returns them all, those that say the most first.
func signatures() []signature {
	return []signature{
		{"namespace_cpu_quota_exceeded", "namespace", cpuQuota, "The quota of the namespace leaves no CPU for its pods.", "命名空间的 CPU 配额不足，Pod 无法创建。", 90},
		{"namespace_memory_quota_exceeded", "namespace", memoryQuota, "The quota of the namespace leaves no memory for its pods.", "命名空间的内存配额不足，Pod 无法创建。", 90},
		{"namespace_pod_quota_exceeded", "namespace", podQuota, "The quota of the namespace allows no further pod.", "命名空间的 Pod 数量配额已满。", 90},
		{"oom_killed", "app", oomKilled, "A container needs more memory than its limit allows.", "容器所需内存超过其限制。", 80},
		{"missing_secret_binding", "app", missingSecret, "A container needs a Secret that does not exist.", "容器引用的 Secret 不存在。", 80},
		{"missing_configmap", "app", missingConfigMap, "A container needs a ConfigMap that does not exist.", "容器引用的 ConfigMap 不存在。", 80},
		{"image_registry_dns_failure", "app", registryDNS, "The host of the image registry cannot be resolved.", "镜像仓库的主机名无法解析。", 80},
		{"missing_image_pull_secret", "app", pullRefused, "The image registry refuses to give the image without credentials.", "缺少凭据，镜像仓库拒绝拉取。", 79},
		{"incorrect_image_reference", "app", imageMissing, "The image that a container names is not in its registry.", "容器引用的镜像在仓库中不存在。", 78},
		{"cpu_capacity_mismatch", "app", noCPU, "No node has as much CPU free as a pod requests.", "没有节点有足够的可用 CPU。", 70},
		{"memory_capacity_mismatch", "app", noMemory, "No node has as much memory free as a pod requests.", "没有节点有足够的可用内存。", 70},
		{"taint_toleration_mismatch", "app", tainted, "The nodes that could take a pod have a taint that it does not tolerate.", "可用节点带有 Pod 不能容忍的污点。", 69},
		{"pod_anti_affinity_conflict", "app", antiAffinity, "The anti-affinity of a pod leaves no node for it.", "Pod 的反亲和性规则使其没有可用节点。", 68},
		{"node_selector_mismatch", "app", selectorMismatch, "No node fits the node selector or affinity of a pod.", "没有节点满足 Pod 的节点选择器或亲和性。", 60},
		{"pvc_unbound", "app", unbound, "A pod waits for a volume claim that is not bound.", "Pod 等待尚未绑定的存储卷声明。", 60},
		{"volume_mount_permission_denied", "app", denied, "A container may not write where it must.", "容器没有写入权限。", 40},
		{"liveness_probe_failing", "app", liveness, "The liveness probe of a container fails.", "容器的存活探针失败。", 30},
		{"readiness_probe_failing", "app", readiness, "The readiness probe of a container fails.", "容器的就绪探针失败。", 20},
	}
}

var (
	cpuQuota         = regexp.MustCompile(`exceeded quota: [^\s,]+, requested: requests\.cpu`)
	memoryQuota      = regexp.MustCompile(`exceeded quota: [^\s,]+, requested: requests\.memory`)
	podQuota         = regexp.MustCompile(`exceeded quota: [^\s,]+, requested: pods`)
	oomKilled        = regexp.MustCompile(`OOMKilled|OOM-killed`)
	missingSecret    = regexp.MustCompile(`secret "[^"]+" not found`)
	missingConfigMap = regexp.MustCompile(`configmap "[^"]+" not found`)
	registryDNS      = regexp.MustCompile(`dial tcp: lookup [^\s]+`)
	pullRefused      = regexp.MustCompile(`failed to authorize|pull access denied`)
	imageMissing     = regexp.MustCompile(`[Ff]ailed to pull (and unpack )?image .*(not found|NotFound|403 Forbidden)`)
	noCPU            = regexp.MustCompile(`Insufficient cpu`)
	noMemory         = regexp.MustCompile(`Insufficient memory`)
	tainted          = regexp.MustCompile(`untolerated taint`)
	antiAffinity     = regexp.MustCompile(`didn't match pod anti-affinity rules`)
	selectorMismatch = regexp.MustCompile(`didn't match Pod's node affinity/selector`)
	unbound          = regexp.MustCompile(`unbound immediate PersistentVolumeClaims|persistentvolumeclaim "[^"]+" not found`)
	denied           = regexp.MustCompile(`[Pp]ermission denied`)
	liveness         = regexp.MustCompile(`Liveness probe failed`)
	readiness        = regexp.MustCompile(`Readiness probe failed`)
)

// detectSignatures looks for signatures in what was described of the objects that do
// not run, and in the events of the namespace.
func detectSignatures(s *scene, r *report) {
	for _, described := range s.of("kubernetes_describe", "kubernetes_events") {
		found, ok := strongest(described)
		if !ok {
			continue
		}
		subject := s.subjectOf(described, found.leaf)
		if !isName(subject) {
			continue
		}
		text := s.question.say("Kubernetes reports of %s: %s", "Kubernetes 关于 %s 的报告：%s", subject, quoted(found.words))
		made := observed(text).quotes(described, found.leaf, found.words)
		if named := at(parentObject(found.leaf), "involvedObject", "name"); named.Valid() {
			made.states(described, named)
		}
		s.suspectSignature(r, found.signature, described, subject, r.add(made))
	}
}

// match is a signature in an output.
type match struct {
	signature
	leaf  evidence.Node
	words string
}

// maxLeaves bounds how many texts of one output are read.
const maxLeaves = 20000

// strongest returns the signature that says the most of those in an output.
func strongest(described *result) (match, bool) {
	var best match
	ok, read := false, 0
	all := signatures()
	document := described.root.Document()
	if document == nil {
		return best, false
	}
	for i := 0; i < document.Len() && read < maxLeaves; i++ {
		leaf := document.At(i)
		if leaf.Kind() != evidence.KindString {
			continue
		}
		read++
		text := leaf.Text()
		text = text[:min(len(text), maxLine)]
		for _, one := range all {
			if ok && one.weight <= best.weight {
				continue
			}
			if span := one.words.FindStringIndex(text); span != nil {
				best, ok = match{one, leaf, shorten(text[span[0]:])}, true
			}
		}
	}
	return best, ok
}

// subjectOf returns the workload that a description or an event is about.
func (s *scene) subjectOf(described *result, leaf evidence.Node) string {
	if name := at(parentObject(leaf), "involvedObject", "name"); name.Valid() {
		return workloadOf(name.Text())
	}
	return workloadOf(described.args["name"])
}

// parentObject returns the innermost object with an involvedObject around a leaf.
func parentObject(leaf evidence.Node) evidence.Node {
	for node := leaf.Parent(); node.Valid(); node = node.Parent() {
		if node.Member("involvedObject").Valid() {
			return node
		}
	}
	return evidence.Node{}
}

// suspectSignature makes a hypothesis of a signature; of two of one cause the claims
// come together.
func (s *scene) suspectSignature(r *report, found signature, described *result, subject string, c *claim) {
	object := found.object + "/" + subject
	if found.object == "namespace" {
		namespace := described.args["namespace"]
		if !isName(namespace) {
			return
		}
		object = "namespace/" + namespace
	}
	for _, h := range r.hypotheses {
		if h.code == found.code && h.object == object {
			if !slices.Contains(h.supported, c) {
				h.supported = append(h.supported, c)
			}
			return
		}
	}
	text := found.english
	if s.question.language == chinese {
		text = found.chinese
	}
	h := &hypothesis{text: text, status: superbiz.HypothesisSupported, supported: []*claim{c}, code: found.code, object: object, weight: found.weight}
	for _, one := range s.troubledPods() {
		if workloadOf(one.name) == subject {
			h.supported = append(h.supported, r.add(one.claim))
		}
	}
	r.suspect(h)
	s.adviseLook(r, described, subject)
}

// adviseLook says how to look at the object again.
func (s *scene) adviseLook(r *report, described *result, subject string) {
	kind, name, namespace := described.args["kind"], described.args["name"], described.args["namespace"]
	if !isName(kind) || !isName(name) || !isName(namespace) {
		return
	}
	r.advise(superbiz.RecommendedAction{
		Text:    s.question.say("Look at %s and its events.", "查看 %s 及其事件。", subject),
		Command: strings.Join([]string{"kubectl", "-n", namespace, "describe", kind, name}, " "), Risk: superbiz.RiskReadOnly,
	})
}
