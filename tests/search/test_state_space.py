"""The reachable space: the paper's numbers, and spaces of Python worlds."""

from __future__ import annotations

import introplan as ip


def test_the_space_of_two_items_in_two_bins_is_that_of_the_paper() -> None:
    """Appendix D: 36 states, of which 18 are dead ends, and 16 transitions that pay."""
    space = ip.reachable(ip.sample("bins", bins=2, items=2, seed=0))
    assert (len(space.states), len(space.dead_ends), len(space.rewarding)) == (36, 18, 16)
    assert space.is_complete
    assert all(isinstance(state, ip.State) for state in space.states)


def test_edges_are_steps_of_the_task() -> None:
    """Source, action, target and reward of every edge are those of `step`."""
    task = ip.sample("bins", bins=2, items=2, seed=0)
    space = ip.reachable(task)
    for edge in space.edges:
        outcome = task.step(space.states[edge.source - 1], edge.action)
        assert (outcome.state, outcome.reward) == (space.states[edge.target - 1], edge.reward)


def test_the_first_maximal_reward_ends_an_episode_that_nothing_else_ends() -> None:
    """What the largest reward is, a first exploration finds out."""
    model = ip.program(
        actions=[1, 2],
        transition=lambda s, a: min(s + a, 5),
        reward=lambda s, a, t: -((t - 3) ** 2),
    )
    space = ip.reachable(model.task(0))
    assert {space.states[n - 1] for n in space.success} == {3}
    assert {edge.reward for edge in space.rewarding} == {0.0}
    assert not any(edge.source in space.success for edge in space.edges)


def test_a_limit_on_states_makes_the_space_incomplete() -> None:
    """States of which not everything is known are no dead ends."""
    space = ip.reachable(ip.sample("bins", bins=2, items=2, seed=0), limit=5)
    assert (len(space.states), space.is_complete) == (5, False)
