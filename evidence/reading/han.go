package reading

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// hanTerms are the Chinese words for what operations count and codes are called,
// with the English ones, the longest first where one begins like another. They let
// a Chinese claim be held against an English output, and the other way round.
var hanTerms = []struct{ han, english string }{
	{"退出代码", "exit code"}, {"退出码", "exit code"}, {"状态码", "status code"}, {"错误码", "error code"},
	{"重启", "restart"}, {"重试", "retry"}, {"次数", "count"}, {"次", "time"}, {"失败", "failure"}, {"错误", "error"}, {"报错", "error"},
	{"异常", "anomaly exception"}, {"超时", "timeout"}, {"崩溃", "crash"}, {"驱逐", "eviction"}, {"告警", "alert"}, {"警告", "warning"},
	{"事件", "event"}, {"日志", "log"}, {"副本", "replica"}, {"节点", "node"}, {"容器", "container"}, {"实例", "instance"},
	{"服务", "service"}, {"端点", "endpoint"}, {"端口", "port"}, {"组件", "component"}, {"指标", "metric kpi"}, {"命名空间", "namespace"},
	{"集群", "cluster"}, {"连接", "connection"}, {"会话", "session"}, {"线程", "thread"}, {"进程", "process"}, {"请求", "request"},
	{"查询", "query"}, {"事务", "transaction"}, {"死锁", "deadlock"}, {"锁", "lock"}, {"客户端", "client"}, {"用户", "user"},
	{"分区", "partition"}, {"消费者", "consumer"}, {"主题", "topic"}, {"队列", "queue"}, {"消息", "message"}, {"积压", "lag backlog"},
	{"任务", "job task"}, {"行", "row line"}, {"条", "record entry"}, {"记录", "record"}, {"文件", "file"}, {"磁盘", "disk"}, {"内存", "memory"},
	{"核", "core"}, {"分片", "shard"}, {"延迟", "latency"}, {"就绪", "ready"}, {"可用", "available"}, {"未就绪", "unready"},
}

// translate returns the English of the Chinese terms in a text, in order.
func translate(text string) []string {
	var out []string
	for i := 0; i < len(text); {
		if text[i] < firstHan {
			i++
			continue
		}
		n := 0
		for _, t := range hanTerms {
			if strings.HasPrefix(text[i:], t.han) {
				out = append(out, strings.Fields(t.english)...)
				n = len(t.han)
				break
			}
		}
		if n == 0 {
			_, n = utf8.DecodeRuneInString(text[i:])
		}
		i += n
	}
	return out
}

// firstHan is the first byte of the lowest Han character in UTF-8; nothing that
// operations write in other scripts begins with a higher one but symbols.
const firstHan = 0xe3

// mayHaveHan reports whether a text could have Chinese in it.
func mayHaveHan(text string) bool {
	for i := range len(text) {
		if text[i] >= firstHan {
			return true
		}
	}
	return false
}

// withEnglish puts the English of Chinese words behind each.
func withEnglish(words []string) []string {
	if !slices.ContainsFunc(words, mayHaveHan) {
		return words
	}
	var out []string
	for _, w := range words {
		out = append(append(out, w), translate(w)...)
	}
	return out
}

// beginsWithMeasure reports whether a word begins with one of those that Chinese
// puts between a number and what it counts. Without one the number belongs to the
// word before it: 分区 1 积压.
func beginsWithMeasure(w string) bool {
	r, _ := utf8.DecodeRuneInString(w)
	return strings.ContainsRune("个条次台项名行份核张位种块", r)
}
