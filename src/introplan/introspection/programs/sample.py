"""Running the model to see what its states look like: a few hundred of them, near and far."""

from __future__ import annotations

import random
from collections import deque
from dataclasses import dataclass, field
from typing import Any

from introplan.errors import IntroplanError
from introplan.mdp import Status, attempt
from introplan.programs.freezing import kept
from introplan.programs.program import ProgramTask
from introplan.symbolic.budget import Budget

NEAR_STATES = 250
"""States around the start that are visited breadth first: enough for every part of a state to
change at least once in all shipped worlds, and a few milliseconds."""

RANDOM_WALKS, WALK_STEPS = 10, 25
"""Walks into what lies beyond: as many steps in all as states near the start."""


@dataclass(slots=True)
class Sample:
    """States, transitions between them, and whether these are all there are."""

    states: list[Any] = field(default_factory=list)
    transitions: list[tuple[Any, Any, Any, float, Status]] = field(default_factory=list)
    is_complete: bool = False
    error: IntroplanError | None = None

    @property
    def largest_reward(self) -> float | None:
        """The largest reward that was seen."""
        return max((reward for *_, reward, _ in self.transitions), default=None)


def sampled(
    task: ProgramTask, budget: Budget, *, near: int = NEAR_STATES, walks: bool = True
) -> Sample:
    """States near the start, then some that random walks lead to."""
    sample = Sample()
    try:
        sample.is_complete = _breadth_first(task, sample, near, budget)
        if not sample.is_complete and near <= NEAR_STATES and walks:
            _walk(task, sample, budget)
    except IntroplanError as error:
        sample.error = error
    return sample


def _breadth_first(task: ProgramTask, sample: Sample, most: int, budget: Budget) -> bool:
    seen = {kept(task.start)}
    waiting = deque([task.start])
    sample.states.append(task.start)
    while waiting:
        state = waiting.popleft()
        for action in task.actions(state):
            after = _step(task, sample, state, action)
            key = None if after is None else kept(after)
            if after is not None and key not in seen:
                if len(seen) >= most or budget.is_over:
                    return False
                seen.add(key)
                sample.states.append(after)
                waiting.append(after)
    return True


def _step(task: ProgramTask, sample: Sample, state: Any, action: Any) -> Any | None:
    """Take a step and note it; None where the episode cannot go on."""
    outcome = attempt(task, state, action)
    if outcome is None:
        return None
    sample.transitions.append((state, action, outcome.state, outcome.reward, outcome.status))
    return outcome.state if outcome.status is Status.CONTINUE else None


def _walk(task: ProgramTask, sample: Sample, budget: Budget) -> None:
    rng = random.Random(0)
    for _ in range(RANDOM_WALKS):
        state = task.start
        for _ in range(WALK_STEPS):
            actions = task.actions(state)
            if not actions or budget.is_over:
                break
            after = _step(task, sample, state, rng.choice(actions))
            if after is not None:
                state = after
                sample.states.append(state)
