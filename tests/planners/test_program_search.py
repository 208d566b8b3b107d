"""Searches in worlds in Python: what they find, in which order, and when they give up."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest

import introplan as ip
from introplan.limits import Meter
from introplan.mdp import Status
from introplan.planners.nodes import Node
from introplan.planners.program_search import (
    Found,
    ProgramSearch,
    a_star,
    alternating,
    breadth_first,
    descend,
)

TARGET = (6, 4)


def plane(*, wall: bool = False) -> ip.ProgramTask:
    """Steps in a plane; with a wall in the way that has one gap, far from the straight way."""

    def transition(state: tuple[int, int], action: tuple[int, int]) -> tuple[int, int]:
        after = state[0] + action[0], state[1] + action[1]
        is_outside = not all(-2 <= part <= 8 for part in after)
        if is_outside or (wall and after[0] == 3 and after[1] != -2):
            raise ValueError("there is a wall")
        return after

    model = ip.program(
        actions=[(1, 0), (0, 1), (-1, 0), (0, -1)],
        transition=transition,
        reward=lambda s, a, t: float(t == TARGET),
    )
    return model.task((0, 0))


def distance(state: tuple[int, int]) -> float:
    """Steps to the target without walls."""
    return abs(state[0] - TARGET[0]) + abs(state[1] - TARGET[1])


def search(task: ip.ProgramTask) -> ProgramSearch:
    """The search for the one step that pays."""
    return ProgramSearch.of(task, Meter(), lambda step: step.reward >= 1)


SEARCHES: list[Callable[[ProgramSearch, Node], Found]] = [
    breadth_first,
    lambda s, n: a_star(s, n, distance),
    lambda s, n: alternating(s, n, (distance, lambda _: 0.0)),
]


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("wall", [False, True])
def test_every_search_finds_the_way_and_exact_ones_a_shortest(number: int, wall: bool) -> None:
    """Around the wall it takes 14 steps instead of 10."""
    found = SEARCHES[number](search(plane(wall=wall)), Node((0, 0)))
    assert found.path is not None
    assert found.path.state == TARGET
    assert found.path.rewards[-1] == 1.0
    assert found.path.status is Status.CONTINUE
    shortest = 14 if wall else 10
    assert (
        len(found.path.actions) == shortest if number < 2 else len(found.path.actions) >= shortest
    )


def test_a_distance_saves_expansions() -> None:
    """A* looks at less than breadth-first search does."""
    blind, guided = search(plane()), search(plane())
    breadth_first(blind, Node((0, 0)))
    a_star(guided, Node((0, 0)), distance)
    assert guided.meter.expanded < blind.meter.expanded / 4


def test_where_the_distance_is_infinite_nothing_is_expanded_and_that_is_said() -> None:
    """An exhausted search that pruned proves as much as the distance does."""
    root = Node((0, 0))
    for found in (
        a_star(search(plane()), root, lambda _: math.inf),
        alternating(search(plane()), root, (lambda _: math.inf,)),
    ):
        assert (found.path, found.is_exhausted, found.was_pruned) == (None, True, True)


def test_a_search_that_gives_up_proves_nothing() -> None:
    """Neither after so many nodes, nor within a depth."""
    assert breadth_first(search(plane()), Node((0, 0)), max_nodes=3) == Found(None)
    assert not a_star(search(plane()), Node((0, 0)), distance, max_depth=5).is_exhausted
    assert not alternating(search(plane()), Node((0, 0)), (distance,), max_nodes=3).is_exhausted


def test_within_a_depth_greedy_search_leaves_out_what_lies_too_deep() -> None:
    """No step away from the target is expanded where each of them counts, and that is said."""
    narrow = search(plane())
    narrow.max_depth = 10
    found = alternating(narrow, Node((0, 0)), (distance,), weight=1)
    assert found.path is not None
    assert len(found.path.actions) == 10
    none = search(plane())
    none.max_depth = 9
    missed = alternating(none, Node((0, 0)), (distance,))
    assert (missed.path, missed.was_pruned, none.meter.expanded) == (None, True, 1)


def test_a_distance_that_shrinks_is_followed_without_a_queue() -> None:
    """One expansion for each step; where it does not shrink, there is no answer."""
    open_field = search(plane())
    path = descend(open_field, (0, 0), distance)
    assert path is not None
    assert len(path.actions) == open_field.meter.expanded == 10
    assert descend(search(plane(wall=True)), (0, 0), distance) is None
    assert descend(search(plane()), (0, 0), distance, max_depth=9) is None


def test_the_best_reward_on_the_way_is_remembered() -> None:
    """For tasks in which nothing says what the largest reward is."""
    task = plane()
    found = ProgramSearch.of(task, Meter(), lambda step: False)
    breadth_first(found, Node((0, 0)))
    assert found.best is not None
    assert found.best.state == TARGET


def test_the_start_is_no_end_whatever_it_would_pay() -> None:
    """A largest reward of 0 is only paid by a step."""
    model = ip.program(
        actions=["stay", "work"],
        transition=lambda s, a: s + (a == "work"),
        reward=lambda s, a, t: 0.0 if a == "work" else -1.0,
    )
    found = a_star(
        ProgramSearch.of(model.task(0), Meter(), lambda step: step.reward >= 0),
        Node(0),
        lambda _: 0.0,
    )
    assert found.path is not None
    assert found.path.actions == ["work"]
