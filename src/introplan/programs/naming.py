"""Does a `terminal` name success? Read off its code, since calling it shows only some answers.

A `terminal` that can answer `Status.SUCCESS`, or the word "success", names success: then only
plans that succeed are plans. One that answers True says that the episode is over, and no more.
What counts is where the name stands in the syntax tree: `return Status.SUCCESS` gives an answer,
`info["success"]` and `result == Result.SUCCESS` ask a question. Functions that are called are
read as well. Where there is no source text, the names in the byte code decide.
"""

from __future__ import annotations

import ast
import functools
import inspect
import textwrap
from collections.abc import Callable, Iterator
from types import CodeType, FunctionType, MethodType
from typing import Any

from introplan.mdp import Status
from introplan.programs.stepping import end_of, is_derived

WORD = str(Status.SUCCESS)

_QUESTIONS = (ast.Compare, ast.Subscript, ast.keyword, ast.JoinedStr)
"""Below these a name is part of a question, not of an answer."""


def names_success(terminal: Callable[..., Any] | None) -> bool:
    """Can the answer of `terminal` be success, as far as its code says?"""
    step = getattr(terminal, "__wrapped__", None)
    if terminal is not None and step is not None and is_derived(terminal, step):
        return _step_names_success(step)
    seen: set[int] = set()
    waiting: list[object] = [] if terminal is None else [terminal]
    while waiting:
        function = _plain(waiting.pop())
        if function is None or id(function) in seen:
            continue
        seen.add(id(function))
        if _answers_success(function):
            return True
        waiting.extend(_called(function))
    return False


def _step_names_success(step: Callable[..., Any]) -> bool:
    """Can the end in an answer of `step` be success?

    The word alone is no answer elsewhere: states and infos have keys of that name.
    """
    function = _plain(step)
    if function is None:
        return False
    known = {**function.__globals__, **_closure(function)}
    ends = [part for end in end_of(function) for part in (end, *_answers(end))]
    calls = [c for c in ends if isinstance(c, ast.Call) and isinstance(c.func, ast.Name)]
    called = [known.get(c.func.id) for c in calls if isinstance(c.func, ast.Name)]
    return any(_is_success(part, known) for part in ends) or any(
        names_success(inner) for inner in called if isinstance(inner, FunctionType)
    )


def _plain(found: object) -> FunctionType | None:
    """The Python function behind a method, a partial, a decorator or an object that is called."""
    while not isinstance(found, FunctionType):
        if isinstance(found, MethodType):
            found = found.__func__
        elif isinstance(found, functools.partial):
            found = found.func
        elif isinstance(found, type) or not callable(found):
            return None
        elif hasattr(found, "__wrapped__"):
            found = found.__wrapped__
        else:
            found = vars(type(found)).get("__call__")
    return found


def _answers_success(function: FunctionType) -> bool:
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, TypeError, SyntaxError, ValueError):
        return _mentions_success(function.__code__)
    known = {**function.__globals__, **_closure(function)}
    roots = _lambdas(tree, function) or [tree]
    return any(_is_success(node, known) for root in roots for node in _answers(root))


def _lambdas(tree: ast.AST, function: FunctionType) -> list[ast.AST]:
    """The lambdas that a function may be: its source is the whole statement around it."""
    if function.__name__ != "<lambda>":
        return []
    code = function.__code__
    names = list(code.co_varnames[: code.co_argcount])
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Lambda)]
    return [node for node in found if [arg.arg for arg in node.args.args] == names]


def _answers(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a tree that can be part of an answer."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, _QUESTIONS):
            continue
        if isinstance(child, ast.Constant) and isinstance(node, ast.Expr | ast.Call):
            continue  # a docstring, or a name that is asked for: info.get("success")
        yield child
        yield from _answers(child)


def _is_success(node: ast.AST, known: dict[str, Any]) -> bool:
    match node:
        case ast.Constant(value=value):
            return isinstance(value, str) and value == WORD
        case ast.Name(id=name):
            return _holds_success(known.get(name))
        case ast.Attribute(value=ast.Name(id=name), attr="SUCCESS"):
            # A name that is not known here may be a local one for `Status`.
            return name not in known or getattr(known[name], "SUCCESS", None) is Status.SUCCESS
        case ast.Attribute(attr="SUCCESS"):
            return True
        case _:
            return False


def _holds_success(value: object) -> bool:
    """Is a global the status, or a table that holds it?"""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list | tuple | set | frozenset):
        return any(v is Status.SUCCESS for v in value)
    return value is Status.SUCCESS


def _mentions_success(code: CodeType) -> bool:
    inner = (c for c in code.co_consts if isinstance(c, CodeType))
    is_named = "SUCCESS" in code.co_names or WORD in code.co_consts
    return is_named or any(map(_mentions_success, inner))


def _called(function: FunctionType) -> Iterator[object]:
    """The Python functions that the names in a function's code stand for."""
    known = {**function.__globals__, **_closure(function)}
    names = (*function.__code__.co_names, *function.__code__.co_freevars)
    for name in names:
        found = known.get(name)
        if isinstance(found, FunctionType | MethodType | functools.partial):
            yield found


def _closure(function: FunctionType) -> dict[str, Any]:
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=False)
    return {name: cell.cell_contents for name, cell in cells if _is_filled(cell)}


def _is_filled(cell: Any) -> bool:
    try:
        return cell.cell_contents is not None
    except ValueError:  # not filled yet
        return False
