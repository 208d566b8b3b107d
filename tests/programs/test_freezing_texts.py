"""States of any kind as one line that is the same in every run."""

from __future__ import annotations

import enum
import os
import sys
from collections import deque
from dataclasses import dataclass
from typing import Any

import pytest

from children import finished
from introplan.programs.freezing import kept, state_text


class Light(enum.Enum):
    """A traffic light."""

    RED = 1


@dataclass
class Place:
    """Somewhere."""

    name: str
    things: set[str]


class Plain:
    """An object without a text of its own."""

    def __init__(self) -> None:
        self.size, self.name = 3, "p"


class Slotted:
    """The same, without a dictionary."""

    __slots__ = ("size",)

    def __init__(self) -> None:
        self.size = 3


@pytest.mark.parametrize(
    ("state", "text"),
    [
        (3, "3"),
        ("a\nb", r"'a\nb'"),
        ((1,), "(1,)"),
        ([1, (2, 3)], "[1, (2, 3)]"),
        (deque([1]), "[1]"),
        ({"b": 1, "a": {2, 1}}, "{'a': {1, 2}, 'b': 1}"),
        (Light.RED, "Light.RED"),
        (Place("home", {"b", "a"}), "Place(name='home', things={'a', 'b'})"),
        (Plain(), "Plain(name='p', size=3)"),
        (Slotted(), "Slotted(size=3)"),
    ],
)
def test_states_are_told_in_one_line(state: Any, text: str) -> None:
    """Kept or not, without addresses and in a fixed order."""
    assert state_text(state) == text
    assert state_text(kept(state)) == text


def test_arrays_are_told_whole() -> None:
    """Numpy leaves out the middle of long ones."""
    numpy = pytest.importorskip("numpy")

    assert state_text(numpy.zeros(3, dtype="int8")) == "array([0, 0, 0], int8)"
    assert "..." not in state_text(numpy.zeros(5000))


@pytest.mark.process
def test_texts_do_not_depend_on_the_run() -> None:
    """Sets of words have another order under another hash seed."""
    script = (
        "from introplan.programs.freezing import state_text;"
        "print(state_text({'words': {'a', 'b', 'c', 'd'}, frozenset('xyz'): object}))"
    )
    texts = {
        finished(
            [sys.executable, "-c", script], env={**os.environ, "PYTHONHASHSEED": str(seed)}
        ).stdout
        for seed in range(3)
    }
    assert len(texts) == 1
