"""Which tests are slow, and what the quick loop leaves out."""

from __future__ import annotations

import pytest

from conftest import slow_list

HERE = "tests/test_conftest.py"


def test_a_function_is_listed_once_if_all_its_parameters_are_slow() -> None:
    """Otherwise only those that are."""
    seconds = {
        f"{HERE}::test_a[1]": 0.3,
        f"{HERE}::test_a[2]": 0.2,
        f"{HERE}::test_b[1]": 0.3,
        f"{HERE}::test_b[2]": 0.01,
        f"{HERE}::test_c": 0.01,
    }

    assert slow_list([], seconds) == [f"{HERE}::test_a", f"{HERE}::test_b[1]"]


def test_entries_of_tests_that_were_not_run_are_kept_unless_their_file_is_gone() -> None:
    """So that a folder, or the quick tests, can be measured alone."""
    kept = ["tests/test_mirror.py::test_x", f"{HERE}::test_b[2]"]
    old = [*kept, "tests/no_such_file.py::test_y", f"{HERE}::test_a", f"{HERE}::test_b[1]"]
    seconds = {f"{HERE}::test_a[1]": 0.01, f"{HERE}::test_b[1]": 0.01}

    assert slow_list(old, seconds) == sorted(kept)


@pytest.mark.statistical
@pytest.mark.parametrize("chunk", range(2))
def test_chunks_are_left_out_from_the_end(chunk: int, pytestconfig: pytest.Config) -> None:
    """Where only some are asked for, others do not run."""
    chunks = 1 if pytestconfig.getoption("--quick") else pytestconfig.getoption("--chunks")

    assert chunks is None or chunk < chunks


def test_slow_tests_and_processes_are_left_out_of_the_quick_loop(
    request: pytest.FixtureRequest,
) -> None:
    """Among the tests that were collected for this run."""
    if request.config.getoption("--quick"):
        marks = [{mark.name for mark in item.iter_markers()} for item in request.session.items]
        assert not [m for m in marks if m & {"slow", "process"} and "statistical" not in m]
