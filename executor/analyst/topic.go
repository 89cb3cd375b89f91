package analyst

import "regexp"

// topic is a kind of trouble: the words by which a question or an alert speaks of
// it, the log lines and the metrics that show it.
type topic struct {
	code    string // its cause code
	english string
	chinese string
	asked   *regexp.Regexp // in a question
	lines   string         // RE2 of log lines that report it; "" where logs do not tell
	metrics *regexp.Regexp // names of metrics that show it; nil where none does

	// closer, where there is one, says of the metrics and more what they mean for
	// the topic.
	closer func(*scene, *report, *sighting)
}

func (t topic) name(l language) string {
	if l == chinese {
		return t.chinese
	}
	return t.english
}

// The words of each topic. The list of lines is searched in logs as it stands.
var (
	connectionWords   = regexp.MustCompile(`(?i)\bconnections?\b|connection ?pool|too many clients|连接(数|池|耗尽|用尽|满)`)
	connectionMetrics = regexp.MustCompile(`connections|numbackends|threads_connected|stat_activity_count`)
	diskWords         = regexp.MustCompile(`(?i)\bdisks?\b|\bfilesystem|\bstorage\b|no space|\binodes?\b|磁盘|硬盘|存储|空间`)
	diskMetrics       = regexp.MustCompile(`filesystem_(avail|size|files_free)|disk_(free|used|total)|volume_stats_(available|capacity)`)
	crashWords        = regexp.MustCompile(`(?i)\bcrash\w*|\brestart\w*|\bwent down\b|\bis down\b|\bpanic\w*|\bkilled\b|崩溃|宕机|重启|挂掉|挂了|停机`)
	crashMetrics      = regexp.MustCompile(`(^|_)up$|start_time_seconds$|restarts_total$`)
	memoryWords       = regexp.MustCompile(`(?i)\bmemory\b|\boom\b|oomkilled|内存`)
	memoryMetrics     = regexp.MustCompile(`memory_(working_set|usage|MemAvailable|MemTotal|rss)|resident_memory`)
	lockWords         = regexp.MustCompile(`(?i)\bdeadlock\w*|\block(s|ed|ing)?\b|死锁|锁等待|锁`)
	lockMetrics       = regexp.MustCompile(`deadlocks|locks_count|lock_waits`)
	networkWords      = regexp.MustCompile(`(?i)\bnetwork\b|\bdns\b|\bpackets?\b|网络|域名|丢包`)
	networkMetrics    = regexp.MustCompile(`network_(receive|transmit)_(errs|drop)|netstat_Tcp_RetransSegs|probe_success`)
	cpuWords          = regexp.MustCompile(`(?i)\bcpus?\b|\bload average\b|处理器`)
	cpuMetrics        = regexp.MustCompile(`cpu|load(1|5|15)$`)
	certificateWords  = regexp.MustCompile(`(?i)\bcertificates?\b|\btls\b|\bx509\b|证书`)
	certificateMetric = regexp.MustCompile(`cert(ificate)?_(not_after|expir)`)
	credentialWords   = regexp.MustCompile(`(?i)\bpasswords?\b|\bcredentials?\b|\bauthenticat\w*|\blog ?in\b|密码|认证|凭据|登录`)
	readOnlyWords     = regexp.MustCompile(`(?i)\bread[- ]only\b|只读`)
	latencyWords      = regexp.MustCompile(`(?i)\bslow\w*|\blatenc\w*|\bresponse times?\b|慢|延迟|响应时间`)
	latencyMetrics    = regexp.MustCompile(`(duration|latency|response_time)`)
)

// anyCase begins the regular expressions of lines: programs write them in any case
// of letters.
const anyCase = `(?i)`

// The log lines that report a topic.
const (
	connectionLines  = anyCase + `remaining connection slots|too many (clients|connections)|SQLSTATE 53300|connection limit exceeded`
	diskLines        = anyCase + `no space left on device|disk (is )?full|disk quota exceeded|could not extend file`
	crashLines       = anyCase + `PANIC:|terminated by signal|server process .* exited|database system was (interrupted|shut down|not properly shut down)|shutting down|segmentation fault|core dumped`
	memoryLines      = anyCase + `out of memory|OOMKilled|oom-kill|cannot allocate memory|OutOfMemoryError`
	lockLines        = anyCase + `deadlock (detected|found)|still waiting for|lock (wait )?timeout`
	networkLines     = anyCase + `no route to host|network is unreachable|no such host|temporary failure in name resolution|i/o timeout|connection timed out`
	certificateLines = anyCase + `certificate has expired|certificate verify failed|x509:|tls: (bad|expired) certificate`
	credentialLines  = anyCase + `password authentication failed|access denied for user|no pg_hba.conf entry|invalid username-password pair`
	readOnlyLines    = anyCase + `read-only (transaction|option|file system|mode)|READONLY`
)

// connectionTopic is the one that detectConnections looks at closely.
func connectionTopic() topic {
	return topic{"db_connection_exhaustion", "exhausted database connections", "数据库连接耗尽", connectionWords, connectionLines, connectionMetrics, noCloser}
}

// topics returns every topic.
func topics() []topic {
	return []topic{
		connectionTopic(),
		{"disk_full", "a full disk", "磁盘写满", diskWords, diskLines, diskMetrics, lookAtDisks},
		{"process_crash", "a crash or restart", "崩溃或重启", crashWords, crashLines, crashMetrics, lookAtStarts},
		{"out_of_memory", "memory shortage", "内存不足", memoryWords, memoryLines, memoryMetrics, nil},
		{"db_lock_contention", "waiting for locks", "锁等待", lockWords, lockLines, lockMetrics, nil},
		{"network_unreachable", "network or name resolution trouble", "网络或域名解析故障", networkWords, networkLines, networkMetrics, nil},
		{"cpu_overload", "CPU overload", "CPU 过载", cpuWords, "", cpuMetrics, nil},
		{"certificate_expired", "an expired certificate", "证书过期", certificateWords, certificateLines, certificateMetric, nil},
		{"db_invalid_credentials", "refused credentials", "认证失败", credentialWords, credentialLines, nil, nil},
		{"db_read_only", "a read-only database", "数据库只读", readOnlyWords, readOnlyLines, nil, nil},
		{"high_latency", "slow responses", "响应缓慢", latencyWords, "", latencyMetrics, nil},
	}
}

// noCloser says nothing: detectConnections looks closer for itself.
func noCloser(*scene, *report, *sighting) {}
