"""The native engine under the sanitizers, as Python uses it.

The extension is built in a copy of the tree (`mutants/planting.py`), once with the address and
undefined behaviour sanitizers and once with the thread sanitizer. Then the tests that use the
native engine run on it in an ordinary interpreter, into which the sanitizer's library is loaded
first. A report ends the process, so a check that comes to its end has none. What the interpreter
itself never gives back is not our business: leaks are watched by `soak.py`.

    python -m reliability.sanitized               (make test-sanitized; record 17)
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from reliability.mutants.checking import command_of
from reliability.mutants.planting import TREE, Copy
from reliability.records import keep

REPORT = re.compile(r"(ERROR: \w+Sanitizer|\w+Sanitizer: CHECK|WARNING: Thread|runtime error:).*")


@dataclass(frozen=True, slots=True)
class Sanitizer:
    """What to build with, what to load first, and which tests to run then."""

    names: str
    library: str
    variables: Mapping[str, str]
    tests: tuple[str, ...]


ADDRESS = Sanitizer(
    "address,undefined",
    "libasan.so",
    {"ASAN_OPTIONS": "detect_leaks=0", "UBSAN_OPTIONS": "print_stacktrace=1"},
    (
        "-m reliability.mutants.quick 150",
        "tests/search/native tests/search/test_requests.py tests/search/test_ff_search.py",
        "tests/search/test_action_elimination.py tests/planners/test_introspector.py",
        "tests/limits/test_meter_in_planners.py tests/planners/test_optimal.py",
        "tests/machine tests/planners/test_reachable.py tests/planners/test_program_native.py",
        "tests/reliability/test_load.py::test_answers_under_load_are_those_of_one_by_one"
        "[threads-500]",
    ),
)

THREAD = Sanitizer(
    "thread",
    "libtsan.so",
    {"TSAN_OPTIONS": "halt_on_error=1"},
    (
        "tests/reliability/test_load.py::test_answers_under_load_are_those_of_one_by_one"
        "[threads-500]",
    ),
)

SANITIZERS = (ADDRESS, THREAD)


@dataclass(frozen=True, slots=True)
class Seen:
    """How many tests passed, and what was reported or went wrong."""

    passed: int
    problem: str = ""


def prepared(sanitizer: Sanitizer, folder: Path) -> Copy:
    """A copy of the tree with its extension built for a sanitizer."""
    place = folder / sanitizer.names.replace(",", "-")
    copy = Copy(place, f"-DINTROPLAN_SANITIZERS={sanitizer.names}", flags="-O1 -g1")
    copy.compile()
    return copy


def run(sanitizer: Sanitizer, copy: Copy, test: str) -> Seen:
    """Run tests on the extension of the copy, with the sanitizer's library loaded first."""
    # The thread sanitizer knows where memory lies only if the system does not shuffle it, and the
    # others want to be there when exceptions are thrown for the first time. Reports go to the
    # output of the process, which pytest would keep to itself.
    command = ["setarch", "--addr-no-randomize", *command_of(test, "-s")]
    environment = {**copy.environment(), **sanitizer.variables}
    environment["LD_PRELOAD"] = f"{library(sanitizer.library)} {library('libstdc++.so')}"
    done = subprocess.run(
        command, cwd=copy.tree, env=environment, capture_output=True, text=True, check=False
    )
    return _read(done.stdout + done.stderr, done.returncode)


def library(name: str) -> str:
    """Where the compiler keeps one of its libraries."""
    asked = ["g++", f"-print-file-name={name}"]
    return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()


def _read(output: str, code: int) -> Seen:
    """What a run of tests printed, and how it ended."""
    passed = re.search(r"(\d+) passed", output)
    report = REPORT.search(output)
    problem = report[0] if report else f"ends with {code}: {output[-600:]}" if code else ""
    return Seen(int(passed[1]) if passed else 0, problem)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run everything and keep a record of it."""
    parser = argparse.ArgumentParser(description="the native engine under the sanitizers")
    parser.add_argument("--only", default="", help="sanitizers with this in their name")
    parser.add_argument("--folder", type=Path, default=TREE / "build/sanitized-module")
    options = parser.parse_args(arguments)
    started, passed, problems = time.monotonic(), 0, 0
    for sanitizer in SANITIZERS:
        if options.only not in sanitizer.names:
            continue
        copy = prepared(sanitizer, options.folder)
        for test in sanitizer.tests:
            seen = run(sanitizer, copy, test)
            print(f"{sanitizer.names}: {test}: {seen.passed} passed {seen.problem}", flush=True)
            passed, problems = passed + seen.passed, problems + bool(seen.problem)
    if not options.only:
        counts = {"tests": passed, "sanitizers": 3}
        keep(17, counts, failures=problems, seconds=time.monotonic() - started)
    return int(problems > 0)


if __name__ == "__main__":
    sys.exit(main())
