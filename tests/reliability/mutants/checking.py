"""The checks that should notice, from the cheapest to the most expensive.

They are those of rows 1 to 8 of docs/reliability.md. Which come first depends on the kind of the
fault: what is caught is mostly caught within seconds, and only what no check notices goes through
all of them.
"""

from __future__ import annotations

import math
import re
import signal
import subprocess
import sys
import time
from dataclasses import dataclass

from reliability.mutants.fault import Fault, Kind
from reliability.mutants.planting import Copy

MOST_TOLD = 120
QUIET = ("--no-header", "--tb=no")

QUICK = "-m reliability.mutants.quick 40"
"""The beginning of the differential check; all others are files of tests, or single tests."""

QUICK_TIMEOUT = 200.0
"""Processor time that is plenty for the beginning of the differential check."""

MEMORY = 6 * 2**30
"""Bytes of address space: a loop that collects things without end ends before the machine does."""

WALKS = "tests/verification/test_relational.py"
TYPES = "tests/relational/test_domain_types.py tests/relational/test_derived.py"
PROMISES = "tests/planners/test_introspector.py"
MUTATIONS = "tests/introspection/relational/test_mutate.py"
OUTLOOKS = "tests/search/native/test_handles.py"
JOINS = (
    "tests/verification/test_rows.py tests/verification/test_candidates.py "
    "tests/verification/test_conditions.py tests/verification/test_derivation.py"
)
JUDGES = f"{WALKS} {JOINS} tests/verification/test_programs.py"
CHANCES = (
    "tests/programs/test_uniforms.py tests/programs/test_forking_generators.py "
    "tests/programs/test_blackjack.py tests/search/native/test_decisions.py "
    "tests/search/native/test_sweeps.py tests/search/test_ground_chance.py "
    "tests/search/test_chance_reach.py tests/planners/chance/test_lao.py "
    "tests/graphs/test_decision_stages.py tests/verification/test_policies.py"
)
POLICIES = "tests/reliability/test_policies.py --chunks 1"
SEARCHES = (
    "tests/search/test_requests.py tests/search/test_action_elimination.py "
    "tests/planners/test_optimal.py"
)
READING = (
    "tests/symbolic/interpreter/test_interpreter_fuzz.py "
    "tests/symbolic/interpreter/test_interpreter.py "
    "tests/introspection/programs/test_reading.py"
)
COMPILED = "tests/machine tests/planners/test_reachable.py tests/reliability/test_compiled.py"

EVERYTHING = (
    QUICK,
    f"{WALKS} {TYPES}",
    SEARCHES,
    PROMISES,
    f"{OUTLOOKS} {MUTATIONS}",
    "tests/programs tests/verification/test_programs.py tests/planners/test_baseline.py",
    "-m reliability.mutants.quick 600",
    "tests/search",
    READING,
    COMPILED,
    "tests/reliability/test_random_tasks.py",
    "tests/interop/unified_planning/test_engine.py",
    "tests/planners",
    "tests/reliability/test_metamorphic.py",
    "tests/reliability/test_differential.py",
)

FIRST: dict[Kind, tuple[str, ...]] = {
    Kind.EVALUATION: (QUICK, f"{WALKS} {TYPES}"),
    Kind.SIMULATION: (
        QUICK,
        "tests/programs tests/verification/test_programs.py",
        f"{WALKS} {TYPES}",
    ),
    Kind.SEARCH: (
        QUICK,
        SEARCHES,
    ),
    Kind.INTROSPECTION: (f"{OUTLOOKS} {MUTATIONS}",),
    Kind.VERIFICATION: (f"{JUDGES} tests/programs",),
    Kind.PROGRAMS: (READING,),
    Kind.MACHINE: (COMPILED,),
    Kind.CHANCE: (CHANCES, POLICIES),
}


@dataclass(frozen=True, slots=True)
class Caught:
    """The check that failed, and the test in it; a hang is told as such."""

    check: str
    test: str


def checks_for(kind: Kind) -> list[str]:
    """The checks in the order for faults of this kind, each once."""
    return list(dict.fromkeys((*FIRST[kind], *EVERYTHING)))


def caught_by(copy: Copy, fault: Fault, *, timeout: float, most: float) -> Caught | None:
    """The first check that notices what is planted in the copy; None if none does.

    No check is begun after `most` seconds.
    """
    started = time.monotonic()
    for check in checks_for(fault.kind):
        found = failure(copy, check, timeout=timeout)
        if found is not None or time.monotonic() - started > most:
            return found
    return None


def command_of(check: str, *options: str) -> list[str]:
    """What runs a check in a copy: a module, or files of tests with options for pytest."""
    python = [sys.executable, "-S"]
    if check.startswith("-m "):
        return [*python, *check.split()]
    pytest = ["-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *options]
    return [*python, *pytest, *check.split()]


def failure(copy: Copy, check: str, *, timeout: float) -> Caught | None:
    """What fails in one check; None if all is well there.

    It may use `timeout` seconds of processor time: a busy machine must not look like a hang.
    """
    most = min(timeout, QUICK_TIMEOUT) if check.startswith("-m ") else timeout
    limits = [f"--cpu={math.ceil(most)}", f"--as={MEMORY}"]
    limited = ["prlimit", *limits, *command_of(check, *QUIET)]
    done = subprocess.run(
        limited, cwd=copy.tree, env=copy.environment(), capture_output=True, text=True, check=False
    )
    if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        return Caught(check, f"{check} does not come to an end")
    if done.returncode in (0, 5):  # 5: no test was chosen
        return None
    named = re.search(r"(?:FAILED|ERROR) (\S+?::.*)", done.stdout)
    ended = f"ends with {done.returncode}: {done.stdout[-200:].strip()}"
    return Caught(check, named[1].partition(" - ")[0][:MOST_TOLD] if named else ended)
