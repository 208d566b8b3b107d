"""Which door an object belongs to: what to call instead of the function it was given to.

    ip.plan(env)          plan takes a task, got Lift; ip.from_env(…) makes one of it
    ip.from_env(puzzle)   Puzzle has no step(action); it looks like a search
                          problem: ip.from_problem(…)

Only names are looked at; nothing of the object is called.
"""

from __future__ import annotations

import os

from introplan.errors import UsageError

SEARCH_NAMES = (
    "goal_test", "is_goal", "isGoalState", "is_goal_state", "is_terminal", "result", "successors",
    "getSuccessors", "successor", "apply_action", "legal_actions",
)  # fmt: skip
"""Methods of a search problem or a game, one of which is enough to point to `from_problem`."""

RDDL_DOOR = "introplan.interop.rddl.task(…) makes one of an environment of pyRDDLGym"

MAX_NAMES_SHOWN = 12
"""Attributes of an object in a message about it."""


def door_for(found: object) -> str:
    """What makes a task of `found`, in words; empty where nothing is known that does."""
    if isinstance(found, str | os.PathLike):
        return _door_for_path(os.fspath(found))
    if isinstance(found, type):
        return f"{found.__name__} is a class; make an object of it"
    if is_of_rddl(found):
        return RDDL_DOOR
    if _has(found, "transition") and _has(found, "task"):
        return "a program has them: program(...).task(start)"
    if _has(found, "step"):
        return "ip.from_env(…) makes one of an object with a step"
    if any(_has(found, name) for name in SEARCH_NAMES):
        return "ip.from_problem(…) makes one of a search problem"
    if callable(found):
        return "ip.program(actions=…, step=…).task(start) makes one of a function"
    return ""


def is_of_rddl(found: object) -> bool:
    """Is it an environment of pyRDDLGym, or its model?"""
    return any(kind.__module__.partition(".")[0] == "pyRDDLGym" for kind in type(found).__mro__)


def is_for_doors(kind: type) -> bool:
    """Are objects of this class environments or search problems, by the names of their methods?"""
    return _has(kind, "step") or any(_has(kind, name) for name in SEARCH_NAMES)


def _door_for_path(path: str | bytes) -> str:
    text = os.fsdecode(path)
    if text.endswith(".py"):
        return f"ip.read_program({text!r}) reads one"
    if text.endswith((".pddl", ".rddl")):
        return "ip.read(domain, problem) reads one"
    return ""


def check_environment(env: object) -> None:
    """Raise `UsageError` unless `env` has a step or a table, with what it should be given to."""
    kind = type(env).__name__
    if isinstance(env, type):
        raise UsageError(f"{env.__name__} is a class; hand an object: from_env({env.__name__}())")
    if is_of_rddl(env):
        raise UsageError(f"{kind} is read from its rules in RDDL: {RDDL_DOOR}")
    if _has(env, "step") or isinstance(getattr(env, "P", None), dict):
        return
    if any(_has(env, name) for name in SEARCH_NAMES):
        advice = "; it looks like a search problem: ip.from_problem(…)"
    else:
        own = [name for name in dir(env) if not name.startswith("_")]
        has = ", ".join(own[:MAX_NAMES_SHOWN]) or "nothing"
        advice = f"; it has: {has}. Or give the functions: ip.program(actions=…, step=…)"
    raise UsageError(f"{kind} has no step(action), which an environment needs{advice}")


def _has(found: object, name: str) -> bool:
    try:
        return callable(getattr(found, name, None))
    except Exception:  # a property may raise anything
        return False
