"""Numbers of fixed width: what means something else in numpy is refused."""

from __future__ import annotations

import ast

import pytest

from introplan.symbolic.constraints.fixed_width import CellNumbers
from introplan.symbolic.constraints.interval import Range
from introplan.symbolic.refusal import Refused
from introplan.symbolic.terms.build import add
from introplan.symbolic.terms.term import Sort, Var, const

X = Var("x", Sort.INT)


def test_a_sum_that_may_not_fit_into_a_cell_is_refused() -> None:
    """8 bits hold -128 to 127; 64 bits are taken to be enough."""
    small, wide = CellNumbers(-128, 127, False), CellNumbers(-(2**63), 2**63 - 1, False)
    wide.check_result(add(X, const(100)), {X: Range(0, 100)})
    small.check_result(add(X, const(27)), {X: Range(0, 100)})
    with pytest.raises(Refused, match="overflow"):
        small.check_result(add(X, const(28)), {X: Range(0, 100)})


def test_powers_and_shifts_are_refused() -> None:
    """They leave any width soon."""
    with pytest.raises(Refused):
        CellNumbers(-128, 127, False).check(ast.Pow, X, X)
