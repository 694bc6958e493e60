# Two commands on a fresh machine with Python, make and git: `make demo` and `make test`.

PYTHON ?= python3
FLOOR := .venvs/floor
NEWEST := .venvs/newest
BIN := $(NEWEST)/bin
# The oldest llm that is supported; pyproject.toml names it too, and a test compares.
FLOOR_LLM := 0.33

.PHONY: help demo test check lint units torture benchmark docs clean

help:
	@echo "make demo       the main job for real, with a local model and a throw-away home"
	@echo "make test       every check and test, on the oldest and the newest llm"
	@echo "make check      what needs no model and no shell, in under a minute"
	@echo "make torture    break everything that can be broken, and count (an hour)"
	@echo "make benchmark  measure what memory costs, and write docs/benchmarks.md (20 minutes)"
	@echo "make docs       generate the parts of the docs that come from the code"

demo:
	$(PYTHON) demo/run.py

test:
	@$(MAKE) -j 2 --no-print-directory $(NEWEST)/.done $(FLOOR)/.done
	@$(MAKE) --no-print-directory check
	$(BIN)/python -m pytest -q -n 4 --dist worksteal -m "shell or product"
	$(FLOOR)/bin/python -m pytest -q -n 4 --dist worksteal -m "not once"

# Beside each other: what reads the code takes one core, for half of the time.
check: $(NEWEST)/.done
	@$(MAKE) -j 2 --no-print-directory lint units

lint: $(NEWEST)/.done
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/shellcheck --shell=bash shell/llm-memory.bash
	$(BIN)/shfmt -d -i 4 -ln bash shell/llm-memory.bash shell/llm-memory.zsh
	$(BIN)/cog --check README.md docs/commands.md

units: $(NEWEST)/.done
	$(BIN)/python -m pytest -q -n 3 --dist worksteal -m "not shell and not product"

torture: $(NEWEST)/.done
	$(BIN)/python tests/torture.py

benchmark: $(NEWEST)/.done
	$(BIN)/python benchmarks/compare.py

docs: $(NEWEST)/.done
	$(BIN)/cog -r README.md docs/commands.md docs/trust.md

$(NEWEST)/.done: pyproject.toml requirements-dev.txt
	$(PYTHON) -m venv $(NEWEST)
	$(BIN)/python -m pip install -q -U pip
	$(BIN)/python -m pip install -q -U -e . -r requirements-dev.txt
	@touch $@

$(FLOOR)/.done: pyproject.toml requirements-dev.txt
	$(PYTHON) -m venv $(FLOOR)
	$(FLOOR)/bin/python -m pip install -q -U pip
	$(FLOOR)/bin/python -m pip install -q -e . -r requirements-dev.txt "llm==$(FLOOR_LLM)"
	@touch $@

clean:
	rm -rf .venvs .demo build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
