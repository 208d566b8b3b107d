"""Ground rules: the moves, effects and derived rules of a task are those of its definition."""

from __future__ import annotations

from introplan.certificates.closed_sets import with_derived
from introplan.certificates.ground_rules import Grounding, changing_predicates
from introplan.relational import derived
from introplan.relational.state import row_of
from random_tasks import random_task
from replay import after, applicable


def test_moves_lead_where_the_definition_says() -> None:
    """At the start of random tasks: the same actions apply, and each has the same target."""
    for seed in range(1, 60):
        task = random_task(seed)
        grounding = Grounding(task, lambda: None)
        start, strata = grounding.start, grounding.rules()
        known = with_derived(start, strata, lambda: None)
        moves = [m for m in grounding.moves(grounding.rows(start)) if m.condition.holds(known, 0)]
        found = {str(move): set(grounding.rows(move.after(start, known))) for move in moves}

        facts = task.start.facts
        changing = changing_predicates(task.domain)
        expected = {
            str(action): {
                row_of(x) for x in after(task, facts, action).facts if x.predicate in changing
            }
            for action in applicable(task, facts)
        }
        assert found == expected, seed


def test_derived_rules_give_what_the_definition_gives() -> None:
    """At the start of those random tasks that have derived predicates."""
    seen = 0
    for seed in range(1, 200):
        task = random_task(seed)
        if not task.domain.derived:
            continue
        seen += 1
        grounding = Grounding(task, lambda: None)
        known = with_derived(grounding.start, grounding.rules(), lambda: None)
        objects, facts = task.start.objects, task.start.facts
        expected = derived.with_derived(task.domain.derived, objects, facts)
        changing = changing_predicates(task.domain)
        assert set(grounding.rows(known)) == {
            row_of(x) for x in expected if x.predicate in changing
        }
    assert seen > 10
