"""Value iteration (Bellman 1957): the best plan of a small world, by looking at all of it.

The value of a state is the most score that can still be collected, and among equals the fewest
steps. All states that can be reached are found first (`search/graph.py`); `exact.py` then computes
values by what the task asks for: backward induction over a horizon, longest paths without one,
policy iteration with a discount.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from introplan.mdp import Status, add
from introplan.planners.exact import solve
from introplan.planners.loops import Loop
from introplan.planners.nodes import Conclusion, Node, Search
from introplan.planners.question import Solution
from introplan.planners.status import PlanStatus
from introplan.planners.warnings import notes_on_loops
from introplan.search.graph import OVER, SUCCESS, Graph, GraphExploration

_STATUSES = {OVER: Status.OVER, SUCCESS: Status.SUCCESS}


def value_iteration(search: Search) -> Conclusion:
    """The episode as wanted with the highest score, then the fewest steps.

    Where success is wanted and lies beyond the horizon, the best score within it.
    """
    exploration = exploration_of(search)
    exploration.run()
    return solved_exactly(search, exploration)


def exploration_of(search: Search) -> GraphExploration:
    """The states that can be reached, of which none is expanded yet."""
    episode = search.episode
    return GraphExploration(episode.model, episode.start, search.meter, episode.horizon)


def solved_exactly(search: Search, exploration: GraphExploration) -> Conclusion:
    """The best plan in a world whose states were all found."""
    episode = search.episode
    solution = solve(
        exploration.graph,
        episode.wanted,
        horizon=episode.horizon,
        discount=episode.discount,
        meter=search.meter,
    )
    if solution.edges is not None:
        search.best.finished = _followed(search, solution.edges, exploration.graph)
    return _conclusion(solution, search)


def _conclusion(solution: Solution, search: Search) -> Conclusion:
    if solution.status is PlanStatus.UNSOLVABLE:
        return Conclusion(solution.status, solution.reason)
    decode = search.episode.decode_action
    solution = replace(
        solution,
        pays_forever=_decoded(solution.pays_forever, decode),
        goes_on=_decoded(solution.goes_on, decode),
    )
    return Conclusion(
        solution.status,
        solution.reason,
        solution.bound,
        solution.is_best,
        notes_on_loops(solution, search.episode.wanted),
        solution.pays_forever,
    )


def _decoded(loop: Loop | None, decode: Callable[[Any], Any]) -> Loop | None:
    """A loop in the task's own actions."""
    if loop is None:
        return None
    way, actions = (tuple(map(decode, part)) for part in (loop.way, loop.actions))
    return Loop(way, actions, loop.pays)


def _followed(search: Search, plan: list[int], graph: Graph) -> Node:
    """The node that a plan leads to."""
    node = search.root
    for edge in plan:
        target, reward = graph.targets[edge], graph.rewards[edge]
        status = _STATUSES.get(target, Status.CONTINUE)
        worth = search.worth(node.depth)
        score = add(node.score, reward if worth == 1 else worth * reward)
        # Where an episode ends its last state is not needed any more.
        state = None if target < 0 else graph.states[target]
        node = Node(state, node, graph.actions[edge], reward, score, node.depth + 1, status)
    return node
