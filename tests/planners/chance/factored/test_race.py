"""A race: the same episodes for all, and search only where it is better."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from factored_worlds import sysadmin
from introplan.limits import Limits, Meter
from introplan.planners.chance.factored import native
from introplan.planners.chance.factored.candidates import relaxed_candidates
from introplan.planners.chance.factored.layers import relaxed_code
from introplan.planners.chance.factored.native import Way
from introplan.planners.chance.factored.race import Race, estimated, is_better
from introplan.planners.chance.factored.simulation import simulation_of


def race_of(step_time: float | None = None) -> Race:
    """A race on four computers."""
    return Race(simulation_of(sysadmin(4)), 8, step_time, 3, Meter(Limits()))


def test_better_means_by_half_a_standard_error() -> None:
    """In the same episodes."""
    assert is_better([2, 3, 4, 5, 6], [1, 2, 3, 4.5, 5])
    assert not is_better([2, 3, 4, 5, 6], [1, 4, 3, 6, 6])
    assert not is_better([9, 9], [1, 1])  # too few


def test_scores_that_are_all_equal_say_nothing_of_what_is_rare() -> None:
    """Their interval is infinite."""
    assert estimated((1.0, 1.0)) == (1.0, math.inf)
    assert estimated((0.0, 1.0, 0.0, 1.0))[1] > 0.5


def test_all_play_the_same_episodes() -> None:
    """What is done in the same way twice scores the same, and rebooting beats doing nothing."""
    race = race_of()
    candidates = list(relaxed_candidates(race.simulation, relaxed_code(race.simulation)))
    entrants = race.greedy([candidates[0], candidates[0]])
    first, nothing, again = entrants

    assert first.scores == again.scores
    assert first.mean > nothing.mean
    assert race.best(entrants) is first


@pytest.mark.skipif(not native.IS_AVAILABLE, reason="built without a compiler")
def test_estimates_that_are_too_slow_are_left_out() -> None:
    """However well they score."""
    race = race_of(0.01)
    slow, *rest = race.greedy(
        list(relaxed_candidates(race.simulation, relaxed_code(race.simulation)))
    )
    slow = replace(slow, seconds=0.02, scores=(1e9,))

    assert race.best([slow, *rest]) is not slow


@pytest.mark.skipif(not native.IS_AVAILABLE, reason="built without a compiler")
def test_search_does_not_depend_on_the_clock_unless_asked() -> None:
    """A count of trials where no time is given."""
    race = race_of()
    candidate = next(iter(relaxed_candidates(race.simulation, relaxed_code(race.simulation))))
    entrant = replace(race.greedy([candidate])[0], way=Way.TREE)

    assert race.played(entrant, 3).scores == race.played(entrant, 3).scores
