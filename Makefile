# Two commands do everything on a machine that has only Python: `make run` and `make test`.

PYTHON ?= python3
HOST ?= 127.0.0.1
PORT ?= 8000
ARGS ?=

# uv trusts the certificates that the machine trusts, as pip does.
UV_SYSTEM_CERTS ?= 1
export UV_SYSTEM_CERTS

VENV := .venv/bin/
UV := .tools/bin/uv
READY := .venv/.ok
LOCK := $(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --custom-compile-command "make lock"

.DEFAULT_GOAL := help
.PHONY: help run test test-fast lint check-generators lock bench bench-variants clean
.DELETE_ON_ERROR:

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-16s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

run: $(READY) ## Serve on HOST and PORT (127.0.0.1:8000) with a database of its own; Ctrl-C stops it
	@$(VENV)python manage.py run_local --host "$(HOST)" --port "$(PORT)"

test: $(READY) ## Run the whole suite with PostgreSQL, Redis, a worker and a browser; ARGS= for pytest
	@$(VENV)python -m tests.run $(ARGS)

test-fast: $(READY) ## Run what needs no services, on SQLite
	@$(VENV)python -m tests.run --fast $(ARGS)

# The type checker and the commands read the settings, which want a secret; this one signs nothing.
lint check-generators: export SECRET_KEY := lint-only-0123456789-abcdefghijklmnopqrstuvwxyz
lint: $(READY) ## Check style, types, layers and missing migrations
	$(VENV)ruff check .
	$(VENV)ruff format --check .
	$(VENV)mypy
	$(VENV)lint-imports
	$(VENV)python manage.py makemigrations --check --dry-run

check-generators: $(READY) ## Hold every question generator to the rules, over 10,000 seeds each
	@$(VENV)python manage.py check_generators --seeds 10000 $(ARGS)

bench: $(READY) ## Measure answers per second on a PostgreSQL made for it
	@$(VENV)python -m tests.provision $(VENV)python benchmarks/answer.py $(ARGS)

bench-variants: $(READY) ## Measure question variants per second, in batches against one by one
	@$(VENV)python benchmarks/variants.py

lock: $(UV) ## Rewrite the locked requirements; ARGS=--upgrade takes the newest versions that fit
	$(LOCK) $(ARGS) --output-file requirements/base.txt requirements/base.in
	$(LOCK) $(ARGS) --output-file requirements/dev.txt --constraints requirements/base.txt requirements/dev.in

clean: ## Remove what can be made again; the local database in var/ stays
	rm -rf .venv .tools .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache staticfiles
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# uv makes the environment in seconds; where it cannot be had, venv and pip do the same more slowly.
$(READY): requirements/dev.txt
	@command -v "$(PYTHON)" >/dev/null || { \
		echo "error: $(PYTHON) was not found. Install Python 3.11 or newer, or name one: make PYTHON=/path/to/python3" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "error: Python 3.11 or newer is needed; $(PYTHON) is $$($(PYTHON) --version 2>&1). Name one: make PYTHON=/path/to/python3" >&2; exit 1; }
	@echo "Setting up .venv"
	@.venv/bin/python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || rm -rf .venv
	@$(UV) --version >/dev/null 2>&1 || $(PYTHON) -m pip install --quiet --disable-pip-version-check \
		--root-user-action=ignore --upgrade --target .tools uv || echo "uv cannot be had; using pip"
	@{ test -d .venv || $(UV) venv --quiet --python "$$($(PYTHON) -c 'import sys; print(sys.executable)')" .venv; } \
		&& $(UV) pip sync --quiet --python .venv/bin/python --require-hashes $< \
		|| { echo "uv did not work; using pip" \
			&& $(PYTHON) -m venv .venv \
			&& .venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<; } \
		|| { echo "error: the requirements could not be installed; pip's words above say why" >&2; exit 1; }
	@touch $@

$(UV):
	$(PYTHON) -m pip install --quiet --disable-pip-version-check --root-user-action=ignore --target .tools uv
