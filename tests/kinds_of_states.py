"""Classes of states that carry more than their kind has for its content."""

from __future__ import annotations

import enum
import functools
import operator
from collections import OrderedDict, defaultdict, deque, namedtuple
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np


@dataclass
class Record:
    """A dataclass; an instance may carry attributes that are no fields."""

    x: int = 0


class Heir(Record):
    """No dataclass by itself."""


@dataclass(frozen=True)
class Frozen:
    """Cannot change, except behind its back."""

    x: Any = 0


class FrozenHeir(Frozen):
    """Frozen only in what it inherits."""


@dataclass(slots=True)
class SlottedRecord:
    """A dataclass without a dictionary."""

    x: Any = 0


class Private:
    """A slot whose name Python changes."""

    __slots__ = ("__x",)

    def __init__(self, x: object = 0) -> None:
        self.__x = x


class PrivateHeir(Private):
    """A slot of the same name, which is another one."""

    __slots__ = ("__x", "n")


class Plain:
    """An object without any idea of equality."""


class Number(int):
    """A whole number that can carry more."""


class Real(float):
    """A number that can carry more."""


class Text(str):
    """A text that can carry more."""

    __slots__ = ("__dict__",)


class Bytes(bytes):
    """Bytes that can carry more."""


class Pack(list[Any]):
    """A list that can carry more."""


class SlottedPack(list[Any]):
    """A list with a slot."""

    __slots__ = ("n",)


class Book(dict[Any, Any]):
    """A dictionary that can carry more."""


class Shelf(defaultdict[Any, Any]):
    """Python's own copy of it forgets what it carries."""


class Row(OrderedDict[Any, Any]):
    """A dictionary with an order that can carry more."""


class Pair(tuple[Any, ...]):
    """A tuple that can carry more."""


class Cell(namedtuple("Cell", "x y")):
    """A named tuple that can carry more."""


class Bag(set[Any]):
    """A set that can carry more."""


class Seal(frozenset[Any]):
    """A frozenset that can carry more."""


class Line(deque[Any]):
    """A queue that can carry more."""


class Ratio(Fraction):
    """A fraction that can carry more; equality is that of fractions."""


class Amount(Decimal):
    """A decimal number that can carry more."""


class Knot(functools.partial[Any]):
    """A function with arguments that can carry more."""


class Light(enum.Enum):
    """There is one of each."""

    RED = 1
    GREEN = 2


def with_n(value: Any, n: object) -> Any:
    """The same value, carrying `n`."""
    object.__setattr__(value, "n", n)
    return value


def masked(mask: list[bool], fill: int = 0) -> Any:
    """An array of which some elements are hidden."""
    return np.ma.MaskedArray([1, 2], mask=mask, fill_value=fill)


def moved(*names: str) -> OrderedDict[str, int]:
    """Items in an order of their own."""
    found = OrderedDict(a=1, b=2, c=3)
    for name in names:
        found.move_to_end(name)
    return found


def at(value: Any, **attributes: Any) -> Any:
    """A value that carries attributes in this order."""
    for name, part in attributes.items():
        object.__setattr__(value, name, part)
    return value


CARRIERS: dict[str, Callable[[], Any]] = {
    "dataclass": Record,
    "heir of a dataclass": Heir,
    "frozen dataclass": Frozen,
    "heir of a frozen dataclass": FrozenHeir,
    "object": Plain,
    "namespace": SimpleNamespace,
    "slots": PrivateHeir,
    "int": Number,
    "float": Real,
    "str": Text,
    "bytes": Bytes,
    "list": Pack,
    "list with a slot": SlottedPack,
    "dict": Book,
    "defaultdict": Shelf,
    "OrderedDict": Row,
    "plain OrderedDict": OrderedDict,
    "tuple": Pair,
    "namedtuple": lambda: Cell(0, 1),
    "set": Bag,
    "frozenset": Seal,
    "deque": Line,
    "Fraction": Ratio,
    "Decimal": Amount,
    "partial": lambda: Knot(operator.add),
}
"""Kinds of values whose instances take an attribute `n`."""
