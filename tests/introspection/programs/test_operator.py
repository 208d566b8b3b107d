"""Operators: sharpened by their equalities, without guards that cannot be met."""

from __future__ import annotations

from introplan.introspection.programs.operator import Operator, feasible, sharpened
from introplan.symbolic.constraints.interval import Box, Range
from introplan.symbolic.constraints.path_condition import PathCondition
from introplan.symbolic.terms import build
from introplan.symbolic.terms.render import text_of
from introplan.symbolic.terms.term import Sort, Term, Var, const

WORKER, CRATE = Var("worker", Sort.INT), Var("crate", Sort.INT)
BOX: Box = {WORKER: Range(0, 9), CRATE: Range(0, 9)}


def pushing(*conditions: Term) -> Operator:
    """The worker steps right and pushes the crate that stands there."""
    known = PathCondition.of(BOX)
    assert known.learn_all(conditions)
    effects = {
        WORKER: build.add(WORKER, const(1)),
        CRATE: build.add(WORKER, const(2)),
    }
    return Operator("right", conditions, conditions, effects, known, BOX)


def test_effects_are_written_in_terms_of_what_they_change() -> None:
    """The crate goes one to the right of where it was; its own limit is implied."""
    next_to = build.equal(build.add(WORKER, const(1)), CRATE)
    free = build.at_most(build.add(WORKER, const(2)), const(8))
    found = sharpened(pushing(next_to, free))
    assert found is not None
    assert text_of(found.effects[CRATE]) == "crate + 1"
    assert "crate <= 7" in [text_of(condition) for condition in found.constraints]
    assert found.conditions == (next_to, free)


def test_what_propagation_derives_is_a_constraint() -> None:
    """Of `crate == 3 or worker == 1` and `crate != 3` the place of the worker is derived."""
    either = build.disjoin([build.equal(CRATE, const(3)), build.equal(WORKER, const(1))])
    found = sharpened(pushing(either, build.negate(build.equal(CRATE, const(3)))))
    assert found is not None
    assert build.equal(WORKER, const(1)) in found.constraints


def test_operators_that_never_apply_are_dropped_and_guards_are_minimal() -> None:
    """A parity that bounds do not see; a limit that another one implies."""
    low, lower = build.at_most(WORKER, const(5)), build.at_most(WORKER, const(3))
    odd = build.equal(build.add(WORKER, CRATE), const(3))
    never = pushing(odd, build.equal(WORKER, CRATE))
    (kept,) = feasible([never, pushing(low, lower)])
    assert kept.guard is lower
