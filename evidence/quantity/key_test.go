package quantity_test

import (
	"testing"

	"github.com/superbizagent/superbizagent/evidence/quantity"
)

func TestUnitOfKey(t *testing.T) {
	tests := []struct {
		key, want string
		ok        bool
	}{
		{"container_memory_usage_bytes", "bytes", true},
		{"node_cpu_seconds_total", "s", true},
		{"http_requests_total", "", true},
		{"avg_request_latency_seconds", "s", true},
		{"timeoutSeconds", "s", true},
		{"durationMs", "ms", true},
		{"latency_ms", "ms", true},
		{"memoryMiB", "MiB", true},
		{"memory_mib", "MiB", true},
		{"size_gb", "GB", true},
		{"heapSizeKB", "KB", true},
		{"maxMemoryMB", "MB", true},
		{"memory.limit.Mi", "MiB", true},
		{"cpu_percent", "%", true},
		{"cpuPercentage", "%", true},
		{"Memory %", "%", true},
		{"MEMORY(bytes)", "bytes", true},
		{"CPU(cores)", "cores", true},
		{"cpu", "CPU", true},
		{"hit_ratio", "ratio", true},
		{"error_rate", "rate", true},
		{"job:http_requests:rate5m", "rate", true},
		{"node_memory_usage_rate", "rate", true},
		{"requests_per_second", "/s", true},
		{"bytes_per_sec", "bytes/s", true},
		{"qps", "/s", true},
		{"restartCount", "", true},
		{"Seconds_Behind_Source", "s", true},
		{"totalBytesProcessed", "bytes", true},
		{"millisSinceLastHeartbeat", "ms", true},
		{"bytes_count", "", true},
		{"ms_teams_channel", "", false},
		{"hours_of_operation", "", false},
		{"disk_free", "memory", true},
		{"swap_used", "memory", true},
		{"latency_seconds_p99", "s", true},
		{`http_request_duration_seconds_bucket{le="0.5"}`, "s", true},
		{"cpu_millicores", "millicores", true},
		{"replicas_min", "", true},
		{"minReplicas", "", true},
		{"name", "", false},
		{"used_memory", "memory", true},
		{"used_memory_rss", "memory", true},
		{"maxmemory", "memory", true},
		{"innodb_buffer_pool_size", "memory", true},
		{"memory_usage", "memory", true},
		{"cpu_usage", "CPU", true},
		{"limits.cpu", "CPU", true},
		{"disk_usage", "share", true},
		{"%MEM", "%", true},
		{"Use%", "%", true},
		{"Size (MB)", "MB", true},
		{"Latency (ms)", "ms", true},
		{"gc_time_ms_max", "ms", true},
		{"calls_per_sec", "/s", true},
		{"responseTimeInMs", "ms", true},
		{"rss_kb", "KB", true},
		{"price_usd", "USD", true},
		{"CPUUtilization", "share", true},
		{"HTTPRequestDuration", "time", true},
		{"active_shards_percent_as_number", "%", true},
		{"pg_stat_activity_max_tx_duration", "time", true},
		{"cpu_util", "share", true},
		{"poolSizeInUse", "memory", true},
		{"Undo_Log_Space", "memory", true},
		{"heap_committed", "memory", true},
		{"volume_capacity", "", false},
		{"total_amount", "money", true},
		{"uptime_days", "d", true},
		{"total", "", true},
		{"", "", false},
	}
	for _, tt := range tests {
		t.Run(tt.key, func(t *testing.T) {
			got, ok := quantity.UnitOfKey(tt.key)
			if got.String() != tt.want || ok != tt.ok {
				t.Errorf("UnitOfKey(%q) = %q, %t, want %q, %t", tt.key, got, ok, tt.want, tt.ok)
			}
		})
	}
}
