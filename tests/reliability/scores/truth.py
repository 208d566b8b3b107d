"""The best score of a small world, by value iteration and policy iteration with exact numbers.

Three aims, as the documentation has them. Where success is named, plans end with success. Where it
is not, an episode goes on until it is over, stuck or out of moves, and its score counts. Where
nothing ever ends, the aim is to be paid the largest reward once.

Values are pairs, the score and minus the cost, which compare as plans do. Without a horizon and a
discount a value that still rises after as many rounds as there are states rises for ever: a loop
pays (Bellman 1958, Ford 1956).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from reliability.scores.discounted import best_values
from reliability.scores.endless import endless_limits, longest_walks
from reliability.scores.graph import Edge, End, Graph, Number

Value = tuple[Number, int]
"""Score, and minus the cost."""


@dataclass(frozen=True, slots=True)
class Truth:
    """What is best in a world."""

    aim: str
    """`success`, `score` or `reward`."""

    best: Number
    """The supremum of scores, inf if a loop pays; for `reward` the largest reward."""

    low: Number
    """Less than `best` only where the sums of the best endless loop have no limit."""

    least_cost: int | None = None
    """Of the plans of the best score; None where no plan ends, or none has that score."""

    is_attained: bool = True
    """Is there a plan of the best score?"""

    goes_on: bool = False
    """Is the best episode endless?"""

    succeeds: bool = False
    """Does a plan reach success (for `success`), within the horizon?"""

    can_succeed: bool = False
    """Would it with more moves?"""

    cheapest: int | None = None
    """Least cost of any plan that succeeds, or that ends where nothing is named success."""


def truth(graph: Graph) -> Truth:
    """The whole truth about a world."""
    if graph.starts_at_goal:
        return Truth("success", 1, 1, 0, succeeds=True, can_succeed=True, cheapest=0)
    if graph.names_success:
        return _success(graph)
    if graph.horizon is not None:
        found = _over_horizon(graph, graph.horizon)
        return Truth("score", found[0], found[0], -found[1], cheapest=_cheapest(graph, End.OVER))
    if graph.discount != 1:
        return _discounted_score(graph)
    return _score(graph) if graph.ends - {End.CONTINUE} else _largest_reward(graph)


def _success(graph: Graph) -> Truth:
    cheapest = _cheapest(graph, End.SUCCESS)
    beyond = _cheapest(graph, End.SUCCESS, has_horizon=False) is not None
    if cheapest is None:
        if graph.horizon is None:
            return Truth("success", -math.inf, -math.inf, is_attained=False)
        score, saved = _over_horizon(graph, graph.horizon)
        return Truth("success", score, score, -saved, can_succeed=beyond)
    cost: int | None
    if graph.horizon is not None:
        best, saved = _to_success(graph, graph.horizon)
        cost, is_attained = -saved, True
    elif graph.discount != 1:
        best, cost, is_attained = _discounted_success(graph)
    else:
        best, cost, is_attained = _longest_to_end(graph, {End.SUCCESS})
    return Truth(
        "success",
        best,
        best,
        cost if is_attained else None,
        is_attained=is_attained,
        succeeds=True,
        can_succeed=True,
        cheapest=cheapest,
    )


def _later(edge: Edge, value: Value, discount: Number) -> Value:
    return (edge.reward + discount * value[0], value[1] - edge.cost)


def _over_horizon(graph: Graph, horizon: int) -> Value:
    """The best episode of so many moves; it stops where nothing can be done."""
    values: list[Value] = [(0, 0) for _ in graph.states]
    for _ in range(horizon):
        values = [
            max(
                (
                    _later(
                        e, values[e.target] if e.end is End.CONTINUE else (0, 0), graph.discount
                    )
                    for e in edges
                ),
                default=(0, 0),
            )
            for edges in graph.edges
        ]
    return values[0]


def _to_success(graph: Graph, horizon: int) -> Value:
    """The best plan of at most so many moves that ends with success; there is one."""
    values: dict[int, Value] = {}
    for _ in range(horizon):
        # A shorter plan can be better than a longer one, but not the other way round in time:
        # with m moves left success is reached in at most m, so the table is that of "at most".
        values = {
            state: max(found)
            for state, edges in enumerate(graph.edges)
            if (found := list(_ways(edges, values, {End.SUCCESS}, graph.discount)))
        }
    return values[0]


def _ways(
    edges: Sequence[Edge], values: Mapping[int, Value], ends: set[End], discount: Number
) -> Iterator[Value]:
    for edge in edges:
        if edge.end in ends:
            yield _later(edge, (0, 0), discount)
        elif edge.end is End.CONTINUE and edge.target in values:
            yield _later(edge, values[edge.target], discount)


def _longest_to_end(graph: Graph, ends: set[End]) -> tuple[Number, int | None, bool]:
    """Best score to an end, its least cost, whether it exists; stuck is an end where over is."""
    values: dict[int, Value] = {}
    if End.OVER in ends:
        values = {state: (0, 0) for state, edges in enumerate(graph.edges) if not edges}
    for _ in range(len(graph.edges) + 1):
        found = {
            state: max(ways)
            for state, edges in enumerate(graph.edges)
            if (ways := list(_ways(edges, values, ends, 1)))
        }
        found = {**values, **found}
        if found == values:
            score, cost = values.get(0, (-math.inf, 0))
            return score, -cost, 0 in values
        values = found
    # It still rises somewhere: a loop on the way from the start to an end pays. All states were
    # reached from the start.
    return math.inf, None, False


def _score(graph: Graph) -> Truth:
    """Rule 2 without a horizon and a discount: ends, loops that pay nothing, loops that pay."""
    cheapest = _cheapest(graph, End.OVER)
    reached = longest_walks(graph)
    if reached is None:
        return Truth("score", math.inf, math.inf, is_attained=False, cheapest=cheapest)
    best, cost, _ = _longest_to_end(graph, {End.OVER, End.SUCCESS})
    low, high = endless_limits(graph, reached)
    if high > best:
        return Truth("score", high, max(best, low), goes_on=True, cheapest=cheapest)
    return Truth("score", best, best, cost, cheapest=cheapest)


def _discounted_score(graph: Graph) -> Truth:
    values = best_values(graph.edges, graph.discount)
    cheapest = _cheapest(graph, End.OVER)
    return Truth("score", values[0], values[0], None, goes_on=True, cheapest=cheapest)


def _discounted_success(graph: Graph) -> tuple[Number, int | None, bool]:
    """The supremum of plans that succeed, and the least cost of those that have it."""
    saved = _saved(graph)
    edges = [
        [e for e in some if e.end is End.SUCCESS or (e.end is End.CONTINUE and e.target in saved)]
        for some in graph.edges
    ]
    values = best_values(edges, graph.discount)
    tight = [
        [
            e
            for e in some
            if values[s]
            == e.reward + (graph.discount * values[e.target] if e.end is End.CONTINUE else 0)
        ]
        for s, some in enumerate(edges)
    ]
    cost = _cheapest(Graph(tight, True), End.SUCCESS)
    return values[0], cost, cost is not None


def _saved(graph: Graph) -> set[int]:
    """The states from which success can be reached."""
    saved: set[int] = set()
    while True:
        more = {
            s
            for s, some in enumerate(graph.edges)
            if any(e.end is End.SUCCESS or e.target in saved for e in some)
        }
        if more == saved:
            return saved
        saved = more


def _cheapest(graph: Graph, end: End, *, has_horizon: bool = True) -> int | None:
    """The least cost to success, or to any end, within the horizon."""
    ends = {End.SUCCESS} if end is End.SUCCESS else {End.SUCCESS, End.OVER}
    moves = len(graph.edges) if graph.horizon is None or not has_horizon else graph.horizon
    costs: dict[int, int] = {}
    for _ in range(moves):
        costs = {
            s: min(ways)
            for s, some in enumerate(graph.edges)
            if (ways := _costs(some, costs, ends))
        }
    return costs.get(0)


def _costs(edges: Sequence[Edge], costs: Mapping[int, int], ends: set[End]) -> list[int]:
    ended = [e.cost for e in edges if e.end in ends]
    going = [
        e.cost + costs[e.target] for e in edges if e.end is End.CONTINUE and e.target in costs
    ]
    return ended + going


def _largest_reward(graph: Graph) -> Truth:
    """The largest reward of all, and the least cost to be paid it."""
    rewards = [edge.reward for edges in graph.edges for edge in edges]
    if not rewards:
        return Truth("reward", -math.inf, -math.inf, is_attained=False)
    best = max(rewards)
    paying = [
        [
            Edge(e.action, e.target, e.reward, e.cost, End.OVER if e.reward == best else e.end)
            for e in some
        ]
        for some in graph.edges
    ]
    cost = _cheapest(Graph(paying, False), End.OVER)
    return Truth("reward", best, best, cost, succeeds=True, can_succeed=True, cheapest=cost)
