"""Values in a record that was read: each of the kind that tables and figures rely on.

Records are data that may have been edited. What is missing or of another kind is reported by its
name, as a `ValueError`, and never found out later in the middle of a figure.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

MAX_NUMBER = 1e15
"""Counts, sizes and times stay far below, and whole numbers up to here are exact as floats."""

Entries = dict[str, Any]


def table(found: Any, key: str, *, needs: Iterable[str] = ()) -> Entries:
    """A table of names and values, these names among them."""
    value = _at(found, key)
    if not isinstance(value, dict):
        raise ValueError(f"{key} is no table")
    for name in needs:
        _at(value, name)
    return value


def table_or_none(found: Any, key: str, *, needs: Iterable[str] = ()) -> Entries | None:
    """A table, or null."""
    return None if _at(found, key) is None else table(found, key, needs=needs)


def text(found: Any, key: str) -> str:
    """A text."""
    value = _at(found, key)
    if not isinstance(value, str):
        raise ValueError(f"{key} is no text")
    return value


def texts(found: Any, key: str) -> tuple[str, ...]:
    """A list of texts."""
    value = _at(found, key)
    if not isinstance(value, list) or not all(isinstance(part, str) for part in value):
        raise ValueError(f"{key} is no list of texts")
    return tuple(value)


def numbers(found: Any, key: str) -> tuple[float, ...]:
    """A list of numbers that can be computed with."""
    value = _at(found, key)
    if not isinstance(value, list):
        raise ValueError(f"{key} is no list of numbers")
    return tuple(number({key: part}, key) for part in value)


def number(found: Any, key: str) -> float:
    """A number that can be computed with."""
    value = _at(found, key)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"{key} is no number")
    if not abs(value) <= MAX_NUMBER:  # not a number is not below it either
        raise ValueError(f"{key} is too large")
    return value


def amount(found: Any, key: str) -> float:
    """A number that is not negative."""
    value = number(found, key)
    if value < 0:
        raise ValueError(f"{key} is negative")
    return value


def one_of(found: Any, key: str, known: Iterable[str]) -> str:
    """One of the texts that are known."""
    value = text(found, key)
    if value not in (known := sorted(known)):
        raise ValueError(f"{key} is none of {', '.join(known)}")
    return value


def number_or_none(found: Any, key: str) -> float | None:
    """A number, or null."""
    return None if _at(found, key) is None else number(found, key)


def bound(found: Any, key: str) -> float | None:
    """A bound on a score: a number, "inf", or null; null in records made before there was one."""
    value = found.get(key)
    return math.inf if value == "inf" else None if value is None else number(found, key)


def whole(found: Any, key: str) -> int:
    """A whole number that can be computed with."""
    number(found, key)
    return seed(found, key)


def seed(found: Any, key: str) -> int:
    """A whole number of any size."""
    value = _at(found, key)
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"{key} is no whole number")
    return value


def whole_or_none(found: Any, key: str) -> int | None:
    """A whole number, or null."""
    return None if _at(found, key) is None else whole(found, key)


def _at(found: Any, key: str) -> Any:
    if not isinstance(found, dict):
        raise ValueError("no table of names and values")
    if key not in found:
        raise ValueError(f"{key} is missing")
    return found[key]
