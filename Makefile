# Two commands on a fresh machine with Python, make and git: `make demo` and `make test`.

PYTHON ?= python3
FLOOR := .venvs/floor
NEWEST := .venvs/newest
EXTRAS := .venvs/extras
BIN := $(NEWEST)/bin
NPM := PATH="$(CURDIR)/$(EXTRAS)/bin:$$PATH" npm --no-audit --no-fund
# The wheels of an extra end with Python 3.13. It brings numpy, and whatever starts LLM then takes
# half as long again, so it is only where its own tests are.
LOCAL := $(shell $(PYTHON) -c "import sys; print(',local' if sys.version_info < (3, 14) else '')")
# For every supported Python and system at once; no other Python is needed for that.
COMPILE := UV_PYTHON_DOWNLOADS=never UV_CUSTOM_COMPILE_COMMAND="make upgrade" \
	$(BIN)/uv pip compile -q --upgrade --universal --python-version 3.10

# Where the compiled tests are not kept, each process of each run compiles them anew.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: help demo test test-extras check lint units torture benchmark docs upgrade clean

help:
	@echo "make demo       the main job for real, with a local model and a throw-away home"
	@echo "make test       every check and test, on the oldest and the newest dependencies"
	@echo "make test-extras  what needs npm's programs, the MCP SDK, a browser, PostgreSQL or downloads"
	@echo "make check      what needs no model and no shell, in a minute or two"
	@echo "make torture    break everything that can be broken, and count (hours; PART=kills for one part)"
	@echo "make benchmark  measure what memory costs, and write docs/benchmarks.md (40 minutes)"
	@echo "make docs       generate the parts of the docs that come from the code"
	@echo "make upgrade    pin the newest tools and dependencies, and the floors of pyproject.toml"

demo:
	$(PYTHON) demo/run.py

test:
	@$(MAKE) -j 2 --no-print-directory $(NEWEST)/.done $(FLOOR)/.done
	@$(MAKE) --no-print-directory check
	$(BIN)/python -m pytest -q -m "(shell or product or slow) and not extras"
	$(FLOOR)/bin/python -m pytest -q -m "not once and not extras"

test-extras: $(EXTRAS)/.done
	$(EXTRAS)/bin/python -m pytest -q -m extras tests/extras

# Beside each other: what reads the code takes one core, for half of the time.
check: $(NEWEST)/.done
	@$(MAKE) -j 2 --no-print-directory lint units

lint: $(NEWEST)/.done
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/shellcheck --shell=bash shell/llm-memory.bash
	$(BIN)/shfmt -d -i 4 -ln bash shell/llm-memory.bash shell/llm-memory.zsh
	PATH="$(CURDIR)/$(BIN):$$PATH" actionlint
	$(BIN)/cog --check README.md docs/commands.md

units: $(NEWEST)/.done
	$(BIN)/python -m pytest -q -n 2 -m "not shell and not product and not slow and not extras"

torture: $(NEWEST)/.done
	$(BIN)/python tests/torture.py $(PART)

benchmark: $(NEWEST)/.done
	$(BIN)/python benchmarks/compare.py

docs: $(NEWEST)/.done
	$(BIN)/cog -r README.md docs/commands.md docs/trust.md

# Of npm's programs, one whose version is no release stays at it.
upgrade: $(NEWEST)/.done
	$(COMPILE) --all-extras pyproject.toml -o constraints.txt
	$(COMPILE) requirements-dev.in -c constraints.txt -o requirements-dev.txt
	$(COMPILE) --all-extras pyproject.toml --resolution lowest-direct -c requirements-dev.txt \
		-o constraints-floor.txt
	$(COMPILE) requirements-extras.in -c constraints.txt -c requirements-dev.txt \
		-o requirements-extras.txt
	@$(MAKE) --no-print-directory $(EXTRAS)/.done
	$(NPM) install --prefix tests/extras --package-lock-only --ignore-scripts --save-exact \
		$$($(EXTRAS)/bin/node -p "Object.entries(require('./tests/extras/package.json').dependencies).map(([name, pin]) => name + '@' + (pin.includes('-') ? pin : 'latest')).join(' ')")

$(NEWEST)/.done: pyproject.toml requirements-dev.txt constraints.txt
	$(PYTHON) -m venv $(NEWEST)
	$(BIN)/python -m pip install -q -e '.[web]' -r requirements-dev.txt -c constraints.txt
	@touch $@

$(FLOOR)/.done: pyproject.toml requirements-dev.txt constraints-floor.txt
	$(PYTHON) -m venv $(FLOOR)
	$(FLOOR)/bin/python -m pip install -q -e '.[web]' -r requirements-dev.txt -c constraints-floor.txt
	@touch $@

# With programs of npm, which a wheel's Node runs. None of their scripts is run.
$(EXTRAS)/.done: pyproject.toml requirements-dev.txt requirements-extras.txt constraints.txt \
		tests/extras/package.json tests/extras/package-lock.json
	$(PYTHON) -m venv $(EXTRAS)
	$(EXTRAS)/bin/python -m pip install -q -e '.[web,server$(LOCAL)]' -r requirements-dev.txt \
		-r requirements-extras.txt -c constraints.txt
	mkdir -p $(EXTRAS)/npm
	cp tests/extras/package.json tests/extras/package-lock.json $(EXTRAS)/npm
	$(NPM) ci --prefix $(EXTRAS)/npm --ignore-scripts
	@touch $@

clean:
	rm -rf .venvs .demo build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
