"""The runner of the sanitizers would notice a report, and runs what there is."""

from __future__ import annotations

import pytest

from reliability.mutants.planting import TREE
from reliability.sanitized import SANITIZERS, Seen, _read

REPORTS = (
    "==12==ERROR: AddressSanitizer: heap-use-after-free on address 0x60",
    "world.cpp:12:3: runtime error: index 7 out of bounds",
    "WARNING: ThreadSanitizer: data race (pid=12)",
)


@pytest.mark.parametrize("report", REPORTS)
def test_a_report_is_a_problem_even_where_all_tests_pass(report: str) -> None:
    """Whatever the process says at its end."""
    seen = _read(f"...\n{report}\n3 passed in 0.1s", 0)

    assert seen.passed == 3
    assert seen.problem in report


def test_a_crash_is_a_problem_and_a_quiet_end_is_none() -> None:
    """Without a report, too."""
    assert _read("Segmentation fault", -11).problem.startswith("ends with -11")
    assert _read("12 passed in 3s", 0) == Seen(12)


def test_all_tests_that_are_to_run_exist() -> None:
    """A file that is not there would have no reports."""
    for sanitizer in SANITIZERS:
        for part in " ".join(sanitizer.tests).split():
            assert not part.startswith("tests/") or (TREE / part.partition("::")[0]).exists()
