"""The whole truth about small programs, by looking at every state that can be reached."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Hashable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from introplan.mdp import NotAllowedError, Status
from introplan.programs.freezing import kept
from introplan.programs.program import ProgramTask

Edge = tuple[Hashable, Any, Hashable, float, Status]


@dataclass
class Truth:
    """Every reachable state, every transition, the largest reward and the distances to it."""

    task: ProgramTask
    values: dict[Hashable, Any] = field(default_factory=dict)
    edges: list[tuple[Any, Any, Any, float, Status]] = field(default_factory=list)

    @cached_property
    def r_max(self) -> float:
        """The largest reward that any reachable transition pays."""
        return max(reward for *_, reward, _ in self.edges)

    def distances(self) -> dict[Hashable, float]:
        """From each state the least number of steps until r_max is paid."""
        before: dict[Hashable, list[Hashable]] = {}
        found: dict[Hashable, float] = {}
        for state, _, after, reward, status in self.edges:
            if status is Status.FAILURE:
                continue
            if reward == self.r_max:
                found[kept(state)] = 1
            elif status is Status.CONTINUE:
                before.setdefault(kept(after), []).append(kept(state))
        waiting = deque(found)
        while waiting:
            state = waiting.popleft()
            for earlier in before.get(state, ()):
                if earlier not in found:
                    found[earlier] = found[state] + 1
                    waiting.append(earlier)
        return {state: found.get(state, math.inf) for state in self.values}

    def best_scores(self, horizon: int) -> list[dict[Hashable, float]]:
        """For each number of moves up to the horizon, the best score from each state."""
        found: list[dict[Hashable, float]] = [dict.fromkeys(self.values, 0.0)]
        ways: dict[Hashable, list[tuple[float, Hashable | None]]] = {}
        for state, _, after, reward, status in self.edges:
            if status is not Status.FAILURE:
                goes_on = kept(after) if status is Status.CONTINUE else None
                ways.setdefault(kept(state), []).append((reward, goes_on))
        for _ in range(horizon):
            later = found[-1]
            scores = {s: [r + later.get(t, 0.0) for r, t in ways.get(s, ())] for s in self.values}
            found.append({state: max(some, default=0.0) for state, some in scores.items()})
        return found


def truth(task: ProgramTask, *, limit: int = 40_000) -> Truth:
    """Explore everything."""
    found = Truth(task, {kept(task.start): task.start})
    waiting = deque([task.start])
    while waiting:
        state = waiting.popleft()
        for action in task.actions(state):
            try:
                outcome = task.step(state, action)
            except NotAllowedError:
                continue
            found.edges.append((state, action, outcome.state, outcome.reward, outcome.status))
            key = kept(outcome.state)
            if outcome.status is Status.CONTINUE and key not in found.values:
                found.values[key] = outcome.state
                waiting.append(outcome.state)
                assert len(found.values) <= limit, "too large for an oracle"
    return found
