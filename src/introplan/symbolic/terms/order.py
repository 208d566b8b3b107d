"""An order of values that depends on nothing but the values.

What an analysis finds may depend on the order in which it looks at the entries of a table. Those
of a dictionary come in the order of insertion, perhaps from a loop over a set, and that changes
with the seed of Python's hashes.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable
from typing import Any, TypeVar

from introplan.programs.freezing import state_text

T = TypeVar("T")


def in_order(values: Iterable[T]) -> list[T]:
    """The values sorted, in whatever order they come.

    >>> in_order([(2, "b"), None, 10, 9, (2, "a"), True])
    [True, 9, 10, (2, 'a'), (2, 'b'), None]
    """
    found = list(values)
    is_plain = set(map(type, found)) in ({int}, {str})
    return sorted(found) if is_plain else sorted(found, key=_rank)  # type: ignore[type-var]


def _rank(value: Any) -> tuple[Any, ...]:
    """What values of any kind are compared by."""
    kind = type(value).__qualname__
    match value:
        case enum.Enum():
            # Combined flags have no name of their own in all versions of Python.
            return (3, kind, str(value.name), _rank(value.value))
        case int() | float() if value == value:
            return (0, value, kind)
        case str():
            return (1, value)
        case tuple():
            return (2, *map(_rank, value))
        case frozenset():
            return (4, *sorted(map(_rank, value)))
        case _:
            return (5, kind, state_text(value))
