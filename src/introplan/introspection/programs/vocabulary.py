"""Python's own words for what is refused: signs and statements, never names of our classes."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import Any

SIGNS: dict[type[ast.AST], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.MatMult: "@",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.Pow: "**",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.Invert: "~",
    ast.UAdd: "+",
    ast.USub: "-",
    ast.Not: "not",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Is: "is",
    ast.IsNot: "is not",
    ast.In: "in",
    ast.NotIn: "not in",
}

CONSTRUCTS: dict[str, str] = {
    "AnnAssign": "an assignment with a type",
    "AsyncFor": "`async for`",
    "AsyncFunctionDef": "`async def`",
    "AsyncWith": "`async with`",
    "AugAssign": "an assignment such as +=",
    "Attribute": "an attribute",
    "Await": "`await`",
    "ClassDef": "a class inside a function",
    "Delete": "`del`",
    "Dict": "a dictionary",
    "DictComp": "a dictionary comprehension",
    "For": "`for`",
    "GeneratorExp": "a generator expression",
    "Global": "`global`",
    "Import": "`import` inside a function",
    "ImportFrom": "`import` inside a function",
    "Interpolation": "a template string",
    "JoinedStr": "an f-string",
    "Lambda": "`lambda`",
    "ListComp": "a list comprehension",
    "MatchMapping": "`case {...}`, a pattern for dictionaries",
    "MatchStar": "a starred pattern",
    "NamedExpr": "`:=`",
    "Nonlocal": "`nonlocal`",
    "Set": "a set",
    "SetComp": "a set comprehension",
    "Slice": "a slice",
    "Starred": "a starred expression",
    "Subscript": "an element",
    "TemplateStr": "a template string",
    "Try": "`try`",
    "TryStar": "`except*`",
    "TypeAlias": "`type`",
    "While": "`while`",
    "With": "`with`",
    "Yield": "`yield`",
    "YieldFrom": "`yield from`",
}

DOINGS: dict[str, str] = {
    "_concatenated": "an f-string",
    "_contains": "`in`",
    "_itself": "a set made",
    "_take": "an element",
}
"""What our own little functions do in the user's program."""

OPERATORS: dict[Callable[..., Any], str] = {
    operator.add: "+",
    operator.sub: "-",
    operator.mul: "*",
    operator.matmul: "@",
    operator.truediv: "/",
    operator.floordiv: "//",
    operator.mod: "%",
    operator.pow: "**",
    operator.lshift: "<<",
    operator.rshift: ">>",
    operator.and_: "&",
    operator.or_: "|",
    operator.xor: "^",
    operator.lt: "<",
    operator.le: "<=",
    operator.gt: ">",
    operator.ge: ">=",
}

KINDS: dict[str, str] = {
    "Array": "an array",
    "BuiltinMethod": "a method",
    "Entries": "a dictionary",
    "Items": "a list or tuple",
    "Members": "a set",
    "Method": "a method",
    "Record": "an object",
    "Stream": "a generator",
}


def sign_of(op: type[ast.AST]) -> str:
    """How an operator is written: `+`."""
    return f"`{SIGNS.get(op, op.__name__.lower())}`"


def construct_of(node: ast.AST) -> str:
    """What a piece of syntax is called."""
    name = type(node).__name__
    return CONSTRUCTS.get(name, f"`{name.lower()}`")


def doing_of(function: Callable[..., Any]) -> str:
    """What calling a function is called: its name, or what it stands for."""
    name = getattr(function, "__name__", type(function).__name__)
    if name in DOINGS:
        return DOINGS[name]
    sign = next((s for f, s in OPERATORS.items() if f is function), None)
    return name.strip("_") if sign is None else f"the operator `{sign}`"


def kind_of(value: Any) -> str:
    """What a value is called: ours by Python's word, the user's by its type."""
    kind = type(value)
    if kind.__module__.startswith("introplan.introspection"):
        return KINDS.get(kind.__name__, "a value that depends on the state")
    return f"an object of type {kind.__name__}"
