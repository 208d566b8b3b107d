"""The checks that should notice, from the cheapest to the most expensive.

They are those of rows 1 to 8 of docs/reliability.md. Which come first depends on the kind of the
fault: what is caught is mostly caught within seconds, and only what nobody notices goes through
all of them.
"""

from __future__ import annotations

import re
import subprocess
import sys
import time
from dataclasses import dataclass

from reliability.mutants.fault import Fault, Kind
from reliability.mutants.planting import TREE, Copy

AGREE = "tests/search/test_engines_agree.py"
EXHAUSTIVE = "tests/planners/test_against_exhaustive_search.py"
MUTATIONS = "tests/introspection/test_mutations_against_brute_force.py"
WALKS = "tests/test_verification.py"
OPTIMAL = "tests/planners/test_optimal.py"
READING = "tests/introspection/programs"
WORLDS = "tests/planners/test_baselines.py"

QUICK_AGREE = f"{AGREE} -k 'random_tasks[0]'"
QUICK_TRUTH = f"{EXHAUSTIVE} -k 'search[0]'"
QUICK_PROMISES = "tests/planners/test_introspector.py -k 'not best_score'"
QUICK_OPTIMAL = f"{OPTIMAL} -k 'says[0] or cheap or proof'"

EVERYTHING = (
    WALKS,
    QUICK_AGREE,
    QUICK_TRUTH,
    "tests/planners/test_types.py",
    QUICK_PROMISES,
    "tests/search/test_avoid.py",
    MUTATIONS,
    "tests/search/test_outlooks_agree.py",
    AGREE,
    EXHAUSTIVE,
    OPTIMAL,
    "tests/search",
    "tests/programs",
    WORLDS,
    f"{READING}/test_fuzz.py",
    f"{READING}/test_constructs.py",
    f"{READING}/test_models.py",
    "tests/test_random_tasks.py",
    "tests/interop/test_unified_planning.py",
    "tests/planners",
    "tests/reliability/test_differential.py",
    "tests/reliability/test_metamorphic.py",
)

FIRST: dict[Kind, tuple[str, ...]] = {
    Kind.EVALUATION: (WALKS, "tests/planners/test_types.py", QUICK_AGREE, QUICK_TRUTH),
    Kind.SIMULATION: (QUICK_AGREE, "tests/programs", QUICK_OPTIMAL, WALKS),
    Kind.SEARCH: (
        QUICK_AGREE,
        "tests/search/test_avoid.py",
        QUICK_OPTIMAL,
        QUICK_PROMISES,
        f"{EXHAUSTIVE} -k patience",
        "tests/search/test_cleanup.py",
    ),
    Kind.INTROSPECTION: (MUTATIONS, "tests/search/test_outlooks_agree.py"),
    Kind.VERIFICATION: (WALKS, "tests/programs"),
    Kind.PROGRAMS: (
        f"{READING}/test_fuzz.py",
        f"{READING}/test_constructs.py",
        f"{READING}/test_models.py",
    ),
}

FIRST_NATIVE = (QUICK_AGREE, "tests/search/test_outlooks_agree.py -k 'specification[5000]'")
"""What happens in the native engine is first noticed where it is compared with the other one."""


@dataclass(frozen=True, slots=True)
class Caught:
    """The check that failed, and the test in it; a hang is told as such."""

    check: str
    test: str


def checks_for(kind: Kind, *, is_native: bool = False) -> list[str]:
    """The checks in the order for faults of this kind, each once."""
    native = FIRST_NATIVE if is_native else ()
    found = dict.fromkeys((*native, *FIRST[kind], *EVERYTHING))
    return [check for check in found if (TREE / check.split()[0]).exists()]


def caught_by(copy: Copy, fault: Fault, *, timeout: float, most: float) -> Caught | None:
    """The first check that notices what is planted in the copy; None if none does.

    No check is begun after `most` seconds.
    """
    started = time.monotonic()
    for check in checks_for(fault.kind, is_native=fault.is_native):
        found = failure(copy, check, timeout=timeout)
        if found is not None or time.monotonic() - started > most:
            return found
    return None


def failure(copy: Copy, check: str, *, timeout: float) -> Caught | None:
    """What fails in one check; None if all is well there."""
    files, _, chosen = check.partition(" -k ")
    options = ["-x", "-q", "-p", "no:cacheprovider", "--no-header", "--tb=no"]
    command = [sys.executable, "-S", "-m", "pytest", *options, *files.split()]
    if chosen:
        command += ["-k", chosen.strip("'")]
    try:
        done = subprocess.run(
            command,
            cwd=copy.tree,
            env=copy.environment(),
            capture_output=True,
            text=True,
            timeout=timeout,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Caught(check, "does not come to an end")
    if done.returncode in (0, 5):  # 5: no test was chosen
        return None
    named = re.search(r"(?:FAILED|ERROR) \S+?::(\S+)", done.stdout)
    ended = f"ends with {done.returncode}: {done.stdout[-200:].strip()}"
    return Caught(check, named[1] if named else ended)
