"""Policies that experiments compare in worlds with chance, and how one is tried.

    policy     what `ip.policy` gives within half of the seconds of a run
    uct[K]     looks ahead by K trials for each decision
    greedy     the action with the largest expected reward of the next step
    random     any action that is allowed

Episode number n of a task is drawn by the same seed for every policy: common random numbers
(Heikes, Montgomery and Rardin 1976), so that differences between policies are seen earlier.
"""

from __future__ import annotations

import math
import random
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from introplan.errors import UsageError, did_you_mean
from introplan.experiments.suite import RunSpec
from introplan.limits import LimitReached, Limits, Meter
from introplan.mdp import NotAllowedError, Task
from introplan.planners.chance.sampling import SamplingPolicy
from introplan.planners.chance.worlds import world_of
from introplan.policies import policy
from introplan.reporting.records import bound_record
from introplan.slipping import is_allowed
from introplan.verification.policies import episode_scores

POLICIES = ("policy", "uct[K]", "greedy", "random")

FINDING_SHARE = 0.5
"""The part of a run's seconds for finding a policy; the rest is for trying it."""

EPISODE_SEEDS = 1_000_003
"""Apart from each other: the seeds of the first episodes of two tasks."""

WARM_UP_SECONDS = 1.0

_warmed_up: set[tuple[str, ...]] = set()


@dataclass(slots=True)
class Tried:
    """What came of a run: what goes on record, and how long it took."""

    values: dict[str, Any]
    seconds: float
    cpu_seconds: float
    deciding_seconds: float
    """The part of that in which the policy was asked, and the world took its steps."""
    is_cut: bool


@dataclass(slots=True)
class Candidate:
    """A policy, and what is promised of it."""

    choose: Callable[[Any, int | None], Any]
    method: str
    value: float | None = None
    bound: float | None = None
    moves: int = 0

    def __call__(self, state: Any, steps_left: int | None = None) -> Any:
        """What to do; counts the moves."""
        self.moves += 1
        return self.choose(state, steps_left)


def checked(name: object) -> str:
    """The name of a policy; raises `UsageError` with those that there are."""
    known = isinstance(name, str) and (name in POLICIES or _trials(name) is not None)
    if not known or name == "uct[K]":
        hint = did_you_mean(str(name), POLICIES) or f"; there is {', '.join(POLICIES)}"
        raise UsageError(f"unknown policy {name!r:.60}{hint}")
    return str(name)


def _trials(name: str) -> int | None:
    found = re.fullmatch(r"uct\[([1-9]\d{0,8})\]", name)
    return None if found is None else int(found[1])


def tried(task: Task, spec: RunSpec) -> Tried:
    """Find the policy that a run names and play its episodes, as many as the time allows."""
    began, cpu = time.monotonic(), time.process_time()
    meter = Meter(spec.limits)
    candidate = candidate_named(spec.planner, task, spec.limits, spec.seed)
    found_in = time.process_time() - cpu
    first = EPISODE_SEEDS * spec.seed
    seeds = range(first, first + spec.episodes)
    scores: list[float] = []
    cut = 0
    try:
        for score, is_whole in episode_scores(task, candidate, seeds, check=meter.check_now):
            scores.append(score)
            cut += not is_whole
    except LimitReached:
        pass
    used = time.process_time() - cpu
    return Tried(
        {
            "method": candidate.method,
            "value": None if candidate.value is None else bound_record(candidate.value),
            "bound": None if candidate.bound is None else bound_record(candidate.bound),
            "scores": scores,
            "endless": cut,
            "moves": candidate.moves,
            "expanded": candidate.moves,
            "normalized_score": None,
        },
        time.monotonic() - began,
        used,
        used - found_in,
        len(scores) < spec.episodes,
    )


def candidate_named(name: str, task: Task, limits: Limits, seed: int) -> Candidate:
    """The policy of this name for a task."""
    trials = _trials(name)
    if trials is not None:
        looks_ahead = SamplingPolicy(task, world_of(task), seed, None, trials=trials)
        return Candidate(looks_ahead, "uct")
    if name == "policy":
        seconds = None if limits.seconds is None else FINDING_SHARE * limits.seconds
        found = policy(task, replace(limits, seconds=seconds), seed=seed)
        value = None if math.isnan(found.value) else found.value
        return Candidate(found.policy, found.method, value, found.bound)
    world_of(task)  # raises where scores have no meaning
    return Candidate(_greedy(task) if name == "greedy" else _random(task, seed), name)


def _greedy(task: Task) -> Callable[[Any, int | None], Any]:
    def choose(state: Any, steps_left: int | None) -> Any:
        best, most = None, -math.inf
        for action in task.actions(state):
            try:
                outcomes = task.outcomes(state, action)
            except NotAllowedError:
                continue
            expected = math.fsum(p * outcome.reward for p, outcome in outcomes)
            if expected > most:
                best, most = action, expected
        return best

    return choose


def _random(task: Task, seed: int) -> Callable[[Any, int | None], Any]:
    rng = random.Random(seed)

    def choose(state: Any, steps_left: int | None) -> Any:
        actions = list(task.actions(state))
        while actions:
            action = actions.pop(rng.randrange(len(actions)))
            if is_allowed(task, state, action):
                return action
        return None

    return choose


def warm_up(task: Task, spec: RunSpec) -> None:
    """Let the policy play for a moment, once per policy and world: modules get loaded."""
    kind = (spec.domain, spec.planner, *spec.files, spec.content)
    if kind not in _warmed_up:
        _warmed_up.add(kind)
        limits = replace(spec.limits, seconds=WARM_UP_SECONDS)
        tried(task, replace(spec, limits=limits, episodes=1))
