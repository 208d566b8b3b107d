"""Runs the tests of checks, and adds up what they counted."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from xml.etree import ElementTree

from reliability.checks import Check
from reliability.records import FOLDER, Record, keep

ROOT = Path(__file__).parents[2]


def run(checks: Sequence[Check], *, jobs: str = "auto", folder: Path = FOLDER) -> list[Record]:
    """The records of checks whose tests have just been run."""
    tests = dict.fromkeys(test for check in checks for test in check.tests)
    with tempfile.TemporaryDirectory() as place:
        results = Path(place) / "results.xml"
        way = ["-q", "-n", jobs, "--dist", "worksteal", "--junitxml", str(results)]
        command = [sys.executable, "-m", "pytest", *way, *tests]
        done = subprocess.run(command, cwd=ROOT, check=False, stdout=sys.stderr)
        if done.returncode not in (0, 1):  # all passed, or some failed
            sys.exit(f"pytest did not come to an end: exit code {done.returncode}")
        return recorded(checks, results, folder=folder)


def recorded(checks: Iterable[Check], results: Path, *, folder: Path = FOLDER) -> list[Record]:
    """What pytest wrote down of a run (`--junitxml`), as a record of each of the checks."""
    cases = list(ElementTree.parse(results).getroot().iter("testcase"))
    return [_record(check, list(_of(check, cases)), folder) for check in checks]


def _of(check: Check, cases: Iterable[ElementTree.Element]) -> Iterator[ElementTree.Element]:
    """The test cases that belong to a check, which names files or folders."""
    wanted = [test.removesuffix(".py").replace("/", ".") for test in check.tests]
    for case in cases:
        place = case.attrib["classname"] or case.attrib["name"]  # a file that cannot be read
        if any(place == name or place.startswith(f"{name}.") for name in wanted):
            yield case


def _record(check: Check, cases: Sequence[ElementTree.Element], folder: Path) -> Record:
    counts = Counter[str]({"tests": len(cases)})
    for found in (found for case in cases for found in case.iter("property")):
        counts[found.attrib["name"]] += round(float(found.attrib["value"]))
    failures = sum(case.find(kind) is not None for case in cases for kind in ("failure", "error"))
    seconds = sum(float(case.attrib["time"]) for case in cases)
    return keep(check.number, counts, failures=failures, seconds=seconds, folder=folder)
