"""Which way actions go on a map: not by their names, but by where they lead."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from statistics import fmean

from introplan.mdp import action_text
from introplan.planners.chance.values import Values

EQUAL = 1e-6
"""Probabilities that differ by less are equal: tables are rounded."""

Place = tuple[int, int]


def ways_of(known: Values, places: dict[int, Place]) -> dict[str, tuple[float, float]]:
    """The way (down, across) that each action goes.

    It is where its likeliest outcome leads most often. Where outcomes are equally likely (ahead
    and to both sides), it is what they have in common: the sum of all ways that were seen, each
    with its probability where it is possible, so that walls and ends do not count.
    """
    likeliest: dict[str, Counter[Place]] = {}
    seen: dict[str, dict[Place, list[float]]] = {}
    counts: Counter[str] = Counter()
    graph = known.table.graph
    for state in range(graph.states):
        for choice in graph.choices(state):
            name = action_text(known.table.actions[choice])
            counts[name] += 1
            moves = sorted(_moves(known, choice, places[state], places), reverse=True)
            modes, ways = likeliest.setdefault(name, Counter()), seen.setdefault(name, {})
            if moves and (len(moves) == 1 or moves[0][0] > moves[1][0] + EQUAL):
                modes[moves[0][1]] += 1
            for probability, way in moves:
                ways.setdefault(way, []).append(probability)
    found = {}
    for name, modes in likeliest.items():
        moving = [way for way, _ in modes.most_common() if way != (0, 0)]
        if 2 * sum(modes.values()) < counts[name]:  # most often none is the likeliest
            shares = {way: fmean(chances) for way, chances in seen[name].items()}
            down = sum(share * way[0] for way, share in shares.items())
            found[name] = (down, sum(share * way[1] for way, share in shares.items()))
        else:
            found[name] = moving[0] if moving else (0.0, 0.0)
    return found


def _moves(
    known: Values, choice: int, place: Place, places: dict[int, Place]
) -> Iterator[tuple[float, Place]]:
    """The steps to a neighbour, or to stay, that a choice can lead to."""
    graph = known.table.graph
    for edge in graph.edges(choice):
        target = graph.targets[edge]
        if target >= 0:
            down, across = places[target][0] - place[0], places[target][1] - place[1]
            if max(abs(down), abs(across)) <= 1:
                yield graph.probabilities[edge], (down, across)
