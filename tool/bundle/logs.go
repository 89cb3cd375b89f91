package bundle

import (
	"bytes"
	"compress/gzip"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/tool"
)

// logs are the logs of a bundle by service.
type logs struct {
	byService map[string][]*serviceLog
}

// serviceLog is one file of a service, or the log of one of its containers.
type serviceLog struct {
	service   string
	namespace string
	container string
	lines     []logLine
	timed     bool // at least one line has a time
}

// logLine is a line with the time and level that hold for it: its own, or those
// of the line that it goes on from, as in a stack trace.
type logLine struct {
	text  string
	at    time.Time
	level level
}

func (b *Bundle) readLogs() error {
	found := &logs{byService: map[string][]*serviceLog{}}
	for _, name := range b.files.below("logs") {
		service, ok := serviceOf(name)
		if !ok {
			continue
		}
		text, err := b.files.logText(name)
		if err != nil {
			return err
		}
		found.add(&serviceLog{service: service, lines: readLines(text)})
	}
	found.addContainers(b.files)
	if len(found.byService) > 0 {
		b.logs = found
	}
	return nil
}

// serviceOf returns the service of logs/<service>.log, .log.gz, .jsonl or .txt.
func serviceOf(name string) (string, bool) {
	base := strings.TrimSuffix(path.Base(name), ".gz")
	for _, suffix := range []string{".log", ".jsonl", ".txt"} {
		if service, ok := strings.CutSuffix(base, suffix); ok && service != "" {
			return service, true
		}
	}
	return "", false
}

// logText returns a log, unpacked where it is packed, within the same limits.
func (f *files) logText(name string) (string, error) {
	packed := f.text[name]
	if path.Ext(name) != ".gz" {
		return string(packed), nil
	}
	unpacked, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return "", wrong(name, 0, "unpack it: %w", err)
	}
	if err := f.read(name, &ratioReader{from: unpacked, packed: int64(len(packed)), limits: f.limits}); err != nil {
		return "", err
	}
	text := string(f.text[name])
	f.text[name] = packed
	return text, nil
}

func readLines(text string) []logLine {
	split := tool.SplitLines(text)
	lines := make([]logLine, len(split))
	var current logLine
	for i, text := range split {
		at, timed := lineTime(text)
		if timed {
			current.at = at
		}
		// An indented line without a time goes on from the one before it.
		if timed || i == 0 || !strings.HasPrefix(text, " ") && !strings.HasPrefix(text, "\t") {
			current.level = levelOf(text)
		}
		lines[i] = logLine{text: text, at: current.at, level: current.level}
	}
	return lines
}

func (l *logs) add(log *serviceLog) {
	first := slices.IndexFunc(log.lines, func(line logLine) bool { return !line.at.IsZero() })
	if log.timed = first >= 0; log.timed {
		for i := range first { // what stands before the first time is about as old
			log.lines[i].at = log.lines[first].at
		}
	}
	l.byService[log.service] = append(l.byService[log.service], log)
}

// addContainers adds kubernetes/<namespace>/<pod>/logs.txt, as kubectl
// cluster-info dump writes it, under the name of the pod.
func (l *logs) addContainers(files *files) {
	for _, name := range files.below("kubernetes") {
		steps := strings.Split(name, "/")
		if len(steps) < 4 || steps[len(steps)-1] != "logs.txt" {
			continue
		}
		namespace, pod := steps[len(steps)-3], steps[len(steps)-2]
		for container, text := range splitContainers(string(files.text[name])) {
			l.add(&serviceLog{service: pod, namespace: namespace, container: container, lines: readLines(text)})
		}
		slices.SortFunc(l.byService[pod], func(x, y *serviceLog) int { return compare(x.container, y.container) })
	}
}

// splitContainers cuts a log file of a dump at its marks; without any it is one container's.
func splitContainers(text string) map[string]string {
	const start, end = "==== START logs for container ", "==== END logs for container "
	parts := map[string]string{}
	for text != "" {
		_, rest, ok := strings.Cut(text, start)
		if !ok {
			break
		}
		mark, body, _ := strings.Cut(rest, "\n")
		container, _, _ := strings.Cut(mark, " ")
		body, text, _ = strings.Cut(body, end)
		parts[container] = body
	}
	if len(parts) == 0 {
		parts[""] = text
	}
	return parts
}

// of returns the logs of a service: by its name, or those of the pods of a
// workload of that name. What was not saved is a failure.
func (l *logs) of(service, namespace string) ([]*serviceLog, error) {
	names := slices.Sorted(maps.Keys(l.byService))
	var found []*serviceLog
	for _, name := range names {
		if name != service && !isPodOf(name, service) {
			continue
		}
		for _, log := range l.byService[name] {
			if namespace == "" || log.namespace == "" || log.namespace == namespace {
				found = append(found, log)
			}
		}
	}
	if len(found) == 0 {
		return nil, tool.Fail(tool.CodeNotRecorded, "no log of %s was saved; saved were those of %s", quoted(service), some(names))
	}
	return found, nil
}

// isPodOf says whether a pod belongs to a workload, by its name:
// checkout-7d9f8c6b5-x2k4z to checkout, db-0 to db.
func isPodOf(pod, workload string) bool {
	rest, ok := strings.CutPrefix(pod, workload+"-")
	if !ok || rest == "" {
		return false
	}
	return strings.Count(rest, "-") <= 1 && strings.ContainsAny(rest, "0123456789")
}

// span returns the first and the last time in a log.
func (s *serviceLog) span() superbiz.Window {
	var span superbiz.Window
	for _, line := range s.lines {
		if !line.at.IsZero() {
			span.From, span.To = earlier(span.From, line.at), later(span.To, line.at)
		}
	}
	return span
}
