"""Every hostile input gets the message it deserves, the right code, and nothing else happens.

The broken model files of tests/models/invalid belong to the same check; so do a million facts
(tests/pddl/test_reader.py).
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from introplan.cli import main
from reliability.corpus import Case, cases_in
from reliability.hosts import RecordProperty, answered, check
from reliability.kinds import KINDS

CASES = [(kind, case) for kind in KINDS for case in cases_in(kind)]


@pytest.fixture(scope="module", autouse=True)
def _warm(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Load what is loaded once in a process, so that no case pays for it."""
    folder = tmp_path_factory.mktemp("warm")
    KINDS["records"](Case("", (), 0, "", b""), folder)
    main(["figures", str(folder)])


@pytest.fixture(autouse=True)
def _left_as_it_was() -> Iterator[None]:
    """No input changes the process that reads it, but for what a model says for all of Python.

    That is put back here: a child of this process would be as deaf to Ctrl-C as the model wants.
    """
    before = (os.getcwd(), sys.getrecursionlimit())
    handlers = {number: signal.getsignal(number) for number in (signal.SIGALRM, signal.SIGINT)}
    hook = threading.excepthook
    yield
    threading.excepthook = hook
    for number, handler in handlers.items():
        signal.signal(number, handler)
    assert before == (os.getcwd(), sys.getrecursionlimit())


@pytest.mark.parametrize(("kind", "case"), CASES, ids=[f"{k}-{c.name}" for k, c in CASES])
def test_a_hostile_input_is_told_what_is_wrong_with_it(
    kind: str,
    case: Case,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    record_property: RecordProperty,
) -> None:
    """The right code and message, no traceback, below a second, and no file but what was asked."""
    record_property("files", 1)
    folder = tmp_path / "in"
    folder.mkdir()
    words = KINDS[kind](case, folder)
    before = set(folder.iterdir())

    check(case, answered(words, capsys, folder=folder))

    assert list(tmp_path.iterdir()) == [folder]
    if kind not in ("records", "commands"):
        assert set(folder.iterdir()) == before


def test_there_are_hundreds_of_hostile_inputs_of_each_kind() -> None:
    """Five hundred in all, with those that are files of their own."""
    files = len(list((Path(__file__).parent.parent / "models" / "invalid").glob("*.pddl")))

    assert len(CASES) + files >= 500
    assert len(cases_in("models")) >= 80
    assert len(cases_in("commands")) >= 80
    assert len(cases_in("plans")) >= 60
    assert len(cases_in("records") + cases_in("suites")) >= 60
