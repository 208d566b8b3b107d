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


def test_an_end_that_is_no_success_is_over() -> None:
    """It is no dead end where nothing is named success; what cannot end any more is one."""

    def transition(state: str, action: str) -> str:
        return {"left": "goal", "right": "lava", "down": "pit"}[action] if state == "on" else state

    model = ip.program(
        actions=["left", "right", "down"],
        transition=transition,
        reward=lambda s, a, t: {"goal": 1, "lava": -50}.get(t, 0),
        terminal=lambda s, a, t: t in ("goal", "lava"),
    )
    space = ip.reachable(model.task("on"))
    assert space.success == ()
    assert {space.states[n - 1] for n in space.over} == {"goal", "lava"}
    assert {space.states[n - 1] for n in space.dead_ends} == {"pit"}
    assert {edge.reward for edge in space.rewarding} == {1.0}


def test_success_that_is_named_makes_other_ends_dead_ends() -> None:
    """From the lava no success can be reached."""
    model = ip.program(
        actions=["left", "right"],
        transition=lambda s, a: a,
        reward=lambda s, a, t: 0,
        terminal=lambda s, a, t: "success" if t == "left" else True,
    )
    space = ip.reachable(model.task("on"))
    assert (len(space.success), len(space.over)) == (1, 1)
    assert space.dead_ends == space.over


def test_a_world_with_only_a_horizon_has_no_dead_ends() -> None:
    """Every state can be left until the moves are used up."""
    space = ip.reachable(ip.sample("grid", distance=2, seed=0), limit=50)
    assert space.dead_ends == ()


def test_the_usual_reward_is_no_milestone() -> None:
    """Where every step costs 1 and some cost 50, the cheap steps are not rewarding."""
    model = ip.program(
        actions=[1, 2],
        transition=lambda s, a: (s + a) % 7,
        reward=lambda s, a, t: -50 if t == 3 else -1,
        terminal=lambda s, a, t: t == 6,
    )
    assert ip.reachable(model.task(0)).rewarding == ()
