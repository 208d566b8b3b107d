# Two commands for a new machine: `make demo` and `make test`. They need Python >= 3.11 and make.
# While you work: `make check`. CONTRIBUTING.md says how to run less than that; `make help` lists all targets.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
RUNS := $(VENV)/.runs
PEERS := .venv-bench
PEERS_STAMP := $(PEERS)/.installed
SITE := .venv-docs
SITE_STAMP := $(SITE)/.installed
# The harness behind docs/reliability.md: tests/reliability.
HARNESS = PYTHONPATH=tests:benchmarks $(BIN)/python -m
BENCH ?=
LONG ?=
# What `make check` and `make slow-list` run; nothing means all tests: make check TESTS=tests/search.
TESTS ?=

.PHONY: help demo check slow-list test test-all test-native test-sanitized test-browser test-cluster docs pictures lint types contracts format coverage bench bench-optimal fuzz load soak mutants limits reliability replaying compiled intervals long-run clean

demo: $(RUNS)  ## Plan a shipped task; show where it goes and how it gets there.
	$(BIN)/introplan explain bins --bins 2 --items 2 --seed 4
	$(BIN)/introplan plan bins --bins 2 --items 2 --seed 4
	$(BIN)/introplan plan blocks-world --blocks 50 --seed 1 | tail -n 4

help:  ## The targets and what they are for.
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1: \2/p' Makefile

check: lint contracts types  ## The inner loop, within a minute: lint, imports, types, quick tests.
	@echo "quick tests: all but the slow ones and those that start processes; of statistics the first chunk"
	$(BIN)/python -m pytest -q --quick -n auto --dist worksteal $(TESTS)
	@echo "make test runs the rest as well"

test: lint contracts types  ## Everything that guards main: lint, imports, types, doctests, all tests.
	$(BIN)/python -m pytest -q -n auto --dist worksteal

slow-list: $(STAMP)  ## Measure which tests are slow, on a quiet machine, and write tests/slow.txt.
	$(BIN)/python -m pytest -q --write-slow -n auto --dist worksteal $(TESTS)

test-all: test-native test-sanitized test-browser test-cluster docs  ## What needs more than the package.

# CMake comes from PyPI unless the system has one.
CMAKE = $(shell command -v cmake || echo $(BIN)/cmake)

test-native: $(STAMP)  ## The C++ tests, without Python.
	$(CMAKE) -S . -B build/tests -DINTROPLAN_TESTS=ON
	$(CMAKE) --build build/tests
	build/tests/kernel_tests
	build/tests/machine_tests
	build/tests/quality_tests
	build/tests/relaxed_tests
	build/tests/thread_tests

test-sanitized: $(STAMP)  ## Native code under the sanitizers: C++ tests, and tests in Python.
	$(CMAKE) -S . -B build/sanitized -DINTROPLAN_TESTS=ON \
	  -DINTROPLAN_SANITIZERS=address,undefined -DCMAKE_BUILD_TYPE=Debug
	$(CMAKE) --build build/sanitized
	build/sanitized/kernel_tests
	build/sanitized/machine_tests
	build/sanitized/quality_tests
	build/sanitized/relaxed_tests
	$(CMAKE) -S . -B build/threads -DINTROPLAN_TESTS=ON -DINTROPLAN_SANITIZERS=thread \
	  -DCMAKE_BUILD_TYPE=Debug
	$(CMAKE) --build build/threads --target thread_tests
	setarch --addr-no-randomize build/threads/thread_tests
	$(BIN)/python -m pip install --quiet --disable-pip-version-check 'nanobind>=2.2'
	$(HARNESS) reliability.sanitized

load: $(STAMP)  ## 10,000 tasks from threads and processes: the answers of one by one?
	$(HARNESS) reliability.load
	$(HARNESS) reliability --page

soak: $(STAMP)  ## Two hours of random tasks in one process: does memory grow, is anything raised?
	$(HARNESS) reliability.soak
	$(HARNESS) reliability --page

mutants: $(STAMP)  ## Plant faults in a copy, one at a time: which check notices?
	$(BIN)/python -m pip install --quiet --disable-pip-version-check 'nanobind>=2.2'
	$(HARNESS) reliability.mutants --control
	$(HARNESS) reliability --page

test-browser: $(STAMP)  ## The page in headless Chromium; screenshots are kept in build/screenshots.
	@if .ci/install-chromium; then \
	  $(BIN)/python -m pip install --quiet --disable-pip-version-check 'selenium>=4.20' && \
	  INTROPLAN_BROWSER=1 $(BIN)/python -m pytest -q tests/browser; \
	else echo "left out: the tests of the page, because Chromium cannot be installed here"; fi

test-cluster: $(STAMP)  ## Experiments on a Dask cluster of this machine.
	$(BIN)/python -m pip install --quiet --disable-pip-version-check 'distributed>=2024.1'
	$(BIN)/python -m pytest -q tests/experiments/test_runner_cluster.py

docs: $(SITE_STAMP)  ## The site, in build/site; a warning is an error.
	NO_MKDOCS_2_WARNING=1 $(SITE)/bin/mkdocs build --strict --quiet

pictures: $(STAMP)  ## Draw the pictures of the site anew.
	$(BIN)/python docs/tools/draw_pictures.py docs/pictures

limits: $(STAMP)  ## Limits on time and memory from outside, twenty runs each.
	$(HARNESS) reliability.limits
	$(HARNESS) reliability --page

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(STAMP)
	$(BIN)/mypy

contracts: $(STAMP)
	$(BIN)/lint-imports

format: $(STAMP)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

coverage: $(STAMP)
	$(BIN)/coverage run -m pytest -q
	$(BIN)/coverage report

bench: $(STAMP) $(PEERS_STAMP)  ## Against other planners: make bench BENCH='--quick --time 10'.
	$(BIN)/python -m pip install --quiet --disable-pip-version-check 'matplotlib>=3.8'
	PYTHONPATH=benchmarks $(BIN)/python -m peers --environment $(PEERS) $(BENCH)

bench-optimal: $(STAMP)  ## Optimal plans against Fast Downward's blind A*.
	$(HARNESS) peers.optimality
	$(HARNESS) reliability --page

FUZZ_SECONDS ?= 1800

fuzz: $(STAMP)  ## Coverage-guided fuzzing of all readers: make fuzz FUZZ_SECONDS=1800.
	$(BIN)/python -m pip install --quiet --disable-pip-version-check 'atheris>=3'
	$(HARNESS) reliability.fuzz --seconds $(FUZZ_SECONDS)
	$(HARNESS) reliability --page

reliability: $(STAMP)  ## Check every promise that can be checked in minutes, and write the page.
	$(HARNESS) reliability

compiled: $(STAMP)  ## Ten million transitions of compiled worlds against their functions.
	$(HARNESS) reliability.compiled
	$(HARNESS) reliability --page

intervals: $(STAMP)  ## Do 95 % intervals of simulated values contain the exact value as often as they say?
	$(HARNESS) reliability.intervals
	$(HARNESS) reliability --page

replaying: $(STAMP)  ## What it costs that every plan is replayed.
	$(HARNESS) reliability.replaying
	$(HARNESS) reliability --page

long-run: $(STAMP)  ## A million random tasks against exhaustive search, in as many runs as you like: LONG='--minutes 30'.
	$(HARNESS) reliability.long_run $(LONG)
	$(HARNESS) reliability --page

$(PEERS_STAMP): benchmarks/peers/requirements.txt
	$(PYTHON) -m venv $(PEERS)
	@grep -v '^#' $< | while read -r peer; do \
	  $(PEERS)/bin/python -m pip install --quiet --disable-pip-version-check \
	    --only-binary :all: "$$peer" || echo "left out, cannot be installed: $$peer"; done
	@touch $@

# The reference is read off the source: a site needs no build of the package.
$(SITE_STAMP): pyproject.toml
	$(PYTHON) -m venv $(SITE)
	$(PYTHON) -c 'import tomllib; p = tomllib.load(open("pyproject.toml", "rb"))["project"]; \
	  print(*p["optional-dependencies"]["docs"], sep="\n")' > $(SITE)/requirements.txt
	$(SITE)/bin/python -m pip install --quiet --disable-pip-version-check \
	  --requirement $(SITE)/requirements.txt
	@touch $@

# To run it takes the package alone; to test it takes what the tests are written with as well. That is
# asked of the package that is there already, which is therefore not compiled a second time.
$(RUNS): pyproject.toml CMakeLists.txt $(wildcard native/*)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "introplan needs Python 3.11 or newer; try: make PYTHON=python3.12"; exit 1; }
	@echo "setting up $(VENV), with the native engine compiled from C++: about a minute, this once ..."
	@began=$$(date +%s); $(PYTHON) -m venv $(VENV) && \
	  $(BIN)/python -m pip install --quiet --disable-pip-version-check --editable . && \
	  $(BIN)/python -m compileall -q src && \
	  echo "introplan is installed in $(VENV); that took $$(($$(date +%s) - began)) s"
	@touch $@

$(STAMP): $(RUNS)
	@echo "installing what the tests need (pytest, ruff, mypy, unified-planning, Gymnasium ...): about a minute ..."
	@began=$$(date +%s); \
	  $(BIN)/python -m pip install --quiet --disable-pip-version-check 'introplan[dev]' && \
	  echo "installed; that took $$(($$(date +%s) - began)) s"
	@touch $@

clean:
	rm -rf $(VENV) $(PEERS) $(SITE) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
