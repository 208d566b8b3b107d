"""States of Python worlds in numbers: one number for each part of a state.

A state is taken apart as far as it goes: dataclasses and objects by field, tuples, lists and
arrays by place, dicts by key. What is left are parts, and each of them becomes one number, or
several:

    a whole number, a truth value, a fraction    itself
    an enum                                      the place of the member in its class
    a set                                        a 1 or a 0 for each thing that is ever in it
    anything else (texts, None, ...)             a number for each value, the first is 0

"Ever" is what a tour through the reachable states has seen. If the world has more states than the
tour has room for, parts of the last two kinds cannot be numbered, and whole numbers have no known
bounds.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from numbers import Integral, Real
from typing import Any, TypeAlias, assert_never

import numpy as np
from gymnasium.spaces import Box

from introplan.errors import UsageError
from introplan.interop.gymnasium.backend import Observation
from introplan.programs.freezing import kept, value_of
from introplan.programs.layout import is_record

MAX_BOUND = 2**31 - 1
"""Numbers of which nothing is known are taken to be between minus this and this."""


@dataclass(frozen=True, slots=True)
class Number:
    """A part that is a number."""

    low: float
    high: float
    is_whole: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """A part with few values; each has a number."""

    values: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Members:
    """A set; each of its possible members has a place."""

    values: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Parts:
    """Something that has parts."""

    split: Callable[[Any], Sequence[Any]]
    children: tuple[Shape, ...]


Shape: TypeAlias = Number | Choice | Members | Parts


@dataclass(frozen=True, slots=True)
class Encoding:
    """The states of one world in numbers."""

    shape: Shape
    space: Box

    def numbers(self, state: Any) -> Observation:
        """A state as an array that is in the space."""
        found = np.array(list(_numbers(self.shape, state)), dtype=self.space.dtype)
        return found.reshape(self.space.shape)


def encoding_of(states: Sequence[Any], *, is_complete: bool) -> Encoding:
    """How to write states like these; `is_complete` if there are no others."""
    shape = _shape(states, is_complete)
    bounds = list(_bounds(shape)) or [(0.0, 1.0, True)]
    is_whole = all(whole for _, _, whole in bounds)
    low, high = [b[0] for b in bounds], [b[1] for b in bounds]
    kind = np.int64 if is_whole else np.float64
    return Encoding(shape, Box(np.array(low, kind), np.array(high, kind), dtype=kind))


def _shape(values: Sequence[Any], is_complete: bool) -> Shape:
    """The common shape of all values that one part has."""
    values = [_plain(value) for value in values]
    if all(isinstance(v, Real) for v in values):
        return _number(values, is_complete)
    kinds = {type(v) for v in values}
    kind = next(iter(kinds))
    if len(kinds) == 1 and issubclass(kind, enum.Enum):
        return Choice(tuple(kind))
    if all(isinstance(v, set | frozenset) for v in values):
        _check(is_complete, "a set")
        return Members(tuple(sorted(frozenset().union(*values), key=_text)))
    split = _splitter(values) if len(kinds) == 1 else None
    if split is not None:
        columns = zip(*map(split, values), strict=True)
        return Parts(split, tuple(_shape(list(c), is_complete) for c in columns))
    _check(is_complete, f"a {kind.__name__}")
    return Choice(tuple(value_of(v) for v in dict.fromkeys(map(kept, values))))


def _number(values: Sequence[Any], is_complete: bool) -> Number:
    is_whole = all(isinstance(v, Integral) and abs(int(v)) < 2**62 for v in values)
    if all(isinstance(v, bool) for v in values):
        return Number(0, 1, is_whole=True)
    if not is_complete:
        return Number(-MAX_BOUND, MAX_BOUND, is_whole)
    low, high = min(values), max(values)
    return Number(low, high if high > low else low + 1, is_whole)


def _check(is_complete: bool, what: str) -> None:
    if not is_complete:
        raise UsageError(
            f"the states have {what} in them, and the world is too large to see all its values; "
            "give `observe`, a function of a state, and `observation_space`"
        )


def _text(value: Any) -> str:
    """A text to sort by that is the same in every run; sets print in any order."""
    if isinstance(value, set | frozenset):
        return f"{{{','.join(sorted(map(_text, value)))}}}"
    return f"({','.join(map(_text, value))})" if isinstance(value, tuple) else repr(value)


def _plain(value: Any) -> Any:
    """Arrays and numpy's numbers as Python has them."""
    return value.tolist() if isinstance(value, np.ndarray | np.generic) else value


def _splitter(values: Sequence[Any]) -> Callable[[Any], Sequence[Any]] | None:
    """How to take values of one kind apart; None if they have no parts in common."""
    first = values[0]
    if isinstance(first, tuple | list):
        return list if len({len(value) for value in values}) == 1 else None
    if isinstance(first, Mapping):
        keys = list(first)
        is_alike = all(value.keys() == first.keys() for value in values)
        return (lambda value: [value[key] for key in keys]) if is_alike else None
    names = [f.name for f in fields(first)] if is_record(type(first)) else _attributes(first)
    if not names or any(not hasattr(value, name) for value in values for name in names):
        return None
    return lambda value: [getattr(value, name) for name in names]


def _attributes(value: Any) -> list[str]:
    return [name for name in getattr(value, "__dict__", ()) if isinstance(name, str)]


def _numbers(shape: Shape, value: Any) -> Iterator[float]:
    value = _plain(value)
    match shape:
        case Number():
            yield value
        case Choice(values):
            yield values.index(value)
        case Members(values):
            yield from (member in value for member in values)
        case Parts(split, children):
            for child, part in zip(children, split(value), strict=True):
                yield from _numbers(child, part)
        case _:
            assert_never(shape)


def _bounds(shape: Shape) -> Iterator[tuple[float, float, bool]]:
    match shape:
        case Number(low, high, is_whole):
            yield low, high, is_whole
        case Choice(values):
            yield 0, max(1, len(values) - 1), True
        case Members(values):
            yield from ((0, 1, True) for _ in values)
        case Parts(_, children):
            for child in children:
                yield from _bounds(child)
        case _:
            assert_never(shape)
