"""Discounted rewards without a horizon: the best endless plan of a world that can be looked through.

All states are explored, and policy iteration solves the graph (`exact.py`). The best plan may be a
way to a loop and then the loop: it is written out until what is left is worth next to nothing.
"""

from __future__ import annotations

from introplan.planners.answer import Answer
from introplan.planners.exact import Loop, Solution, solve
from introplan.planners.result import Method, PlanStatus
from introplan.relational.domain import RelationalTask
from introplan.search.graph import GraphExploration
from introplan.search.requests import Engine
from introplan.search.simulator import episode_of

MAX_STATES = 100_000
"""States of a proof: exploring them takes half a minute, and the solver some seconds."""

MAX_STATES_IN_PASSING = 2_000
"""States that are explored where no proof was asked for: half a second."""


def is_endless(task: RelationalTask) -> bool:
    """Do later rewards count less, and nothing else ends an episode?"""
    return task.discount != 1 and task.horizon is None


def solve_discounted(engine: Engine, answer: Answer, *, max_states: int) -> PlanStatus | None:
    """The best plan with its proof; None if there are more states than that."""
    task = engine.task
    episode = episode_of(task, engine.meter)
    exploration = GraphExploration(episode.model, episode.start, engine.meter)
    if not exploration.run(max_states):
        return None
    found = solve(
        exploration.graph, task.wanted, horizon=None, discount=task.discount, meter=engine.meter
    )
    if found.edges is None:
        answer.reason = found.reason
        return found.status
    actions = [episode.decode_action(exploration.graph.actions[edge]) for edge in found.edges]
    answer.stage = Method.VALUE_ITERATION
    answer.take(engine.follow(engine.root, actions).node)
    return _settled(answer, found)


def _settled(answer: Answer, found: Solution) -> PlanStatus:
    """What is proven of the plan."""
    assert answer.node is not None
    answer.bound = max(answer.node.score, found.bound or 0.0)
    answer.is_optimal = found.is_best
    if found.goes_on is not None:
        answer.goes_on = found.status is PlanStatus.HORIZON
        answer.notes.append(_note(found.goes_on))
    return found.status


def _note(loop: Loop) -> str:
    return (
        f"the episode goes on with {' '.join(map(str, loop.actions))} again and again; "
        "what comes later is worth less than a billionth of what is at stake"
    )
