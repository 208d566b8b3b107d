"""UCT (Kocsis and Szepesvari 2006): a policy that looks ahead by sampling when it is asked.

For worlds that are too large to look at all of them. A decision is made by trials: each walks down
a tree of what was tried before, by the upper confidence bounds of its actions, adds one state, and
plays on from there at random. The action that was tried most is taken. The number of trials is
fixed, so the same question has the same answer; with a `step_time` the clock decides instead.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from statistics import NormalDist, fmean, stdev
from typing import Any

from introplan.limits import LimitReached, Meter
from introplan.mdp import NotAllowedError, Status, Task
from introplan.planners.chance.result import Explanation, Option, PolicyResult
from introplan.planners.chance.worlds import World, world_of

TRIALS = 300
"""Trials for a decision unless the time is given: some tenths of a second in worlds in Python."""

MAX_DEPTH = 100
"""Moves that a trial looks ahead where there is no horizon."""

NEGLIGIBLE = 1e-3
"""What a reward is worth, with a discount, when a trial need not look on."""

MIN_EPISODES, MAX_EPISODES = 3, 30
"""Episodes that are played to estimate the value of the policy."""

STEPS_FOR_VALUE = 300_000
"""Steps of the world after which no further episode is begun for that."""


@dataclass(slots=True)
class _Node:
    """A state with so many moves left: what was tried there, and what came of it."""

    actions: list[Any]
    visits: list[int] = field(init=False)
    totals: list[float] = field(init=False)
    squares: list[float] = field(init=False)

    def __post_init__(self) -> None:
        count = len(self.actions)
        self.visits, self.totals, self.squares = [0] * count, [0.0] * count, [0.0] * count

    def chosen(self, spread: float) -> int:
        """The action with the largest upper confidence bound; those that were not tried first."""
        if 0 in self.visits:
            return self.visits.index(0)
        known = math.log(sum(self.visits))
        return max(
            range(len(self.actions)),
            key=lambda i: (
                self.totals[i] / self.visits[i] + spread * math.sqrt(2 * known / self.visits[i])
            ),
        )

    def remove(self, number: int) -> None:
        """Forget an action that turned out not to be allowed."""
        for entries in (self.actions, self.visits, self.totals, self.squares):
            del entries[number]


@dataclass(slots=True)
class _Tree:
    """The trials for one decision."""

    world: World
    discount: float
    rng: random.Random
    check: Callable[[], None]
    nodes: dict[tuple[Hashable, int], _Node] = field(default_factory=dict)
    least: float = math.inf
    most: float = -math.inf
    steps: int = 0

    def node(self, state: Hashable, left: int) -> tuple[_Node, bool]:
        """The node of a state, and whether it is new."""
        key = (state, left)
        is_new = key not in self.nodes
        if is_new:
            self.nodes[key] = _Node(list(self.world.actions(state)))
        return self.nodes[key], is_new

    def trial(self, state: Hashable, left: int) -> None:
        """Walk down the tree, play on, and note what was paid from each node on."""
        way: list[tuple[_Node, int, float]] = []
        rest = 0.0
        while left > 0:
            self.check()
            node, is_new = self.node(state, left)
            step = self._step(node, state)
            if step is None:
                break
            number, (state, reward, status) = step
            left -= 1
            way.append((node, number, reward))
            if status is not Status.CONTINUE:
                break
            if is_new and len(way) > 1:
                rest = self._play(state, left)
                break
        for node, number, reward in reversed(way):
            rest = reward + self.discount * rest
            node.visits[number] += 1
            node.totals[number] += rest
            node.squares[number] += rest * rest
        if way:
            self.least, self.most = min(self.least, rest), max(self.most, rest)

    def _step(self, node: _Node, state: Hashable) -> tuple[int, Any] | None:
        """One action of a node; None if none can be done."""
        while node.actions:
            number = node.chosen(max(self.most - self.least, 1e-9) if self.nodes else 1.0)
            try:
                self.steps += 1
                return number, self.world.sample(state, node.actions[number], self.rng)
            except NotAllowedError:
                node.remove(number)
        return None

    def _play(self, state: Hashable, left: int) -> float:
        """What random moves are paid from here."""
        paid, worth = 0.0, 1.0
        while left > 0 and worth > NEGLIGIBLE:
            self.check()
            actions = list(self.world.actions(state))
            outcome = None
            while actions and outcome is None:
                action = actions.pop(self.rng.randrange(len(actions)))
                try:
                    self.steps += 1
                    outcome = self.world.sample(state, action, self.rng)
                except NotAllowedError:
                    continue
            if outcome is None:
                break
            state, reward, status = outcome
            paid += worth * reward
            worth *= self.discount
            left -= 1
            if status is not Status.CONTINUE:
                break
        return paid


@dataclass(slots=True)
class SamplingPolicy:
    """A policy that makes its trials when it is asked for an action."""

    task: Task
    world: World
    seed: int
    step_time: float | None
    check: Callable[[], None] = lambda: None
    trials: int = TRIALS
    steps: int = 0
    """Steps of the world that were taken so far."""

    def __call__(self, state: Any, steps_left: int | None = None) -> Any:
        """The action that was tried most; None where nothing can be done."""
        node = self._root(state, steps_left)
        if not node.actions:
            return None
        most = max(range(len(node.actions)), key=lambda i: (node.visits[i], node.totals[i]))
        return node.actions[most]

    def explain(self, state: Any, steps_left: int | None = None) -> Explanation:
        """What the trials say of each action."""
        node = self._root(state, steps_left)
        z = NormalDist().inv_cdf(0.975)
        options = []
        for action, visits, total, squares in zip(
            node.actions, node.visits, node.totals, node.squares, strict=True
        ):
            if visits:
                mean = total / visits
                variance = max(squares / visits - mean * mean, 0.0)
                options.append(Option(action, mean, z * math.sqrt(variance / visits)))
        best = sorted(options, key=lambda option: -option.value)
        return Explanation(tuple(best), "uct")

    def _root(self, state: Any, steps_left: int | None) -> _Node:
        # A generator of its own for each decision: what was asked before changes nothing.
        tree = _Tree(self.world, self.task.discount, random.Random(self.seed), self.check)
        key, left = self.world.encode(state), self._depth(steps_left)
        root, _ = tree.node(key, left)
        until = None if self.step_time is None else time.monotonic() + self.step_time
        number = 0
        while root.actions and left and (number == 0 or self._goes_on(number, until)):
            tree.trial(key, left)
            number += 1
        self.steps += tree.steps
        return root

    def _goes_on(self, number: int, until: float | None) -> bool:
        return number < self.trials if until is None else time.monotonic() < until

    def _depth(self, steps_left: int | None) -> int:
        if self.task.horizon is None:
            return MAX_DEPTH
        return self.task.horizon if steps_left is None else steps_left


def sampling_policy(
    task: Task, meter: Meter, *, step_time: float | None, seed: int
) -> PolicyResult:
    """UCT, and an estimate of what it scores by playing some episodes."""
    world = world_of(task)
    playing = SamplingPolicy(task, world, seed, step_time, meter.check)
    scores = _scores(task, world, playing, seed)
    value, half = fmean(scores) if scores else math.nan, math.inf
    if len(set(scores)) > 1:  # where all are equal, that says nothing of what is rare
        # Few episodes: the quantile of Student's distribution, roughly.
        half = 1.96 * (1 + 2.4 / (len(scores) - 1)) * stdev(scores) / math.sqrt(len(scores))
    asked = SamplingPolicy(task, world, seed, step_time)
    return PolicyResult(
        policy=asked,
        value=value,
        bound=None,
        interval=(value - half, value + half) if scores else (-math.inf, math.inf),
        method="uct",
        explanation=asked.explain,
        seconds=meter.seconds,
        notes=tuple(_notes(task, len(scores))),
    )


def _notes(task: Task, episodes: int) -> Iterator[str]:
    if episodes == 0:
        yield "the time was over before an episode was, so nothing is known of the value"
    else:
        yield f"the value is the mean of {episodes} episodes"
    if task.horizon is None:
        yield f"episodes were cut after {MAX_DEPTH} moves, and what comes later is not seen"


def _scores(task: Task, world: World, policy: SamplingPolicy, seed: int) -> list[float]:
    """The scores of some episodes, as many as the limits allow."""
    rng = random.Random(seed + 1)
    scores: list[float] = []
    with suppress(LimitReached):
        while len(scores) < MAX_EPISODES:
            if len(scores) >= MIN_EPISODES and policy.steps > STEPS_FOR_VALUE:
                break
            scores.append(_score(task, world, policy, rng))
    return scores


def _score(task: Task, world: World, policy: SamplingPolicy, rng: random.Random) -> float:
    """The score of one episode."""
    state, score, worth = world.start, 0.0, 1.0
    for taken in range(MAX_DEPTH if task.horizon is None else task.horizon):
        left = None if task.horizon is None else task.horizon - taken
        action = policy(world.decode(state), left)
        if action is None:
            break
        state, reward, status = world.sample(state, action, rng)
        score += worth * reward
        worth *= task.discount
        if status is not Status.CONTINUE:
            break
    return score
