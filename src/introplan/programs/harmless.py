"""Does evaluating an expression change anything that was there before? By the text alone.

What a function made itself it may change. Methods that are known to change their object are not
harmless; functions that cannot be found by their names are of libraries, which know nothing of the
user's objects.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator

from introplan.programs.method_sources import Methods

GROWING = frozenset({"append", "add", "extend", "update", "insert", "appendleft", "clear"})
"""Methods that change a container of Python's own and cannot be asked for anything."""

CHANGING = GROWING | {
    "remove", "discard", "pop", "popleft", "popitem", "setdefault", "sort", "reverse", "rotate",
    "fill", "put", "itemset", "resize", "shuffle", "send", "write", "seed", "__setattr__",
}  # fmt: skip

FRESH = frozenset(
    {"copy", "list", "dict", "set", "tuple", "sorted", "deepcopy", "astype", "tolist"}
)
"""Calls whose result is held nowhere else, besides those of numpy's functions that make arrays."""


def changed_names(statement: ast.AST) -> Iterator[ast.Name]:
    """The local name whose value a statement changes in place, and asks nothing of."""
    match statement:
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name() as owner, attr=name))):
            if name in GROWING:
                yield owner
        case ast.Assign(targets=[ast.Subscript(value=ast.Name() as owner)]):
            yield owner


def is_harmless(methods: Methods, node: ast.AST, seen: frozenset[str] = frozenset()) -> bool:
    """Does evaluating this change nothing that a rule reads, as far as the text says?"""
    own = {id(n) for n in changed_names(node)}
    for part in ast.walk(node):
        match part:
            case ast.Yield() | ast.YieldFrom() | ast.Await() | ast.Global() | ast.Nonlocal():
                return False
            case ast.NamedExpr():
                return False
            case ast.Call(func=function):
                if not _is_harmless_call(methods, function, own, seen):
                    return False
    return True


def _is_harmless_call(
    methods: Methods, function: ast.expr, own: set[int], seen: frozenset[str]
) -> bool:
    match function:
        case ast.Attribute(value=owner, attr=name):
            if name in CHANGING and id(owner) not in own:
                return False
        case ast.Name(id=name):
            pass
        case _:
            return False
    if name in seen:
        return True
    trees = [*methods.named(name)]
    if not trees and _may_be_an_alias(function):
        trees = methods.held
    trees += [t for f, t in methods.all_trees.items() if f.__qualname__ == f"{name}.__init__"]
    return all(_writes_nothing(methods, tree, seen | {name}) for tree in trees)


def _may_be_an_alias(function: ast.expr) -> bool:
    """Is it called by a local name, or an attribute of the object, that may be any function?"""
    match function:
        case ast.Attribute(value=ast.Name(id="self")):
            return True
        case ast.Name(id=name):
            return not hasattr(builtins, name)
        case _:
            return False


def _writes_nothing(methods: Methods, tree: ast.FunctionDef, seen: frozenset[str]) -> bool:
    """Does a function change only what it made itself?"""
    own = _own_calls(tree)
    if own is None:
        return False
    for node in tree.body:
        for part in ast.walk(node):
            match part:
                case ast.Global() | ast.Nonlocal() | ast.Yield() | ast.YieldFrom():
                    return False
                case ast.Call(func=function) if not _is_harmless_call(
                    methods, function, own, seen
                ):
                    return False
    return True


def _own_calls(tree: ast.FunctionDef) -> set[int] | None:
    """Objects of calls that change what the function made; None if it sets anything else."""
    fresh = _fresh_names(tree)
    is_init = tree.name == "__init__"
    own: set[int] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(ctx=ast.Store() | ast.Del(), value=ast.Name(id="self")) if is_init:
                continue
            case (
                ast.Attribute(ctx=ast.Store() | ast.Del())
                | ast.Subscript(ctx=ast.Store() | ast.Del())
            ):
                if _base(node) not in fresh:
                    return None
            case ast.Call(func=ast.Attribute(value=owner, attr=name)) if name in CHANGING:
                if _base(owner) not in fresh:
                    return None
                own.add(id(owner))
    return own


def _base(node: ast.AST) -> str | None:
    """The local name that a place is a part of; None where an attribute comes between."""
    while isinstance(node, ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None


def _fresh_names(tree: ast.FunctionDef) -> set[str]:
    """Local names of which every value was made in the function itself."""
    fresh, others = set[str](), {a.arg for a in ast.walk(tree) if isinstance(a, ast.arg)}
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if is_fresh(value):
                fresh.add(name)
            case ast.Assign(targets=targets):
                others |= {n.id for t in targets for n in ast.walk(t) if _is_bound(n)}  # type: ignore[attr-defined]
            case ast.For(target=target) | ast.comprehension(target=target):
                others |= {n.id for n in ast.walk(target) if _is_bound(n)}  # type: ignore[attr-defined]
    return fresh - others


def _is_bound(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)


def is_fresh(value: ast.expr) -> bool:
    """Is this made here, so that nothing else holds it?"""
    match value:
        case ast.List() | ast.Dict() | ast.Set() | ast.ListComp() | ast.SetComp() | ast.DictComp():
            return True
        case ast.Call(func=ast.Name(id=name)):
            return name in FRESH
        case ast.Call(func=ast.Attribute(value=ast.Name(id="np" | "numpy"))):
            return True
        case ast.Call(func=ast.Attribute(attr=name)):
            return name in FRESH
        case _:
            return False
