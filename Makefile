# Needs make and Python 3.11 or newer; everything else is put into .venv.
# Another interpreter: make setup PYTHON=python3.12

PYTHON  ?= python3
# One more than there are processors: tests that wait for a browser or a server leave room.
WORKERS ?= $(shell expr `nproc 2>/dev/null || sysctl -n hw.ncpu 2>/dev/null || echo 1` + 1)
# Of make mutants: how many at a time, and which part of all.
JOBS    ?= 2
SHARD   ?= 1/1

VENV  := .venv
BIN   := $(VENV)/bin
STAMP := $(VENV)/.ready
CODE  := $(wildcard src tests tools bench examples)

# Tests start the program many times over; compiled once is enough.
unexport PYTHONDONTWRITEBYTECODE

# uv then trusts the certificates the system trusts.
export UV_SYSTEM_CERTS = 1

.PHONY: help setup run test check docs pictures bench proof mutants conformance lock clean venv venv-anew chromium
.DEFAULT_GOAL := help

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' Makefile

setup: $(STAMP) ## make .venv and install feltlaw with its locked dependencies

run: setup ## start the floor with a demo property, and print the address to open
	@$(BIN)/feltlaw serve --demo

test: setup chromium ## run the tests (the long proofs are apart: make proof)
	$(BIN)/pytest -n $(WORKERS) --dist worksteal

# The pages are tested in a real browser; without one those tests are skipped, and say so.
chromium:
	@command -v chromium >/dev/null 2>&1 || command -v google-chrome >/dev/null 2>&1 || [ -n "$$CHROMIUM" ] || { \
		if [ "`id -u`" = 0 ] && command -v apt-get >/dev/null 2>&1; then \
			echo "Installing chromium for the tests of the pages ..."; \
			export DEBIAN_FRONTEND=noninteractive; \
			apt-get update -qq && apt-get install -y -qq chromium fonts-dejavu-core >/dev/null; \
		fi; \
		command -v chromium >/dev/null 2>&1 \
			|| echo "There is no Chromium here: tests/web is skipped. On Debian: sudo apt-get install chromium"; }

check: setup ## lint, formatting and types
	$(BIN)/ruff check $(CODE)
	$(BIN)/ruff format --check $(CODE)
	$(BIN)/mypy $(CODE)

docs: $(VENV)/.docs ## build the documentation site, every link and anchor checked: build/site/index.html
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	@echo "Open build/site/index.html"

pictures: setup chromium ## take the pictures of the pages in docs/pictures anew
	$(BIN)/python -m tools.pictures

bench: setup ## measure how fast it is
	@if [ -d bench ]; then $(BIN)/python -m bench; else echo "There is nothing to measure yet."; fi

proof: setup ## run the long proofs, and then make mutants
	$(BIN)/pytest -n $(WORKERS) -m proof
	FELTLAW_EFFORT=long $(BIN)/pytest -n $(WORKERS) -m "hypothesis or effort"
	@$(MAKE) --no-print-directory mutants

mutants: setup ## wrong versions by the clause, each against its own tests; goes on where it was stopped (SHARD=1/4)
	$(BIN)/python -m tools.mutants.reach
	$(BIN)/python -m tools.mutants --jobs $(JOBS) --shard $(SHARD)
	$(BIN)/python -m tools.mutants --jobs $(JOBS) --shard $(SHARD) --others

conformance: setup ## every clause, and the test that proves it; the pages that are written from the code
	$(BIN)/python -m tools.scenarios
	$(BIN)/python tools/conformance.py
	$(BIN)/python -m tools.commands

lock: venv ## write requirements.lock anew from pyproject.toml (UPGRADE=1: newest versions)
	@[ -x $(BIN)/uv ] || { echo "make lock needs uv, and it could not be installed." >&2; exit 1; }
	$(BIN)/uv pip compile pyproject.toml --quiet --universal --python-version 3.11 \
		--generate-hashes --no-emit-index-url --all-extras --group dev \
		--custom-compile-command "make lock" $(if $(UPGRADE),--upgrade) --output-file requirements.lock
	$(BIN)/uv pip compile --group docs --quiet --universal --python-version 3.11 \
		--generate-hashes --no-emit-index-url --constraint requirements.lock \
		--custom-compile-command "make lock" $(if $(UPGRADE),--upgrade) --output-file requirements-docs.lock

clean: ## remove .venv and everything else that was made here
	rm -rf $(VENV) build dist htmlcov coverage.xml .coverage .coverage.* \
		.hypothesis .mypy_cache .pytest_cache .ruff_cache
	find $(CODE) -name __pycache__ -type d -prune -exec rm -rf {} +

# The stamp is newer than what it was made from, or setup is done again.
$(STAMP): pyproject.toml requirements.lock Makefile
	@rm -f $@
	@$(MAKE) --no-print-directory venv
	@if [ -x $(BIN)/uv ] \
		&& $(BIN)/uv pip install --quiet --compile-bytecode --python $(BIN)/python --require-hashes -r requirements.lock \
		&& $(BIN)/uv pip install --quiet --python $(BIN)/python --no-build-isolation --no-deps -e .; \
	then :; else \
		echo "Installing with pip (slower than uv) ..."; \
		$(BIN)/python -m pip install --quiet --require-hashes -r requirements.lock \
		&& $(BIN)/python -m pip install --quiet --no-build-isolation --no-deps -e .; \
	fi
	@touch $@
	@echo "Ready: $(BIN)/feltlaw"

$(VENV)/.docs: $(STAMP) requirements-docs.lock
	@if [ -x $(BIN)/uv ]; then \
		$(BIN)/uv pip install --quiet --python $(BIN)/python --require-hashes -r requirements-docs.lock; \
	else $(BIN)/python -m pip install --quiet --require-hashes -r requirements-docs.lock; fi
	@touch $@

# An environment that still works is kept; a broken one is made anew.
venv:
	@$(BIN)/python -c 'import sys, pip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 \
		|| $(MAKE) --no-print-directory venv-anew
	@[ -x $(BIN)/uv ] || $(BIN)/python -m pip install --quiet uv >/dev/null 2>&1 \
		|| echo "uv could not be installed; going on without it."

venv-anew:
	@command -v "$(PYTHON)" >/dev/null 2>&1 || { \
		echo "feltlaw needs Python 3.11 or newer, and there is no $(PYTHON) here." >&2; \
		echo "Install Python, or name yours: make setup PYTHON=python3.12" >&2; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "feltlaw needs Python 3.11 or newer; $(PYTHON) is `"$(PYTHON)" --version 2>&1`." >&2; \
		echo "Install a newer one, or name yours: make setup PYTHON=python3.12" >&2; exit 1; }
	@can_venv() { "$(PYTHON)" -c 'import ensurepip, venv' >/dev/null 2>&1; }; \
	if ! can_venv; then \
		package=`"$(PYTHON)" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])'`; \
		if [ "`id -u`" = 0 ] && command -v apt-get >/dev/null 2>&1; then \
			echo "Installing $$package ..."; \
			export DEBIAN_FRONTEND=noninteractive; \
			apt-get update -qq; \
			apt-get install -y -qq $$package >/dev/null || apt-get install -y -qq python3-venv >/dev/null; \
		fi; \
		can_venv || { \
			echo "$(PYTHON) cannot make virtual environments: its module venv or ensurepip is missing." >&2; \
			echo "On Debian and Ubuntu: sudo apt-get install $$package" >&2; exit 1; }; \
	fi
	@echo "Making $(VENV) ..."
	@rm -rf $(VENV)
	@"$(PYTHON)" -m venv $(VENV)
