"""Random walks, and the best of them."""

from __future__ import annotations

import introplan as ip

BASELINES = ("greedy", "random[20]", "beam[3]", "mcts[20]", "mcts-u[20]", "value-iteration")


def test_of_many_random_plans_the_best_comes_back() -> None:
    """Never a worse one than with fewer plans by the same seed, and a better one in the end."""
    task = ip.sample("grid", distance=4, seed=1)
    scores = [ip.plan(task, f"random[{k}]", seed=3).score for k in (1, 5, 25, 125, 625)]
    assert scores == sorted(scores)
    assert scores[0] < scores[-1]


def test_an_action_that_is_never_allowed_leaves_a_walk_where_it_is() -> None:
    """Stuck at once is an episode, too."""

    def closed(s: int, a: str) -> int:
        raise ValueError("closed")

    world = ip.program(actions=["go"], transition=closed, reward=lambda s, a, s2: 1)
    for planner in BASELINES:
        result = ip.plan(world.task(0, 3), planner)
        assert (result.plan, result.score, result.status) == ((), 0, "horizon"), planner
