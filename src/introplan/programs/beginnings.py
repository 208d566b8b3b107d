"""Putting an environment where a task is to begin: back to the start, or into a given state."""

from __future__ import annotations

import contextlib
import inspect
import random
import sys
from typing import Any

from introplan.errors import UsageError
from introplan.programs.copying import copied
from introplan.programs.user_code import blaming_users, shown


def reset(env: Any, seed: int) -> None:
    """Back to the start, where there is a way to say so."""
    again = getattr(env, "reset", None)
    if not callable(again):
        return
    with blaming_users():
        try:
            again(seed=seed)
            return
        except TypeError:
            _seed(env, seed)
        _check_takes_nothing(again, type(env).__name__)
        again()


def _check_takes_nothing(again: Any, kind: str) -> None:
    try:
        signature = inspect.signature(again)
    except (TypeError, ValueError):
        return  # written in C: nothing to read
    try:
        signature.bind()
    except TypeError:
        raise UsageError(
            f"{kind}.reset takes {signature}, which is not known here; "
            "reset it yourself and say that it stands there: from_env(env, start=env)"
        ) from None


def put_into(env: Any, start: Any) -> None:
    """Put an environment into a state."""
    if callable(getattr(env, "set_state", None)):
        env.set_state(start)
    elif isinstance(start, dict) and start.keys() <= vars(env).keys():
        for name, value in start.items():
            setattr(env, name, copied(value))
    else:
        known = ", ".join(sorted(vars(env))[:12])
        raise UsageError(
            f"start is a dictionary of attributes ({known}), or what set_state takes; "
            f"got {shown(start)}"
        )


def _seed(env: Any, seed: int) -> None:
    """Let an environment whose `reset` takes no seed start the same every time."""
    random.seed(seed)
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        numpy.random.seed(seed)
    if callable(getattr(env, "seed", None)):
        with contextlib.suppress(Exception):
            env.seed(seed)


def takes_nothing(method: Any) -> bool:
    """Can a method be called without arguments?"""
    try:
        inspect.signature(method).bind()
    except (TypeError, ValueError):
        return False
    return True
