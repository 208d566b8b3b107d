"""End components (de Alfaro 1997): where an episode can go on without end.

An end component is a set of states with choices that never lead out of it, and by which every
state can be reached from every other. With probability 1 an endless episode stays, from some
point on, inside of one; the maximal ones are disjoint.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

from introplan.graphs.components import components_of_rows
from introplan.graphs.decisions import Decisions


@dataclass(frozen=True, slots=True)
class EndComponent:
    """States, and the choices that stay among them."""

    states: list[int]
    choices: list[int]


def maximal_end_components(
    graph: Decisions, choices: Iterable[int], check: Callable[[], None]
) -> list[EndComponent]:
    """The maximal end components of a graph that has these choices alone."""
    source = sources(graph)
    left = [c for c in choices if min(graph.targets_of(c), default=-1) >= 0]
    while True:
        rows: list[list[int]] = [[] for _ in range(graph.states)]
        for choice in left:
            rows[source[choice]] += graph.targets_of(choice)
        member = [0] * graph.states
        groups = list(components_of_rows(rows))
        for number, group in enumerate(groups):
            check()
            for state in group:
                member[state] = number
        kept = [
            c for c in left if all(member[t] == member[source[c]] for t in graph.targets_of(c))
        ]
        if len(kept) == len(left):
            break
        left = kept
    own: dict[int, list[int]] = {}
    for choice in left:
        own.setdefault(member[source[choice]], []).append(choice)
    return [EndComponent(groups[number], inner) for number, inner in sorted(own.items())]


def sources(graph: Decisions) -> list[int]:
    """The state of each choice."""
    return [state for state in range(graph.states) for _ in graph.choices(state)]


def surely_ending(
    graph: Decisions, goals: Collection[int], check: Callable[[], None]
) -> list[bool]:
    """The states from which some policy ends, or gets to one of `goals`, with probability 1.

    States without choices are ends. By the nested fixpoint of de Alfaro (1999).
    """
    inside = [True] * graph.states
    ends = [state in goals or not graph.choices(state) for state in range(graph.states)]
    into = predecessors(graph)
    source = sources(graph)
    while True:
        usable = [all(t < 0 or inside[t] for t in graph.targets_of(c)) for c in range(len(source))]
        found = [is_end and inside[state] for state, is_end in enumerate(ends)]
        waiting = deque(state for state, is_found in enumerate(found) if is_found)
        for choice, state in enumerate(source):
            can_end = usable[choice] and min(graph.targets_of(choice), default=-1) < 0
            if can_end and inside[state] and not found[state]:
                found[state] = True
                waiting.append(state)
        while waiting:
            check()
            for choice in into[waiting.popleft()]:
                state = source[choice]
                if usable[choice] and inside[state] and not found[state]:
                    found[state] = True
                    waiting.append(state)
        if found == inside:
            return inside
        inside = found


def predecessors(graph: Decisions) -> list[list[int]]:
    """The choices that can lead to each state."""
    into: list[list[int]] = [[] for _ in range(graph.states)]
    for choice in range(len(graph.rewards)):
        for target in sorted({t for t in graph.targets_of(choice) if t >= 0}):
            into[target].append(choice)
    return into


def ways_to(
    graph: Decisions, goals: Iterable[int], choices: Sequence[int], into: list[list[int]]
) -> dict[int, int]:
    """For states from which a goal can be reached by these choices, one that comes nearer.

    A policy that takes them gets to a goal, or out of these states, with probability 1.
    """
    source, usable = sources(graph), set(choices)
    seen = set(goals)
    waiting = deque(seen)
    found: dict[int, int] = {}
    while waiting:
        for choice in into[waiting.popleft()]:
            state = source[choice]
            if choice in usable and state not in seen:
                seen.add(state)
                found[state] = choice
                waiting.append(state)
    return found
