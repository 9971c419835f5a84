# What a newcomer types. `make` alone lists the targets.
.DEFAULT_GOAL := help
SHELL := /bin/sh
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
DEV := requirements/dev.lock
RUN := requirements/run.lock
# Tests mostly wait, so more processes than cores; one room alone is quicker in one process.
JOBS ?= $(if $(ARGS),0,4)

hint = { echo "$(1)" >&2; exit 1; }

.PHONY: help demo test test-usb fuzz check fmt lint types vendor bench-tracking bench-hall lock clean

# Runs a tool of the scripts in pages/; without node it says so loudly and goes on, but fails in CI.
SCRIPTS = sh -c 'tools/find-node; case $$? in 0) exec npm run --silent "$$0";; 3) ;; *) exit 1;; esac'

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

demo: $(VENV)/run ## run a tournament on virtual boards
	$(BIN)/topboards demo $(ARGS)

test: $(VENV)/dev ## run the tests; of one room: make test ARGS=tests/results/pairing
	@tools/find-browser
	@tools/find-node || [ $$? -eq 3 ]
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal $(ARGS)

test-usb: $(VENV)/dev ## boards on Linux's own USB driver, in a QEMU guest; skips where there is none
	$(BIN)/python -m pytest tests/usb -m usb -o log_cli=true --log-cli-level=INFO $(ARGS)

fuzz: $(VENV)/dev ## try each parser on twenty thousand streams
	$(BIN)/python -m pytest tests/fuzz --hypothesis-profile=fuzz -o timeout=0 $(ARGS)

check: $(VENV)/dev ## format, lint, import contracts, types, tests
	@$(MAKE) --no-print-directory lint types test

lint: $(VENV)/dev ## format, lint and import contracts
	@$(BIN)/ruff format --check . || $(call hint,The layout is not ruff's. Type: make fmt)
	@$(BIN)/ruff check . || $(call hint,make fmt mends what can be mended; the rest is by hand: \
	each line above names its rule.)
	@$(BIN)/lint-imports || $(call hint,A module imports what its room may not: see the rooms \
	in docs/rooms.md and the contract in .importlinter.)
	@$(SCRIPTS) lint

types: $(VENV)/dev ## check the types
	@$(BIN)/mypy && $(BIN)/mypy --strict tests bench tools/message_types.py || $(call hint,The types \
	do not fit: correct the lines named above; a new kind in a union wants a case wherever mypy \
	names assert_never.)
	@$(SCRIPTS) types

fmt: $(VENV)/dev ## format and mend what can be mended
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

vendor: ## write pages/vendor anew from the packages that package-lock.json pins
	tools/find-node
	node tools/vendor.js

bench-tracking: $(VENV)/dev ## the tracker at noisy boards, beside a plain one
	$(BIN)/python -m bench.tracking $(ARGS)

bench-hall: $(VENV)/dev ## a hall in real time: boards on ptys, latency, CPU, memory
	$(BIN)/python -m bench.boards $(ARGS)

lock: ## compile the pinned requirements anew (needs uv)
	uv pip compile -q --universal --generate-hashes --no-annotate --no-header --group build pyproject.toml -o $(RUN)
	uv pip compile -q --universal --generate-hashes --no-annotate --no-header --all-extras --group build --group dev pyproject.toml -o $(DEV)

$(VENV)/run: $(RUN)
	@PYTHON=$(PYTHON) tools/make-venv $(VENV) $(RUN)

$(VENV)/dev: $(DEV)
	@PYTHON=$(PYTHON) tools/make-venv $(VENV) $(DEV)

clean: ## remove what make made
	rm -rf $(VENV) node_modules .mypy_cache .pytest_cache .ruff_cache .hypothesis
