"""Objects with container methods of their own: Python's operators ask those."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from introplan.symbolic.interpreter.protocols import ABSENT, method_of, own_length
from introplan.symbolic.interpreter.values import Items, Record
from symbolic_runs import X, new_run, refusal_of, wrong_answers


class Shelf:
    """Answers like a list, with one more at the end."""

    def __init__(self, books: list[int]) -> None:
        self.books = books

    def __len__(self) -> int:
        return len(self.books) + 1

    def __getitem__(self, place: int) -> int:
        return 7 if place == len(self.books) else self.books[place]

    def __iter__(self) -> Iterator[int]:
        return iter([*self.books, 7])

    def __contains__(self, book: object) -> bool:
        return book == 7 or book in self.books


class Unordered:
    """Is gone through in the order of a set."""

    def __init__(self, books: set[int]) -> None:
        self.books = books

    def __iter__(self) -> Iterator[int]:
        return iter(self.books)


def _asked(x: int, y: int, flag: bool) -> object:
    shelf = Shelf([x, y])
    return len(shelf), shelf[1], shelf[2], sum(shelf), y in shelf, 3 in shelf, bool(shelf)


def _in_the_order_of_a_set(x: int, y: int, flag: bool) -> object:
    return next(i for i in Unordered({x, y, 1, 2}))


def test_operators_ask_the_methods_of_the_class() -> None:
    """Length, elements, iteration, membership, truth."""
    assert wrong_answers(_asked) == []


def test_the_order_of_a_set_stays_unknown_behind_a_method() -> None:
    """An object that hands out the iterator of a set has no order either."""
    assert refusal_of(_in_the_order_of_a_set).startswith("the order of a set")


@pytest.mark.parametrize("value", [[1, 2], X, Items(list, [X], 0)])
def test_what_is_pythons_own_has_no_method_of_the_users(value: object) -> None:
    """Lists, unknowns, containers of the run."""
    assert method_of(value, "__len__") is None
    assert own_length(new_run(), value) is ABSENT


def test_a_method_is_found_in_the_class_of_an_object_of_the_run() -> None:
    """As it would be in the class of a real one."""
    assert method_of(Record(Shelf, {}, 0), "__len__") is Shelf.__len__
