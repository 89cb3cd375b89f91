package command

import (
	"path"
	"regexp"
	"slices"
	"strings"

	superbiz "github.com/superbizagent/superbizagent"
)

// nestingLimit bounds commands within commands: sudo sh -c "xargs …".
const nestingLimit = 8

var placeholder = regexp.MustCompile(`<[A-Za-z][\w .:/-]*>`)

// program says what the words after a program's name mean.
type program struct {
	verbs    map[string]superbiz.Risk // by the first or second word that is no flag
	fallback superbiz.Risk            // when no word is a verb that is known
	valued   string                   // flags that take a value, space separated
	deep     bool                     // a verb may be any of the first four words
}

const (
	readOnly    = superbiz.RiskReadOnly
	reversible  = superbiz.RiskReversible
	destructive = superbiz.RiskDestructive
)

// wrappers run the command that follows them; each with its flags that take a value.
var wrappers = map[string]string{
	"sudo": "-u -g -h -p -C -D --user --group", "doas": "-u -C", "nohup": "", "time": "-f -o", "env": "-u -C -S", "watch": "-n -d",
	"nice": "-n", "timeout": "-s -k --signal", "xargs": "-n -I -P -L -d -a -E", "exec": "-a", "command": "", "stdbuf": "-i -o -e", "setsid": "",
	"chroot": "", "nsenter": "-t", "unshare": "", "strace": "-p -e -o", "ionice": "-c -n -p", "parallel": "-j", "builtin": "", "eval": "",
}

// shells run the text after -c.
var shells = set("sh bash zsh dash ash ksh su runuser")

var programs = map[string]program{
	"kubectl": kubectl, "oc": kubectl, "k": kubectl,
	"helm":   {verbs: verbs("list ls status get history show search template version", "upgrade rollback install", "uninstall delete"), valued: "-n --namespace --kube-context --kubeconfig"},
	"docker": container, "podman": container, "nerdctl": container, "crictl": container,
	"systemctl":     {verbs: verbs("status show list-units list-timers is-active is-failed cat", "start stop restart reload enable disable mask unmask daemon-reload try-restart isolate", "poweroff halt")},
	"supervisorctl": {verbs: verbs("status tail", "start stop restart reload update", "")}, "nginx": {valued: "-s -c -g -p -e"},
	"service":   {verbs: verbs("status", "start stop restart reload", "")},
	"terraform": infrastructure, "tofu": infrastructure, "pulumi": infrastructure,
	"git":       {verbs: verbs("log show diff status blame", "revert checkout merge commit pull push rebase", "clean")},
	"redis-cli": {verbs: verbs("info get ttl scan slowlog dbsize memory client ping latency", "config set expire", "flushall flushdb del unlink shutdown"), valued: "-h -p -a -n -u"},
	"etcdctl":   {verbs: verbs("get endpoint member alarm", "put compact defrag", "del")},
	"aws":       cloud, "gcloud": cloud, "az": cloud, "doctl": cloud, "aliyun": cloud, "gsutil": cloud,
	"find": {fallback: readOnly},
	"dd":   {fallback: destructive}, "rm": {fallback: destructive}, "rmdir": {fallback: destructive}, "unlink": {fallback: destructive},
	"shred": {fallback: destructive}, "truncate": {fallback: destructive}, "wipefs": {fallback: destructive}, "fdisk": {fallback: destructive},
	"kill": {fallback: destructive}, "pkill": {fallback: destructive}, "killall": {fallback: destructive}, "fuser": {fallback: readOnly},
	"shutdown": {fallback: destructive}, "halt": {fallback: destructive}, "poweroff": {fallback: destructive}, "userdel": {fallback: destructive},
	"dropdb": {fallback: destructive}, "reboot": {fallback: reversible}, "mv": {fallback: reversible}, "cp": {fallback: reversible},
	"chmod": {fallback: reversible}, "chown": {fallback: reversible}, "sysctl": {fallback: readOnly}, "sed": {fallback: readOnly}, "tee": {fallback: reversible},
	"pg_ctl": {verbs: verbs("status", "start restart reload promote", "stop kill")},
	"ip":     {verbs: verbs("show list ls", "set add del delete flush replace change append", ""), fallback: readOnly, deep: true}, "ifconfig": {verbs: verbs("", "up down", ""), fallback: readOnly, deep: true},
	"iptables": {fallback: reversible}, "ip6tables": {fallback: reversible}, "ufw": {verbs: verbs("status", "enable disable allow deny reload reset", "")},
	"crontab": {fallback: readOnly}, "umount": {fallback: reversible}, "mount": {fallback: reversible}, "swapoff": {fallback: reversible},
	"rabbitmqctl": {verbs: verbs("status list_queues list_connections list_consumers list_channels cluster_status environment", "stop_app start_app set_policy set_vm_memory_high_watermark close_connection", "purge_queue delete_queue reset force_reset delete_vhost delete_user")},
	"argocd":      {verbs: verbs("get list diff history logs", "sync rollback set patch", "delete"), deep: true},
	"vault":       {verbs: verbs("read list status get", "write put patch", "delete destroy"), deep: true},
	"consul":      {verbs: verbs("members catalog get info", "put reload", "delete leave"), deep: true},
	"nomad":       {verbs: verbs("status logs inspect plan", "run restart scale", "stop purge"), deep: true},
	"velero":      {verbs: verbs("get describe logs", "create restore", "delete"), deep: true},
	"istioctl":    {verbs: verbs("proxy-status proxy-config analyze version ps pc", "install", "uninstall")},
	"flux":        {verbs: verbs("get logs events check", "reconcile suspend resume", "delete uninstall")},
}

// readers are programs that only look, whatever their words are.
var readers = set("cat less more head tail grep egrep zgrep awk jq yq sort uniq wc cut tr ls ll stat file df du free top htop ps pgrep " +
	"uptime vmstat iostat iotop sar dmesg journalctl lsof ss netstat ping traceroute mtr dig nslookup host nc telnet " +
	"echo printf date hostname id whoami uname env printenv which type test true false stern logcli promtool amtool pg_isready")

var kubectl = program{
	verbs: verbs(
		"get describe logs top explain events api-resources api-versions version cluster-info auth diff wait port-forward config",
		"scale rollout restart patch apply set edit replace create autoscale expose run cordon uncordon taint label annotate cp",
		"delete drain"),
	valued: "-n --namespace --context --kubeconfig --cluster -s --server --as -l --selector",
}

var container = program{verbs: verbs(
	"ps logs inspect stats top images info version events diff port history ls",
	"start stop restart update pause unpause run pull tag create up down build",
	"rm rmi kill prune"), deep: true, valued: "-H --host --context -c --config -f --file -p --project-name"}

var infrastructure = program{verbs: verbs("plan show output validate preview state", "apply import taint up", "destroy")}

// cloud programs name an operation by its first part: describe-instances.
var cloud = program{valued: "--region --profile --project"}

// readOnlyPairs are two words of which the first alone would change something.
var readOnlyPairs = set("rollout status|rollout history|config get|apply view-last-applied|auth can-i|system df|state list|state show")

// destructivePairs are two words of which the first alone would only look.
var destructivePairs = set("state rm|workspace delete")

func verbs(read, change, destroy string) map[string]superbiz.Risk {
	out := make(map[string]superbiz.Risk)
	for risk, words := range map[superbiz.Risk]string{readOnly: read, reversible: change, destructive: destroy} {
		for w := range strings.FieldsSeq(words) {
			out[w] = risk
		}
	}
	return out
}

// set splits at white space, or at bars where there are some.
func set(words string) map[string]bool {
	out := make(map[string]bool)
	split := strings.Fields(words)
	if strings.Contains(words, "|") {
		split = strings.Split(words, "|")
	}
	for _, w := range split {
		out[w] = true
	}
	return out
}

// riskOfCall reads one simple command.
func riskOfCall(words []string, depth int) superbiz.Risk {
	words = dropAssignments(words)
	if len(words) == 0 || depth == 0 {
		return riskOfWords(words)
	}
	name, args := strings.ToLower(path.Base(words[0])), words[1:]
	switch {
	case name == "eval":
		return riskOf(strings.Join(args, " "), depth-1)
	case isWrapper(name):
		return riskOfWrapped(name, args, depth)
	case shells[name]:
		return riskOfScript(args, depth)
	case name == "ssh":
		return riskOf(strings.Join(skip(afterFlags(args, sshValued), 1), " "), depth-1)
	case sqlClients[name]:
		return riskOfSQLClient(args)
	case name == "curl" || name == "wget" || name == "http":
		return riskOfRequest(args)
	case readers[name]:
		return readOnly
	case strings.HasPrefix(name, "mkfs"):
		return destructive
	case name == "kill" && onlyAsks(args), name == "fdisk" && slices.Contains(args, "-l"),
		strings.HasSuffix(name, "tables") && slices.ContainsFunc(args, isListing):
		return readOnly
	case strings.HasPrefix(name, "kafka-"):
		return riskOfFlags(strings.TrimSuffix(name, ".sh"), args)
	}
	p, known := programs[name]
	if !known {
		return riskOfWords(words)
	}
	return Higher(riskOfProgram(name, p, args), riskOfNested(name, args, depth))
}

// onlyAsks tells kill -0 and kill -l, which end nothing.
func onlyAsks(args []string) bool {
	return len(args) > 0 && (args[0] == "-0" || args[0] == "-l" || args[0] == "-L")
}

func isListing(arg string) bool {
	return arg == "-L" || arg == "-S" || arg == "--list" || strings.HasPrefix(arg, "-nL") || arg == "-nvL"
}

// riskOfProgram reads the verb of a known program and the flags that change what
// it means.
func riskOfProgram(name string, p program, args []string) superbiz.Risk {
	plain := plainWords(args, p.valued)
	risk := p.fallback
	switch {
	case slices.ContainsFunc(args, isDryRun):
		return readOnly
	case len(p.verbs) == 0 && p.fallback == Unknown:
		risk = riskOfOperation(plain)
	case len(plain) > 1 && readOnlyPairs[plain[0]+" "+plain[1]]:
		risk = readOnly
	case len(plain) > 1 && destructivePairs[plain[0]+" "+plain[1]]:
		risk = destructive
	default:
		risk = Higher(risk, p.riskOfVerb(plain))
	}
	return Higher(risk, riskOfFlags(name, args))
}

// riskOfVerb reads the first verb that is known: of the first two words, or of four
// where objects stand before verbs.
func (p program) riskOfVerb(plain []string) superbiz.Risk {
	most := 2
	if p.deep {
		most = 4
	}
	for _, w := range plain[:min(most, len(plain))] {
		if risk, ok := p.verbs[w]; ok {
			return risk
		}
	}
	return Unknown
}

// riskOfFlags knows the flags that make a harmless command a harmful one.
func riskOfFlags(name string, args []string) superbiz.Risk {
	has := func(flags ...string) bool {
		return slices.ContainsFunc(args, func(a string) bool { return slices.Contains(flags, a) })
	}
	switch {
	case name == "git" && (has("--hard") || has("push") && has("--force", "-f")),
		name == "find" && has("-delete"),
		name == "kubectl" && has("replace") && has("--force"),
		name == "terraform" && has("apply") && has("-destroy", "--destroy"),
		name == "crontab" && has("-r"),
		isContainerTool(name) && has("down") && has("-v", "--volumes"),
		strings.HasPrefix(name, "kafka-") && has("--delete"),
		name == "fuser" && has("-k", "-km"):
		return destructive
	case strings.HasPrefix(name, "kafka-") && has("--describe", "--list"):
		return readOnly
	case strings.HasPrefix(name, "kafka-") && has("--alter", "--create", "--execute"):
		return reversible
	case name == "nginx" && has("-s"),
		name == "sed" && slices.ContainsFunc(args, func(a string) bool { return strings.HasPrefix(a, "-i") }),
		name == "sysctl" && has("-w"):
		return reversible
	}
	return Unknown
}

// riskOfNested reads the command behind kubectl exec -- and find -exec.
func riskOfNested(name string, args []string, depth int) superbiz.Risk {
	var marks []string // behind the -- of git and others are paths
	switch {
	case name == "find":
		marks = []string{"-exec", "-execdir"}
	case isKubectl(name) || isContainerTool(name):
		marks = []string{"--"}
	}
	for i, a := range args {
		if slices.Contains(marks, a) {
			return riskOfCall(args[i+1:], depth-1)
		}
	}
	if isContainerTool(name) {
		if i := slices.Index(args, "exec"); i >= 0 {
			return riskOfCall(skip(afterFlags(args[i+1:], "-u -w -e --user --workdir --env"), 1), depth-1)
		}
	}
	return Unknown
}

func isKubectl(name string) bool { return name == "kubectl" || name == "oc" || name == "k" }

func isContainerTool(name string) bool {
	return slices.Contains([]string{"docker", "podman", "nerdctl", "crictl", "docker-compose"}, name)
}

func isWrapper(name string) bool {
	_, ok := wrappers[name]
	return ok
}

// riskOfWrapped reads the command behind a wrapper; without one, a wrapper such as
// env only looks.
func riskOfWrapped(name string, args []string, depth int) superbiz.Risk {
	rest := afterFlags(args, wrappers[name])
	if len(rest) == 0 && (name == "env" || name == "time") {
		return readOnly
	}
	return riskOfCall(rest, depth-1)
}

func riskOfScript(args []string, depth int) superbiz.Risk {
	for i, a := range args {
		if strings.HasPrefix(a, "-") && strings.HasSuffix(a, "c") && i+1 < len(args) {
			return riskOf(args[i+1], depth-1)
		}
	}
	return Unknown
}

// riskOfRequest reads the method of an HTTP request.
func riskOfRequest(args []string) superbiz.Risk {
	text := " " + strings.ToUpper(strings.Join(args, " ")) + " "
	for _, flag := range []string{" -X ", " -X", " --REQUEST ", " --REQUEST=", " --METHOD=", " "} {
		switch {
		case strings.Contains(text, flag+"DELETE "):
			return destructive
		case strings.Contains(text, flag+"POST "), strings.Contains(text, flag+"PUT "), strings.Contains(text, flag+"PATCH "):
			return reversible
		}
	}
	if strings.Contains(text, " -D ") || strings.Contains(text, " --DATA") {
		return Unknown // -d sends data, -D writes headers: not told apart here
	}
	return readOnly
}

// riskOfOperation reads names such as delete-db-instance, or "instances delete".
func riskOfOperation(words []string) superbiz.Risk {
	risk := Unknown
	for _, w := range words[:min(4, len(words))] {
		first, _, _ := strings.Cut(w, "-")
		risk = Higher(risk, operations[first])
	}
	return risk
}

var operations = verbs("describe list get show ls head batch-get lookup",
	"update modify put create start stop reboot restart reset rotate failover promote rollback set scale resize attach detach enable disable cp mv sync",
	"delete terminate rm rb purge destroy deregister remove")

// riskOfWords reads a command of an unknown program: a word that means destruction
// everywhere is not overlooked.
func riskOfWords(words []string) superbiz.Risk {
	for _, w := range words {
		w = strings.ToLower(strings.Trim(w, "'\"`;(){}"))
		if i := strings.IndexByte(w, '-'); i > 0 {
			w = w[:i]
		}
		if destroyers[path.Base(w)] {
			return destructive
		}
	}
	return Unknown
}

var destroyers = set("delete drop truncate destroy purge terminate kill rm wipe flushall flushdb drain unlink shred rmdir " +
	"pg_terminate_backend delete_queue purge_queue")

func isDryRun(arg string) bool {
	return strings.HasPrefix(arg, "--dry-run") && arg != "--dry-run=none" && arg != "--dry-run=false"
}

func dropAssignments(words []string) []string {
	for len(words) > 0 && strings.Contains(words[0], "=") && !strings.ContainsAny(words[0][:strings.IndexByte(words[0], '=')], "/-. ") {
		words = words[1:]
	}
	return words
}

// afterFlags drops flags with their values, and the numbers and assignments that stand
// among them.
func afterFlags(words []string, valued string) []string {
	takesValue := set(valued)
	for len(words) > 0 && (strings.HasPrefix(words[0], "-") || strings.Trim(words[0], "0123456789smh") == "" || words[0] == "{}") {
		if takesValue[words[0]] {
			words = skip(words, 1)
		}
		words = skip(words, 1)
	}
	return dropAssignments(words)
}

// sshValued are the flags of ssh that take a value.
const sshValued = "-i -p -l -o -F -J -L -R -D -b -c -m"

// plainWords returns the words that are no flag, nor the value of one.
func plainWords(args []string, valued string) []string {
	takesValue := set(valued)
	var out []string
	for i := 0; i < len(args); i++ {
		switch {
		case args[i] == "--":
			return out
		case takesValue[args[i]]:
			i++
		case !strings.HasPrefix(args[i], "-"):
			out = append(out, strings.ToLower(args[i]))
		}
	}
	return out
}

func skip(words []string, n int) []string { return words[min(n, len(words)):] }
