"""Branches that an object never takes, since what they ask of it never changes.

    if self.render_mode == "human":
        self._render_frame()

Where steps set no attribute of that name and it holds a plain value, the test has one answer. What
is behind a branch that is never taken is no part of what a step may call (constant propagation and
dead code, Wegman and Zadeck 1991, for the attributes of one object).

That holds for methods of the object's own classes, whose first argument is the object: of these
classes there may be no other object, and a step may make none.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterator
from typing import Any

from introplan.programs.attribute_writes import names_stored
from introplan.programs.method_sources import Methods, below
from introplan.programs.reached import names_of, reached

PLAIN = (bool, int, str, type(None))
"""Types of the values that are known."""

MAKING = frozenset({"type", "__class__", "__new__"})
"""Names by which a step may make another object of a class that it does not name."""

COMPARED: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.In: lambda one, many: one in many,
    ast.NotIn: lambda one, many: one not in many,
}


class Unknown(Exception):  # noqa: N818 - no error of the user's
    """What this is depends on more than what never changes."""


def drop_dead_branches(env: Any, methods: Methods, starts: tuple[str, ...]) -> None:
    """Take branches that are never taken out of the trees of an object's methods."""
    kinds = _kinds(env, methods)
    if any(isinstance(part, kinds) for part in below(env) if part is not env):
        return
    functions = {id(value) for kind in kinds for value in vars(kind).values()}
    own = [tree for f, tree in methods.trees.items() if id(f) in functions and _has_self(tree)]
    while True:
        trees = reached(methods, starts)
        words = {word for tree in trees for word in names_of(tree)}
        if words & {kind.__name__ for kind in kinds} or words & MAKING:
            return
        stored = names_stored(trees)
        known = {n: v for n, v in vars(env).items() if n not in stored and type(v) in PLAIN}
        if not sum(_folded(tree, known) for tree in own):
            return


def _kinds(env: Any, methods: Methods) -> tuple[type, ...]:
    """The classes of an object whose methods are known."""
    known = {id(function) for function in methods.trees}
    kinds = type(env).__mro__
    return tuple(k for k in kinds if any(id(value) in known for value in vars(k).values()))


def _has_self(tree: ast.FunctionDef) -> bool:
    """Is there a first argument, which stays what it is?"""
    first = tree.args.args[:1]
    set_again = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and _is_set(n)}
    return bool(first) and first[0].arg not in set_again


def _is_set(node: ast.Name) -> bool:
    return not isinstance(node.ctx, ast.Load)


def _folded(tree: ast.FunctionDef, known: dict[str, Any]) -> bool:
    """Put the branch that is taken in the place of a choice; was there one?"""
    folding = _Folding(tree.args.args[0].arg, known)
    folding.generic_visit(tree)
    return folding.has_changed


class _Folding(ast.NodeTransformer):
    def __init__(self, own: str, known: dict[str, Any]) -> None:
        self.own, self.known, self.has_changed = own, known, False

    def visit_If(self, node: ast.If) -> Any:
        """One of the two blocks, where it is known which."""
        self.generic_visit(node)
        try:
            is_so = bool(self._value(node.test))
        except Unknown:
            return node
        self.has_changed = True
        return (node.body if is_so else node.orelse) or ast.copy_location(ast.Pass(), node)

    def visit_IfExp(self, node: ast.IfExp) -> Any:
        """One of the two values, likewise."""
        self.generic_visit(node)
        try:
            is_so = bool(self._value(node.test))
        except Unknown:
            return node
        self.has_changed = True
        return node.body if is_so else node.orelse

    def generic_visit(self, node: ast.AST) -> ast.AST:
        """And nothing after the end of a block."""
        super().generic_visit(node)
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list):
                block[:] = [*_until_it_ends(block)]
        return node

    def _value(self, node: ast.expr) -> Any:
        """What an expression is in every state."""
        match node:
            case ast.Constant(value=value):
                return value
            case ast.Attribute(value=ast.Name(id=name), attr=attr):
                if name == self.own and attr in self.known:
                    return self.known[attr]
            case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Set(elts=parts):
                return [self._value(part) for part in parts]
            case ast.UnaryOp(op=ast.Not(), operand=part):
                return not self._value(part)
            case ast.BoolOp(op=ast.And(), values=parts):
                return self._value(parts[0]) and all(self._value(part) for part in parts[1:])
            case ast.BoolOp(op=ast.Or(), values=parts):
                return self._value(parts[0]) or any(self._value(part) for part in parts[1:])
            case ast.Compare(left=one, ops=[op], comparators=[other]) if type(op) in COMPARED:
                return self._compared(COMPARED[type(op)], one, other)
        raise Unknown

    def _compared(self, test: Callable[[Any, Any], bool], one: ast.expr, other: ast.expr) -> bool:
        try:
            return test(self._value(one), self._value(other))
        except TypeError:
            raise Unknown from None


def _until_it_ends(block: list[ast.stmt]) -> Iterator[ast.stmt]:
    for statement in block:
        yield statement
        if isinstance(statement, ast.Return | ast.Raise | ast.Break | ast.Continue):
            return
