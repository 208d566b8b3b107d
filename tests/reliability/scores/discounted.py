"""Policy iteration (Howard 1960) for deterministic worlds, with exact numbers."""

from __future__ import annotations

from collections.abc import Sequence

from reliability.scores.graph import Edge, End, Number

Choice = list[Edge | None]


def best_values(edges: Sequence[Sequence[Edge]], discount: Number) -> list[Number]:
    """The largest discounted score of an episode from each state, endless or not."""
    choice: Choice = [some[0] if some else None for some in edges]
    while True:
        values = _values(choice, discount)
        is_better = False
        for state, some in enumerate(edges):
            for edge in some:
                rest = values[edge.target] if edge.end is End.CONTINUE else 0
                if edge.reward + discount * rest > values[state]:
                    choice[state], is_better = edge, True
                    break
        if not is_better:
            return values


def _values(choice: Choice, discount: Number) -> list[Number]:
    """What following a choice pays from each state: each way ends, or runs into a loop."""
    values: dict[int, Number] = {}
    for state in range(len(choice)):
        way: list[int] = []
        while state not in values and state not in way:
            way.append(state)
            edge = choice[state]
            if edge is None or edge.end is not End.CONTINUE:
                break
            state = edge.target
        if state in way and state not in values and _goes_on(choice[state]):
            _close_loop(choice, way[way.index(state) :], discount, values)
        for earlier in reversed(way):
            if earlier not in values:
                edge = choice[earlier]
                rest = values[edge.target] if edge and edge.end is End.CONTINUE else 0
                values[earlier] = edge.reward + discount * rest if edge else 0
    return [values[state] for state in range(len(choice))]


def _goes_on(edge: Edge | None) -> bool:
    return edge is not None and edge.end is End.CONTINUE


def _close_loop(
    choice: Choice, loop: Sequence[int], discount: Number, values: dict[int, Number]
) -> None:
    """The value of the first state of a loop: a geometric series of its rounds."""
    total: Number = 0
    weight: Number = 1
    for state in loop:
        edge = choice[state]
        assert edge is not None
        total += weight * edge.reward
        weight *= discount
    values[loop[0]] = total / (1 - weight)
