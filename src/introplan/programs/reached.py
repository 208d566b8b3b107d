"""Which functions a step may call, by the names that their texts and codes speak of."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from types import FunctionType

from introplan.programs.method_sources import ON_THEIR_OWN, Methods

PRINTING = ("__repr__", "__str__", "__format__")
TEXTS = frozenset({"repr", "str", "format", "ascii", "print"})
"""What calls the methods that print."""


def reached(methods: Methods, starts: Iterable[str]) -> list[ast.FunctionDef]:
    """The trees that are called from the start, by the names that they speak of."""
    seen, waiting, trees = set[str](), [*starts], list[ast.FunctionDef]()
    by_name: dict[str, list[ast.FunctionDef]] = {}
    for function, tree in methods.all_trees.items():
        for name in {tree.name, function.__name__}:
            by_name.setdefault(name, []).append(tree)
        if function in methods.unnamed:
            by_name.setdefault("step", []).append(tree)
        if function.__name__ in ON_THEIR_OWN:
            by_name.setdefault(_owner(function), []).append(tree)
        elif function.__name__ in PRINTING:
            by_name.setdefault("__repr__", []).append(tree)
        elif function.__name__.startswith("__"):  # operators call these without a name
            by_name.setdefault("step", []).append(tree)
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        for tree in by_name.get(name, ()):
            trees.append(tree)
            waiting += names_of(tree)
            waiting += ["__repr__"] if _prints(tree) else []
    return trees


def _owner(function: FunctionType) -> str:
    """The name of the class that a method is written in."""
    return function.__qualname__.rpartition(".")[0].rpartition(".")[2]


def _prints(tree: ast.AST) -> bool:
    """Does it make a text of something?"""
    return any(
        isinstance(node, ast.FormattedValue)
        or (isinstance(node, ast.BinOp) and _is_text(node.left))
        or (isinstance(node, ast.Name | ast.Attribute) and _name(node) in TEXTS)
        for node in ast.walk(tree)
    )


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _name(node: ast.Name | ast.Attribute) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr


def names_of(tree: ast.AST) -> Iterator[str]:
    """Names, attributes and words in a tree."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name):
                yield name
            case ast.Constant(value=str() as word):
                yield word
