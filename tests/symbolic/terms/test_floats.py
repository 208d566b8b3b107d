"""Sums of floats with parts under conditions stay one sum, and compute what Python computes."""

from __future__ import annotations

import random

from introplan.symbolic.constraints.interval import bounds
from introplan.symbolic.terms.build import call, const
from introplan.symbolic.terms.compile import compiled_one
from introplan.symbolic.terms.floats import choose_number, is_float_term
from introplan.symbolic.terms.term import Sort, Term, Var, walk


def _changed(rng: random.Random, total: Term, number: float) -> tuple[Term, float]:
    """A total and its value after up to two more additions or subtractions."""
    for _ in range(rng.randrange(3)):
        part, sign = rng.choice((0.1, 0.7, 3, -2.5, 1e9)), rng.choice("+-")
        total = call(sign, total, const(part), sort=Sort.ANY)
        number = number + part if sign == "+" else number - part
    return total, number


def test_a_choice_between_sums_is_the_number_that_python_computes() -> None:
    """Whatever both branches add or subtract, the merged sum is equal to the last bit."""
    rng = random.Random(1)
    names = [Var(f"x{i}", Sort.BOOL) for i in range(6)]
    for _ in range(300):
        row = tuple(rng.random() < 0.5 for _ in names)
        total: Term = const(0.0)
        number = 0.0
        for name, value in zip(names, row, strict=True):
            then, other = _changed(rng, total, number), _changed(rng, total, number)
            total = choose_number(name, then[0], other[0])
            number = then[1] if value else other[1]
        assert compiled_one(total, names)(row) == number


def test_thirty_conditions_make_a_sum_of_thirty_parts() -> None:
    """The older total is not held twice: neither the term nor its bounds grow exponentially."""
    names = [Var(f"x{i}", Sort.BOOL) for i in range(30)]
    total: Term = const(0.0)
    for name in names:
        total = choose_number(name, call("+", total, const(0.5), sort=Sort.ANY), total)
    assert len(list(walk(total))) < 150
    assert bounds(total, {}) == (0.0, 15.0)


def test_what_is_a_number() -> None:
    """Texts and tuples of sort ANY are none."""
    x = Var("x", Sort.BOOL)
    assert is_float_term(choose_number(x, const(0.5), const(2)))
    assert not is_float_term(choose_number(x, const("a"), const("b")))
    assert not is_float_term(Var("y", Sort.ANY))
