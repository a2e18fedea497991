# The two commands of the README are `make demo` and `make test`; `make help` lists the rest.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready

.PHONY: help setup demo reports guide values skill-grid test test-plain test-bounds test-slow lint types fmt cov bench fuzz soak lock audit sbom all clean

help: ## list the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

setup: $(READY) ## make .venv with the pinned dependencies

$(READY): requirements.lock pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $(READY)
	@echo "ready: '. $(BIN)/activate' makes the command 'analyzer' known to this terminal"

demo: $(READY) ## the Tranquility difficulty ladder and its report, about two minutes
	$(BIN)/python -m analyzer.shell.demo

reports: $(READY) ## play the shipped experiments and write reports/; resumes where it stopped
	$(BIN)/python -m analyzer.shell.shipped

guide: $(READY) ## write the reference in docs/ (policies, commands, keys, switches, columns, measures) from the code
	$(BIN)/python -m analyzer.shell.guide

skill-grid: $(READY) ## play the grid of win rates over sight that `analyzer fit` ships; goes on where it stopped
	$(BIN)/python tools/skill_grid.py tranquility survival

values: $(READY) ## train the values of the policies `trained` from nothing; resumes where it stopped
	$(BIN)/analyzer learn tranquility 'survival(reserve=0.5)' --players 1,2,3,4,5 --weights 3,5,14,5,5,0.4,0.4,0.4,0.4,0.4,0.8,0.8,0.8,0.8,0.8,0.4,0.4,0.4,0.4,0.4,0.8,0.8,0.8,0.8,0.8,2,4,10,4,4,2.5,3.5,8,3.5,2.5,2.4,2.4,2.4,2.4,2.4,0.2,0.2,0.2,0.2,0.2,0.2,0.2,0.2,0.2,0.2,0.6,0.6,0.6,0.6,0.6,1.6,1.6,1.6,1.6,1.6,1,1,1,1,1,0.6,0.6,0.6,0.6,0.6,0.6,0.6,0.6,0.6,0.6 \
		--budget 1.24e8 --seed 1 \
		--variants base,galateia,triton,leucothea,amphitrite,poseidon,day-night,pyramid,monsters-3,monsters-4,monsters-5,storm,archway,rocks,wild \
		--out strategies/tranquility/trained.toml
	$(BIN)/analyzer learn portolano navigator --players 2,3,4,5 --weights 50,20,20,10 --budget 8e6 --seed 1 --out strategies/portolano/trained.toml
	$(BIN)/analyzer learn islebound steward --players 2,3,4 --weights 50,25,25 --budget 6e6 --seed 1 --out strategies/islebound/trained.toml

test: $(READY) ## the whole test suite
	$(BIN)/python -m pytest -n 2 --dist loadscope --no-loadscope-reorder -m "not slow"

test-plain: $(READY) ## the rules as plain Python
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -m "not slow and not compiled" tests/games tests/kernel tests/conformance

test-bounds: $(READY) ## with every array index checked
	NUMBA_BOUNDSCHECK=1 $(BIN)/python -m pytest -m "not slow" tests/conformance

test-slow: $(READY) ## the long sweeps, compiled and as plain Python
	$(BIN)/python -m pytest -m slow
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest tests/games/tranquility/test_module_properties.py

lint: $(READY) ## ruff
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(READY) ## mypy
	$(BIN)/mypy

fmt: $(READY) ## format the code
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

cov: $(READY) ## true branch coverage, measured in plain Python
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m coverage run -m pytest -m "not slow and not compiled" tests/games tests/kernel tests/conformance
	$(BIN)/python -m coverage report --skip-covered

bench: $(READY) ## speed per game, and the ratio to hand-written C
	$(BIN)/analyzer bench
	$(BIN)/python yardstick/compare.py
	$(BIN)/python yardstick/playouts.py

FUZZ_SECONDS ?= 600
FUZZ_TARGETS ?=
fuzz: $(READY) ## hours of wrong input: FUZZ_SECONDS for each of nine targets, or of FUZZ_TARGETS="specs manifests"
	$(BIN)/python -m tests.fuzz.long $(FUZZ_TARGETS) --seconds $(FUZZ_SECONDS)

SOAK_GAMES ?= 200000000
soak: $(READY) ## does memory stay flat, and the rate constant? resumes where it stopped
	$(BIN)/python tools/soak.py --games $(SOAK_GAMES)

AUDIT := .venv-audit
$(AUDIT)/ready: requirements-audit.lock
	$(PYTHON) -m venv $(AUDIT)
	$(AUDIT)/bin/python -m pip install --quiet --disable-pip-version-check -r requirements-audit.lock
	touch $(AUDIT)/ready

audit: ## known holes in what is pinned (pip-audit), risky code (bandit); docs/security.md tells the exit codes
	@$(MAKE) --no-print-directory $(AUDIT)/ready || echo "audit: the tools could not be installed"
	$(PYTHON) tools/audit.py $(AUDIT)/bin

sbom: ## write sbom.json, the software bill of materials (CycloneDX)
	$(PYTHON) tools/sbom.py > sbom.json

COMPILE := $(AUDIT)/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate --no-header
lock: $(AUDIT)/ready ## pin what pyproject.toml asks for and is not pinned yet; delete a pin to get a newer version
	printf 'hatchling\neditables\n' | $(COMPILE) pyproject.toml - --group dev -o requirements.lock
	$(COMPILE) --group audit -o requirements-audit.lock

all: lint types test bench ## everything

clean: ## delete the environment
	rm -rf $(VENV) $(AUDIT)
