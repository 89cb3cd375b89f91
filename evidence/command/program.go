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
}

const (
	readOnly    = superbiz.RiskReadOnly
	reversible  = superbiz.RiskReversible
	destructive = superbiz.RiskDestructive
)

// wrappers run the command that follows them.
var wrappers = set("sudo doas nohup time env watch nice timeout xargs exec command stdbuf setsid chroot nsenter unshare strace ionice parallel")

// shells run the text after -c.
var shells = set("sh bash zsh dash ash ksh")

var programs = map[string]program{
	"kubectl": kubectl, "oc": kubectl, "k": kubectl,
	"helm":   {verbs: verbs("list status get history show search template version", "upgrade rollback install", "uninstall delete")},
	"docker": container, "podman": container, "nerdctl": container, "crictl": container,
	"systemctl": {verbs: verbs("status show list-units list-timers is-active is-failed cat", "start stop restart reload enable disable mask unmask daemon-reload try-restart isolate", "poweroff halt")},
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
}

// readers are programs that only look, whatever their words are.
var readers = set("cat less more head tail grep egrep zgrep awk jq yq sort uniq wc cut tr ls ll stat file df du free top htop ps pgrep " +
	"uptime vmstat iostat iotop sar dmesg journalctl lsof ss netstat ip ifconfig ping traceroute mtr dig nslookup host nc telnet " +
	"echo printf date hostname id whoami uname env printenv which type test true false stern logcli promtool amtool pg_isready")

var kubectl = program{
	verbs: verbs(
		"get describe logs top explain events api-resources api-versions version cluster-info auth diff wait port-forward config",
		"scale rollout restart patch apply set edit replace create autoscale expose run cordon uncordon taint label annotate cp",
		"delete drain"),
	valued: "-n --namespace --context --kubeconfig --cluster -s --server --as -l --selector",
}

var container = program{verbs: verbs(
	"ps logs inspect stats top images info version events diff port history",
	"start stop restart update pause unpause run pull tag create",
	"rm rmi kill prune")}

var infrastructure = program{verbs: verbs("plan show output validate preview state", "apply import taint up", "destroy")}

// cloud programs name an operation by its first part: describe-instances.
var cloud = program{valued: "--region --profile --project"}

// readOnlyPairs are two words of which the first alone would change something.
var readOnlyPairs = set("rollout status|rollout history|config get|apply view-last-applied|auth can-i|docker system df|system df")

func verbs(read, change, destroy string) map[string]superbiz.Risk {
	out := make(map[string]superbiz.Risk)
	for risk, words := range map[superbiz.Risk]string{readOnly: read, reversible: change, destructive: destroy} {
		for _, w := range strings.Fields(words) {
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
		return Unknown
	}
	name, args := strings.ToLower(path.Base(words[0])), words[1:]
	switch {
	case wrappers[name]:
		return riskOfCall(afterFlags(args), depth-1)
	case shells[name]:
		return riskOfScript(args)
	case name == "ssh":
		return RiskOf(strings.Join(skip(afterFlags(args), 1), " "))
	case sqlClients[name]:
		return riskOfSQLClient(args)
	case name == "curl" || name == "wget" || name == "http":
		return riskOfRequest(args)
	case readers[name]:
		return readOnly
	case strings.HasPrefix(name, "mkfs"):
		return destructive
	}
	p, known := programs[name]
	if !known {
		return riskOfWords(words)
	}
	return Higher(riskOfProgram(name, p, args), riskOfNested(name, args, depth))
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
	default:
		for _, w := range plain[:min(2, len(plain))] {
			if r, ok := p.verbs[w]; ok {
				risk = Higher(risk, r)
				if w == plain[0] {
					break
				}
			}
		}
	}
	return Higher(risk, riskOfFlags(name, args))
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
		name == "fuser" && has("-k", "-km"):
		return destructive
	case name == "sed" && slices.ContainsFunc(args, func(a string) bool { return strings.HasPrefix(a, "-i") }),
		name == "sysctl" && has("-w"):
		return reversible
	}
	return Unknown
}

// riskOfNested reads the command behind kubectl exec -- and find -exec.
func riskOfNested(name string, args []string, depth int) superbiz.Risk {
	marks := []string{"-exec", "-execdir"}
	if name != "find" {
		marks = []string{"--"}
	}
	for i, a := range args {
		if slices.Contains(marks, a) {
			return riskOfCall(args[i+1:], depth-1)
		}
	}
	if slices.Contains([]string{"docker", "podman", "nerdctl", "crictl"}, name) {
		if i := slices.Index(args, "exec"); i >= 0 {
			return riskOfCall(skip(afterFlags(args[i+1:]), 1), depth-1)
		}
	}
	return Unknown
}

func riskOfScript(args []string) superbiz.Risk {
	for i, a := range args {
		if strings.HasPrefix(a, "-") && strings.HasSuffix(a, "c") && i+1 < len(args) {
			return RiskOf(args[i+1])
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
	"update modify put create start stop reboot set scale resize attach detach enable disable cp mv sync",
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

// afterFlags drops flags, and the numbers and assignments that stand among them.
func afterFlags(words []string) []string {
	for len(words) > 0 && (strings.HasPrefix(words[0], "-") || strings.Trim(words[0], "0123456789smh") == "" || words[0] == "{}") {
		words = words[1:]
	}
	return dropAssignments(words)
}

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
