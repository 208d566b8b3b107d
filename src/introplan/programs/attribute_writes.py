"""Which attributes functions set or change in place, by their texts."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from types import MemberDescriptorType
from typing import Any

from introplan.programs.harmless import CHANGING, is_fresh
from introplan.programs.method_sources import below


def given_away(tree: ast.FunctionDef) -> Iterator[str]:
    """The attributes that are set to something that may have another name."""
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[ast.Attribute()], value=value) if is_fresh(value):
                pass
            case ast.Assign(targets=targets):
                stored = (n for target in targets for n in ast.walk(target))
                yield from (n.attr for n in stored if isinstance(n, ast.Attribute))


def set_by_functions(env: Any) -> Iterator[str]:
    """The names of properties and the like, of all classes below an object."""
    for kind in {k for value in below(env) for k in type(value).__mro__}:
        for name, value in vars(kind).items():
            if hasattr(value, "__set__") and not isinstance(value, MemberDescriptorType):
                yield name


def names_stored(trees: Iterable[ast.FunctionDef]) -> set[str]:
    """The attributes that functions set, delete or change in place, or a part of them."""
    names = set[str]()
    for tree in trees:
        for node in ast.walk(tree):
            match node:
                case (
                    ast.Attribute(ctx=ast.Store() | ast.Del())
                    | ast.Subscript(ctx=ast.Store() | ast.Del())
                ):
                    names |= _roots(node)
                case ast.Call(func=ast.Attribute(value=owner, attr=name)) if name in CHANGING:
                    names |= _roots(owner)
    return names


def _roots(node: ast.AST) -> set[str]:
    """The attributes on the way to a place: of `self.a.b[0]`, a and b."""
    names = set[str]()
    while isinstance(node, ast.Attribute | ast.Subscript):
        if isinstance(node, ast.Attribute):
            names.add(node.attr)
        node = node.value
    return names
