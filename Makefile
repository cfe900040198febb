# Every target says what it does: `make` alone lists them.
SHELL = /bin/sh
.DEFAULT_GOAL = help
.NOTPARALLEL:
.PHONY: help venv test fast lint types lock run clean
.DELETE_ON_ERROR:

PYTHON ?= python3
VENV = .venv
BIN = $(VENV)/bin
LOCKED = $(VENV)/.locked
STAMP = $(VENV)/.installed
LOCK_VENV = .lock-venv
# For example: make test MARKERS='not browser and not mta'
MARKERS ?=

help: ## Show this list (the default)
	@echo "What make can do here:"
	@sed -n 's/^\([a-z][a-z-]*\):.*## \(.*\)/  \1|\2/p' Makefile | awk -F'|' '{ printf "%-8s %s\n", $$1, $$2 }'
	@echo "Settings: PYTHON=$(PYTHON) (the interpreter for the virtual environment), MARKERS=... (which tests)."

venv: $(STAMP) ## Make .venv from requirements.lock, unless it is there and up to date

$(LOCKED): requirements.lock
	@echo "Making the virtual environment in $(VENV) with $(PYTHON)."
	@$(PYTHON) -c 'import sys; sys.exit("pbem needs Python 3.11 or newer; name one with: make PYTHON=python3.11" if sys.version_info < (3, 11) else 0)'
	@$(PYTHON) -m venv --clear $(VENV)
	@echo "Installing what requirements.lock names; every file is checked against its hash."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@touch $@

$(STAMP): $(LOCKED) pyproject.toml
	@echo "Installing pbem itself, so that it runs from this folder."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

test: venv lint types ## Check everything: style, types, import rules, then all tests (or those of MARKERS)
	@echo "Running the tests$(if $(MARKERS), marked: $(MARKERS))."
	@$(BIN)/python -m pytest -n auto --dist worksteal $(if $(MARKERS),-m '$(MARKERS)')

fast: venv ## Run the quick tests only (none marked slow, browser, mta or kill)
	@echo "Running the quick tests."
	@$(BIN)/python -m pytest -q -n auto --dist worksteal -m 'not slow and not browser and not mta and not kill'

lint: venv ## Check style, format and the import rules (ruff, import-linter)
	@echo "Checking the style."
	@$(BIN)/ruff check .
	@echo "Checking the format."
	@$(BIN)/ruff format --check .
	@echo "Checking who imports whom."
	@$(BIN)/lint-imports --no-logo

types: venv ## Check the types (mypy, strict)
	@echo "Checking the types."
	@$(BIN)/mypy

lock: ## Write requirements.lock anew from pyproject.toml, with the newest versions
	@echo "Fetching uv into $(LOCK_VENV), which goes away afterwards."
	@rm -rf $(LOCK_VENV)
	@$(PYTHON) -m venv $(LOCK_VENV)
	@$(LOCK_VENV)/bin/python -m pip install --quiet --disable-pip-version-check uv
	@echo "Choosing versions for every platform, from Python 3.11 on."
	@$(LOCK_VENV)/bin/uv pip compile --quiet --universal --python-version 3.11 --upgrade \
		--generate-hashes --no-emit-index-url --no-emit-find-links --no-annotate \
		--custom-compile-command 'make lock' --extra dev --extra postgres --extra png \
		--output-file requirements.lock pyproject.toml
	@rm -rf $(LOCK_VENV)
	@! grep -n '://' requirements.lock || { echo "requirements.lock names an address; take it out." >&2; exit 1; }
	@echo "requirements.lock is new. Run make test before you commit it."

run: venv ## Serve the games here, on this machine
	@echo "Starting the server; Ctrl-C stops it."
	@$(BIN)/pbem serve

clean: ## Remove the virtual environment, caches and built packages (never instance/)
	@echo "Removing $(VENV), caches and built packages. Your games in instance/ stay."
	@rm -rf $(VENV) $(LOCK_VENV) build dist htmlcov .coverage .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	@find pbem tests -type d -name __pycache__ -prune -exec rm -rf {} +
