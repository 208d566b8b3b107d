"""States of any kind, kept: told apart by value, and safe from code that changes them in place.

A search keeps states for long and asks "was I here before?". For whole numbers, strings, tuples
and frozensets of such, Python answers that itself. All others are kept as a `Snapshot`: the value,
and the key that tells it apart (`keys`). What can be changed in place is copied for whoever runs
user code on it (`copies`).
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, TypeAlias

from introplan.programs.keys import is_plain, key_of

State: TypeAlias = Any
"""Whatever the user's functions take for a state."""


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """A state that Python alone would not tell apart, with the key that does."""

    value: State
    key: Hashable

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Snapshot) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


def kept(state: State) -> Hashable:
    """The state itself if Python tells it apart, or else a snapshot of it."""
    if is_plain(state):
        return state  # type: ignore[no-any-return]
    return Snapshot(state, key_of(state))


def value_of(state: Hashable) -> State:
    """The user's state: the inverse of `kept`."""
    return state.value if isinstance(state, Snapshot) else state
