"""Relational tasks in numbers: which actions and literals have one."""

from __future__ import annotations

import pytest

import introplan as ip
from introplan.interop.gymnasium.relational_backend import (
    RelationalBackend,
    reachable_table,
    typed_table,
)


def test_the_table_has_what_can_ever_matter() -> None:
    """All that happens in the reachable space, in the order of the domain; types allow more."""
    task = ip.sample("bins", bins=2, items=2, seed=4)
    space = ip.reachable(task)
    done = {edge.action for edge in space.edges}
    changing = {fact for s in space.states for fact in s.facts ^ task.start.facts}
    table, wide = reachable_table(task), typed_table(task)

    assert done <= set(table.actions) <= set(wide.actions)
    assert changing <= set(table.literals) <= set(wide.literals)
    order = [schema.name for schema in task.domain.actions]
    names = [order.index(action.name) for action in table.actions]
    assert names == sorted(names)


def test_a_task_in_which_nothing_can_be_done_is_refused() -> None:
    """A space of actions cannot be empty."""
    domain = ip.parse_domain(
        "(define (domain d) (:predicates (p) (q)) (:action a :precondition (q) :effect (p)))"
    )
    task = ip.parse_problem(domain, "(define (problem x) (:domain d) (:init) (:goal (p)))")

    with pytest.raises(ip.UsageError, match="nothing can ever be done"):
        RelationalBackend(task)
