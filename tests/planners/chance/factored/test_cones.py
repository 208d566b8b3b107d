"""Cones, classes of actions, and actors."""

from __future__ import annotations

from factored_worlds import ferries, sysadmin
from introplan.planners.chance.factored.cones import (
    Dependences,
    actors_of,
    classes_of,
    term_groups,
)
from introplan.planners.chance.factored.simulation import simulation_of


def test_a_cone_has_all_that_a_wish_depends_on() -> None:
    """In a ring of computers that is the whole ring; without links each is alone."""
    linked = Dependences.of(simulation_of(sysadmin(4)))
    alone = Dependences.of(simulation_of(sysadmin(4, linked=False)))

    assert linked.cone([0]) == [0, 1, 2, 3]
    assert linked.cone([0], without=frozenset([2])) == [0, 3]
    assert [variables for variables, _ in term_groups(alone)] == [[0], [1], [2], [3]]


def test_classes_are_the_joint_actions_that_concern_a_table() -> None:
    """Two boats, at most two moves at once; of one boat only its own."""
    model = ferries(3)

    assert classes_of(model, frozenset([0, 1])) == ([[], [0], [1], [0, 1]], True)
    assert classes_of(model, frozenset([1])) == ([[], [1]], True)


def test_each_boat_is_an_actor() -> None:
    """It alone moves where it is; who waits is for both of them."""
    actors = actors_of(Dependences.of(simulation_of(ferries(3))))

    assert list(map(set, actors.places)) == [{0}, {1}]
    assert list(map(set, actors.private)) == [{3, 4, 5}, {6, 7, 8}]
