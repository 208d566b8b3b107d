"""Where an episode can go on without end."""

from __future__ import annotations

from introplan.graphs.decisions import Decisions
from introplan.graphs.end_components import (
    maximal_end_components,
    predecessors,
    sources,
    surely_ending,
    ways_to,
)


def graph_of(rows: list[list[list[int]]]) -> Decisions:
    """States with choices, each a list of targets that are equally likely."""
    graph = Decisions()
    for choices in rows:
        for targets in choices:
            share = 1 / len(targets)
            graph.add_choice(iter([(t, share) for t in targets]), 0.0, pays=False)
        graph.end_state()
    return graph


ROWS = [[[1], [2, -1]], [[0], [1, 2]], [[2], [3]], [[3, -1]], []]


def test_components_are_those_that_choices_keep_inside() -> None:
    """0 and 1 go round, 2 may stay; 3 ends in the long run, and 4 has nothing to do."""
    graph = graph_of(ROWS)
    found = maximal_end_components(graph, range(len(graph.rewards)), lambda: None)

    known = [(sorted(part.states), part.choices) for part in found]
    assert sorted(known) == [([0, 1], [0, 2]), ([2], [4])]


def test_a_choice_that_may_lead_out_keeps_nothing() -> None:
    """Without the choice back there is one component less."""
    graph = graph_of(ROWS)
    found = maximal_end_components(graph, [0, 1, 3, 4, 5], lambda: None)

    assert [part.states for part in found] == [[2]]


def test_surely_ending_needs_a_policy_that_ends_with_probability_1() -> None:
    """State 1 may be sent into a trap; state 0 keeps trying."""
    graph = graph_of([[[0, -1], [1]], [[-1, 2]], [[2]], []])

    assert surely_ending(graph, (), lambda: None) == [True, False, False, True]
    assert surely_ending(graph, {2}, lambda: None) == [True, True, True, True]


def test_ways_lead_nearer_to_a_goal() -> None:
    """Breadth first, by the choices that may be used."""
    graph = graph_of(ROWS)
    into = predecessors(graph)

    assert ways_to(graph, [3], range(len(graph.rewards)), into) == {2: 5, 0: 1, 1: 3}
    assert ways_to(graph, [3], [5, 2], into) == {2: 5}
    assert sources(graph) == [0, 0, 1, 1, 2, 2, 3]
