"""Monte Carlo tree search."""

from __future__ import annotations

import introplan as ip


def test_tree_search_goes_where_rewards_were() -> None:
    """One right action of four at each of six steps: rare by chance, found by both rules."""
    world = ip.program(
        actions=range(4),
        transition=lambda s, a: (*s, a),
        reward=lambda s, a, s2: 1 if a == 2 else 0,
    )
    for planner in ("mcts[2000]", "mcts-u[2000]"):
        assert ip.plan(world.task((), 6), planner).score == 6, planner
    assert ip.plan(world.task((), 6), "random[500]").score < 6
