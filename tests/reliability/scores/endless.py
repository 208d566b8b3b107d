"""Episodes without an end: loops that pay, and the limits of those that pay nothing in all."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from reliability.scores.graph import End, Graph, Number


def longest_walks(graph: Graph) -> list[Number] | None:
    """The most that a way from the start to each state pays; None if a loop pays."""
    paid: dict[int, Number] = {0: 0}
    for _ in graph.states:
        rises = False
        for state in list(paid):
            for edge in graph.edges[state]:
                if edge.end is End.CONTINUE:
                    score = paid[state] + edge.reward
                    if edge.target not in paid or score > paid[edge.target]:
                        paid[edge.target], rises = score, True
        if not rises:
            return [paid[state] for state in graph.states]
    return None


def endless_limits(graph: Graph, paid: Sequence[Number]) -> tuple[Number, Number]:
    """The best limit of an endless episode, if no loop pays: from below and from above.

    Every loop that pays 0 in all consists of transitions that are *tight*: they lead from the best
    way to one state to a best way to the next.
    """
    tight = [
        {e.target for e in edges if e.end is End.CONTINUE and paid[s] + e.reward == paid[e.target]}
        for s, edges in enumerate(graph.edges)
    ]
    low: Number = -math.inf
    high: Number = -math.inf
    for loop in _components(tight):
        sums = {paid[state] for state in loop}
        high, low = max(high, *sums, -math.inf), max(low, min(sums))
    return low, high


def _components(targets: Sequence[set[int]]) -> Iterator[set[int]]:
    """The sets of states that reach each other, and themselves."""
    reach = [_reachable(targets, state) for state in range(len(targets))]
    for state, others in enumerate(reach):
        if state in others:
            loop = {other for other in others if state in reach[other]}
            if state == min(loop):
                yield loop


def _reachable(targets: Sequence[set[int]], state: int) -> set[int]:
    found, waiting = set(targets[state]), list(targets[state])
    while waiting:
        fresh = targets[waiting.pop()] - found
        found |= fresh
        waiting.extend(fresh)
    return found
