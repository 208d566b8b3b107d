"""The state of one path: decisions, the path condition, and what may be changed."""

from __future__ import annotations

import pytest

from introplan.symbolic.interpreter.execution import Execution, MembershipTables
from introplan.symbolic.interpreter.values import FOREIGN, Items
from introplan.symbolic.refusal import CannotMerge, Refused
from introplan.symbolic.terms.build import const, less
from introplan.symbolic.terms.term import Sort, Table
from symbolic_runs import X, new_run

SMALL = less(X, const(1))


def test_a_decision_is_part_of_the_path_condition() -> None:
    """Decided once, then implied; the first decision of an open condition is True."""
    run = new_run()
    assert run.implied(SMALL) is None

    assert run.decide(SMALL) is True

    assert run.trace == [(SMALL, True)]
    assert run.implied(less(X, const(2))) is True
    assert run.decide(less(X, const(2))) is True
    assert len(run.trace) == 1


def test_planned_decisions_are_taken_again() -> None:
    """That is how the explorer comes to the other side."""
    run = new_run()
    run.planned = [(SMALL, False)]

    assert run.decide(SMALL) is False
    assert run.implied(less(X, const(0))) is False


def test_decisions_of_something_else_are_not_taken_again() -> None:
    """They would lead to a path that no input takes, or to one that was seen before."""
    run = new_run()
    run.planned = [(less(X, const(3)), False)]
    with pytest.raises(Refused, match="another way"):
        run.decide(SMALL)


def test_what_is_assumed_is_forgotten() -> None:
    """Facts learnt under an assumption never leave it."""
    run = new_run()
    with run.assumptions():
        run.path_condition.learn(SMALL, True)
        assert run.implied(SMALL) is True

    assert run.implied(SMALL) is None


def test_only_what_is_new_may_be_changed() -> None:
    """What is foreign never, what is older than an assumption not under it."""
    run = new_run()
    old = Items(list, [], run.stamp())
    run.check_may_change(old, "append")
    with run.assumptions():
        run.check_may_change(Items(list, [], run.stamp()), "append")
        with pytest.raises(CannotMerge):
            run.check_may_change(old, "append")
    with pytest.raises(Refused, match="PY-PURE"):
        run.check_may_change(Items(list, [], FOREIGN), "append")


def test_an_object_of_the_program_is_not_changed_whatever_its_attributes() -> None:
    """Its attribute `made` is the program's own, and no time of creation."""

    class Bag(dict[str, int]):
        made = 10**9

    with pytest.raises(Refused, match="did not create"):
        new_run().check_may_change(Bag(), "update")


def test_a_container_is_kept_as_long_as_its_table() -> None:
    """Otherwise another container could get its identity, and its table."""
    tables, table = MembershipTables(), Table({1: True}, default=False)
    for size in range(50):
        tables.keep([size], (Sort.INT,), table)

    assert tables.table([1], (Sort.INT,)) is None


def test_an_execution_alone_is_abstract() -> None:
    """The operations of the language are those of `Interpreter`."""
    with pytest.raises(TypeError):
        Execution(new_run().context, new_run().path_condition)  # type: ignore[abstract]
