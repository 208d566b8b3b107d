"""Stages: goals in an order in which nothing has to be undone."""

from __future__ import annotations

from itertools import pairwise

import introplan as ip
from introplan.introspection.relational.goals import goal_of, stages_of
from introplan.relational.grounding import TRIVIAL, wants
from introplan.relational.precedence import precedences


def test_each_stage_is_part_of_the_next() -> None:
    """And the last is part of the whole goal."""
    task = ip.sample("drawers", drawers=3, items=2, seed=2)
    goal = goal_of(next(ip.mutations(task)))
    stages = [*stages_of(goal, precedences(task.domain)), goal]
    sizes = [set(wants(stage)) for stage in stages]
    assert len(stages) > 1
    assert all(one < two for one, two in pairwise(sizes))


def test_what_has_no_order_has_no_stages() -> None:
    """A goal that is no plain conjunction is met as a whole."""
    assert stages_of(TRIVIAL, ()) == ()
