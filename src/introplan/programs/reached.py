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
    above: dict[int, set[str] | None] = {}
    for function, tree in methods.all_trees.items():
        for name in {tree.name, function.__name__}:
            by_name.setdefault(name, []).append(tree)
        if function in methods.unnamed:
            by_name.setdefault("step", []).append(tree)
        if function.__name__ in ON_THEIR_OWN:
            by_name.setdefault(_owner(function), []).append(tree)
            above[id(tree)] = _initialisers_above(function, tree)
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
            waiting += _spoken(tree, above.get(id(tree)))
            waiting += ["__repr__"] if _prints(tree) else []
    return trees


def _owner(function: FunctionType) -> str:
    """The name of the class that a method is written in."""
    return function.__qualname__.rpartition(".")[0].rpartition(".")[2]


def _spoken(tree: ast.AST, above: set[str] | None) -> Iterator[str]:
    """The names in a tree; for `__init__` the classes whose it is, where that is known."""
    for name in names_of(tree):
        if name == "__init__" and above is not None:
            yield from above
        else:
            yield name


def _initialisers_above(function: FunctionType, tree: ast.AST) -> set[str] | None:
    """The names of the classes whose `__init__` a method calls by `super`, in any class that
    stems from its own. None where it may be another's."""
    cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=False))
    if "__class__" not in cells:
        return None
    own: type = cells["__class__"].cell_contents
    spoken = [n for n in ast.walk(tree) if isinstance(n, ast.Attribute) and n.attr == "__init__"]
    if not all(_is_super(node.value, own.__name__) for node in spoken):
        return None
    found, waiting = set[str](), [own]
    while waiting:
        kind = waiting.pop()
        found |= {k.__name__ for k in kind.__mro__[kind.__mro__.index(own) + 1 :]}
        waiting += type.__subclasses__(kind)
    return found


def _is_super(node: ast.expr, own: str) -> bool:
    """Is it `super()`, or `super(Own, self)`?"""
    match node:
        case ast.Call(func=ast.Name(id="super"), args=[]):
            return True
        case ast.Call(func=ast.Name(id="super"), args=[ast.Name(id=name), _]):
            return name == own
        case _:
            return False


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
    """Names, attributes and words in a tree, but for those of types that are only compared."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name):
                yield name
            case ast.Constant(value=str() as word):
                yield word
        waiting += _evaluated(node)


def _evaluated(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a node without annotations, and without the classes that something is of."""
    match node:
        case ast.arg():
            return
        case ast.AnnAssign(target=target, value=value):
            yield from (target,) if value is None else (target, value)
        case ast.FunctionDef():
            yield from (n for n in ast.iter_child_nodes(node) if n is not node.returns)
        case ast.Call(func=ast.Name(id="super") as function, args=[ast.Name(), *others]):
            yield from (function, *others)
        case ast.Call(func=ast.Name(id="isinstance") as function, args=[one, ast.Name()]):
            yield from (function, one)
        case _:
            yield from ast.iter_child_nodes(node)
