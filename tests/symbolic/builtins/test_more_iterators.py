"""The rest of `itertools` gives what it gives in Python, and takes no more than that takes."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest

from symbolic_runs import refusal_of, wrong_answers


def _counted(x: int, y: int, flag: bool) -> object:
    for n in itertools.count(1, 2):
        if n > y:
            return n
    return None


def _numbered(x: int, y: int, flag: bool) -> object:
    return tuple(zip(itertools.count(5), (x, y), strict=False)), tuple(
        zip((x, y), itertools.repeat(flag), strict=False)
    )


def _repeated(x: int, y: int, flag: bool) -> object:
    rounds = itertools.cycle([x, y, 7])
    return tuple(itertools.repeat(x, 2)), tuple(itertools.islice(rounds, 5)), next(rounds)


def _cut(x: int, y: int, flag: bool) -> object:
    numbers = iter([x, y, 1, 2])
    first = tuple(itertools.islice(numbers, 1))
    return first, next(numbers), tuple(itertools.islice([x, y, 1, 2], 1, None, 2))


def _while(x: int, y: int, flag: bool) -> object:
    numbers = iter([x, 1, y, 2])
    taken = tuple(itertools.takewhile(lambda n: n > 0, numbers))
    return taken, tuple(numbers), tuple(itertools.dropwhile(lambda n: n > 0, (x, y, 1)))


def _added_up(x: int, y: int, flag: bool) -> object:
    products = itertools.accumulate([x, y, 2], lambda a, b: a * b)
    return tuple(itertools.accumulate([x, y, 2])), tuple(products)


def _begun_with(x: int, y: int, flag: bool) -> object:
    return tuple(itertools.accumulate([x, y], initial=3)), tuple(itertools.accumulate([]))


def _side_by_side(x: int, y: int, flag: bool) -> object:
    longest = itertools.zip_longest([x, y, 1], (5,), fillvalue=0)
    return tuple(longest), tuple(itertools.starmap(pow, [(x, 2), (2, 3)]))


def _chosen(x: int, y: int, flag: bool) -> object:
    return sum(itertools.compress([x, y, 5], [flag, x > y, 0]))


def _negative(x: int, y: int, flag: bool) -> object:
    return tuple(itertools.islice([x], -1))


@pytest.mark.parametrize(
    "function",
    [
        _counted,
        _numbered,
        _repeated,
        _cut,
        _while,
        _added_up,
        _begun_with,
        _side_by_side,
        _chosen,
        _negative,
    ],
)
def test_an_iterator_gives_what_it_gives_in_python(function: Callable[..., object]) -> None:
    """Items, what is left in the iterators below, and exceptions."""
    assert wrong_answers(function) == []


def test_what_does_not_end_ends_with_the_budget() -> None:
    """An endless list is no list."""
    assert "too long" in refusal_of(lambda x, y, flag: list(itertools.count(1))[x])


def test_a_length_that_depends_on_the_state_is_refused() -> None:
    """How many items there are must be known."""
    assert "islice" in refusal_of(lambda x, y, flag: tuple(itertools.islice((1, 2), x)))
