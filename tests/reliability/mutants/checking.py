"""The checks that should notice, from the cheapest to the most expensive.

They are those of rows 1 to 8 of docs/reliability.md. Which come first depends on the kind of the
fault: what is caught is mostly caught within seconds, and only what nobody notices goes through
all of them.
"""

from __future__ import annotations

import re
import subprocess
import sys
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

EVERYTHING = (
    WALKS,
    f"{EXHAUSTIVE} -k '[0]'",
    f"{AGREE} -k '[0]'",
    "tests/planners/test_introspector.py",
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
    Kind.EVALUATION: (f"{AGREE} -k 'random_tasks and 0]'", WALKS),
    Kind.SIMULATION: (f"{AGREE} -k 'random_tasks and 0]'", WALKS, OPTIMAL, "tests/programs"),
    Kind.SEARCH: (
        f"{AGREE} -k 'random_tasks and 0]'",
        "tests/search/test_avoid.py",
        "tests/search/test_cleanup.py",
        f"{OPTIMAL} -k 'cost or proof'",
        "tests/planners/test_introspector.py",
    ),
    Kind.INTROSPECTION: (MUTATIONS, "tests/search/test_outlooks_agree.py"),
    Kind.VERIFICATION: (WALKS, "tests/programs"),
    Kind.PROGRAMS: (
        f"{READING}/test_fuzz.py",
        f"{READING}/test_constructs.py",
        f"{READING}/test_models.py",
    ),
}


@dataclass(frozen=True, slots=True)
class Caught:
    """The check that failed, and the test in it; a hang is told as such."""

    check: str
    test: str


def checks_for(kind: Kind) -> list[str]:
    """The checks in the order for faults of this kind, each once."""
    found = dict.fromkeys((*FIRST[kind], *EVERYTHING))
    return [check for check in found if (TREE / check.split()[0]).exists()]


def caught_by(copy: Copy, fault: Fault, *, timeout: float) -> Caught | None:
    """The first check that notices what is planted in the copy; None if none does."""
    for check in checks_for(fault.kind):
        found = failure(copy, check, timeout=timeout)
        if found is not None:
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
