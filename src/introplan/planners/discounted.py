"""Discounted rewards without a horizon: the best endless plan of a world that can be explored.

All states are explored, and policy iteration solves the graph (`exact.py`). The best plan may be a
way to a loop and then the loop: it is written out until what is left is worth next to nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from introplan.deferred import deferred
from introplan.planners.answer import Answer
from introplan.planners.result import Method, PlanStatus
from introplan.planners.warnings import goes_on_with
from introplan.relational.domain import RelationalTask
from introplan.search.requests import Engine

if TYPE_CHECKING:
    from introplan.planners import exact
    from introplan.planners.question import Solution
    from introplan.search import graph as graphs
    from introplan.search import simulator
else:  # few tasks have a discount
    exact = deferred("introplan.planners.exact")
    graphs = deferred("introplan.search.graph")
    simulator = deferred("introplan.search.simulator")

MAX_STATES = 100_000
"""States of a proof: exploring them takes half a minute, and the solver some seconds."""

MAX_STATES_IN_PASSING = 2_000
"""States that are explored where no proof was asked for: half a second."""


def is_endless(task: RelationalTask) -> bool:
    """Do later rewards count less, and nothing else ends an episode?"""
    return task.discount != 1 and task.horizon is None


def plan_endless(engine: Engine, answer: Answer, *, max_states: int) -> PlanStatus | None:
    """The best plan with its proof; None if there are more states than that."""
    task = engine.task
    episode = simulator.episode_of(task, engine.meter)
    exploration = graphs.GraphExploration(episode.model, episode.start, engine.meter)
    if not exploration.run(max_states):
        return None
    graph = exploration.graph
    costs = None
    if task.has_action_costs and not task.has_refunds:
        costs = task.action_costs([episode.decode_action(action) for action in graph.actions])
    found = exact.solve(
        graph,
        task.wanted,
        horizon=None,
        discount=task.discount,
        meter=engine.meter,
        costs=costs,
    )
    if found.edges is None:
        answer.reason = found.reason
        return found.status
    actions = [episode.decode_action(exploration.graph.actions[edge]) for edge in found.edges]
    answer.stage = Method.VALUE_ITERATION
    answer.take(engine.follow(engine.root, actions).node)
    if task.has_refunds:  # going round may cost less and less: the score alone is proven
        found = replace(found, is_best=False)
    loop = () if found.goes_on is None else found.goes_on.actions
    return _settled(answer, found, [episode.decode_action(action) for action in loop])


def _settled(answer: Answer, found: Solution, loop: Sequence[Any]) -> PlanStatus:
    """What is proven of the plan; `loop` are the actions that it repeats, if it goes on."""
    assert answer.node is not None
    answer.bound = max(answer.node.score, found.bound or 0.0)
    answer.is_optimal = found.is_best
    if loop:
        answer.goes_on = found.status is PlanStatus.HORIZON
        answer.notes.append(goes_on_with(loop, succeeds=not answer.goes_on))
    return found.status
