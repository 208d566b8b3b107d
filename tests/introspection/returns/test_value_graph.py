"""Graphs of projections: which states and edges there are, and what they pay."""

from __future__ import annotations

import math

from read_worlds import read
from value_worlds import coins, graph_on


def test_a_projection_has_the_states_that_can_be_reached_in_it() -> None:
    """Six places; with a coin, those where it is there, and all where it is not but the first."""
    reading = coins()
    names = [var.name for var in reading.order]
    places = graph_on(reading, (names[0],))
    assert places is not None
    assert len(places.numbers) == 6
    with_coin = graph_on(reading, (names[0], names[1]))
    assert with_coin is not None
    assert len(with_coin.numbers) == 3 + 6


def test_edges_have_the_largest_reward_of_what_was_forgotten() -> None:
    """Where coins are forgotten they may lie in their places again and again."""
    reading = coins()
    graph = graph_on(reading, (reading.order[0].name,))
    assert graph is not None
    into: dict[int, float] = {}
    places = {number: values[0] for values, number in graph.numbers.items()}
    for out in graph.edges:
        for after, reward in out:
            into[places[after]] = max(into.get(places[after], -math.inf), reward)
    assert into == {0: 0, 1: 2, 2: 0, 3: 5, 4: 0, 5: 0}


def test_too_many_states_are_no_graph() -> None:
    """The limit is on the states of the projection."""
    reading = coins()
    assert graph_on(reading, (reading.order[0].name,), limit=5) is None


def test_states_that_may_be_stuck_are_marked() -> None:
    """At 5 nothing is allowed any more; of the flag alone nobody knows."""

    def step(s: tuple[int, bool], a: int) -> tuple[int, bool]:
        if s[0] == 5:
            raise ValueError
        return (s[0] + 1, a == 2)

    def no_end(s: object, a: int, s2: object) -> None:
        return None

    reading = read(step, lambda s, a, s2: 0, start=(0, False), actions=[1, 2], terminal=no_end)
    number, flag = (var.name for var in reading.order)
    known = graph_on(reading, (number,))
    assert known is not None
    assert [values[0] for values, n in known.numbers.items() if known.stops[n]] == [5]
    unknown = graph_on(reading, (flag,))
    assert unknown is not None
    assert all(unknown.stops)


def test_steps_that_end_the_episode_are_no_edges() -> None:
    """At 3 the episode is over."""
    reading = read(
        lambda s, a: s + a,
        lambda s, a, s2: 7 if s2 == 3 else -1,
        start=0,
        actions=[1],
        terminal=lambda s, a, s2: s2 == 3,
    )
    graph = graph_on(reading, (reading.order[0].name,))
    assert graph is not None
    assert len(graph.numbers) == 3
    assert graph.ends == [-math.inf, -math.inf, 7]
