"""Building terms: what is simplified means the same."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest

from introplan.symbolic.terms import build
from introplan.symbolic.terms.compile import compiled_one
from introplan.symbolic.terms.term import Const, Lookup, Sort, Table, Term, Var, const

X, Y, FLAG = Var("x", Sort.INT), Var("y", Sort.INT), Var("flag", Sort.BOOL)
ORDER = (X, Y, FLAG)

CASES: dict[str, tuple[Callable[[], Term], Callable[[int, int, bool], Any]]] = {
    "sum": (
        lambda: build.combine((X, 2), (Y, -3), (const(4), 1)),
        lambda x, y, f: 2 * x - 3 * y + 4,
    ),
    "cancels": (lambda: build.subtract(build.add(X, const(1)), X), lambda x, y, f: 1),
    "product": (lambda: build.multiply(X, Y), lambda x, y, f: x * y),
    "quotient": (lambda: build.divide(build.multiply(X, const(6)), 4), lambda x, y, f: 6 * x // 4),
    "negative": (lambda: build.divide(build.add(X, Y), -3), lambda x, y, f: (x + y) // -3),
    "rest": (lambda: build.modulo(build.add(X, const(9)), 4), lambda x, y, f: (x + 9) % 4),
    "at most": (
        lambda: build.at_most(build.multiply(X, const(2)), const(5)),
        lambda x, y, f: 2 * x <= 5,
    ),
    "less": (lambda: build.less(X, Y), lambda x, y, f: x < y),
    "never": (lambda: build.equal(build.multiply(X, const(2)), const(5)), lambda x, y, f: False),
    "negation": (
        lambda: build.negate(build.conjoin([FLAG, build.less(X, Y)])),
        lambda x, y, f: not (f and x < y),
    ),
    "choice": (lambda: build.choose(FLAG, build.add(X, const(2)), X), lambda x, y, f: x + 2 * f),
    "condition": (
        lambda: build.choose(FLAG, build.less(X, Y), build.less(Y, X)),
        lambda x, y, f: x < y if f else y < x,
    ),
    "table": (
        lambda: build.equal(build.lookup(Table({n: n * n for n in range(-4, 5)}), (X,)), const(4)),
        lambda x, y, f: x * x == 4,
    ),
    "largest": (lambda: build.largest([X, Y, FLAG]), lambda x, y, f: max(x, y, f)),
    "absolute": (lambda: build.absolute(build.subtract(X, Y)), lambda x, y, f: abs(x - y)),
}


@pytest.mark.parametrize("name", CASES)
def test_a_term_means_what_it_was_built_from(name: str) -> None:
    """For all small values of its variables."""
    made, meant = CASES[name]
    value = compiled_one(made(), ORDER)
    for row in itertools.product(range(-4, 5), range(-4, 5), (False, True)):
        assert value(row) == meant(*row)


def test_what_is_known_is_computed_at_once() -> None:
    """No variables are left where there are none to ask."""
    assert isinstance(build.subtract(build.add(X, const(5)), X), Const)
    assert build.conjoin([FLAG, build.negate(FLAG)]) is build.FALSE
    assert build.disjoin([FLAG, build.TRUE]) is build.TRUE


def test_counting_in_a_loop_is_a_sum() -> None:
    """A hundred ifs are a hundred parts, not 2 ** 100 cases."""
    flags = [Var(f"f{n}", Sort.BOOL) for n in range(100)]
    total: Term = const(0)
    for flag in flags:
        total = build.choose(flag, build.add(total, build.ONE), total)
    assert len(build.linear(total).parts) == 100


def test_the_opposite_of_a_table_is_one_table() -> None:
    """Negated again it is the table itself, and all three say what they should."""
    x = Var("x", Sort.INT)
    inside = build.lookup(Table({1: True, 2: True}, default=False), (x,))
    outside = build.negate(inside)
    assert build.negate(inside) is outside
    assert build.negate(outside) is inside
    assert [compiled_one(outside, (x,))((n,)) for n in range(4)] == [True, False, False, True]


def test_a_table_below_a_choice_of_keys_with_one_value_is_that_value() -> None:
    """Also outside the table, where it has a default; with two values it stays a table."""
    key = build.choose(FLAG, const("a"), const("c"))
    inside = Table({"a": True, "b": True, "c": True}, default=False)
    assert build.lookup(inside, (key,)) is build.TRUE
    assert build.lookup(Table({"b": True}, default=False), (key,)) is build.FALSE
    assert isinstance(build.lookup(Table({"a": 1, "c": 2}), (key,)), Lookup)
