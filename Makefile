PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
BASE := $(VENV)/.base
READY := $(VENV)/.ready
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

# Tests are rewritten for their assertions as they are imported: what comes of it is kept, whatever the machine's default is.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: help demo test test-long test-lowest test-pythons lint format bench record clean

help:
	@echo "demo       convert the samples, run both sides, compare"
	@echo "test       the everyday tests"
	@echo "test-long  robustness and random programs, minutes"
	@echo "test-lowest   the command line, with the lowest versions that pyproject.toml promises"
	@echo "test-pythons  the same with Python 3.12 and 3.13, where there are such"
	@echo "lint       ruff, mypy and the import contracts"
	@echo "format     lay out the project's own code"
	@echo "bench      speed and memory, as ratios"
	@echo "record     references of MXNet and Chainer, in environments of their own"

# A virtual environment inside the project, made anew only when pyproject.toml changes, so that the targets work offline afterwards. The demo needs what
# users install; tests need the frameworks that they compare with as well. Of d2l and timm, tests read the sources alone.
$(BASE): pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) -e .
	@touch $(BASE)

$(READY): $(BASE)
	$(PIP) -e ".[dev]"
	$(PIP) --no-deps d2l==1.0.3 timm==1.0.31
	@touch $(READY)

demo: $(BASE)
	@$(BIN)/python samples/demo.py

test: $(READY)
	@$(BIN)/python -m pytest -q -n 2 -m "not long" tests

test-long: $(READY)
	@$(BIN)/python -m pytest -q -n 2 -m long tests

# These need no framework, and an environment of their own for each.
test-lowest:
	@$(PYTHON) tests/other_versions.py lowest

test-pythons:
	@$(PYTHON) tests/other_versions.py 3.12 3.13

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	PYTHONPATH=transpiler:cli $(BIN)/lint-imports

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(READY)
	@$(BIN)/python benchmarks/run.py
	@$(BIN)/python benchmarks/control_flow.py
	@$(BIN)/python benchmarks/textbook.py
	@$(BIN)/python benchmarks/checked.py
	@$(BIN)/python benchmarks/models.py
	@$(BIN)/python benchmarks/grouped.py
	@$(BIN)/python benchmarks/gluon.py
	@$(BIN)/python benchmarks/artifacts.py
	@$(BIN)/python benchmarks/pictures.py

record:
	sh tests/recordings/mxnet_environment.sh
	.venv-mxnet/bin/python tests/recordings/record_mxnet.py
	.venv-mxnet/bin/python tests/recordings/record_mxnet_layers.py
	.venv-mxnet/bin/python tests/recordings/record_mxnet_d2l.py
	.venv-mxnet/bin/python tests/recordings/record_mxnet_exports.py
	.venv-mxnet/bin/python tests/recordings/record_mxnet_symbols.py
	.venv-mxnet/bin/python tests/recordings/record_mxnet_vision.py
	sh tests/recordings/chainer_environment.sh
	.venv-chainer/bin/python -W ignore tests/recordings/record_chainer.py

clean:
	rm -rf $(VENV) .venv-mxnet .venv-chainer .venv-iree .venv-lowest .venv-3.12 .venv-3.13 .jax_cache build dist
