"""Calls: functions and classes of the user's are interpreted, and merged where they can be."""

from __future__ import annotations

import functools
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from symbolic_runs import paths_through, refusal_of, wrong_answers


def _sign(n: int) -> int:
    if n < 0:
        return -1
    return 1 if n > 0 else 0


@dataclass(frozen=True)
class Point:
    """Two numbers, the second one 4 unless said otherwise."""

    a: int
    b: int = 4


class Pair(NamedTuple):
    """Two numbers."""

    a: int
    b: int


def test_the_paths_of_an_inner_function_become_one_value() -> None:
    """Three returns, one path: the result is one term."""

    def inner(x: int, y: int, flag: bool) -> int:
        return _sign(x) + _sign(y)

    assert len(paths_through(inner)) == 1
    assert wrong_answers(inner) == []


def test_objects_are_made_with_their_defaults() -> None:
    """Dataclasses and named tuples, by position and by name; too many arguments raise."""

    def make(x: int, y: int, flag: bool) -> object:
        pair = Pair(b=x, a=y)
        return Point(x).b, Point(x, b=y).b, pair.a, pair.b

    def too_many(x: int, y: int, flag: bool) -> object:
        return Pair(x, y, 3) if flag else Pair(x, y)  # type: ignore[call-arg]

    assert wrong_answers(make) == []
    assert wrong_answers(too_many) == []


def test_endless_recursion_is_refused() -> None:
    """With the limit in the message, not with a RecursionError."""

    def deeper(n: int) -> int:
        return deeper(n + 1)

    assert "nested" in refusal_of(lambda x, y, flag: deeper(x))


def test_a_decorator_that_is_not_understood_is_refused() -> None:
    """`functools.cache` inside a function keeps a state of its own."""

    def outer(x: int, y: int, flag: bool) -> int:
        @functools.cache
        def inner(n: int) -> int:
            return n + 1

        return inner(x)

    assert "pure" in refusal_of(outer)


def test_arguments_that_a_builtin_does_not_expect_are_refused() -> None:
    """A method with an argument that is not known here is no internal error."""
    assert "arguments" in refusal_of(lambda x, y, flag: (1, x, y).index(x, 1))


@dataclass
class Bag:
    """A dataclass with a list of its own, a hidden count and one more attribute."""

    size: int
    items: list[int] = field(default_factory=lambda: [1, 2])
    double: int = field(init=False, default=0)
    total: int = field(init=False)

    def __post_init__(self) -> None:
        self.total = self.size + len(self.items)


@dataclass(frozen=True)
class Sealed:
    """A frozen dataclass that keeps what it computes."""

    a: int
    b: int = 2
    both: int = field(init=False, compare=False, default=0)

    def __post_init__(self) -> None:
        object.__setattr__(self, "both", self.a + self.b)


def test_fields_with_factories_and_computed_fields() -> None:
    """Each object has a list of its own; what `__init__` does not take cannot be given."""

    def made(x: int, y: int, flag: bool) -> object:
        one, two = Bag(x), Bag(y, [x, y, 3])
        one.items.append(x)
        return one.items, Bag(x).items, one.total, two.total, one.double, two.items

    def replaced(x: int, y: int, flag: bool) -> object:
        sealed = replace(Sealed(x), b=y)
        return sealed.a, sealed.b, sealed.both, Sealed(y, x).both, sealed == Sealed(x, y)

    def given(x: int, y: int, flag: bool) -> object:
        return Bag(x, total=y).total if flag else Bag(x).total  # type: ignore[call-arg]

    def not_replaced(x: int, y: int, flag: bool) -> object:
        return replace(Sealed(x), both=y).both if flag else x

    def frozen(x: int, y: int, flag: bool) -> object:
        sealed = Sealed(x)
        if flag:
            sealed.a = y  # type: ignore[misc]
        return sealed.a

    for function in (made, replaced, given, not_replaced, frozen):
        assert wrong_answers(function) == [], function.__name__
