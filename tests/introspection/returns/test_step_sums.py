"""Step sums: how often the largest rewards can be paid."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import pytest

from introplan.introspection.heuristics.distance import Target
from introplan.introspection.returns.step_sums import (
    MAX_SUMMED_MOVES,
    Rewards,
    StepSums,
    as_whole,
    least_gap,
    second_reward,
)
from introplan.symbolic.terms import build
from introplan.symbolic.terms.term import const
from read_worlds import read


def sums(
    rewards: Rewards,
    *,
    discount: float = 1.0,
    needs_success: bool = False,
    milestone: float = 1.0,
    end: float = 1.0,
) -> StepSums:
    """Step sums in a world without dead ends, all of whose states are at these distances."""
    return StepSums(
        rewards,
        discount,
        needs_success,
        can_be_stuck=False,
        to_milestone=lambda _: milestone,
        to_end=lambda _: end,
    )


def test_a_step_from_milestone_to_milestone_needs_a_gap_of_one() -> None:
    """At an edge a step stays where it is; a corridor that is only walked through does not."""
    reading = read()
    x, y = reading.order
    corner = build.conjoin([build.equal(x, const(0)), build.equal(y, const(0))])
    assert least_gap(reading, Target((corner,), 0)) == 1
    moving = read(lambda s, a: s + a, lambda s, a, s2: int(s2 == 30), start=0, actions=[-1, 1])
    there = build.equal(moving.order[0], const(30))
    assert least_gap(moving, Target((there,), 0)) == 2
    assert least_gap(moving, None) == 1


def test_the_second_best_reward_is_read_off_the_payments() -> None:
    """Everything but the corner pays -1."""
    assert second_reward(read(), 10) == -1


def test_milestones_fit_in_as_often_as_their_gap_allows() -> None:
    """Two steps of -1, then 10 every second step, in 7 moves: at the 3rd, the 5th and the 7th."""
    bound = sums(Rewards(10, -1, -math.inf, gap=2), milestone=3)
    assert bound(None, 7) == 3 * 10 - 4
    assert bound(None, 2) == -2


def test_an_episode_that_may_end_does_so_where_it_is_best() -> None:
    """The end pays 5 and is 4 steps away; every step costs 1 until then."""
    bound = sums(Rewards(-1, -1, 5, gap=1), end=4)
    assert bound(None, 10) == 5 - 3
    assert bound(None, 3) == -3
    assert bound(None, None) == 5 - 3
    assert sums(Rewards(-1, -1, 5, gap=1), end=4, needs_success=True)(None, 3) == -math.inf


def test_what_only_the_end_pays_is_paid_once() -> None:
    """10 at the end, 4 steps away, and nothing before: with a horizon, without one, discounted."""
    rewards = Rewards(10, 10, 10, gap=1, going=0)
    bound = sums(rewards, end=4)
    assert (bound(None, None), bound(None, 20), bound(None, 3)) == (10, 10, 0)
    assert sums(rewards, end=4, discount=0.5)(None, None) == 10 / 8


@pytest.mark.parametrize(("most", "endless"), [(1, math.inf), (0, 0), (-1, -math.inf)])
def test_without_a_horizon_sums_grow_unless_steps_cost(most: float, endless: float) -> None:
    """No end can be reached: what is left is the limit of the sums."""
    assert sums(Rewards(most, most, -math.inf, gap=1))(None, None) == endless


def test_discounted_rewards_are_a_geometric_series() -> None:
    """1 + 1/2 + 1/4 + ... is 2."""
    endless = sums(Rewards(1, 1, -math.inf, gap=1), discount=0.5)
    assert endless(None, None) == 2
    assert endless(None, 3) == 1.75
    assert endless(None, MAX_SUMMED_MOVES + 1) == 2


def test_many_moves_are_not_added_up_one_by_one() -> None:
    """Beyond the limit milestones are counted; with a discount every step may pay the most."""
    moves = MAX_SUMMED_MOVES + 2
    assert sums(Rewards(3, 1, -math.inf, gap=2))(None, moves) == 4 * (moves // 2)
    assert sums(Rewards(3, 1, -math.inf, gap=2), discount=0.5)(None, moves) == 6


def test_counting_and_adding_up_say_the_same() -> None:
    """The closed form against the loop, on random rewards, distances and moves."""
    rng = random.Random(1)
    for _ in range(2_000):
        most, other, end, going = (rng.randint(-5, 5) for _ in range(4))
        rewards = Rewards(most, min(most, other), min(most, end), rng.choice((1, 2)), going)
        bound = replace(
            sums(rewards, needs_success=rng.random() < 0.3), can_be_stuck=rng.random() < 0.3
        )
        key = (rng.choice((1, 2, 3, 8, math.inf)), rng.choice((1, 2, 7, math.inf)))
        moves = rng.randint(1, 15)
        assert bound._counted(*key, moves) == bound._summed(*key, moves)


def test_whole_numbers_stay_exact() -> None:
    """Sums of numbers that a float would round."""
    most = 2**53 + 1
    assert sums(Rewards(most, most, -math.inf, gap=1))(None, 3) == 3 * most
    assert type(as_whole(2.0)) is int
    assert as_whole(0.5) == 0.5
