"""Entries of an object's dictionaries that rules only write: a turn, a history, a last message.

A simulator often keeps all of its state in one dictionary, bookkeeping included. An entry of it is
as good as an attribute where all that is asked of the dictionary is entries of constant names.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any


def dictionaries_by_name(
    attributes: Mapping[str, Any], trees: Iterable[ast.FunctionDef], shared: Collection[str]
) -> set[str]:
    """The attributes that are dictionaries of which functions ask nothing but entries by name.

    Attributes that are `shared` have other names, by which something else may be asked.
    """
    names = {
        name
        for name, value in attributes.items()
        if type(value) is dict and name not in shared and all(type(key) is str for key in value)
    }
    for tree in trees:
        names -= _asked_for_more(tree, names)
    return names


def _asked_for_more(tree: ast.FunctionDef, names: set[str]) -> set[str]:
    """Those of which a function asks something else than an entry by its name."""
    aliases = aliases_in(tree, names)
    fine = {id(part) for node in ast.walk(tree) for part in _by_name(node)}
    more = set[str]()
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(attr=name) if name in names and id(node) not in fine:
                more.add(name)
            case ast.Name(id=alias) if alias in aliases and id(node) not in fine:
                more |= aliases[alias]
            case ast.arg(arg=alias) if alias in aliases:
                more |= aliases[alias]
    return more


def aliases_in(tree: ast.AST, names: Collection[str]) -> dict[str, set[str]]:
    """Local names that stand for attributes."""
    found: dict[str, set[str]] = {}
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[ast.Name(id=alias)], value=ast.Attribute(attr=name)):
                if name in names:
                    found.setdefault(alias, set()).add(name)
    return found


def _by_name(node: ast.AST) -> Iterator[ast.AST]:
    """The dictionary of which an entry is asked for by its name, or that gets a local name."""
    match node:
        case ast.Subscript(value=owner, slice=ast.Constant(value=str())):
            yield owner
        case ast.Call(func=ast.Attribute(value=owner, attr="get"), args=[ast.Constant(), *_]):
            yield owner
        case ast.Compare(left=ast.Constant(), ops=[ast.In() | ast.NotIn()], comparators=[owner]):
            yield owner
        case ast.Assign(targets=[ast.Name() as alias], value=ast.Attribute() as owner):
            yield from (alias, owner)


def written_entry(
    statement: ast.AST, places: Collection[str], aliases: Collection[str]
) -> ast.Constant | None:
    """The name of the entry of such a dictionary that a statement sets or lets grow."""
    match statement:
        case (
            ast.Assign(targets=[ast.Subscript(value=owner, slice=ast.Constant() as key)])
            | ast.AugAssign(target=ast.Subscript(value=owner, slice=ast.Constant() as key))
            | ast.Expr(
                value=ast.Call(
                    func=ast.Attribute(
                        value=ast.Subscript(value=owner, slice=ast.Constant() as key),
                        attr="append" | "appendleft" | "add",
                    )
                )
            )
        ):
            return key if is_place(owner, places, aliases) else None
    return None


def is_place(owner: ast.AST, places: Collection[str], aliases: Collection[str]) -> bool:
    """Is this one of the attributes, or a local name of one?"""
    match owner:
        case ast.Attribute(attr=name):
            return name in places
        case ast.Name(id=alias):
            return alias in aliases
        case _:
            return False
