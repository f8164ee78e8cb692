PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
STAMP := $(VENV)/.installed
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

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(STAMP)
	$(BIN)/python -m benchmarks

soak: $(STAMP) $(SITE) browser office
	$(BIN)/pytest -m slow -v --durations=20

reference: $(STAMP)
	$(BIN)/python -m tools.reference

# The documentation as a site, in build/docs: nothing in it comes from other servers.
docs: $(SITE)
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo "The documentation is in build/docs: open build/docs/index.html"

clean:
	rm -rf $(VENV) build dist src/*.egg-info
	rm -rf .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find src tests benchmarks -type d -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(PIP) -e ".[floor,papers]"
	touch $@

$(STAMP): $(READY)
	$(PIP) -e ".[all,dev]"
	touch $@

$(SITE): $(STAMP)
	$(PIP) -e ".[docs]"
	touch $@
