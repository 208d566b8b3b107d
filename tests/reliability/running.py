"""Runs the tests of a check, and adds up what they counted."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

from reliability.checks import Check
from reliability.records import Record, keep

ROOT = Path(__file__).parents[2]


def run(check: Check, *, jobs: str = "auto") -> Record:
    """The record of a check whose tests have just been run."""
    with tempfile.TemporaryDirectory() as folder:
        results = Path(folder) / "results.xml"
        command = [sys.executable, "-m", "pytest", "-q", "-n", jobs, "--junitxml", str(results)]
        subprocess.run([*command, *check.tests], cwd=ROOT, check=False, stdout=sys.stderr)
        return recorded(check.number, ElementTree.parse(results).getroot())


def recorded(number: int, results: ElementTree.Element) -> Record:
    """What pytest wrote down, as a record of the check with this number."""
    counts: Counter[str] = Counter()
    for found in results.iter("property"):
        counts[found.attrib["name"]] += float(found.attrib["value"])  # type: ignore[assignment]
    suites = list(results.iter("testsuite"))
    failures = sum(int(s.attrib["failures"]) + int(s.attrib["errors"]) for s in suites)
    counts["tests"] = sum(int(suite.attrib["tests"]) for suite in suites)
    seconds = sum(float(suite.attrib["time"]) for suite in suites)
    return keep(number, counts, failures=failures, seconds=seconds)
