"""The paper's grid: who finds the origin, and who loses it as the distance grows."""

from __future__ import annotations

import pytest

import introplan as ip
from introplan.domains.catalogue import normalized_score

EPISODES = 8


def mean_score(planner: str, distance: int, episodes: int = EPISODES) -> float:
    """The mean normalised score over episodes of this distance."""
    scores = []
    for seed in range(episodes):
        task = ip.sample("grid", distance=distance, seed=seed)
        scores.append(normalized_score("grid", task, ip.plan(task, planner, seed=seed).score))
    return sum(scores) / episodes


@pytest.mark.parametrize("distance", [2, 3, 5, 10, 20, 40])
def test_greedy_search_is_optimal_at_every_distance(distance: int) -> None:
    """Figure 2: the score of best-first search is 1 everywhere."""
    assert mean_score("greedy", distance, 4) == 1


def test_greedy_search_looks_at_all_states_up_to_the_distance() -> None:
    """Section 4: at least the nodes up to d steps away, which are 2 d (d + 1) + 1."""
    for distance in (10, 20, 40):
        task = ip.sample("grid", distance=distance, seed=1)
        expanded = ip.plan(task, "greedy").expanded
        assert (
            2 * (distance - 1) * (distance - 2)
            <= expanded
            <= 2 * distance * distance + 4 * distance
        )


@pytest.mark.parametrize("distance", [2, 3, 5, 10, 15])
def test_a_beam_of_two_d_squared_is_optimal(distance: int) -> None:
    """Appendix B: with K = 2 d ** 2 nothing is lost up to the d-th step."""
    assert mean_score("beam[2*d*d]", distance, 4) == 1


def test_a_beam_of_a_fixed_width_falls_off() -> None:
    """Appendix B: any smaller budget suffers from a sudden drop at some d."""
    assert mean_score("beam[50]", 5) == 1
    assert mean_score("beam[50]", 10) < 0.7
    assert mean_score("beam[50]", 20) < 0.3


@pytest.mark.parametrize("planner", ["random[200]", "mcts[200]", "mcts-u[200]"])
def test_sampling_planners_fall_to_zero(planner: str) -> None:
    """Figure 2: good at first, nothing left by d = 20."""
    assert mean_score(planner, 3) > 0.8
    assert mean_score(planner, 20) < 0.1


def test_a_larger_budget_helps_sampling_a_little() -> None:
    """Appendix B: more simulations only raise the odds of stumbling upon the reward."""
    few, many = mean_score("mcts[30]", 7, 12), mean_score("mcts[600]", 7, 12)
    assert few < many
