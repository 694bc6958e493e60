# Two commands on a fresh machine with Python, make and git: `make demo` and `make test`.

PYTHON ?= python3
FLOOR := .venvs/floor
NEWEST := .venvs/newest
BIN := $(NEWEST)/bin
# With the extra, whose wheels end with Python 3.13.
SELF := -e .$(shell $(PYTHON) -c "import sys; print('[local]' * (sys.version_info < (3, 14)))")
# For every supported Python and system at once; no other Python is needed for that.
COMPILE := UV_PYTHON_DOWNLOADS=never UV_CUSTOM_COMPILE_COMMAND="make upgrade" \
	$(BIN)/uv pip compile -q --upgrade --universal --python-version 3.10

.PHONY: help demo test check torture benchmark docs upgrade clean

help:
	@echo "make demo       the main job for real, with a local model and a throw-away home"
	@echo "make test       every check and test, on the oldest and the newest dependencies"
	@echo "make check      what needs no model and no shell, in a minute"
	@echo "make torture    break everything that can be broken, and count (an hour)"
	@echo "make benchmark  measure what memory costs, and write docs/benchmarks.md (20 minutes)"
	@echo "make docs       generate the parts of the docs that come from the code"
	@echo "make upgrade    pin the newest tools and dependencies, and the floors of pyproject.toml"

demo:
	$(PYTHON) demo/run.py

test: check $(FLOOR)/.done
	$(BIN)/python -m pytest -q -m "shell or product"
	$(FLOOR)/bin/python -m pytest -q -m "not once"

check: $(NEWEST)/.done
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/shellcheck --shell=bash shell/llm-memory.bash
	$(BIN)/shfmt -d -i 4 -ln bash shell/llm-memory.bash shell/llm-memory.zsh
	@# Where there is one: it is downloaded from GitHub, not from PyPI. CI has a job of its own for it.
	@! command -v actionlint >/dev/null || PATH="$(CURDIR)/$(BIN):$$PATH" actionlint
	$(BIN)/cog --check README.md docs/commands.md docs/trust.md
	$(BIN)/python -m pytest -q -m "not shell and not product"

torture: $(NEWEST)/.done
	$(BIN)/python tests/torture.py

benchmark: $(NEWEST)/.done
	$(BIN)/python benchmarks/compare.py

docs: $(NEWEST)/.done
	$(BIN)/cog -r README.md docs/commands.md docs/trust.md

upgrade: $(NEWEST)/.done
	$(COMPILE) --all-extras pyproject.toml -o constraints.txt
	$(COMPILE) requirements-dev.in -c constraints.txt -o requirements-dev.txt
	$(COMPILE) --all-extras pyproject.toml --resolution lowest-direct -c requirements-dev.txt \
		-o constraints-floor.txt
	$(COMPILE) .ci/requirements.in -o .ci/requirements.txt

$(NEWEST)/.done: pyproject.toml requirements-dev.txt constraints.txt
	$(PYTHON) -m venv $(NEWEST)
	$(BIN)/python -m pip install -q $(SELF) -r requirements-dev.txt -c constraints.txt
	@touch $@

$(FLOOR)/.done: pyproject.toml requirements-dev.txt constraints-floor.txt
	$(PYTHON) -m venv $(FLOOR)
	$(FLOOR)/bin/python -m pip install -q $(SELF) -r requirements-dev.txt -c constraints-floor.txt
	@touch $@

clean:
	rm -rf .venvs .demo build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
