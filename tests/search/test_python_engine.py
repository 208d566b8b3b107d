"""The engine in Python: replays, states and goals at its nodes."""

from __future__ import annotations

import introplan as ip
from introplan.introspection.relational.goals import goal_of
from introplan.limits import Meter
from introplan.mdp import Status
from introplan.search.python_engine import PythonEngine

TASK = ip.sample("bins", bins=1, items=2)
PLAN = ip.plan(TASK).plan or ()


def test_a_plan_is_followed_to_its_end_and_no_further() -> None:
    """An inapplicable action ends the replay; so does the end of the episode."""
    engine = PythonEngine(TASK, Meter())
    whole = engine.follow(engine.root, [*PLAN, PLAN[0]])
    stuck = engine.follow(engine.root, [PLAN[0], PLAN[0], PLAN[1]])

    assert (whole.node.depth, whole.status) == (len(PLAN), Status.SUCCESS)
    assert engine.plan_to(whole.node) == PLAN
    assert (stuck.node.depth, stuck.status) == (1, Status.CONTINUE)


def test_states_and_goals_at_nodes_do_not_depend_on_where_the_world_is() -> None:
    """Every question moves the world where it has to be."""
    engine = PythonEngine(TASK, Meter())
    end = engine.follow(engine.root, PLAN).node
    goal = goal_of(next(ip.mutations(TASK)))

    assert engine.closed_state(engine.root) == TASK.start
    assert engine.meets(end, goal)
    assert not engine.meets(engine.path(end)[0], goal)
    assert [node.depth for node in engine.path(end)] == list(range(1, len(PLAN) + 1))
