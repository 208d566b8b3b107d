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
            return self.ends.get((s, a), ip.Status.CONTINUE)

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


def best_score_over_horizon(world: World, state: int = 0, moves: int | None = None) -> float:
    """The highest score of an episode that does not fail, by trying every one."""
    moves = world.horizon if moves is None else moves
    assert moves is not None
    if moves == 0:
        return 0.0
    found = []
    for action in world.actions:
        step = (state, action)
        end = world.ends.get(step)
        if step not in world.targets or end is ip.Status.FAILURE:
            continue
        rest = 0.0
        if end is None:
            rest = best_score_over_horizon(world, world.targets[step], moves - 1)
        found.append(world.rewards[step] + rest)
    return max(found, default=0.0)
