#!/usr/bin/env bash
# The main path, live: starts real services, lets a client program exhaust PostgreSQL's connections, records that as a
# bundle, stops the services, diagnoses the bundle and prints the answer. Leaves nothing behind.
#
#   scenarios/live/live.sh [QUESTION] [FLAG...]     flags go to superbiz diagnose, e.g. --format json
#
# Takes about two minutes; BASELINE_SECONDS (30) and INCIDENT_SECONDS (15) are those of ../record/record.sh. Exits like
# superbiz diagnose: 0 with a diagnosis, 1 with the fallback, 2 when it could not run.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
question=${1:-orders-api cannot reach its PostgreSQL database and orders fail. Why?}
shift || true

work=$(mktemp -d "${TMPDIR:-/tmp}/superbiz-live.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# Built first: go run would turn every exit code but 0 into 1.
cd "$here/../.."
go build -buildvcs=false -o "$work/superbiz" ./cmd/superbiz || exit 2

export BASELINE_SECONDS=${BASELINE_SECONDS:-30} INCIDENT_SECONDS=${INCIDENT_SECONDS:-15}
"$here/../record/record.sh" "$work/recorded" || exit 2

SUPERBIZ_DB="$work/superbiz.db" "$work/superbiz" diagnose \
	--bundle "$work/recorded/postgres-connections-exhausted" "$@" "$question"
