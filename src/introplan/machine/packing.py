"""Values as machine words, and variables as bits.

A word is a whole number, a truth value, or the number of any other value: `FIRST_OPAQUE` plus the
place at which it was met. Values that are equal in Python (1, True and 1.0) have the same word, as
they are the same key of a table; a variable that may hold two of them cannot be read back, and is
refused.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from numbers import Number
from typing import Any

from introplan.machine.system import TransitionSystem, Unsupported
from introplan.symbolic.constraints.interval import Domain, OneOf, Range, domain_of
from introplan.symbolic.terms.term import Sort, Var

FIRST_OPAQUE = 1 << 62
MAX_WHOLE = 1 << 61
"""Whole numbers up to here are words of their own; computed ones that leave 64 bits stop the
machine, and none of those between can be taken for an opaque value in a state."""

NARROW_REACH = 1 << 15
"""How far from the start numbers without a range may go in a narrow packing: 16 bits each."""

RANGE, VALUES = range(2)
"""How a variable is laid out: in the order of `native/machine_states.hpp`."""


@dataclass(slots=True)
class Codebook:
    """The words of values; it grows as values are met."""

    opaque: dict[Any, int] = field(default_factory=dict)

    def word(self, value: Any) -> int:
        """The word of a value: equal values have equal words."""
        if type(value) is int or type(value) is bool:
            return _checked(int(value))
        if isinstance(value, Number) or type(value).__name__ in ("bool", "bool_"):
            whole = _whole(value)
            if whole is not None:
                return _checked(whole)
        try:
            return self.opaque.setdefault(value, FIRST_OPAQUE + len(self.opaque))
        except TypeError:
            raise Unsupported(f"a value without hash: {value!r:.60}") from None


def _whole(value: Any) -> int | None:
    """The whole number that a number is equal to; None if it is none."""
    if value != value:
        raise Unsupported("a number that is not equal to itself")
    try:
        whole = int(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return whole if whole == value else None


def _checked(value: int) -> int:
    if abs(value) > MAX_WHOLE:
        raise Unsupported("whole numbers beyond 61 bits")
    return value


def double(value: Any) -> float:
    """A number as a double; `Unsupported` for what is no number, or none that a double is."""
    if not isinstance(value, Number) and type(value).__name__ not in ("bool", "bool_"):
        raise Unsupported(f"arithmetic with {value!r:.40}")
    try:
        found = float(value)
    except (TypeError, ValueError, OverflowError):
        raise Unsupported(f"arithmetic with {value!r:.40}") from None
    if found != value:
        raise Unsupported(f"a number that no double is: {value!r:.40}")
    return found


@dataclass(frozen=True, slots=True, eq=False)
class Packing:
    """How rows of values are written as words and read back."""

    variables: tuple[Var, ...]
    book: Codebook
    decoders: tuple[Any, ...]
    """For each variable `int`, `bool`, or the dictionary from words to its values."""

    layout: list[int]

    def words(self, row: Sequence[Any]) -> list[int]:
        """The words of a row of values."""
        return [self.book.word(value) for value in row]

    def row(self, words: Sequence[int]) -> tuple[Any, ...]:
        """The values of the variables."""
        return tuple(
            decoder[word] if isinstance(decoder, dict) else decoder(word)
            for decoder, word in zip(self.decoders, words, strict=True)
        )


def packing_of(
    system: TransitionSystem, start: Sequence[Any], *, reach: int = NARROW_REACH
) -> Packing:
    """The packing of a system, with numbers that have no range within `reach` of the start."""
    book = Codebook()
    decoders: list[Any] = []
    layout: list[int] = []
    for var, first in zip(system.variables, start, strict=True):
        domain = domain_of(var, system.domains)
        if domain is None:
            raise Unsupported(f"nothing is known of the values of {var.name}")
        if isinstance(domain, Range):
            low, high = _ends(domain, first, reach)
            layout += [RANGE, low, high]
            decoders.append(int)
        elif var.sort is Sort.BOOL:
            layout += [RANGE, 0, 1]
            decoders.append(bool)
        else:
            words = _words_of(var, domain, book)
            layout += [VALUES, len(words), *sorted(words)]
            decoders.append(words)
    return Packing(system.variables, book, tuple(decoders), layout)


def _ends(domain: Range, first: int, reach: int) -> tuple[int, int]:
    low = max(first - reach, -MAX_WHOLE) if math.isinf(domain.low) else int(domain.low)
    high = min(first + reach, MAX_WHOLE) if math.isinf(domain.high) else int(domain.high)
    return _checked(min(low, high)), _checked(max(low, high))


def _words_of(var: Var, domain: OneOf, book: Codebook) -> dict[int, Any]:
    words = {book.word(value): value for value in domain.values}
    if len(words) < len(domain.values):
        raise Unsupported(f"{var.name} holds equal values of several types")
    return words


def has_ends(domain: Domain) -> bool:
    """Is the domain finite?"""
    return not math.isinf(domain.size)
