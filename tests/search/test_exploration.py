"""Exploration: what is numbered, what is counted, and where it stops."""

from __future__ import annotations

from collections.abc import Sequence

from introplan.limits import Meter
from introplan.mdp import Episode, NotAllowedError, Outcome, Status
from introplan.search.exploration import Edge, explored, transitions


class Stairs:
    """Numbers from 0 up; down from 0 is not allowed, 4 succeeds, 13 fails."""

    def actions(self, state: int) -> Sequence[int]:
        """Down, up, and a jump."""
        return (-1, 1, 10)

    def step(self, state: int, action: int) -> Outcome[int]:
        """The next number; it is paid."""
        after = state + action
        if after < 0:
            raise NotAllowedError("below the ground")
        ends = {4: Status.SUCCESS, 13: Status.FAILURE}
        return Outcome(after, float(after), ends.get(after, Status.CONTINUE))


def test_transitions_leave_out_and_count_what_is_not_allowed_nowhere() -> None:
    """One expansion; generated are the outcomes that exist; `first` comes before the others."""
    meter = Meter()
    assert [action for action, _ in transitions(Stairs(), 0, meter)] == [1, 10]
    assert (meter.expanded, meter.generated) == (1, 2)
    assert [action for action, _ in transitions(Stairs(), 0, meter, first=(10,))] == [10, 1, 10]


def test_transitions_ask_for_actions_only_when_they_are_needed() -> None:
    """An action that is tried first and taken saves the call of the model."""

    class Silent(Stairs):
        def actions(self, state: int) -> Sequence[int]:
            raise AssertionError("not needed")

    assert next(transitions(Silent(), 0, Meter(), first=(1,)))[1].state == 1


def test_states_are_numbered_in_the_order_in_which_they_are_found() -> None:
    """Ends are states of their own, and nothing leads on from them."""
    space = explored(Episode(Stairs(), 2), Meter(), max_depth=2)
    assert space.states[:4] == [2, 1, 3, 12]
    assert space.depths[:4] == [0, 1, 1, 1]
    assert Edge(1, -1, 2, 1.0) in space.edges
    assert {space.states[n - 1] for n in space.numbers(Status.SUCCESS)} == {4}
    assert {space.states[n - 1] for n in space.numbers(Status.FAILURE)} == {13}
    ended = {*space.numbers(Status.SUCCESS), *space.numbers(Status.FAILURE)}
    assert not any(edge.source in ended for edge in space.edges)
    assert 1 in space.can_reach(ended)


def test_past_the_limit_known_states_are_still_expanded_unless_it_stops_there() -> None:
    """Either way the space says that it is not complete."""
    on, off = Meter(), Meter()
    space = explored(Episode(Stairs(), 0), on, limit=5)
    stopped = explored(Episode(Stairs(), 0), off, limit=5, stops_at_limit=True)
    assert len(space.states) == len(stopped.states) == 5
    assert not space.is_complete
    assert not stopped.is_complete
    assert off.expanded < on.expanded


def test_an_episode_that_starts_at_its_goal_is_over() -> None:
    """One state, entered with success."""
    space = explored(Episode(Stairs(), 0, starts_at_goal=True), Meter())
    assert (space.states, space.statuses, space.edges) == ([0], [Status.SUCCESS], [])
