"""The machine in Python."""

from __future__ import annotations

from introplan.machine.system import EndCase, RewardCase, Step, Successor, TransitionSystem
from introplan.machine.twin import PythonMachine
from introplan.mdp import Status
from introplan.symbolic.constraints.interval import Range
from introplan.symbolic.terms.build import add, const, equal
from introplan.symbolic.terms.term import Sort, Var

X = Var("x", Sort.INT)


def test_the_first_case_that_applies_counts() -> None:
    """Rewards and ends are tried in order."""
    at_two = equal(X, const(2))
    step = Step(
        "go",
        (),
        {X: add(X, const(1))},
        (RewardCase(at_two, 10), RewardCase(const(True), -1)),
        (EndCase(at_two, Status.SUCCESS), EndCase(const(True), Status.CONTINUE)),
    )
    machine = PythonMachine(TransitionSystem((X,), {X: Range(0, 3)}, (step,)))
    assert machine.successors((1,)) == [Successor(0, (2,), -1, Status.CONTINUE)]
    assert machine.successors((2,)) == [Successor(0, (3,), 10, Status.SUCCESS)]
