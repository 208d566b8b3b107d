"""Gymnasium's Blackjack as its player sees it."""

from __future__ import annotations

import copy
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

import introplan as ip
from introplan.programs.blackjack import DEALT
from introplan.programs.forking import all_ways

gymnasium = pytest.importorskip("gymnasium")

CARDS = {n: Fraction(1, 13) for n in range(1, 10)} | {10: Fraction(4, 13)}
Hand = tuple[int, bool]
"""The sum with an ace as 1, and whether there is one."""


def with_card(hand: Hand, card: int) -> Hand:
    """One card more."""
    return hand[0] + card, hand[1] or card == 1


def total(hand: Hand) -> int:
    """The sum that counts."""
    return hand[0] + 10 if hand[1] and hand[0] <= 11 else hand[0]


@cache
def dealer(hand: Hand, count: int) -> dict[tuple[int, bool], Fraction]:
    """What the dealer comes to, and whether it is a natural."""
    if total(hand) >= 17:
        return {
            (0 if hand[0] > 21 else total(hand), count == 2 and total(hand) == 21): Fraction(1)
        }
    found: dict[Any, Fraction] = {}
    for card, share in CARDS.items():
        for end, p in dealer(with_card(hand, card), count + 1).items():
            found[end] = found.get(end, Fraction(0)) + share * p
    return found


def paid(player: int, is_natural: bool, card: int, *, sab: bool, natural: bool) -> Fraction:
    """What standing pays on average."""
    value = Fraction(0)
    for (end, theirs), p in dealer((card, card == 1), 1).items():
        reward = Fraction((player > end) - (player < end))
        if sab and is_natural and not theirs:
            reward = Fraction(1)
        elif not sab and natural and is_natural and reward == 1:
            reward = Fraction(3, 2)
        value += p * reward
    return value


def expected(*, sab: bool, natural: bool) -> Fraction:
    """The best of hitting and standing from every hand, before the deal."""

    @cache
    def worth(hand: Hand, card: int, is_natural: bool) -> Fraction:
        hit = Fraction(0)
        for drawn, share in CARDS.items():
            after = with_card(hand, drawn)
            hit += share * (-1 if after[0] > 21 else worth(after, card, False))
        return max(hit, paid(total(hand), is_natural, card, sab=sab, natural=natural))

    value = Fraction(0)
    for first, p in CARDS.items():
        for second, q in CARDS.items():
            hand = with_card((first, first == 1), second)
            for card, r in CARDS.items():
                value += p * q * r * worth(hand, card, total(hand) == 21)
    return value


@pytest.mark.parametrize(
    "options", [{"sab": True}, {"sab": False}, {"sab": False, "natural": True}]
)
def test_the_value_is_that_of_the_game_in_fractions(options: dict[str, bool]) -> None:
    """Before the deal, for each way in which naturals pay; proven, and judged."""
    task: Any = ip.from_env(gymnasium.make("Blackjack-v1", **options), seed=None)
    result = ip.policy(task)
    truth = expected(**({"sab": False, "natural": False} | options))
    assert result.value == pytest.approx(float(truth), abs=1e-12)
    assert result.proved_optimal
    assert result.verified


def test_the_policy_takes_what_the_environment_shows() -> None:
    """Hit on 11, stand on 20; the start is what a seed leaves on the table."""
    env = gymnasium.make("Blackjack-v1")
    seen, _ = env.reset(seed=0)
    task: Any = ip.from_env(env)
    assert task.start == tuple(map(int, seen)) == (11, 10, 0)
    policy = ip.policy(ip.from_env(env, seed=None)).policy
    assert policy((11, 10, 0)) == 1
    assert policy((20, 7, 0)) == 0
    assert policy((13, 2, 0)) == 0
    assert policy((12, 2, 0)) == 1
    assert policy((18, 9, 1)) == 1
    assert policy(DEALT) in (0, 1)


@pytest.mark.parametrize("card", [7, 8, 9, 10])
def test_outcomes_are_those_of_every_way_through_the_environments_own_step(card: int) -> None:
    """By forking its generator, for all hidden cards; both actions."""
    env = gymnasium.make("Blackjack-v1").unwrapped
    env.reset(seed=0)
    world: Any = ip.from_env(env)
    for player in ([10, 6], [1, 6], [10, 1]):
        state: tuple[int, ...] = (sum(player) + 10 * (1 in player), card, int(1 in player))
        state = (*state, 1) if sorted(player) == [1, 10] else state
        for action in (0, 1):

            def run(rng: Any, action: int = action, player: Any = player) -> Any:
                twin = copy.copy(env)
                twin._np_random = rng
                hidden = int(rng.choice([*range(1, 11), 10, 10, 10]))
                twin.player, twin.dealer = list(player), [card, hidden]
                obs, reward, is_over, *_ = twin.step(action)
                return None if is_over else tuple(map(int, obs)), reward, is_over

            brute: dict[Any, float] = {}
            for p, result in all_ways(run):
                brute[result] = brute.get(result, 0.0) + p
            listed = {
                (None if o.status.value != 0 else o.state, o.reward, o.status.value != 0): p
                for p, o in world.outcomes(state, action)
            }
            assert listed == pytest.approx(brute)
