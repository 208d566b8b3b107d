"""Are the distances of a world admissible? Held against the steps that there are.

Shares nothing with what derives distances: states come from `task.actions` and `task.step`. Of a
world too large for that only the near part is seen: ways that were seen are ways in any case.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import introplan as ip
from introplan.introspection.programs.finder import Finder
from introplan.introspection.programs.targets import ENDS, NAMED, end_target
from introplan.programs.freezing import value_of
from introplan.programs.identity import key_of

Step = tuple[Any, Any, Any, float, ip.Status]
"""The state before, the action, the state after, the reward and how the episode goes on."""


@dataclass(slots=True)
class Seen:
    """States, and the steps from each."""

    states: list[Any]
    steps: list[list[tuple[int, Step]]] = field(default_factory=list)
    is_complete: bool = True

    def fewest(self, is_wanted: Callable[[Step], bool]) -> list[float]:
        """How many steps each state is from the end of one that is wanted."""
        before: list[list[int]] = [[] for _ in self.states]
        found = [math.inf] * len(self.states)
        for number, steps in enumerate(self.steps):
            for target, step in steps:
                if is_wanted(step):
                    found[number] = 1
                elif target >= 0:
                    before[target].append(number)
        queue = deque(number for number, steps in enumerate(found) if steps == 1)
        while queue:
            number = queue.popleft()
            for earlier in before[number]:
                if found[earlier] == math.inf:
                    found[earlier] = found[number] + 1
                    queue.append(earlier)
        return found


def seen_near(task: Any, limit: int) -> Seen:
    """The states near the start, breadth first."""
    numbers, seen = {key_of(value_of(task.start)): 0}, Seen([task.start])
    for state in seen.states:
        if len(seen.states) > limit:
            seen.is_complete = False
            break
        seen.steps.append([])
        for action in task.actions(state):
            try:
                after, reward, status = task.step(state, action)
            except ip.NotAllowedError:
                continue
            target, content = -1, value_of(after)
            if status is ip.Status.CONTINUE:
                target = numbers.setdefault(key_of(content), len(seen.states))
                if target == len(seen.states):
                    seen.states.append(after)
            step = (value_of(state), action, content, reward, status)
            seen.steps[-1].append((target, step))
    return seen


def flaws(make: Callable[[], Any], *, limit: int, budget: float) -> Iterator[str]:
    """What is wrong with the distances of a world: to its milestone, the largest reward, ends."""
    # One task for both: made anew, a world may define its enumerations again, and the values of
    # one class equal none of the other: a state that was seen would be none of the world read.
    task = make()
    seen = seen_near(task, limit)
    info = ip.introspect(task, budget=budget)
    met = seen.fewest(lambda step: bool(info.satisfied(*step[:3])))
    if math.isinf(info.heuristic(value_of(seen.states[0]))):
        yield "milestone: out of reach from the start"
    if info.heuristic.admissible:
        yield from _too_large("milestone", info.heuristic, seen, met)
    finder = info.details
    if not isinstance(finder, Finder):
        return
    most = finder.r_max.value
    paid = [math.inf] * len(met) if most is None else seen.fewest(lambda step: step[3] >= most)
    for effort in (0, 1):
        distance = finder.heuristic(finder.reward_target(), effort=effort)
        yield from _too_large(f"r_max, {effort}", distance, seen, paid)
        for aims in (NAMED, ENDS):
            ended = seen.fewest(lambda step, aims=aims: step[4] in aims)  # type: ignore[misc]
            distance = finder.heuristic(end_target(finder.reading, aims), effort=effort)
            yield from _too_large(f"{aims[0].name}, {effort}", distance, seen, ended)


def _too_large(what: str, distance: Any, seen: Seen, fewest: list[float]) -> Iterator[str]:
    for state, steps in zip(seen.states, fewest, strict=True):
        told = distance(value_of(state))
        if told > steps:
            yield f"{what}: {told} for {steps} in {value_of(state)!r}: {distance.text[:200]}"
            return
