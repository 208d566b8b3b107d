"""Pictures of policies: arrows on a map, or else the states that the policy comes to."""

from __future__ import annotations

from dataclasses import dataclass

from introplan.errors import UsageError
from introplan.mdp import Status
from introplan.planners.chance.result import PolicyResult
from introplan.planners.chance.values import Values
from introplan.search.decision_graph import ENDS
from introplan.search.exploration import Edge
from introplan.search.state_space import StateSpace
from introplan.view.chance_graph import chance_graph
from introplan.view.drawing import Drawing
from introplan.view.policy_map import policy_map, policy_map_drawing
from introplan.view.svg import svg

MAX_STATES = 400
"""Circles of a graph: more do not fit into an output cell that can be read."""


def policy_drawing(result: PolicyResult) -> Drawing:
    """The picture of a policy; `UsageError` says why where there is none."""
    known = result.known
    if not isinstance(known, Values):
        raise UsageError(
            f"a policy by {result.method} decides when it is asked: there is no picture of it"
        )
    found = policy_map(known)
    if found is not None:
        return policy_map_drawing(known, found)
    graph = followed(known)
    if graph is None:
        raise UsageError(f"the policy comes to more than {MAX_STATES} states: too many to draw")
    return chance_graph(graph.space, names_actions=True)


def policy_svg(result: PolicyResult) -> str:
    """The picture as an SVG document."""
    return svg(policy_drawing(result))


ENDED = {target: status for status, target in ENDS.items()}


@dataclass(frozen=True, slots=True)
class Followed:
    """The states that a policy comes to, and the numbers there of the states of `Values`."""

    space: StateSpace
    numbers: dict[int, int]


def followed(known: Values) -> Followed | None:
    """The states that the best policy comes to, with its choices; None if they are many.

    All ends of one kind are one state: what they are like is not kept.
    """
    table, graph = known.table, known.table.graph
    numbers, order, depths = {0: 1}, [0], [0]
    edges: list[Edge] = []
    for source, state in enumerate(order, start=1):
        choice = -1 if state < 0 else known.best_choice(state, known.first_left(state))
        for edge in graph.edges(choice) if choice >= 0 else ():
            target = graph.targets[edge]
            if target not in numbers:
                if len(order) >= MAX_STATES:
                    return None
                order.append(target)
                numbers[target] = len(order)
                depths.append(depths[source - 1] + 1)
            chance = graph.probabilities[edge]
            edges.append(Edge(source, table.actions[choice], numbers[target], 0.0, chance))
    states, decode = table.states, known.world.decode
    named = {
        status: tuple(n for t, n in numbers.items() if ENDED.get(t) is status) for status in ENDS
    }
    space = StateSpace(
        states=tuple(str(ENDED[t]) if t < 0 else decode(states[t]) for t in order),
        edges=tuple(edges),
        success=named[Status.SUCCESS],
        failure=named[Status.FAILURE],
        dead_ends=tuple(n for t, n in numbers.items() if t >= 0 and not _goes_on(known, t)),
        rewarding=(),
        depths=tuple(depths),
        is_complete=True,
        over=named[Status.OVER],
        has_chance=True,
    )
    return Followed(space, numbers)


def _goes_on(known: Values, state: int) -> bool:
    return known.best_choice(state, known.first_left(state)) >= 0
