# `make check` is all that CI runs. The rest are its parts, and what a developer needs beside them.

SHELL       := /bin/bash
.SHELLFLAGS := -euo pipefail -c

VERSION  ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo devel)
FUZZTIME ?= 30s
FUZZMINIMIZETIME ?= 10x
COVER_MIN ?= 90
COVER_OUT ?= bin/cover.out

GOLANGCI_VERSION := v2.15.0
TOOLS    ?= $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/superbiz-tools
PINNED   := $(TOOLS)/golangci-lint-$(GOLANGCI_VERSION)/golangci-lint
GOLANGCI  = $(firstword $(wildcard $(PINNED)) $(shell command -v golangci-lint 2>/dev/null))

# With SUPERBIZ_NO_SKIP=1 a skipped test is a failure; .ci/run sets it.
GOTEST   := $(if $(SUPERBIZ_NO_SKIP),.ci/gotest,go test)
# Folders below this one that are Go modules of their own.
NESTED    = $(shell find . -mindepth 2 -name go.mod -not -path '*/testdata/*' -not -path '*/.*' -exec dirname {} +)

.PHONY: check fmt fmt-check vet lint fix test race cover build fuzz bench tools clean

## check: format, vet, lint, coverage, tests (they also find stale generated files), race detector
check: fmt-check vet lint cover test race

fmt: need-golangci
	$(GOLANGCI) fmt ./...

fmt-check:
	@out=$$(gofmt -l .); if [ -n "$$out" ]; then echo "not formatted, run make fmt:"; echo "$$out"; exit 1; fi

vet:
	go vet ./...
	@for dir in $(NESTED); do echo "go vet ./... in $$dir"; (cd $$dir && go vet ./...); done

lint: need-golangci
	$(GOLANGCI) run ./...

## fix: what the linter can mend by itself
fix: need-golangci
	$(GOLANGCI) run --fix ./...

test:
	$(GOTEST) ./...

race:
	CGO_ENABLED=1 $(GOTEST) -race ./...

## cover: the coverage of evidence and gatekeeper, each of which must reach COVER_MIN percent
cover:
	@mkdir -p $(dir $(COVER_OUT))
	@go test -coverpkg=./evidence/...,./gatekeeper/... -coverprofile=$(COVER_OUT) ./evidence/... ./gatekeeper/... >$(COVER_OUT).log 2>&1 \
		|| { cat $(COVER_OUT).log; exit 1; }
	@for name in evidence gatekeeper; do \
		grep -E "^mode:|superbizagent/$$name/" $(COVER_OUT) >$(COVER_OUT).$$name; \
		go tool cover -func=$(COVER_OUT).$$name \
			| awk -v name=$$name -v min=$(COVER_MIN) '$$1 == "total:" { got = $$NF + 0 } \
				END { printf "coverage of %s: %.1f %% (at least %d %%)\n", name, got, min; exit got < min }'; \
	done

## build: a static binary, bin/superbiz
build:
	CGO_ENABLED=0 go build -trimpath -ldflags "-s -w -X main.version=$(VERSION)" -o bin/superbiz ./cmd/superbiz

## fuzz: every fuzz target for FUZZTIME (make fuzz FUZZTIME=10m); ten tries to make an input smaller are enough
fuzz:
	@go test -list '^Fuzz' ./... | awk '/^Fuzz/ { names = names " " $$1 } \
			/^(ok|\?)/ { n = split(names, list, " "); for (i = 1; i <= n; i++) print $$2, list[i]; names = "" }' \
		| while read -r package target; do \
			echo "$$package $$target"; \
			go test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime $(FUZZMINIMIZETIME) "$$package" || exit 1; \
		done

bench:
	go test -run '^$$' -bench . -benchmem ./...

## tools: the pinned linter, built into TOOLS where it is missing (some minutes)
tools: $(PINNED)

$(PINNED):
	GOBIN=$(dir $@) go install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(GOLANGCI_VERSION)

.PHONY: need-golangci
need-golangci:
	@test -n "$(GOLANGCI)" || { echo "golangci-lint is missing: run make tools once, or put $(GOLANGCI_VERSION) on your PATH"; exit 1; }

clean:
	rm -rf bin
