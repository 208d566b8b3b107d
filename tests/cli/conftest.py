"""How the tests of the command line run it, and the files they give it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from introplan.cli import main

TWO_BINS = """(define (problem two-bins) (:domain bins)
  (:objects i1 i2 - item d1 d2 - bin)
  (:init (in-bin i1 d1) (in-bin i2 d2) (open d1) (open d2)))
"""

SWITCH = """(define (domain switch)
  (:predicates (off) (on) (broken))
  (:action press :parameters () :precondition (off) :effect (and (on) (not (off)))))
"""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a command."""

    code: int
    out: str
    err: str

    @property
    def record(self) -> dict[str, Any]:
        """The JSON object on standard output."""
        found = json.loads(self.out)
        assert isinstance(found, dict)
        return found


Run = Callable[..., Answer]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run `introplan` in this process."""

    def run(*words: object) -> Answer:
        code = main([str(word) for word in words])
        captured = capsys.readouterr()
        return Answer(code, captured.out, captured.err)

    return run


@pytest.fixture
def two_bins(tmp_path: Path) -> Path:
    """The problem file of the paper's bins example."""
    return written(tmp_path / "two-bins.pddl", TWO_BINS)


@pytest.fixture
def switch(tmp_path: Path) -> Path:
    """A plain PDDL domain with one action that can be done once."""
    return written(tmp_path / "switch.pddl", SWITCH)


@pytest.fixture
def unsolvable(tmp_path: Path) -> Path:
    """A problem of `switch` that has no plan."""
    text = "(define (problem hopeless) (:domain switch) (:init (off)) (:goal (broken)))"
    return written(tmp_path / "hopeless.pddl", text)


def written(path: Path, text: str) -> Path:
    """The path, with the text in it."""
    path.write_text(text, encoding="utf-8")
    return path
