"""Operators as lists of numbers."""

from __future__ import annotations

from introplan.machine.assembly import code_of, operators_of
from introplan.machine.packing import packing_of
from introplan.machine.system import Step, TransitionSystem
from introplan.symbolic.constraints.interval import Range
from introplan.symbolic.terms.build import const, equal
from introplan.symbolic.terms.term import Sort, Var

X = Var("x", Sort.INT)


def test_a_test_for_a_value_is_a_pair_of_node_and_value() -> None:
    """`x == 4` branches on x; the guard False never holds."""
    steps = (Step("a", (equal(X, const(4)),), {}), Step("b", (const(False),), {}))
    system = TransitionSystem((X,), {X: Range(0, 9)}, steps)
    code = code_of(system, packing_of(system, (0,)))
    first, second = operators_of(system, code)
    assert first == [0, 1, code.word(X), 4, 0, 0, 0]
    assert second == [1, 1, code.number(0.0), 1, 0, 0, 0]
