"""Observations in dm_env's time steps, which no rule asks for.

return dm_env.transition(reward=0.0, observation=self._observation())
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from types import FunctionType
from typing import Any, TypeAlias

from introplan.programs.method_sources import Methods
from introplan.programs.reached import reached

PLACES = {"restart": 0, "transition": 1, "termination": 1, "truncation": 1, "TimeStep": 3}
"""Where the observation is among the arguments of what makes a time step."""


Made: TypeAlias = tuple[ast.FunctionDef, ast.Call, ast.expr]


def observations_in(methods: Methods, starts: Iterable[str]) -> Iterator[Made]:
    """The observations in the time steps that methods return, with the calls that make these.

    The methods are those that are reached from `starts`.

    None where a method looks into a time step for more than its reward and its end.
    """
    found = [
        (tree, node.value, part)
        for function, tree in methods.trees.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Return) and isinstance(node.value, ast.Call)
        for part in _observation(function, node.value)
    ]
    makers = {tree.name for tree, _, _ in found}
    if all(_hands_on(tree, makers) for tree in reached(methods, starts)):
        yield from found


def _observation(function: FunctionType, call: ast.Call) -> Iterator[ast.expr]:
    """The observation that a call puts into a time step, if that is what it does."""
    made = _named(function, call.func)
    name = getattr(made, "__name__", None)
    if name not in PLACES or not str(made.__module__).startswith("dm_env"):
        return
    yield from (keyword.value for keyword in call.keywords if keyword.arg == "observation")
    if not any(isinstance(argument, ast.Starred) for argument in call.args):
        yield from call.args[PLACES[name] : PLACES[name] + 1]


def _named(function: FunctionType, node: ast.expr) -> Any:
    """What a name, or a name in a module, stands for."""
    match node:
        case ast.Name(id=name):
            return function.__globals__.get(name)
        case ast.Attribute(value=ast.Name(id=module), attr=name):
            return getattr(function.__globals__.get(module), name, None)
        case _:
            return None


def _hands_on(tree: ast.FunctionDef, makers: set[str]) -> bool:
    """Does a function return time steps that it gets, or ask them by other names alone?"""
    names, seen = set[str](), set[int]()
    for node in ast.walk(tree):
        match node:
            case ast.Return(value=ast.Call() as call) | ast.Expr(value=ast.Call() as call):
                seen.add(id(call))
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call() as call):
                if _maker(call) in makers:
                    names.add(name)
                    seen.add(id(call))
    for node in ast.walk(tree):
        match node:
            case ast.Return(value=ast.Name() as owner) | ast.Attribute(value=ast.Name() as owner):
                if not isinstance(node, ast.Attribute) or node.attr != "observation":
                    seen.add(id(owner))
    return all(
        id(node) in seen
        for node in ast.walk(tree)
        if (isinstance(node, ast.Call) and _maker(node) in makers)
        or (isinstance(node, ast.Name) and node.id in names and isinstance(node.ctx, ast.Load))
    )


def _maker(call: ast.Call) -> str | None:
    match call.func:
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
        case _:
            return None
