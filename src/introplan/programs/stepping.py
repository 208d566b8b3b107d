"""Worlds that are one function: `step(s, a)` gives the state after, the reward and the end.

Three habits are known: `(s2, reward)`, `(s2, reward, done)` and Gymnasium's `(s2, reward,
terminated, truncated, info)`, also as it was before: `(s2, reward, done, info)`. `done` is what
`terminal` may answer. None instead, or None for the state after, means that the action is not
allowed, and so does raising.

A search calls `step` once for each move. Everything else in this package asks for a transition, a
reward and an end, so these are derived from `step` as functions of their own, which call it again.
They are written plainly: the reader of programs reads them, and `step` through them.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterator
from functools import lru_cache
from types import CodeType
from typing import Any

from introplan.mdp import NotAllowedError, Status
from introplan.programs.copying import copied
from introplan.programs.user_code import shown, wrong_answer

__forwards__ = True
"""The functions made here call the user's, and lines are asked for in those (`symbolic`)."""

WANTED = (
    "(state, reward), (state, reward, done), (state, reward, done, info) or Gymnasium's five, "
    "or None where not allowed"
)


def transition_of(step: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """The state after, as a function of its own; raises where `step` answers None."""

    def transition(state: Any, action: Any) -> Any:
        answer = step(state, action)
        if answer is None:
            raise ValueError("step returned None")
        return answer[0]

    return _derived(transition, step)


def answer_of(step: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """All of the answer of a step that is allowed: what readers of programs ask once for all."""

    def answer(state: Any, action: Any) -> Any:
        given = step(state, action)
        if given is None:
            raise ValueError("step returned None")
        return given

    return _derived(answer, step)


def reward_of(step: Callable[[Any, Any], Any]) -> Callable[[Any, Any, Any], float]:
    """The reward as a function of its own."""

    def reward(state: Any, action: Any, after: Any) -> Any:
        return step(copied(state), action)[1]

    return _derived(reward, step)


def reward_in(answer: Any) -> Any:
    """The reward in an answer of `step`; read in place of the function that `reward_of` makes."""
    return answer[1]


def terminal_of(step: Callable[[Any, Any], Any]) -> Callable[[Any, Any, Any], Any]:
    """The end of an episode as a function of its own."""

    def terminal(state: Any, action: Any, after: Any) -> Any:
        return end_in(step(copied(state), action))

    return _derived(terminal, step)


def end_in(answer: Any) -> Any:
    """The end in an answer of `step`, as far as `terminal` may answer it."""
    if len(answer) < 3:
        return False
    done = answer[2]
    if len(answer) == 5 and answer[3] and (not done or done is Status.CONTINUE):
        return True
    return done


def _derived(function: Callable[..., Any], step: Callable[..., Any]) -> Callable[..., Any]:
    """The function, which is placed in files where `step` is."""
    function.__wrapped__ = step  # type: ignore[attr-defined]
    return function


def is_derived(function: object, step: Callable[..., Any] | None) -> bool:
    """Was the function made from `step` here?"""
    return step is not None and getattr(function, "__wrapped__", None) is step


def taken(step: Callable[[Any, Any], Any], answer: Any) -> tuple[Any, Any, Any]:
    """The state after, the reward and the end in an answer of `step`.

    Raises `NotAllowedError` for None, `ModelError` for what is no such answer.
    """
    if answer is None:
        if returns_nothing(step):
            raise wrong_answer("step", step, f"must return {WANTED}; it returns nothing")
        raise NotAllowedError("step returned None")
    if not isinstance(answer, tuple | list) or not 2 <= len(answer) <= 5:
        raise wrong_answer("step", step, f"must return {WANTED}, got {shown(answer)}")
    if len(answer) == 2:
        return answer[0], answer[1], False
    done = answer[2]
    if len(answer) == 5 and answer[3] and (not done or done is Status.CONTINUE):
        done = True
    return answer[0], answer[1], done


def has_end(step: Callable[..., Any]) -> bool:
    """May an answer of `step` say that the episode is over? Read off what it returns."""
    lengths = {_length(found) for found in _returned(step)}
    return lengths != {2}


def returns_nothing(function: Callable[..., Any]) -> bool:
    """Does a function return None and nothing else, as far as its code says?"""
    code = getattr(inspect.unwrap(function), "__code__", None)
    return _only_none(code) if isinstance(code, CodeType) else _is_none(_returned(function))


@lru_cache(maxsize=64)
def _only_none(code: CodeType) -> bool:
    # Asked for every move that is not allowed; finding the text takes 0.5 ms.
    return _is_none(_returned(code))


def _is_none(returned: Iterator[ast.AST]) -> bool:
    return all(isinstance(value, ast.Constant) and value.value is None for value in returned)


def end_of(step: Callable[..., Any]) -> Iterator[ast.AST]:
    """The expressions for `done` in the answers of `step`, by its source text."""
    returned = [*_returned(step)]
    ends = [v.elts[2] for v in returned if isinstance(v, ast.Tuple) and len(v.elts) > 2]
    yield from ends
    names = {end.id for end in ends if isinstance(end, ast.Name)}
    for node in ast.walk(_tree(step)):
        if isinstance(node, ast.Assign):
            targets = {t.id for t in node.targets if isinstance(t, ast.Name)}
            if targets & names:
                yield node.value


def _length(value: ast.AST) -> int | None:
    """How many parts a returned value has; None if its text does not tell."""
    if not isinstance(value, ast.Tuple) or any(isinstance(e, ast.Starred) for e in value.elts):
        return None
    return len(value.elts)


def _returned(function: Callable[..., Any] | CodeType) -> Iterator[ast.AST]:
    """What stands after `return`, without `return None` where there is more."""
    found = [*_all_returned(_tree(function))]
    some = [v for v in found if not (isinstance(v, ast.Constant) and v.value is None)]
    yield from some or found or ()


def _all_returned(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Lambda(body=body):
            yield body
        case ast.Return(value=value):
            yield ast.Constant(None) if value is None else value
        case ast.Yield() | ast.YieldFrom():
            yield node
        case _:
            for child in ast.iter_child_nodes(node):
                if not isinstance(child, ast.FunctionDef | ast.ClassDef | ast.Lambda):
                    yield from _all_returned(child)


def _tree(function: Callable[..., Any] | CodeType) -> ast.AST:
    """The syntax tree of a function; an unknown answer where its text is not to be had."""
    unknown = ast.Lambda(args=None, body=ast.Name("unknown"))  # type: ignore[arg-type]
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)).strip())
    except (OSError, TypeError, SyntaxError, ValueError):
        return unknown
    body = tree.body[0] if tree.body else unknown
    if isinstance(body, ast.FunctionDef):
        return ast.Module(body=body.body, type_ignores=[])
    lambdas = [node for node in ast.walk(tree) if isinstance(node, ast.Lambda)]
    return lambdas[0] if len(lambdas) == 1 else unknown
