PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
STAMP := $(VENV)/.installed
BIOME := node_modules/.bin/biome
SITE := $(VENV)/.site
PIP := $(BIN)/python -m pip install -qq --disable-pip-version-check -c constraints.txt

# Hundreds of processes start in the tests: what they import is compiled once, whatever the shell says.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := test
.PHONY: run test browser office bench soak lint docs reference clean

run: $(READY)
	$(BIN)/pitboss floor demo

# Without a browser, the tests of pages are skipped and say so.
test: lint
	-@$(MAKE) --no-print-directory browser
	$(BIN)/pytest

browser:
	@command -v chromium >/dev/null || command -v google-chrome >/dev/null || { apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium >/dev/null; }

office:
	@command -v soffice >/dev/null || { apt-get update -qq && apt-get install -y -qq --no-install-recommends libreoffice-calc >/dev/null; }

lint: $(STAMP) $(BIOME)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	@if [ -x $(BIOME) ]; then set -x; $(BIOME) check --error-on-warnings; \
	else echo "The pages' linter was skipped: 'make $(BIOME)' installs it where npm reaches its packages."; fi

bench: $(STAMP)
	$(BIN)/python -m benchmarks

# Servers that are killed and started anew leave a processor idle: a third worker has these.
soak: $(STAMP) $(SITE) browser office
	$(BIN)/pytest -m slow -n 3 -v --durations=20

reference: $(STAMP)
	$(BIN)/python -m tools.reference

# The documentation as a site, in build/docs: nothing in it comes from other servers.
docs: $(SITE)
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo "The documentation is in build/docs: open build/docs/index.html"

clean:
	rm -rf $(VENV) node_modules build dist src/*.egg-info
	rm -rf .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find src tests benchmarks -type d -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(PIP) -e ".[floor,papers]"
	touch $@

$(STAMP): $(READY)
	$(PIP) -e ".[all,dev]"
	touch $@

# Without npm, or where it reaches nothing, there is no linter of the pages, and lint goes on without it.
$(BIOME): package.json
	@npm install --no-package-lock --no-audit --no-fund --fetch-retries=1 --fetch-timeout=20000 >/dev/null 2>&1 \
	&& $@ --version >/dev/null 2>&1 && touch $@ || rm -f $@

$(SITE): $(STAMP)
	$(PIP) -e ".[docs]"
	touch $@
