"""A breadth-first search as people write it, to measure planning against."""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable
from copy import deepcopy
from typing import Any

from introplan.programs.freezing import value_of
from wild.exhaustive import MAX_SECONDS, MAX_STATES, SIMPLE, Best, frozen


def plain_search(task: Any, wanted: Best) -> tuple[float, int]:
    """Processor seconds of a breadth-first search as people write it, and the states it saw.

    It calls the world's own functions. It stops at the first way that scores what is best; a world
    whose best is not on such a way has to be looked at as a whole.
    """
    program, started = task.program, time.process_time()
    copy: Callable[[Any], Any] = deepcopy if _is_mutable(value_of(task.start)) else _same
    first = copy(value_of(task.start))
    queue, seen, scores = deque([first]), {frozen(first)}, deque([0.0])
    while queue:
        state, score = queue.popleft(), scores.popleft()
        listed = program.actions(copy(state)) if callable(program.actions) else program.actions
        for action in listed:
            try:
                after = program.transition(copy(state), action)
            except Exception:
                continue
            if after is None:
                continue
            reward = program.reward(state, action, after)
            over = program.terminal(state, action, after) if program.terminal else False
            if _is_best(wanted, score + reward, reward, over):
                return time.process_time() - started, len(seen)
            key = frozen(after)
            if not over_for_good(over) and key not in seen:
                seen.add(key)
                queue.append(after)
                scores.append(score + reward)
        if len(seen) > MAX_STATES or time.process_time() - started > MAX_SECONDS:
            break
    return time.process_time() - started, len(seen)


def over_for_good(said: Any) -> bool:
    """Does this answer of `terminal` end the episode?"""
    return bool(said) and str(getattr(said, "name", said)).lower() != "continue"


def _is_best(wanted: Best, score: float, reward: float, over: Any) -> bool:
    if wanted.aim == "reward":
        return reward == wanted.score
    name = str(getattr(over, "name", over)).lower()
    if wanted.aim == "success":
        return name == "success" and math.isclose(score, wanted.score, abs_tol=1e-6)
    return over_for_good(over) and math.isclose(score, wanted.score, abs_tol=1e-6)


def _same(value: Any) -> Any:
    return value


def _is_mutable(value: Any) -> bool:
    if isinstance(value, tuple | frozenset):
        return any(map(_is_mutable, value))
    return not isinstance(value, SIMPLE)
