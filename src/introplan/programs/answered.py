"""What the step of an environment answers: the reward, and whether the episode is over.

Gymnasium's five parts and the four before them, `(observation, reward)` with or without `done`,
and dm_env's `TimeStep`, which says by `last()` whether it is the last one and pays None at first.
"""

from __future__ import annotations

from typing import Any

from introplan.programs.user_code import shown


def answered(answer: Any) -> tuple[float, bool]:
    """The reward and the end in an answer; raises `TypeError` for what is none."""
    last = getattr(answer, "last", None)
    if callable(last) and hasattr(answer, "reward"):
        return float(answer.reward or 0), bool(last())
    if not isinstance(answer, tuple | list) or len(answer) < 2:
        raise TypeError(f"step must give (observation, reward, done), got {shown(answer)}")
    done = bool(answer[2]) if len(answer) > 2 else False
    return float(answer[1]), done or (len(answer) == 5 and bool(answer[3]))
