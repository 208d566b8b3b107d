"""The numbers that a reward names: all answers of a function, whatever its arguments.

Where the transition is not understood, the shape of states far from the start is not known, and a
reading of the reward that relies on it proves nothing. But most rewards name what they pay:
`return 100 if done else -1` pays 100 or -1 in every world. `possible_answers` looks at nothing but
what is returned: constants, choices between them, sums of a few, constants of the module by name
or from its tables (a constant propagation without conditions; Kildall 1973). Conditions may go
either way.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from types import FunctionType
from typing import Any

from introplan.symbolic.refusal import Refused
from introplan.symbolic.source import FunctionNode, SourceCache, function_node, is_rebound

MAX_ANSWERS = 200
"""Numbers that one expression may stand for; sums of tables are products of these."""

MAX_CALL_DEPTH = 6
"""Functions that call functions; deeper ones are mostly recursive."""

_SUMS: dict[type[ast.AST], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
}


def possible_answers(function: object) -> set[float] | None:
    """All numbers that a function can return; None if they are not known."""
    try:
        return _answers(function, 0)
    except (Refused, _Unclear, RecursionError):
        return None


class _Unclear(Exception):  # noqa: N818 - a signal, never shown
    """A value that is not one of a few."""


def _answers(function: object, calls: int) -> set[float]:
    if not isinstance(function, FunctionType) or calls > MAX_CALL_DEPTH:
        raise _Unclear
    node = function_node(function, SourceCache())
    return _Names(function, node, calls).answers()


@dataclass(slots=True)
class _Names:
    """What the names in a function can stand for."""

    function: FunctionType
    node: FunctionNode
    calls: int

    def answers(self) -> set[float]:
        """What is returned anywhere."""
        if isinstance(self.node, ast.Lambda):
            return self.values(self.node.body)
        found = [part for part in _own_parts(self.node) if _leaves(part)]
        return _few(v for part in found for v in self._left_with(part))

    def _left_with(self, part: ast.AST) -> set[float]:
        if isinstance(part, ast.Return) and part.value is not None:
            return self.values(part.value)
        raise _Unclear

    def values(self, part: ast.expr) -> set[float]:  # noqa: C901 - one case per kind
        """What an expression can be."""
        match part:
            case ast.Constant(value=bool() | int() | float() as value):
                return {value}
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return {-v for v in self.values(operand)}
            case ast.Compare() | ast.UnaryOp(op=ast.Not()):
                return {False, True}
            case ast.IfExp(body=one, orelse=two):
                return self.values(one) | self.values(two)
            case ast.BinOp(left=one, op=op, right=two) if type(op) in _SUMS:
                pairs = product(self.values(one), self.values(two))
                return _few(_SUMS[type(op)](a, b) for a, b in pairs)
            case ast.Name(id=name):
                return self._named(name)
            case ast.Subscript(value=ast.Name(id=name)):
                return self._in_table(name)
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id=name), attr="get"), args=[_, other]
            ):
                return self._in_table(name) | self.values(other)
            case ast.Call(func=ast.Name(id=("float" | "int") as name), args=[inner]):
                return {(float if name == "float" else int)(v) for v in self.values(inner)}
            case ast.Call(func=ast.Name(id=name)):
                return _answers(self._constant(name), self.calls + 1)
            case _:
                raise _Unclear

    def _named(self, name: str) -> set[float]:
        code = self.function.__code__
        if name in code.co_cellvars:
            raise _Unclear  # a function inside may change it
        if name not in code.co_varnames:
            return _few([self._constant(name)])
        found: set[float] = set()
        for part in _own_parts(self.node):
            if name in _answer_bound(part):
                found |= self._assigned(part)
        if not found or name in [
            a.arg for a in ast.walk(self.node.args) if isinstance(a, ast.arg)
        ]:
            raise _Unclear
        return found

    def _assigned(self, part: ast.AST) -> set[float]:
        match part:
            case ast.Assign(targets=[ast.Name()], value=value):
                return self.values(value)
            case ast.AnnAssign(value=ast.expr() as value):
                return self.values(value)
            case _:
                raise _Unclear

    def _in_table(self, name: str) -> set[float]:
        table = self._constant(name)
        if type(table) not in (dict, tuple, list):
            raise _Unclear  # others may have answers of their own to keys that are missing
        return _few(table.values() if isinstance(table, dict) else table)

    def _constant(self, name: str) -> Any:
        """A name that the function does not give a value itself."""
        code = self.function.__code__
        if name in code.co_varnames or name in code.co_freevars:
            raise _Unclear
        if is_rebound(name, self.function, SourceCache()):
            raise _Unclear
        try:
            return self.function.__globals__[name]
        except KeyError:
            raise _Unclear from None


def _few(values: Iterable[Any]) -> set[float]:
    """Not too many numbers, and nothing else."""
    found: set[float] = set()
    for value in values:
        if not isinstance(value, bool | int | float) or len(found) > MAX_ANSWERS:
            raise _Unclear
        found.add(value)
    if not found:
        raise _Unclear
    return found


def _own_parts(node: ast.AST) -> Iterator[ast.AST]:
    """All parts of a function but those of functions inside it."""
    for child in ast.iter_child_nodes(node):
        yield child
        if not isinstance(child, ast.FunctionDef | ast.Lambda | ast.ClassDef):
            yield from _own_parts(child)


def _leaves(part: ast.AST) -> bool:
    """Does a part hand something to the caller?"""
    return isinstance(part, ast.Return | ast.Yield | ast.YieldFrom)


def _answer_bound(part: ast.AST) -> list[str]:
    """The names that a part gives a value."""
    targets: list[ast.AST] = []
    match part:
        case ast.Assign(targets=found):
            targets = list(found)
        case ast.AnnAssign(target=target) | ast.AugAssign(target=target):
            targets = [target]
        case ast.For(target=target) | ast.NamedExpr(target=target):
            targets = [target]
        case ast.comprehension(target=target):
            targets = [target]
        case ast.With(items=items):
            targets = [i.optional_vars for i in items if i.optional_vars is not None]
        case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
            return [name]
        case ast.ExceptHandler(name=str(name)) | ast.FunctionDef(name=name):
            return [name]
    return [n.id for t in targets for n in ast.walk(t) if isinstance(n, ast.Name)]
