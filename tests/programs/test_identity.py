"""Keys tell states apart by all that a program could ask for, and copies keep all of it."""

from __future__ import annotations

import array
import datetime
import functools
import random
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import introplan as ip
from introplan.programs.copying import copied, is_immutable, safe
from introplan.programs.identity import key_of, key_of_immutable
from kinds_of_states import (
    CARRIERS,
    Book,
    Light,
    Pack,
    Pair,
    Plain,
    Private,
    PrivateHeir,
    Record,
    Shelf,
    SlottedRecord,
    at,
    masked,
    moved,
    with_n,
)


class Spot:
    """A class with an idea of its own of what is equal."""

    def __init__(self, x: int, n: int) -> None:
        self.x, self.n = x, n

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Spot) and self.x == other.x

    def __hash__(self) -> int:
        return hash(self.x)


class Grid(np.ndarray[Any, Any]):
    """An array that can carry more."""


def drawn(times: int) -> random.Random:
    """A generator from which so many numbers were taken."""
    dice = random.Random(1)
    for _ in range(times):
        dice.random()
    return dice


def odd(key: object) -> Plain:
    """An object with an attribute whose name is no text."""
    value: Plain = at(Plain(), x=1)
    entries: dict[Any, Any] = vars(value)
    entries[key] = 0
    return value


APART: list[tuple[Any, Any]] = [
    (0.0, -0.0),
    (0j, complex(0.0, -0.0)),
    (float("nan"), 0.0),
    (np.float64(0.0), np.float64(-0.0)),
    (np.float64(1), np.float32(1)),
    (np.int64(1), 1),
    (Decimal("1.0"), Decimal("1.00")),
    (Decimal("0"), Decimal("-0")),
    (range(0), range(1, 1)),
    (moved(), moved("b")),
    ({"a": 1}, OrderedDict(a=1)),
    (defaultdict(int), defaultdict(list)),
    (defaultdict(int), {}),
    (Counter("a"), {"a": 1}),
    (deque([1]), deque([1], maxlen=3)),
    (deque([1], maxlen=2), deque([1], maxlen=3)),
    (bytearray(b"a"), b"a"),
    (array.array("i", [1]), array.array("b", [1])),
    (Private(1), Private(2)),
    (Private(1), Private()),
    (PrivateHeir(1), PrivateHeir(2)),
    (SlottedRecord(1), SlottedRecord(True)),
    (Record(), at(Record(), m=0)),
    (odd(1), odd(2)),
    (Light.RED, Light.GREEN),
    (masked([True, False]), masked([False, False])),
    (masked([True, False], 1), masked([True, False], 2)),
    (np.zeros(1, [("a", "i4")]), np.zeros(1, [("b", "i4")])),
    (np.zeros(2), np.array([0.0, -0.0])),
    (at(np.zeros(2).view(Grid), n=1), at(np.zeros(2).view(Grid), n=2)),
    (drawn(0), drawn(1)),
    (functools.partial(max, 0), functools.partial(max, 1)),
    (functools.partial(max, key=len), functools.partial(max, key=abs)),
    (functools.partial(max, 0), functools.partial(min, 0)),
    (datetime.datetime(2026, 1, 1, fold=0), datetime.datetime(2026, 1, 1, fold=1)),
    ({Plain(), Plain()}, {Plain()}),
    (Pack([1]), Pair([1])),
    (Spot(1, 2).__hash__, Spot(2, 2).__hash__),
    (iter([1, 2]), iter([1])),
    (len, max),
    (int, bool),
]

ONE: list[Callable[[], Any]] = [
    lambda: float("nan"),
    lambda: [float("nan"), Decimal("NaN")],
    lambda: drawn(3),
    lambda: functools.partial(max, 0, key=len),
    lambda: masked([True, False], 7),
    lambda: moved("b"),
    lambda: odd(1),
    lambda: {Plain(), Plain()},
    lambda: (0.0, -0.0, 1j, Fraction(1, 2), Light.RED, len, range(3)),
    lambda: at(np.zeros(2).view(Grid), n=[1]),
    lambda: np.array([1, [2], None], dtype=object),
    lambda: np.random.default_rng(1),
    lambda: datetime.date(2026, 1, 1),
    lambda: array.array("i", [1]),
    lambda: deque([1, [2]], maxlen=3),
    lambda: with_n(Shelf(list, {"a": [1]}), [2]),
    lambda: (with_n(Shelf(list), [2]), [1]),
    lambda: functools.partial(max, with_n(Shelf(list), [2])),
    lambda: np.zeros(1, [("a", "i4")])[0],
    lambda: Spot(1, 2).__hash__,
]


@pytest.mark.parametrize(("left", "right"), APART, ids=lambda value: type(value).__name__)
def test_what_a_program_can_tell_apart_has_two_keys(left: Any, right: Any) -> None:
    """Alone and as a part of something."""
    assert key_of(left) != key_of(right)
    assert key_of([left]) != key_of([right])
    assert key_of(at(Plain(), part=left)) != key_of(at(Plain(), part=right))


@pytest.mark.parametrize("make", ONE, ids=lambda make: type(make()).__name__)
def test_what_is_made_or_copied_alike_has_one_key(make: Callable[[], Any]) -> None:
    """Whoever made it, and when."""
    value = make()

    assert key_of(value) == key_of(make())
    assert hash(key_of(value)) == hash(key_of(make()))
    assert key_of(copied(value)) == key_of(value)
    assert key_of(copied([value, (value,)])) == key_of([value, (value,)])


def test_the_order_of_dictionaries_does_not_count() -> None:
    """Neither that of attributes; it does where a type says so itself."""
    assert key_of({"a": 1, "b": 2}) == key_of({"b": 2, "a": 1})
    assert key_of(at(Plain(), a=1, b=2)) == key_of(at(Plain(), b=2, a=1))
    assert key_of(Book(a=1, b=2)) == key_of(Book(b=2, a=1))
    assert key_of(OrderedDict(a=1, b=2)) != key_of(OrderedDict(b=2, a=1))


def test_a_class_is_trusted_with_its_own_idea_of_equality() -> None:
    """But a class that stems from it may add what the idea does not know of."""

    class Slim:
        __slots__ = ("x",)

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Slim)

        def __hash__(self) -> int:
            return 1

    class Wide(Slim):
        pass

    assert key_of(Spot(1, 2)) == key_of(Spot(1, 3)) != key_of(Spot(2, 2))
    assert key_of(at(Slim(), x=1)) == key_of(at(Slim(), x=2))
    assert key_of(with_n(Wide(), 1)) != key_of(with_n(Wide(), 2))


def test_what_a_frozen_dataclass_has_worked_out_is_no_part_of_it() -> None:
    """Unless it may be out of date, because a field has changed in place."""

    @dataclass(frozen=True)
    class Sum:
        parts: Any

        @functools.cached_property
        def total(self) -> list[int]:
            return [sum(self.parts)]

    asked, stale = Sum((1, 2)), Sum([1, 2])
    assert asked.total == [3] == stale.total
    stale.parts.append(3)

    assert is_immutable(asked)
    assert key_of(asked) == key_of(Sum((1, 2)))
    assert key_of(stale) != key_of(Sum([1, 2, 3]))
    assert key_of(copied(stale)) == key_of(stale)


@pytest.mark.parametrize(
    "kind", ["generator", "object", "builtin_function_or_method", "dict_keys"]
)
def test_what_hides_its_content_is_refused(kind: str) -> None:
    """Nobody guesses what is in it."""
    values: list[Any] = [(x for x in "a"), object(), [0].append, {0: 0}.keys()]
    value = next(value for value in values if type(value).__name__ == kind)

    with pytest.raises(ip.UsageError, match=f"a {kind} in them cannot be told apart; use numbers"):
        key_of([value])


@pytest.mark.parametrize("name", CARRIERS)
def test_whatever_an_instance_carries_counts(name: str) -> None:
    """For the key, for copies, and for whoever changes a copy."""
    make = CARRIERS[name]
    bare, one, two = make(), with_n(make(), [1]), with_n(make(), [2])
    twin = safe(one)

    assert len({key_of(bare), key_of(one), key_of(two)}) == 3
    assert key_of(twin) == key_of(one) == key_of(with_n(make(), [1]))
    twin.n.append(2)
    assert one.n == [1]


@pytest.mark.parametrize("flat", [[1, "a", None], {1: "a", 2: None}, {1, "a"}, [], {}, set()])
def test_what_is_looked_at_quickly_has_the_key_it_has_within_others(flat: Any) -> None:
    """And is no equal of what differs by a type alone."""
    assert key_of([flat]) == (list, (key_of(flat),))
    assert key_of(flat) == key_of_immutable(flat)
    others = [[True, "a", None], {True: "a", 2: None}, {1: "a", 2: 0.0}, {True, "a"}]
    assert all(key_of(flat) != key_of(other) for other in others)
