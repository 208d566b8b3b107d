"""Regression: what must hold before an action so that a condition holds after it."""

from __future__ import annotations

import pytest

import introplan as ip
from introplan.relational.evaluation import Moments, holds
from introplan.relational.formula import FALSE, TRUE
from introplan.relational.regression import (
    NotRegressibleError,
    all_true,
    any_true,
    negated,
    regressed,
)

CONDITIONS = [
    "(on a b)",
    "(not (clear c))",
    "(exists (?x - block) (and (on ?x b) (before (holding ?x))))",
    "(forall (?x - block) (or (clear ?x) (before (clear ?x))))",
]


@pytest.mark.parametrize("text", CONDITIONS)
def test_a_regressed_condition_holds_before_exactly_if_the_condition_holds_after(
    text: str,
) -> None:
    """Checked by doing every action in every state of a small blocks world."""
    task = ip.parse_problem(
        ip.sample("blocks-world", blocks=2).domain,
        "(define (problem p) (:domain blocks-world) (:objects a b c - block) (:init (on a b)"
        " (on-table b) (on-table c) (clear a) (clear c) (hand-empty)))",
    )
    condition = ip.parse_formula(text, task.domain, task.start.objects)
    objects, checked = task.start.objects, 0
    for state in ip.reachable(task, limit=200).states:
        for action, outcome in task.successors(state):
            schema = task.domain.action(action.name)
            binding = dict(zip(schema.parameters, action.arguments, strict=True))
            before = regressed(condition, schema, frozenset())
            expected = holds(condition, Moments(objects, outcome.state.facts, state.facts))
            assert holds(before, Moments(objects, state.facts), binding) == expected, str(action)
            checked += 1
    assert checked > 10


def test_a_derived_predicate_after_an_action_is_refused() -> None:
    """It has no effects to look at."""
    domain = ip.sample("blocks-world", blocks=2).domain
    literal = ip.parse_formula("(exists (?x - block) (clear ?x))", domain)
    derived = frozenset(s.predicate for s in domain.predicates)

    with pytest.raises(NotRegressibleError):
        regressed(literal, domain.actions[0], derived)


def test_parts_fold_to_what_they_mean() -> None:
    """Nothing to meet is true, nothing to choose from is false."""
    assert (all_true([]), any_true([])) == (TRUE, FALSE)
    assert (negated(TRUE), negated(FALSE)) == (FALSE, TRUE)
    assert all_true([TRUE, FALSE]) == FALSE
    assert any_true([FALSE, TRUE]) == TRUE
