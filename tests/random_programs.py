"""Small random worlds in Python, and the whole truth about each by exhaustion.

A world is a graph with a reward on every edge; edges may be missing (the transition raises) and
may end the episode. The functions are ordinary closures over its tables.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

import introplan as ip

REWARDS = (-2, -1, -1, 0, 0, 1, 3, 0.5)


@dataclass(frozen=True)
class World:
    """The tables of a world: where each action leads, what it pays, how it leaves the episode."""

    targets: dict[tuple[int, str], int]
    rewards: dict[tuple[int, str], float]
    ends: dict[tuple[int, str], ip.Status]
    actions: tuple[str, ...]
    horizon: int | None
    has_terminal: bool

    def task(self) -> ip.ProgramTask:
        """The world as a program."""

        def transition(s: int, a: str) -> int:
            return self.targets[s, a]

        def reward(s: int, a: str, s2: int) -> float:
            return self.rewards[s, a]

        def terminal(s: int, a: str, s2: int) -> ip.Status:
            # Success is named: a table alone would not show that it can be an answer.
            is_success = self.ends.get((s, a)) is ip.Status.SUCCESS
            return ip.Status.SUCCESS if is_success else self.ends.get((s, a), ip.Status.CONTINUE)

        world = ip.program(
            actions=self.actions,
            transition=transition,
            reward=reward,
            terminal=terminal if self.has_terminal else None,
        )
        return world.task(0, self.horizon)


def random_world(seed: int) -> World:
    """The world of this number."""
    rng = random.Random(seed)
    states, actions = rng.randint(1, 7), tuple("abc"[: rng.randint(1, 3)])
    has_terminal = rng.random() < 0.6
    horizon = rng.randint(0, 6) if rng.random() < 0.6 else None
    world = World({}, {}, {}, actions, horizon, has_terminal)
    for state in range(states):
        for action in actions:
            if rng.random() < 0.8:
                world.targets[state, action] = rng.randrange(states)
                world.rewards[state, action] = rng.choice(REWARDS)
                if has_terminal and rng.random() < 0.3:
                    world.ends[state, action] = rng.choice([ip.Status.SUCCESS, ip.Status.FAILURE])
    return world


def reachable_steps(world: World) -> list[tuple[int, str]]:
    """Every step that can be taken, in breadth-first order."""
    order, found = [0], {0}
    steps = []
    for state in order:
        for action in world.actions:
            if (state, action) in world.targets:
                steps.append((state, action))
                target = world.targets[state, action]
                if (state, action) not in world.ends and target not in found:
                    found.add(target)
                    order.append(target)
    return steps


def best_score_over_horizon(world: World) -> float:
    """The highest score of an episode, with success if that can be had, by trying every one."""
    assert world.horizon is not None
    if world.has_terminal:
        found = _best_score(world, 0, world.horizon, needs_success=True)
        if found is not None:
            return found
    found = _best_score(world, 0, world.horizon, needs_success=False)
    assert found is not None
    return found


def _best_score(world: World, state: int, moves: int, *, needs_success: bool) -> float | None:
    """The highest score in so many moves; None if none is as needed."""
    if moves == 0:
        return None if needs_success else 0.0
    found = []
    for action in world.actions:
        step = (state, action)
        end = world.ends.get(step)
        if step not in world.targets or end is ip.Status.FAILURE:
            continue
        rest: float | None = 0.0
        if end is None:
            target = world.targets[step]
            rest = _best_score(world, target, moves - 1, needs_success=needs_success)
        if rest is not None:
            found.append(world.rewards[step] + rest)
    return max(found, default=None if needs_success or any_step(world, state) else 0.0)


def any_step(world: World, state: int) -> bool:
    """Can something be done that does not fail?"""
    steps = [(state, action) for action in world.actions]
    return any(
        step in world.targets and world.ends.get(step) is not ip.Status.FAILURE for step in steps
    )
