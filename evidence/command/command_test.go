package command_test

import (
	"strings"
	"testing"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence/command"
)

func TestRiskOf(t *testing.T) {
	const (
		unknown     = command.Unknown
		readOnly    = superbiz.RiskReadOnly
		reversible  = superbiz.RiskReversible
		destructive = superbiz.RiskDestructive
	)
	for _, tc := range []struct {
		text string
		want superbiz.Risk
	}{
		{"kubectl get pods -n shop", readOnly},
		{"kubectl -n shop describe pod delete-worker", readOnly},
		{"kubectl -n delete get pods", readOnly},
		{"kubectl rollout status deploy/checkout", readOnly},
		{"kubectl rollout restart deploy/checkout", reversible},
		{"kubectl scale deploy/checkout --replicas=0", reversible},
		{"kubectl set resources deploy/checkout --limits=memory=1Gi", reversible},
		{"kubectl delete pod <pod-name>", destructive},
		{"kubectl delete pod x --dry-run=client", readOnly},
		{"kubectl drain worker-1 --ignore-daemonsets", destructive},
		{"$ kubectl delete pvc data-0", destructive},
		{"kubectl get pods | grep -v kill", readOnly},
		{"kubectl get pods -o name | xargs kubectl delete", destructive},
		{"kubectl exec -it db-0 -- psql -c 'SELECT 1'", readOnly},
		{"kubectl exec db-0 -- rm -rf /data", destructive},
		{"kubectl exec db-0 -- sh -c \"rm -rf /data\"", destructive},
		{"sudo systemctl restart postgresql", reversible},
		{"systemctl status postgresql", readOnly},
		{"/bin/rm -f core", destructive},
		{"find /var/log -name '*.gz' -delete", destructive},
		{"find / -exec rm {} ;", destructive},
		{"find /var/log -name '*.gz'", readOnly},
		{"echo hi && kill -9 42", destructive},
		{"echo $(rm x)", destructive},
		{"FOO=bar kill 1", destructive},
		{"grep -i 'drop table' app.log", readOnly},
		{"SELECT * FROM pg_stat_activity", readOnly},
		{"SELECT pg_terminate_backend(pid) FROM pg_stat_activity", destructive},
		{"select 'drop table x'", readOnly},
		{"WITH d AS (DELETE FROM t RETURNING *) SELECT * FROM d", destructive},
		{"DROP TABLE orders", destructive},
		{"TRUNCATE orders;", destructive},
		{"ALTER SYSTEM SET max_connections = 200", reversible},
		{"SELECT 1; DROP DATABASE shop", destructive},
		{"psql -c \"SELECT pg_terminate_backend(42)\"", destructive},
		{"psql -h db -c 'select count(*) from pg_stat_activity'", readOnly},
		{"mysql -e 'KILL 17'", destructive},
		{"mongosh --eval 'db.orders.drop()'", destructive},
		{"redis-cli -h cache FLUSHALL", destructive},
		{"redis-cli info memory", readOnly},
		{"curl -X DELETE http://es:9200/logs", destructive},
		{"curl http://es:9200/_cat/indices", readOnly},
		{"aws rds delete-db-instance --db-instance-identifier x", destructive},
		{"aws rds describe-db-instances", readOnly},
		{"gcloud compute instances delete vm-1", destructive},
		{"terraform destroy -auto-approve", destructive},
		{"terraform plan", readOnly},
		{"helm rollback checkout 3", reversible},
		{"helm uninstall checkout", destructive},
		{"docker system df", readOnly},
		{"docker system prune -af", destructive},
		{"docker restart db", reversible},
		{"git push --force", destructive},
		{"ssh web-1 'kill -9 42'", destructive},
		{"frobnicate --now", unknown},
		{"ourtool purge everything", destructive},
		{"truncate -s 0 /var/log/app.log", destructive},
		{"", unknown},
		{"if [ -f x ]; then rm x; fi", destructive},
		{"kubectl delete 'unterminated", destructive},
		{strings.Repeat("echo x; ", 4000) + "rm y", destructive},
	} {
		if got := command.RiskOf(tc.text); got != tc.want {
			t.Errorf("%.60q: got %q, want %q", tc.text, got, tc.want)
		}
	}
}

func FuzzRiskOf(f *testing.F) {
	f.Add("kubectl get pods | xargs -n 1 kubectl delete; SELECT 'x' /* y */ -- z")
	f.Add(strings.Repeat("$(", 4000))
	f.Fuzz(func(_ *testing.T, text string) { command.RiskOf(text) })
}
