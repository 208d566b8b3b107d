"""What is best in a small world, by looking at all of it through `task.actions` and `task.step`.

Shares nothing with the planners. The aims are those of docs/scores.md: success where it is named,
the score where episodes end or have a horizon, else the largest reward, once.
"""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

import introplan as ip
from introplan.programs.freezing import value_of

MAX_STATES, MAX_SECONDS = 30_000, 12
"""Of larger worlds, and of slow ones, only the near part is seen; seconds are the processor's."""

MAX_ROUNDS = 3_000
"""Of value iteration; no plan of the worlds here is as long."""

ENDLESS = 10**6
"""Steps of an episode without end: more than any that ends."""

SIMPLE = (str, bytes, int, float, bool, type(None), complex)


@dataclass(frozen=True, slots=True)
class Edge:
    """A step: where it leads, what it pays, how the episode goes on."""

    target: int
    reward: float
    status: ip.Status


@dataclass(slots=True)
class Graph:
    """All reachable states, numbered, and the steps from each."""

    edges: list[list[Edge]] = field(default_factory=list)
    is_complete: bool = True


@dataclass(frozen=True, slots=True)
class Best:
    """The best score, and the fewest steps that have it (None: not known)."""

    aim: str
    score: float
    steps: int | None


def frozen(value: Any, around: tuple[int, ...] = ()) -> Hashable:
    """What a state is known by: equal for equal content.

    `around` are the objects that this is a part of; one that is met again within itself is known
    by how far out it is.
    """
    kind: Any = type(value)
    if kind in SIMPLE:
        return (kind.__name__, value)
    if isinstance(value, Enum):  # each refers to its class, and that to all of its members
        return (kind.__name__, value.name or value.value)
    if id(value) in around:
        return ("around", len(around) - around.index(id(value)))
    within = (*around, id(value))
    if isinstance(value, dict):
        pairs = [(frozen(key, within), frozen(each, within)) for key, each in value.items()]
        return ("dict", frozenset(pairs))
    if isinstance(value, set | frozenset):
        return ("set", frozenset([frozen(each, within) for each in value]))
    if hasattr(value, "tobytes"):
        return ("array", str(value.dtype), value.shape, value.tobytes())
    if kind in (list, tuple, deque):
        return (kind.__name__, *[frozen(each, within) for each in value])
    is_compared = "__eq__" in vars(kind) and getattr(kind, "__hash__", None) is not None
    is_plain = hasattr(value, "__dataclass_fields__") and "__hash__" not in vars(kind)
    if is_compared and not is_plain and kind.__module__ != "numpy":
        return _by_own_hash(value, within)
    if isinstance(value, list | tuple | deque):
        return (kind.__name__, *[frozen(each, within) for each in value])
    return (kind.__name__, *_attributes(value, within))


def _by_own_hash(value: Any, within: tuple[int, ...]) -> Hashable:
    try:
        hash(value)
    except TypeError:
        return (type(value).__name__, *_attributes(value, within))
    return value  # type: ignore[no-any-return]


def _attributes(value: Any, within: tuple[int, ...]) -> Iterator[Hashable]:
    given = [vars(each).get("__slots__", ()) for each in type(value).__mro__]
    slots = [name for each in given for name in ((each,) if isinstance(each, str) else each)]
    for name in [*slots, *sorted(getattr(value, "__dict__", ()))]:
        yield (name, frozen(getattr(value, name, None), within))


def explored(task: Any, limit: int = MAX_STATES) -> Graph:
    """Every state that can be reached, breadth first."""
    graph, numbers, states = Graph(), {frozen(value_of(task.start)): 0}, [task.start]
    latest = time.process_time() + MAX_SECONDS
    for state in states:
        steps: list[Edge] = []
        for action in task.actions(state):
            try:
                after, reward, status = task.step(state, action)
            except ip.NotAllowedError:
                continue
            key = frozen(value_of(after))
            if key not in numbers and status is ip.Status.CONTINUE:
                numbers[key] = len(states)
                states.append(after)
            steps.append(Edge(numbers.get(key, -1), reward, status))
        graph.edges.append(steps)
        if len(states) > limit or time.process_time() > latest:
            graph.is_complete = False
            break
    return graph


def best(
    graph: Graph,
    *,
    horizon: int | None = None,
    discount: float = 1.0,
    is_success_named: bool = False,
) -> Best:
    """The best plan of a task whose states these are.

    Where success is named, there is no plan without it.
    """
    seen = {edge.status for edges in graph.edges for edge in edges}
    is_success_named = is_success_named or ip.Status.SUCCESS in seen
    if not graph.is_complete:
        if is_success_named and ip.Status.SUCCESS not in seen:
            return Best("unknown", math.nan, None)
        near = _nearest(graph)
        is_known = discount == 1 and (horizon is None or (near.steps or horizon) < horizon)
        return near if is_known else Best("unknown", math.nan, None)
    if is_success_named:
        return _iterated(graph, "success", {ip.Status.SUCCESS}, horizon, discount)
    if horizon is not None or ip.Status.OVER in seen or discount != 1:
        return _iterated(graph, "score", {ip.Status.OVER}, horizon, discount)
    rewards = [edge.reward for edges in graph.edges for edge in edges]
    most = max(rewards, default=-math.inf)
    return Best("reward", most, _fewest(graph, lambda edge: edge.reward == most))


Value = tuple[float, int]


def _iterated(
    graph: Graph, aim: str, ends: set[ip.Status], horizon: int | None, discount: float
) -> Best:
    """Value iteration backwards from the ends; with a horizon each round is a move.

    An episode may also go on for ever and pay nothing, which is better than an end that costs.
    """
    none: list[Value | None] = [None] * len(graph.edges)
    if aim == "score":
        none = [(0.0, 0) if horizon is not None or not edges else None for edges in graph.edges]
        for state in _endless(graph) if horizon is None else ():
            none[state] = (0.0, -ENDLESS)
    values = none
    for _ in range(horizon if horizon is not None else MAX_ROUNDS):
        fresh = [
            _best_of(edges, values, ends, discount) or none[state]
            for state, edges in enumerate(graph.edges)
        ]
        if fresh == values and horizon is None:
            break
        values = fresh
    else:
        if horizon is None:
            return Best(aim, math.inf, None)
    first = values[0]
    if first is None:
        return Best(aim, -math.inf, None)
    return Best(aim, first[0], -first[1] if -first[1] < ENDLESS else None)


def _endless(graph: Graph) -> set[int]:
    """The states from which an episode can go on without end and without a reward."""
    before, states = set[int](), set(range(len(graph.edges)))
    while before != states:
        before, states = states, {s for s in states if _stays(graph.edges[s], states)}
    return states


def _stays(edges: list[Edge], states: set[int]) -> bool:
    """Does a step that pays nothing stay among these states?"""
    free = (e for e in edges if e.reward == 0 and e.status is ip.Status.CONTINUE)
    return any(edge.target in states for edge in free)


def _best_of(
    edges: list[Edge], values: list[Value | None], ends: set[ip.Status], discount: float
) -> Value | None:
    found: list[Value] = []
    for edge in edges:
        if edge.status in ends:
            found.append((edge.reward, -1))
        elif edge.status is ip.Status.CONTINUE:
            later = values[edge.target]
            if later is not None:
                score = round(edge.reward + discount * later[0], 9)
                found.append((score, max(later[1] - 1, -ENDLESS)))
    return max(found, default=None)


def _fewest(graph: Graph, is_goal: Callable[[Edge], bool]) -> int | None:
    """The fewest steps to one that is wanted."""
    depth, queue = {0: 0}, deque([0])
    while queue:
        state = queue.popleft()
        if state >= len(graph.edges):
            return None  # beyond the limit; what comes later is no nearer
        for edge in graph.edges[state]:
            if is_goal(edge):
                return depth[state] + 1
            if edge.status is ip.Status.CONTINUE and edge.target not in depth:
                depth[edge.target] = depth[state] + 1
                queue.append(edge.target)
    return None


def _nearest(graph: Graph) -> Best:
    """The best plan where only the near part was seen: known if all steps pay the same.

    A step may cost, or pay nothing; then the nearest of the best ends is best, if it pays as much.
    """
    edges = [edge for some in graph.edges for edge in some]
    going = {edge.reward for edge in edges if edge.status is ip.Status.CONTINUE}
    ends = [e for e in edges if e.status in (ip.Status.OVER, ip.Status.SUCCESS)]
    names = ip.Status.SUCCESS if any(e.status is ip.Status.SUCCESS for e in ends) else None
    if not ends and len(going) == 2:
        most = max(going)
        return Best("reward", most, _fewest(graph, lambda edge: edge.reward == most))
    if not ends or len(going) > 1 or max(going) > 0:
        return Best("unknown", math.nan, None)
    most = max(e.reward for e in ends if names in (None, e.status))
    if most < max(going):
        return Best("unknown", math.nan, None)  # ends that are worse than to go on: there are more
    steps = _fewest(graph, lambda e: e.status in (names or ip.Status.OVER,) and e.reward == most)
    aim = "success" if names else "score"
    return Best(aim, most + min(going) * ((steps or 0) - 1), steps)
