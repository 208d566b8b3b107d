"""Which wishes contradict each other: never those that happen together."""

from __future__ import annotations

import random

import pytest

import introplan as ip
from introplan.relational.action import did
from introplan.relational.claims import Claims
from introplan.relational.dynamics import closed, statics_of
from introplan.relational.evaluation import Moments, holds
from introplan.relational.formula import Constant, Literal, Moment, Predicate
from introplan.relational.grounding import Grounder, Want, all_of, any_of
from introplan.relational.invariants import exclusive_kinds, invariants
from introplan.relational.single_action import SingleAction
from random_formulas import random_formula
from random_sums import vocabulary_of
from random_tasks import random_task

A, B, C = (Predicate(name, 0)() for name in "abc")


def claims_of(task: ip.Task) -> Claims:
    """Nothing claimed yet."""
    known = invariants(task.domain, task.start)
    return Claims(lambda x: exclusive_kinds(x, known), SingleAction(task.domain))


@pytest.mark.parametrize("seed", range(150))
def test_what_holds_on_one_step_is_never_a_contradiction(seed: int) -> None:
    """Random formulas that hold on a random transition are all taken together."""
    task, rng = random_task(seed), random.Random(seed)
    before = closed(task.domain, task.start)
    grounder = Grounder(statics_of(task.domain, before))
    formulas = [random_formula(rng, vocabulary_of(task), depth=2) for _ in range(12)]
    for action, outcome in task.successors(task.start):
        after = closed(task.domain, outcome.state)
        moments = Moments(after.objects, after.facts, before.facts, did(action))
        claims = claims_of(task)
        for formula in formulas:
            goal = grounder.ground(formula, want=holds(formula, moments))
            assert claims.take(goal), (str(action), str(formula))


def empty() -> Claims:
    """Without any rules."""
    domain = ip.parse_domain("(define (domain d) (:predicates (a) (b) (c)))")
    return Claims(lambda _: (), SingleAction(domain))


def test_a_contradiction_leaves_everything_as_it_was() -> None:
    """Also one that comes up only after several literals follow from each other."""
    claims = empty()
    not_a, b, c = Want(A, False), Want(B, True), Want(C, True)
    assert claims.take(any_of([not_a, b]))
    assert claims.take(any_of([Want(B, False), c]))
    assert not claims.take(all_of([Want(A, True), Want(C, False)]))
    assert claims.truth == {}
    assert claims.take(Want(A, True))
    assert claims.truth == {A: True, B: True, C: True}
    assert not claims.take(Want(C, False))


def test_one_action_is_taken_and_changes_what_it_can() -> None:
    """Two actions, or a change that none of them makes."""
    claims = empty()
    x = Constant("x")
    go = [Literal(Predicate("go", 1), (term,), Moment.DID) for term in (x, Constant("y"))]
    assert claims.take(Want(go[0], True))
    assert not claims.take(Want(go[1], True))
    assert not claims.take(all_of([Want(A.at(Moment.BEFORE), True), Want(A, False)]))
    assert claims.take(all_of([Want(A.at(Moment.BEFORE), True), Want(A, True)]))
