#!/usr/bin/env bash
# Records the demo scenarios from real services: starts PostgreSQL with few connections allowed, its Prometheus exporter,
# the node exporter, Prometheus and Alertmanager on free loopback ports; lets two client programs work for a while; has
# one of them exhaust the connections; waits for the alert; writes the bundles; stops and removes everything it started,
# also after an error or an interrupt. Nothing is written to the target folder unless all of it worked.
#
#   scenarios/record/record.sh [FOLDER]      FOLDER defaults to scenarios/, whose recordings it replaces
#
# Environment: BASELINE_SECONDS (75) healthy time before the fault, INCIDENT_SECONDS (30) time after the alert fired.
# Needs Go and Debian (it installs missing packages as root). As root the database runs as user postgres.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source_dir=$(dirname "$here")
target=${1:-$source_dir}
mkdir -p "$target"
target=$(cd "$target" && pwd)
baseline_seconds=${BASELINE_SECONDS:-75}
incident_seconds=${INCIDENT_SECONDS:-30}
scenarios=(postgres-connections-exhausted postgres-no-disk-full fabricated-evidence)
alert=PostgresConnectionsExhausted

# pause SECONDS: a sleep that a signal ends.
pause() {
	sleep "$1" &
	wait $!
}
say() { printf '%(%H:%M:%S)T %s\n' -1 "$*" >&2; }
die() { say "record: $*"; exit 1; }

work=$(mktemp -d "${TMPDIR:-/tmp}/superbiz-record.XXXXXX")
chmod 755 "$work"

clean_up() {
	local status=$?
	trap - EXIT INT TERM
	set +e
	if ((status != 0)); then
		for log in "$work"/*.out; do
			[[ -s $log ]] && { echo "--- ${log##*/}" >&2; tail -n 5 "$log" >&2; }
		done
	fi
	mapfile -t running < <(jobs -pr)
	((${#running[@]})) && kill "${running[@]}"
	[[ -f $work/pg/data/postmaster.pid ]] && as_postgres "$bin/pg_ctl" -D "$work/pg/data" -m immediate -t 20 stop >/dev/null
	wait
	rm -rf "$work"
	exit "$status"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

as_postgres() {
	if ((EUID == 0)); then (cd / && exec runuser -u postgres -- "$@"); else "$@"; fi
}

# install PACKAGE...: with no service started by the installation itself.
install() {
	((EUID == 0)) || die "missing packages, install them as root: $*"
	say "installing $*"
	local policy=/usr/sbin/policy-rc.d made=
	if [[ ! -e $policy ]]; then
		printf '#!/bin/sh\nexit 101\n' >"$policy"
		chmod +x "$policy"
		made=1
	fi
	local failed=
	{ apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
		apt-get install -qqy --no-install-recommends -o DPkg::Lock::Timeout=120 "$@" </dev/null >/dev/null; } || failed=1
	[[ -z $made ]] || rm -f "$policy"
	[[ -z $failed ]] || die "apt-get install $*"
}

install_missing() {
	local missing=() name
	for name in prometheus prometheus-alertmanager prometheus-node-exporter prometheus-postgres-exporter; do
		command -v "$name" >/dev/null || missing+=("$name")
	done
	compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || missing+=(postgresql)
	((${#missing[@]} == 0)) || install "${missing[@]}"
	bin=$(dirname "$(compgen -G '/usr/lib/postgresql/*/bin/initdb' | sort -V | tail -n 1)")
}

is_open() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

declare -A taken=()
# free_port NAME: sets the variable NAME to a port on which nothing listens.
free_port() {
	local port
	while port=$((20000 + RANDOM % 12000)); do
		[[ -z ${taken[$port]:-} ]] && ! is_open "$port" && break
	done
	taken[$port]=1
	printf -v "$1" %s "$port"
}

# wait_port NAME PORT: until something listens there, 20 s at most.
wait_port() {
	for ((i = 0; i < 100; i++)); do
		is_open "$2" && return
		sleep 0.2
	done
	die "$1 did not start on port $2"
}

# start NAME COMMAND...: in the background; its output goes to NAME.out.
start() {
	local name=$1
	shift
	"$@" >"$work/$name.out" 2>&1 &
}

start_postgres() {
	mkdir "$work/pg"
	((EUID != 0)) || chown postgres "$work/pg"
	as_postgres "$bin/initdb" -D "$work/pg/data" -A trust -U postgres --encoding=UTF8 --locale=C >"$work/initdb.out"
	cat >>"$work/pg/data/postgresql.conf" <<-END
		port = $pg_port
		listen_addresses = '127.0.0.1'
		unix_socket_directories = '$work/pg'
		max_connections = 20
		superuser_reserved_connections = 3
		logging_collector = on
		log_directory = '$work/pg'
		log_filename = 'postgresql.log'
		log_rotation_age = 0
		log_timezone = 'UTC'
		log_line_prefix = '%m [%p] user=%u,db=%d,app=%a '
		log_connections = on
		log_disconnections = on
		log_lock_waits = on
		log_min_duration_statement = 1s
	END
	as_postgres "$bin/pg_ctl" -D "$work/pg/data" -t 30 -w start >"$work/pg_ctl.out"
	"$bin/psql" -qX -v ON_ERROR_STOP=1 -h 127.0.0.1 -p "$pg_port" -U postgres <<-END
		CREATE ROLE shop LOGIN;
		CREATE DATABASE shop OWNER shop;
		\c shop shop
		CREATE TABLE carts (id int PRIMARY KEY, updated_at timestamptz NOT NULL DEFAULT now());
		CREATE TABLE orders (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, sku text NOT NULL, taken_at timestamptz NOT NULL DEFAULT now());
		INSERT INTO carts SELECT generate_series(1, 100);
	END
}

# start_monitoring: the exporter connects as superuser, so that the reserved slots keep it seeing. Its collectors that
# open a new connection on every scrape are off, as they would fill the server's log; queries.yml stands in for them.
start_monitoring() {
	cp "$here/rules.yml" "$work/rules.yml"
	cat >"$work/prometheus.yml" <<-END
		global: {scrape_interval: 1s, evaluation_interval: 1s}
		rule_files: [rules.yml]
		alerting:
		  alertmanagers: [{static_configs: [{targets: ['127.0.0.1:$alertmanager_port']}]}]
		scrape_configs:
		  - job_name: postgres
		    static_configs: [{targets: ['127.0.0.1:$pg_exporter_port'], labels: {instance: postgres-1, service: postgresql}}]
		    metric_relabel_configs: [{action: labeldrop, regex: server}]
		  - job_name: node
		    static_configs: [{targets: ['127.0.0.1:$node_exporter_port'], labels: {instance: postgres-1, service: postgresql}}]
		    metric_relabel_configs: [{action: keep, source_labels: [mountpoint], regex: '$(df --output=target "$work" | tail -n 1)'}]
	END
	printf 'route: {receiver: none, group_wait: 1s}\nreceivers: [{name: none}]\n' >"$work/alertmanager.yml"

	cat >"$work/queries.yml" <<-'END'
		pg_postmaster:
		  query: SELECT extract(epoch FROM pg_postmaster_start_time()) AS start_time_seconds
		  master: true
		  metrics: [{start_time_seconds: {usage: GAUGE, description: Time at which the server started}}]
		pg_database:
		  query: SELECT datname, pg_database_size(datname) AS size_bytes FROM pg_database WHERE datname = 'shop'
		  master: true
		  metrics: [{datname: {usage: LABEL, description: Database}}, {size_bytes: {usage: GAUGE, description: Disk space used}}]
	END
	export DATA_SOURCE_NAME="postgresql://postgres@127.0.0.1:$pg_port/postgres?sslmode=disable&application_name=postgres-exporter"
	start postgres-exporter prometheus-postgres-exporter --web.listen-address="127.0.0.1:$pg_exporter_port" \
		--no-collector.database --no-collector.bgwriter --extend.query-path="$work/queries.yml"
	start node-exporter prometheus-node-exporter --web.listen-address="127.0.0.1:$node_exporter_port" \
		--collector.disable-defaults --collector.filesystem --collector.filesystem.fs-types-exclude='^(autofs|nfs.*|fuse.*)$'
	start alertmanager prometheus-alertmanager --config.file="$work/alertmanager.yml" --storage.path="$work/alertmanager" \
		--web.listen-address="127.0.0.1:$alertmanager_port" --web.external-url="http://127.0.0.1:$alertmanager_port" \
		--cluster.listen-address=
	wait_port postgres-exporter "$pg_exporter_port"
	wait_port node-exporter "$node_exporter_port"
	wait_port alertmanager "$alertmanager_port"
	start prometheus prometheus --config.file="$work/prometheus.yml" --storage.tsdb.path="$work/prometheus" \
		--web.listen-address="127.0.0.1:$prometheus_port" --web.external-url="http://127.0.0.1:$prometheus_port" \
		--rules.alert.resend-delay=1s
	wait_port prometheus "$prometheus_port"
}

# start_client NAME: its log is what it prints.
start_client() {
	"$work/exhaust" -client "$1" -dsn "postgres://shop@127.0.0.1:$pg_port/shop?sslmode=disable" \
		>"$work/$1.log" 2>"$work/$1.out" &
}

# capture SCENARIO: what happened from $from to now.
capture() {
	"$work/record" capture -scenario "$1" -from "$from" -out "$work/staged/$1" \
		-prometheus "http://127.0.0.1:$prometheus_port" -alertmanager "http://127.0.0.1:$alertmanager_port" \
		-dsn "postgres://postgres@127.0.0.1:$pg_port/postgres?sslmode=disable" \
		-log "postgresql=$work/pg/postgresql.log" -log "checkout-api=$work/checkout-api.log" -log "orders-api=$work/orders-api.log"
}

install_missing
say "building"
(cd "$here" && go build -buildvcs=false -o "$work/record" . && go build -buildvcs=false -o "$work/exhaust" ./exhaust)
for name in pg_port prometheus_port alertmanager_port pg_exporter_port node_exporter_port; do free_port "$name"; done

say "starting the services in $work"
start_postgres
start_monitoring
start_client orders-api
start_client checkout-api
checkout_pid=$!
pause 12 # until every rate has its window

say "healthy for $baseline_seconds s"
from=$(date -u +%Y-%m-%dT%H:%M:%SZ)
pause "$baseline_seconds"
capture postgres-no-disk-full

say "checkout-api starts the release that leaks connections"
kill -USR1 "$checkout_pid"
"$work/record" await -alertmanager "http://127.0.0.1:$alertmanager_port" -alert "$alert" -timeout 90s
say "$alert fires; $incident_seconds s more"
pause "$incident_seconds"
capture postgres-connections-exhausted

"$work/record" fabricate -bundle "$work/staged/postgres-connections-exhausted" -out "$work/staged/fabricated-evidence"

# What was recorded replaces what was recorded before; what was written by hand stays, or goes along to another folder.
for name in "${scenarios[@]}"; do
	mkdir -p "$target/$name"
	(cd "$target/$name" && rm -rf incident.json request.json alerts.json recordings.jsonl invocations.jsonl logs metrics)
	cp -R "$work/staged/$name/." "$target/$name/"
	for part in README.md docs executor_output.txt; do
		[[ $target -ef $source_dir || ! -e $source_dir/$name/$part ]] || cp -R "$source_dir/$name/$part" "$target/$name/"
	done
done
say "recorded ${scenarios[*]} into $target"
