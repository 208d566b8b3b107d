"""Numbers in integers: forms of comparisons, and both engines on tasks with numbers."""

from __future__ import annotations

import pytest

import introplan as ip
from introplan.errors import UsageError
from introplan.pddl import parse_domain, parse_problem
from introplan.planners.status import PlanStatus
from introplan.relational.formula import Constant, Moment, Variable
from introplan.relational.numbers import Comparison, FunctionTerm, Numbers
from introplan.search.compiled import Symbols
from introplan.search.native.engine import is_available
from introplan.search.native.numeric_encoding import Comparisons
from random_numeric_tasks import random_numeric_task

needs_kernel = pytest.mark.skipif(not is_available(), reason="built without a compiler")

GROWING = """
(define (domain growing) (:functions (f))
  (:action triple :effect (scale-up (f) 3)))
"""


def test_comparisons_of_one_form_share_a_predicate() -> None:
    """Whatever stands in them; fixed numbers are put in when a row is read back."""
    task = random_numeric_task(1)
    a, b, x = Constant("a"), Constant("b"), Variable("x")
    fixed = Numbers({FunctionTerm("k", (b,)): 2.0})
    known = Comparisons(Symbols(task.start), fixed, frozenset("f"))

    def comparison(first: Constant | Variable, second: Constant | Variable) -> Comparison:
        return Comparison(">", FunctionTerm("f", (first,)), FunctionTerm("k", (second,)))

    predicate, terms = known.named(comparison(a, b))
    assert known.named(comparison(x, a)) == (predicate, (x, a))
    assert known.named(comparison(a, a))[0] != predicate
    assert terms == (a, b)
    assert known.decoded(predicate, (a, b), Moment.BEFORE) == Comparison(
        ">", FunctionTerm("f", (a,), Moment.BEFORE), 2.0
    )
    assert not known.is_static(comparison(a, b))


@needs_kernel
@pytest.mark.parametrize("has_derived", [False, True])
def test_both_engines_do_the_same(has_derived: bool) -> None:
    """The same nodes, the same plans, the same milestones."""
    compared = 0
    for seed in range(200, 260):
        task = random_numeric_task(seed, has_derived=has_derived)
        for shortest in (False, True):
            limits = ip.Limits(nodes=300)
            native = ip.plan(task, limits=limits, shortest=shortest)
            if native.engine == "python":
                continue  # numbers outgrew the doubles
            python = ip.plan(task, limits=limits, engine="python", shortest=shortest)
            compared += native.plan is not None
            assert native.plan == python.plan
            assert native.status is python.status
            assert (native.expanded, native.generated) == (python.expanded, python.generated)
            assert [m.mutation for m in native.milestones] == [
                m.mutation for m in python.milestones
            ]
    assert compared > 15


@needs_kernel
def test_numbers_that_outgrow_doubles_are_left_to_python() -> None:
    """By default the other engine goes on; the native one alone says that it cannot."""
    goal = 3**40
    task = parse_problem(
        parse_domain(GROWING),
        f"(define (problem p) (:domain growing) (:init (= (f) 1)) (:goal (>= (f) {goal})))",
    )
    assert task.engines == ("python",)  # the goal itself is too large
    task = parse_problem(
        parse_domain(GROWING),
        "(define (problem p) (:domain growing) (:init (= (f) 3)) (:goal (< (f) 0)))",
    )
    result = ip.plan(task, limits=ip.Limits(nodes=60))

    assert result.engine == "python"
    assert result.status in (PlanStatus.OUT_OF_NODES, PlanStatus.UNSOLVABLE)
    with pytest.raises(UsageError, match="grow beyond what doubles hold exactly"):
        ip.plan(task, engine="native", limits=ip.Limits(nodes=60))
