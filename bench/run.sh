#!/usr/bin/env bash
# Measures the gate beside its peers and prints the tables of docs/performance.md. Needs Go; with node and npm also ajv.
set -euo pipefail
cd "$(dirname "$0")"

if command -v npm >/dev/null && [[ ! -d ajv/node_modules ]]; then
	npm ci --prefix ajv --no-audit --no-fund --loglevel=error >&2
fi
bin=$(mktemp -d)
trap 'rm -rf "$bin"' EXIT
go build -o "$bin/table" ./table

echo "$(go version | cut -d' ' -f3,4), $(nproc) cores, $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)"
go list -m -f '{{.Path}} {{.Version}}' github.com/open-policy-agent/opa github.com/santhosh-tekuri/jsonschema/v6
if command -v node >/dev/null; then
	echo "node $(node --version), ajv $(sed -n 's/.*"ajv": "\(.*\)".*/\1/p' ajv/package.json)"
fi
echo
"$bin/table" "$@"
