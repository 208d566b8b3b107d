"""What this process remembers of worlds that it has planned for: nothing that could not be redone.

A reading that is kept between runs (`kept_models.py`) is found sooner where it still is in memory,
with the distances that were derived of it. And where a look around before reading found nothing,
and then the machine a plan, the same question need not begin with that look again.

Each thread has a memory of its own, since a reading goes on being read.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from introplan.introspection.programs.reading import Reading
    from introplan.symbolic.refusal import Diagnostic

MAX_READINGS = 8
"""Readings that are remembered: some hundred kilobytes each."""

MAX_LOOKS = 1_000
"""Looks around that are remembered: a digest each."""


@dataclass(slots=True)
class Remembered:
    """A reading as it is in memory, and what belongs to it."""

    reading: Reading
    steps_left: float
    """Of the budget, after reading."""

    classes: tuple[Any, ...]
    """Those that its terms may name: a world that is made anew may have others of one text."""

    diagnostics: tuple[Diagnostic, ...]
    """What was not understood, before anything more was asked for."""

    said: tuple[str, ...]
    """The parts that were asked for by then."""

    terms: float = 0
    """What reading asked for."""

    steps: list[Any] | None = None
    """The sampled steps that it was compared with."""


@dataclass(frozen=True, slots=True)
class Look:
    """A look around that led to nothing: the code of the world's steps, and the states counted."""

    code: Any
    expanded: int
    generated: int
    least: int = 0
    """Steps that a plan has at least, where one was found then without the rules."""
    way: tuple[int, ...] = ()
    """That plan, as places in the lists of actions."""


class _Memory(threading.local):
    def __init__(self) -> None:
        self.readings: OrderedDict[Hashable, Remembered] = OrderedDict()
        self.looks: OrderedDict[Hashable, Look] = OrderedDict()


_MEMORY = _Memory()


def remember(key: Hashable, remembered: Remembered) -> None:
    """Keep a reading in mind, and forget the one that was not used for the longest time."""
    _keep(_MEMORY.readings, key, remembered, MAX_READINGS)


def recall(key: Hashable) -> Remembered | None:
    """The reading that is remembered under this key."""
    return _MEMORY.readings.get(key)


def note_look(key: Hashable, look: Look) -> None:
    """Note that looking around was of no use for this question."""
    _keep(_MEMORY.looks, key, look, MAX_LOOKS)


def may_know_look(code: Any) -> bool:
    """Was something like that noted for a world with this code? Quicker to ask than which one."""
    return code is not None and any(code is known.code for known in _MEMORY.looks.values())


def known_look(key: Hashable) -> Look | None:
    """What was noted for this question."""
    return _MEMORY.looks.get(key)


def forget() -> None:
    """Begin anew, as a new process does."""
    _MEMORY.readings.clear()
    _MEMORY.looks.clear()


def _keep(kept: OrderedDict[Hashable, Any], key: Hashable, value: Any, most: int) -> None:
    kept[key] = value
    kept.move_to_end(key)
    while len(kept) > most:
        kept.popitem(last=False)
