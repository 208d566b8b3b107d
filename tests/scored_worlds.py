"""Random worlds in Python whose ends and sums are read, and the truth about each by exhaustion.

A walker on a small board with a few lamps: it moves, and switches the lamp where it stands. What a
step pays is a random sum of terms of several styles; which steps end the episode, and how, is
random as well.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import introplan as ip
from introplan.mdp import Outcome, Status, attempt

ACTIONS = ("left", "right", "switch", "wait")


class State(NamedTuple):
    """Where the walker is, and which lamps are lit."""

    at: int
    lit: tuple[bool, ...]


@dataclass(frozen=True)
class Step:
    """A step that can be taken."""

    before: State
    action: str
    outcome: Outcome[State]


def scored_world(seed: int, *, horizon: int | None = None) -> ip.ProgramTask:
    """The world of this number."""
    rng = random.Random(seed)
    size = rng.choice((3, 4, 4, 6, 7))

    def transition(s: State, a: str) -> State:
        if a == "left":
            return State(max(0, s.at - 1), s.lit)
        if a == "right":
            return State(min(size - 1, s.at + 1), s.lit)
        if a == "switch":
            lit = list(s.lit)
            lit[s.at] = not lit[s.at]
            return State(s.at, tuple(lit))
        return s

    world = ip.program(
        actions=ACTIONS,
        transition=transition,
        reward=_reward(rng, size),
        terminal=_terminal(rng, size),
    )
    return world.task(State(0, (False,) * size), horizon)


def _reward(rng: random.Random, size: int) -> Callable[..., float]:
    weights = [rng.choice((-3, -1, 0, 1, 2, 0.5)) for _ in range(size)]
    cost = {place: rng.choice((0, 1, 4)) for place in range(size)}
    base, extra = rng.choice((-1, 0, 0.25)), rng.choice((-2, 1, 5))
    trap = rng.randrange(size)

    def lamps(s: State, a: str, s2: State) -> float:
        total = base
        for place, lit in enumerate(s2.lit):
            if not lit:
                continue
            total += weights[place]
        if a == "switch":
            total += extra
        return total

    def costs(s: State, a: str, s2: State) -> float:
        return base - cost[s2.at] + (extra if all(s2.lit) else 0)

    def differences(s: State, a: str, s2: State) -> float:
        return sum(1 for lit in s2.lit if lit) - sum(1 for lit in s.lit if lit) + 2 * s2.at

    def constant(s: State, a: str, s2: State) -> float:
        return -1

    def trapped(s: State, a: str, s2: State) -> float:
        if s2.at == trap and a != "wait":
            return -7
        return 3 if all(s2.lit) else base

    return rng.choice([lamps, costs, differences, constant, trapped])


def _terminal(rng: random.Random, size: int) -> Callable[..., Any] | None:
    hole, goal = rng.randrange(1, size), rng.randrange(size)

    def either(s: State, a: str, s2: State) -> bool:
        return (s2.at == hole and s2.lit[hole]) or all(s2.lit)

    def goal_test(s: State, a: str, s2: State) -> bool:
        return s2.at == goal and s2.lit[0]

    def named(s: State, a: str, s2: State) -> Status:
        if s2.at == hole and a == "wait":
            return Status.FAILURE
        return Status.SUCCESS if all(s2.lit) else Status.CONTINUE

    def word(s: State, a: str, s2: State) -> str:
        return "over" if s2.lit[goal] and a == "left" else "continue"

    return rng.choice([either, goal_test, named, word, None])


def steps_of(task: ip.ProgramTask) -> list[Step]:
    """Every step that can be taken before the episode is over."""
    waiting, seen, found = deque([task.start]), {task.start}, []
    while waiting:
        state = waiting.popleft()
        for action in task.actions(state):
            outcome = attempt(task, state, action)
            assert outcome is not None
            found.append(Step(state, action, outcome))
            if outcome.status is Status.CONTINUE and outcome.state not in seen:
                seen.add(outcome.state)
                waiting.append(outcome.state)
    return found


def distances(steps: list[Step], is_met: Callable[[Step], bool]) -> dict[State, float]:
    """For each state, the number of steps up to and with the nearest one that is met.

    Nothing follows a step that ends the episode.
    """
    into: dict[State, list[Step]] = {}
    near: dict[State, float] = {}
    for step in steps:
        if is_met(step):
            near[step.before] = 1
        elif step.outcome.status is Status.CONTINUE:
            into.setdefault(step.outcome.state, []).append(step)
    waiting = deque(near)
    while waiting:
        state = waiting.popleft()
        for step in into.get(state, ()):
            if step.before not in near:
                near[step.before] = near[state] + 1
                waiting.append(step.before)
    return near
