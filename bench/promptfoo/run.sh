#!/usr/bin/env bash
# Measures superbiz eval beside promptfoo on the same number of cases, eight assertions
# each, all reports written: wall time, processor time and peak memory.
#
#   bench/promptfoo/run.sh [CASES]    # 1000; promptfoo is installed from npm where it is missing
set -euo pipefail

cases=${1:-1000}
version=${PROMPTFOO_VERSION:-0.119.0} # the newest that runs on Node 20
here=$(cd "$(dirname "$0")" && pwd)
tools=${XDG_CACHE_HOME:-$HOME/.cache}/superbiz-bench/promptfoo
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

command -v /usr/bin/time >/dev/null || { echo "GNU time is missing: apt-get install time" >&2; exit 2; }
[ -x "$tools/node_modules/.bin/promptfoo" ] || npm install --silent --no-audit --no-fund --prefix "$tools" "promptfoo@$version"

(cd "$here/../.." && CGO_ENABLED=0 go build -trimpath -ldflags '-s -w' -o "$work/superbiz" ./cmd/superbiz)
node "$here/make.mjs" "$cases" "$work"

measure() { # NAME COMMAND...
  local name=$1; shift
  /usr/bin/time -f "%e s elapsed, %U s user, %S s system, %M KiB resident" -o "$work/time" "$@" >"$work/out" 2>&1 || { tail -5 "$work/out" >&2; exit 1; }
  printf '%-28s %s\n' "$name" "$(tail -1 "$work/time")"
}

echo "$cases cases, eight assertions each, $(nproc) processors"
starts=50 began=$(date +%s%N)
for _ in $(seq $starts); do "$work/superbiz" version >"$work/out"; done
printf '%-28s %s ms\n' "superbiz, start alone" $((($(date +%s%N) - began) / starts / 1000000))
for _ in 1 2 3; do
  measure "superbiz eval, all reports" "$work/superbiz" eval run "$work/cases" --report "$work/report"
done
cd "$work"
export PROMPTFOO_CONFIG_DIR=$work/promptfoo PROMPTFOO_DISABLE_TELEMETRY=1 PROMPTFOO_DISABLE_UPDATE=1 PROMPTFOO_DISABLE_REMOTE_GENERATION=1
measure "promptfoo $("$tools/node_modules/.bin/promptfoo" --version)" "$tools/node_modules/.bin/promptfoo" eval \
  --config promptfooconfig.json --no-cache --no-progress-bar --no-table --max-concurrency "$(nproc)" \
  --output promptfoo.json --output promptfoo.html
