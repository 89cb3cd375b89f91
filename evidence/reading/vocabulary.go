package reading

import (
	"maps"
	"slices"
	"strings"
)

// wordSet is a set of words in lower case.
type wordSet map[string]struct{}

func setOf(words string) wordSet {
	set := make(wordSet)
	for w := range strings.FieldsSeq(words) {
		set[w] = struct{}{}
	}
	return set
}

func (s wordSet) has(w string) bool {
	_, ok := s[w]
	return ok
}

// hasNoun is has for a noun in singular or plural.
func (s wordSet) hasNoun(w string) bool {
	return s.has(w) || strings.HasSuffix(w, "s") && s.has(singular(w))
}

// singular undoes the plural endings of English nouns that occur in operations.
func singular(w string) string {
	switch {
	case !strings.HasSuffix(w, "s"):
		return w
	case acronyms.has(w):
		return w[:len(w)-1]
	case len(w) < 4 || strings.HasSuffix(w, "ss") || strings.HasSuffix(w, "us") || strings.HasSuffix(w, "is"):
		return w
	case strings.HasSuffix(w, "ies"):
		return w[:len(w)-3] + "y"
	case strings.HasSuffix(w, "sses"), strings.HasSuffix(w, "xes"), strings.HasSuffix(w, "ches"), strings.HasSuffix(w, "shes"):
		return w[:len(w)-2]
	}
	return w[:len(w)-1]
}

// acronyms are plurals whose endings are those of other singulars.
var acronyms = setOf("cpus gpus vcpus kpis apis slis uris skus")

// kindNouns are the words after which a name follows, and which are no names
// themselves: kinds of Kubernetes and of what runs beside it.
var kindNouns = setOf(`
	pod container initcontainer sidecar deployment statefulset daemonset replicaset replicationcontroller job cronjob
	service svc endpoint endpoints endpointslice ingress ingressclass networkpolicy route gateway httproute virtualservice destinationrule
	serviceentry authorizationpolicy peerauthentication requestauthentication envoyfilter
	node namespace ns cluster secret configmap cm persistentvolume persistentvolumeclaim pv pvc storageclass volume volumesnapshot csidriver
	resourcequota limitrange horizontalpodautoscaler verticalpodautoscaler hpa vpa poddisruptionbudget pdb priorityclass runtimeclass
	serviceaccount role rolebinding clusterrole clusterrolebinding customresourcedefinition crd event lease
	validatingwebhookconfiguration mutatingwebhookconfiguration apiservice certificaterequest certificate issuer clusterissuer
	servicemonitor podmonitor prometheusrule alertmanagerconfig probe machine machineset machineconfig machineconfigpool
	buildconfig build imagestream deploymentconfig project operator subscription application applicationset appproject helmrelease kustomization rollout workflow
	host instance vm server broker database db schema table index tablespace topic queue consumergroup bucket image repository registry chart
	alert alertname monitor metric label annotation dashboard workload component user group account function lambda
	容器 服务 节点 空间 主机 实例 部署 集群 队列 数据库 表 指标 镜像 任务 主题 索引
`)

// products are names of software and services: what a thing is, not which one.
var products = setOf(`
	postgresql postgres mysql mariadb sqlite mongodb cockroachdb clickhouse timescaledb cassandra redis memcached elasticsearch opensearch
	kubernetes openshift okd k3s minikube kubelet kubectl kubeadm containerd docker crio cri-o podman
	prometheus alertmanager grafana loki victorialogs victoriametrics opentelemetry otel jaeger datadog pagerduty newrelic cloudwatch
	openssl boringssl innodb myisam rocksdb wiredtiger influxdb graphite dynatrace opsgenie statuspage hikaricp pgbouncer proxysql sqlalchemy
	rabbitmq kafka zookeeper activemq rocketmq nats pulsar
	github gitlab bitbucket jenkins argocd argo-cd argo gitops fluxcd helm kustomize terraform ansible openai
	istio envoy linkerd nginx haproxy traefik cilium calico coredns kube-proxy etcd openebs topolvm lvms longhorn
	javascript typescript nodejs graphql grpc http https tcp udp tls ssl dns json yaml ovn-kubernetes
	dynamodb aurora cloudfront elasticache rds eks ecs gke aks aws gcp azure google amazon alicloud aliyun
	linux macos ubuntu debian redhat springboot tomcat
	slos slis slo sli ids urls uris apis vms cpus gpus oom ooms qps rps p50 p90 p95 p99 devops sre ci/cd
`)

// terms are words with digits, dots or capitals that name no object.
var terms = setOf(`
	ipv4 ipv6 utf-8 utf8 utf-16 base64 sha256 sha-256 sha1 md5 x86 x86-64 x86_64 amd64 arm64 k8s s3 ec2 i18n l4 l7 oauth2 http2 http3 tls1 tls1.2
	tls1.3 h2c log4j node.js next.js vue.js react.js asp.net .net web3 b2b p2p mp4 e2e 24x7 e.g i.e etc vs a.m p.m u.s
	rootcause nosql newsql iops json-rpc cron-like
`)

// kindEndings are the last words of the names of kinds.
var kindEndings = setOf(`
	set policy config configuration map class quota account binding claim volume template service route gateway job run pipeline task
	monitor rule budget autoscaler release repository chart issuer certificate definition profile pool machine stream import group
	controller webhook application request resource entry mapping object pod node deployment
`)

// stateNouns are the words that a state follows, whatever it is called.
var stateNouns = setOf("state phase status")

// sayStates are the words that a state in capitals follows: is EMPTY, returned REFUSED.
var sayStates = setOf(`
	is are was were be been as state phase status mode type alarm code result error condition verdict
	returned returns return reports reported shows says answered remains remained stays stayed became become went turned
`)

// hanStates are those of Chinese.
var hanStates = []string{"状态", "状态为", "状态是", "处于", "返回", "类型", "类型为", "告警", "变为"}

// levels are those of the lines of logs.
var logLevels = setOf("info warn warning error debug trace fatal notice severe critical")

// phases are words that are states when they stand capitalised inside a sentence.
var phases = setOf(`
	pending running succeeded failed terminating terminated evicted completed notready unschedulable waiting crashed
	oomkilled preempted degraded suspended synced released bound burstable guaranteed
`)

// errnos are the names of the errors of operating systems that logs have most often.
var errnos = setOf(`
	eacces eaddrinuse eaddrnotavail eagain ebadf ebusy econnaborted econnrefused econnreset edquot eexist efbig ehostdown ehostunreach
	einprogress eintr einval eio eisdir eloop emfile emlink emsgsize enametoolong enetdown enetunreach enfile enobufs enodev enoent
	enomem enospc enosys enotconn enotdir enotempty enotfound enotsup eperm epipe eproto erange erofs espipe esrch estale etimedout exdev
`)

// Counted is the list of counted things that is published with the rule about
// values: "14 restarts" is looked for beside a key that says restarts.
var counted = setOf(`
	restart replica connection event error pod node container request retry attempt failure occurrence time
	row record entry line column file trace span anomaly instance warning alert job message thread process session query lock deadlock
	partition consumer broker topic endpoint address target host service deployment volume claim disk inode timeout rejection eviction
	core cpu worker task item object member shard slot transaction commit rollback call hit miss drop packet byte page goroutine
	client user subscriber backlog lag crash kill fault incident point sample series metric component combination kpi operation
	namespace cluster zone image layer revision generation stage build run test check probe rule finding issue
	exception
`)

// countedStems holds the stems of the counted things.
var countedStems = func() wordSet {
	set := make(wordSet, len(counted))
	for w := range counted {
		set[stem(w)] = struct{}{}
	}
	return set
}()

// stemList returns the stems of words.
func stemList(words string) []string {
	var out []string
	for w := range strings.FieldsSeq(words) {
		out = append(out, stem(w))
	}
	return out
}

// CountedThings returns the counted things, sorted, each in singular.
func CountedThings() []string { return slices.Sorted(maps.Keys(counted)) }

// Counted reports whether a noun, in singular or plural, is one of the counted
// things: a number of them is looked for beside a key that names them.
func Counted(noun string) bool { return counted.hasNoun(strings.ToLower(noun)) }
