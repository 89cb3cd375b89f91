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
		{"git log -- deploy/delete-me.yaml", readOnly},
		{"nginx -s reload", reversible},
		{"nginx -t", unknown},
		{"supervisorctl restart cart", reversible},
		{"ssh web-1 'kill -9 42'", destructive},
		{"set -euo pipefail; rm -rf /data", destructive},
		{"SET max_connections = 200", reversible},
		{"EXPLAIN DELETE FROM orders", readOnly},
		{"EXPLAIN ANALYZE DELETE FROM orders", destructive},
		{"ALTER TABLE orders DROP COLUMN note", destructive},
		{"ALTER TABLE orders DROP CONSTRAINT positive", reversible},
		{"PURGE BINARY LOGS TO 'x'", destructive},
		{"REFRESH MATERIALIZED VIEW daily", reversible},
		{"echo 'DROP TABLE x' | psql -h db", destructive},
		{"echo 'SELECT 1' | kubectl exec -i db-0 -- psql", readOnly},
		{"echo 'rm -rf /data' | ssh web-1 sh", destructive},
		{"psql -h db <<EOF\nDROP TABLE orders;\nEOF", destructive},
		{"psql -h db <<< 'select 1'", readOnly},
		{"kubectl apply -f - <<EOF", reversible},
		{"> /var/log/app.log", destructive},
		{"cat /dev/null > /var/log/app.log", destructive},
		{"kubectl get pods > /dev/null", readOnly},
		{"kubectl get pods -o yaml > pods.yaml", readOnly},
		{"kill -0 42", readOnly},
		{"kill -HUP 42", destructive},
		{"sudo -u postgres psql -c 'select 1'", readOnly},
		{"su - postgres -c 'dropdb shop'", destructive},
		{"eval 'rm x'", destructive},
		{"kubectl exec x -- env", readOnly},
		{"xargs -n 1 rm < list", destructive},
		{"ssh -i key.pem web-1 'kill -9 42'", destructive},
		{"docker compose restart checkout", reversible},
		{"docker compose down -v", destructive},
		{"docker compose ps", readOnly},
		{"helm --namespace shop --kube-context prod uninstall checkout", destructive},
		{"ip addr show", readOnly},
		{"ip route del default", reversible},
		{"iptables -L -n", readOnly},
		{"crontab -r", destructive},
		{"kafka-topics.sh --bootstrap-server b:9092 --delete --topic t", destructive},
		{"kafka-topics --describe --topic t", readOnly},
		{"terraform state rm aws_db.x", destructive},
		{"terraform state list", readOnly},
		{"az vm restart -n x", reversible},
		{"argocd app delete web", destructive},
		{"db.orders.deleteMany({})", destructive},
		{"kubectl auth can-i delete pods", readOnly},
		{"kubectl annotate pod x note='delete me'", reversible},
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

func TestRiskOfText(t *testing.T) {
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
		{"Delete the failing pod", destructive},
		{"Please then drain node worker-1", destructive},
		{"Check the quota, then delete the old pods.", destructive},
		{"Consider deleting the claim", destructive},
		{"Restart the checkout deployment", reversible},
		{"Roll back to revision 3", reversible},
		{"Increase the memory limit to 1Gi", reversible},
		{"1. Scale the deployment to 3", reversible},
		{"Run `kubectl delete pod x` once", destructive},
		{"Look at `kubectl get pods`", readOnly},
		{"Do not delete the volume", unknown},
		{"Do not run `kubectl delete pod x`", unknown},
		{"Avoid draining the node", unknown},
		{"Check whether the pod was deleted", unknown},
		{"Inspect the delete requests", unknown},
		{"Set up an alert", unknown},
		{"Update the runbook", unknown},
		{"Raise a ticket with the database team", unknown},
		{"Drop a note to the team", unknown},
		{"Scale-up events are worth a look", unknown},
		{"Kill", unknown},
		{"Verify v1.2, restart counts included", unknown},
		{"Ask the owner. Restart the pod if needed", reversible},
		{"删除异常的 Pod", destructive},
		{"请先检查配额，然后删除旧的 Pod", destructive},
		{"建议重启 checkout 服务", reversible},
		{"将内存上限调大前先检查用量", unknown},
		{"将副本扩容到 6 个", reversible},
		{"把旧的 Pod 删除", destructive},
		{"不要删除数据卷", unknown},
		{"检查 Pod 是否被删除", unknown},
		{"更新运维文档", unknown},
		{"", unknown},
		{"`", unknown},
	} {
		if got := command.RiskOfText(tc.text); got != tc.want {
			t.Errorf("%q: got %q, want %q", tc.text, got, tc.want)
		}
	}
}

// TestLinear feeds what would take minutes if anything were quadratic.
func TestLinear(t *testing.T) {
	for _, piece := range []string{"delete x. ", "`", "`rm x` ", "echo a | sh; ", "请", "not ", "eval ", "( ", "$(", "<<EOF\n", "SELECT 1; ", "'"} {
		text := strings.Repeat(piece, 1<<17/len(piece))
		command.RiskOf(text)
		command.RiskOf(text[:8000])
		command.RiskOfText(text)
	}
}

func FuzzRiskOf(f *testing.F) {
	f.Add("kubectl get pods | xargs -n 1 kubectl delete; SELECT 'x' /* y */ -- z")
	f.Add(strings.Repeat("$(", 4000))
	f.Fuzz(func(_ *testing.T, text string) {
		command.RiskOf(text)
		command.RiskOfText(text)
	})
}
