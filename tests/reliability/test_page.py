"""The page of promises: every number is there, and says what was counted."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from reliability.checks import CHECKS, Check
from reliability.page import PAGE, page
from reliability.records import keep, kept
from reliability.running import recorded

ROOT = Path(__file__).parents[2]

SWITCHES = Check(
    3,
    "switches are on",
    "3 switches",
    lambda r: f"{r.counts['switches']:.0f} switches, {r.failures} off",
    lambda r: r.counts["switches"] >= 3,
    command="make light",
)

RESULTS = """
<testsuites><testsuite>
  <testcase classname="tests.switches.test_on" time="1.5">
    <properties><property name="switches" value="2"/></properties></testcase>
  <testcase classname="tests.switches.test_off" time="0.5">
    <properties><property name="switches" value="3"/></properties><failure/></testcase>
  <testcase classname="tests.switches_of_others.test_on" time="7">
    <properties><property name="switches" value="99"/></properties></testcase>
  <testcase classname="tests.test_lamps" time="0.5"><error/></testcase>
  <testcase classname="" name="tests.switches.test_unreadable" time="0"><error/></testcase>
</testsuite></testsuites>
"""


def test_records_are_kept(tmp_path: Path) -> None:
    """What is written down is read back; before that there is nothing."""
    assert kept(3, tmp_path) is None
    record = keep(3, {"b": 2, "a": 1}, failures=0, seconds=1.25, folder=tmp_path)

    assert kept(3, tmp_path) == record
    assert list(record.counts) == ["a", "b"]


def test_what_tests_count_is_added_up(tmp_path: Path) -> None:
    """Of the tests of a check, and of no others; failures and errors both count."""
    results = tmp_path / "results.xml"
    results.write_text(RESULTS)
    check = replace(SWITCHES, tests=("tests/switches", "tests/test_lamps.py"), command="")
    (record,) = recorded([check], results, folder=tmp_path)

    assert (record.failures, record.seconds) == (3, 2.5)
    assert record.counts == {"switches": 5, "tests": 4}
    assert kept(3, tmp_path) == record


@pytest.mark.parametrize(
    ("switches", "failures", "cells"),
    [
        (3, 0, "3 switches, 0 off | yes |"),
        (2, 0, "2 switches, 0 off | **no** |"),
        (3, 1, "3 switches, 1 off | **no** |"),
    ],
)
def test_the_page_tells_whether_a_promise_holds(
    switches: int, failures: int, cells: str, tmp_path: Path
) -> None:
    """Enough must have been looked at, and nothing have failed."""
    keep(3, {"switches": switches}, failures=failures, seconds=1, folder=tmp_path)
    text = page([SWITCHES], tmp_path)

    assert f"| 3 | switches are on | 3 switches | {cells}" in text
    assert "| 3 | `make light` |" in text


def test_a_check_that_never_ran_is_told(tmp_path: Path) -> None:
    """Silence is no promise."""
    assert "| 3 switches | not run yet |" in page([SWITCHES], tmp_path)


def test_every_promise_has_a_check_that_can_be_run() -> None:
    """Each number stands once, in order, and what it names is there."""
    numbers = [check.number for check in CHECKS]
    assert numbers == sorted(set(numbers))
    makefile = (ROOT / "Makefile").read_text()
    for check in CHECKS:
        assert bool(check.tests) != bool(check.command)
        for test in check.tests:
            assert (ROOT / test.partition("::")[0]).exists(), test
        if check.command.startswith("make "):
            assert f"\n{check.command.split()[1]}:" in makefile, check.command


def test_the_page_is_what_the_records_say() -> None:
    """It was not edited by hand."""
    assert PAGE.read_text(encoding="utf-8") == page()
