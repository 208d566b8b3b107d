"""Iterators give what they give in Python, in its order, and stop where it stops."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest

import introplan as ip
from symbolic_runs import paths_through, refusal_of, wrong_answers


def _rows(x: int, y: int, flag: bool) -> object:
    return tuple(zip((x, y), range(5), strict=False)), tuple(enumerate([x], 3))


def _strict(x: int, y: int, flag: bool) -> object:
    return tuple(zip((x, y), (1, 2, 3) if flag else (1, 2), strict=True))


def _mapped(x: int, y: int, flag: bool) -> object:
    numbers = map(lambda n: n + x, (1, 2))  # noqa: C417
    return next(numbers), tuple(numbers), tuple(filter(lambda n: n > y, (0, 1)))


def _backwards(x: int, y: int, flag: bool) -> object:
    return tuple(reversed([x, y])), tuple(reversed(range(3)))


def _combined(x: int, y: int, flag: bool) -> object:
    pairs = itertools.combinations((x, y, 1), 2)
    return tuple(pairs), tuple(itertools.product((x,), repeat=2))


def _exhausted(x: int, y: int, flag: bool) -> object:
    numbers = iter((x,) if flag else ())
    return next(numbers)


def _stops_early(x: int, y: int, flag: bool) -> object:
    return any(6 // n > 1 for n in (x, y)), all(n != 0 and 6 // n > 2 for n in (x, y))


@pytest.mark.parametrize(
    "function",
    [_rows, _strict, _mapped, _backwards, _combined, _exhausted, _stops_early],
)
def test_an_iterator_gives_what_it_gives_in_python(function: Callable[..., object]) -> None:
    """Also the exceptions: of the items that Python computes, and of no others."""
    assert wrong_answers(function) == []


def test_a_range_is_gone_through_in_steps() -> None:
    """Its length is the number of rounds."""
    assert wrong_answers(lambda x, y, flag: sum(n * x for n in range(1, 6, 2))) == []


def test_combinations_are_counted() -> None:
    """Billions of rows end with the budget, and a length that is not known is refused."""
    assert "too long" in refusal_of(lambda x, y, flag: itertools.product(range(999), repeat=4))
    assert "length" in refusal_of(lambda x, y, flag: itertools.combinations((1, 2), x))
    assert wrong_answers(lambda x, y, flag: len(list(itertools.combinations((x, y), 2)))) == []


def test_any_and_all_of_pure_items_do_not_fork() -> None:
    """They are one disjunction, one conjunction."""
    assert len(paths_through(lambda x, y, flag: any(n == x for n in (1, 2, y)))) == 1
    assert len(paths_through(lambda x, y, flag: all(n != x for n in (1, 2, y)))) == 1


def test_a_map_over_a_set_is_a_set_of_results() -> None:
    """In no order, so a list of them is refused."""
    rings = ip.program(
        actions=[1, 2],
        transition=lambda s, a: frozenset(map(lambda place: (place + a) % 7, s)),  # noqa: C417
        reward=lambda s, a, s2: int(s2 == frozenset({0, 3})),
    )
    ordered = ip.program(
        actions=[1, 2],
        transition=lambda s, a: frozenset([*map(lambda place: (place + a) % 7, s)][:2]),  # noqa: C417
        reward=lambda s, a, s2: 0,
    )

    assert not ip.introspect(rings.task(frozenset({1, 4}))).diagnostics
    assert "order of a set" in str(ip.introspect(ordered.task(frozenset({1, 4}))).diagnostics[0])


def _pairs_of_what_is_there(x: int, y: int, flag: bool) -> object:
    there = [n for n in (x, y, 3, x + y, x - y) if n > 0]
    pairs = itertools.product(range(2), there)
    return sum(m * n for m, n in pairs), sum(m < n for m, n in itertools.combinations(there, 2))


def test_tuples_of_what_may_be_missing_are_no_paths() -> None:
    """Each is there where all of its parts are."""
    assert len(paths_through(_pairs_of_what_is_there)) == 1
    assert wrong_answers(_pairs_of_what_is_there) == []
