"""Running a command on a hostile input, in this process, and what may never happen."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from introplan.cli import main
from reliability.corpus import Case

RecordProperty = Callable[[str, object], None]
"""How a test counts what it looked at."""

SECONDS = 1.0
"""Processor time that one hostile input may cost."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a command."""

    code: int
    out: str
    err: str
    seconds: float


def answered(
    words: list[str], capsys: pytest.CaptureFixture[str], *, folder: Path | None = None
) -> Answer:
    """Run `introplan`; paths are shown as seen from `folder`."""
    began = time.process_time()
    code = main(words)
    seconds = time.process_time() - began
    told = capsys.readouterr()
    here = "" if folder is None else f"{folder}/"
    return Answer(code, _seen_from(here, told.out), _seen_from(here, told.err), seconds)


def check(case: Case, answer: Answer, *, seconds: float = SECONDS) -> None:
    """The right code and message, no traceback, in time; JSON stays JSON."""
    assert "Traceback" not in answer.err, answer.err
    assert (answer.code, case.name) == (case.code, case.name), answer.err or answer.out
    lines = [*answer.err.splitlines(), *answer.out.splitlines()]
    is_told = any(map(case.expects, lines[:1] if answer.err else lines))
    assert is_told or not case.message, f"{lines} lack {case.message!r}"
    assert answer.seconds < seconds
    if "--json" in case.words and answer.out:
        json.loads(answer.out, parse_constant=_no_constant)
    if answer.code == 31:
        assert answer.out == ""


def _seen_from(here: str, text: str) -> str:
    return text.replace(here, "") if here else text


def _no_constant(name: str) -> float:
    raise AssertionError(f"{name} is not JSON")
