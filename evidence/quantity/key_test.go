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
		{"cpu", "cores", true},
		{"hit_ratio", "ratio", true},
		{"error_rate", "share", true},
		{"node_memory_usage_rate", "share", true},
		{"requests_per_second", "/s", true},
		{"bytes_per_sec", "bytes/s", true},
		{"qps", "/s", true},
		{"restartCount", "", true},
		{"latency_seconds_p99", "s", true},
		{`http_request_duration_seconds_bucket{le="0.5"}`, "s", true},
		{"cpu_millicores", "millicores", true},
		{"replicas_min", "", true},
		{"minReplicas", "", true},
		{"name", "", false},
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
