"""What ends a symbolic execution early, and how it is said to the user.

`Refused` is the answer "this construct is not understood": the interpreter is right about a
program or refuses it, with the place and a hint. `Raised`, `CannotMerge` and `Infeasible` are
signals between its parts. None of them derives from `Exception`: a program's own
`except Exception` is interpreted by code that must never mistake them for the program's.

Messages name a construct as Python does: operators and statements, never names of our classes.
"""

from __future__ import annotations

import ast
import operator
import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

LIBRARY = os.path.dirname(os.__file__) + os.sep
"""Where Python's own modules are: a refusal points to the user's files instead."""

HINTS: dict[str, str] = {
    "PY-CALL": "compute it with arithmetic, comparisons, tables and Python's own functions",
    "PY-EXPR": "write it with whole numbers, comparisons and lookups in constant tables",
    "PY-FLOAT": "use whole numbers",
    "PY-LIMIT": "fewer branches, shorter loops, or a state of fewer parts",
    "PY-NONDET": "let the functions depend on nothing but their arguments",
    "PY-PURE": "change nothing but what the function has made itself; return the rest",
    "PY-RAISES": "mend the model: every action that is offered must work, or raise in transition",
    "PY-SELFCHECK": "please report this: the plan is right, and found without the reading",
    "PY-SHAPE": "let every state have the same fields, lengths and kinds of values",
    "PY-SRC": "define the model in a file, and start again after editing it",
    "PY-STMT": "write it with if, for, return and assignments",
    "PY-STR": "use a tuple or a number in place of text made from the state",
}
"""What helps, by code, where the refusal itself has no hint. The codes of analyses that use the
executor (PY-RAISES, PY-SELFCHECK) are here too: users look them up in one list."""

WHOLE = "divide with // in place of /, so that numbers stay whole and need no rounding"

CONSTRUCT_HINTS: dict[str, str] = {
    "`with`": "leave `with` out, and keep what stands in it",
    "try with finally": "write what `finally` does behind the try",
    "`global`": "keep what changes in the state",
    "the operator `/` of": WHOLE,
    "int of a value": WHOLE,
    "round of": WHOLE,
    "floor of": WHOLE,
    "ceil of": WHOLE,
    "the method split": "keep the parts in a tuple in place of one text",
    "setting an element changes": "put functools.cache on a function in place of a memo table",
    "a part of the state that is": "use numbers, texts, tuples or objects of these for the part",
}
"""What helps, by the beginning of what was not understood; for the rest see `HINTS`."""


def hint_for(code: str, construct: str) -> str:
    """What helps where a refusal has no hint of its own."""
    known = (hint for start, hint in CONSTRUCT_HINTS.items() if construct.startswith(start))
    return next(known, HINTS[code])


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """Something that was not understood: where, what follows from it, and what would help."""

    code: str
    file: str
    line: int
    construct: str
    consequence: str = ""
    hint: str = ""

    def repeats(self, other: Diagnostic) -> bool:
        """Does it say the same as another one, perhaps of another line?"""
        mine = (self.code, self.file, self.construct, self.consequence)
        return mine == (other.code, other.file, other.construct, other.consequence)

    def __str__(self) -> str:
        """The place and the construct, then the consequence and the hint on lines of their own."""
        place = f"{self.file}:{self.line}" if self.line else self.file
        lines = [f"{self.code}  {place}  {self.construct}"]
        if self.consequence:
            lines.append(f"    consequence: {self.consequence}")
        if self.hint:
            lines.append(f"    hint: {self.hint}")
        return "\n".join(lines)


def _is_library(file: str) -> bool:
    return file.startswith(LIBRARY) and "site-packages" not in file


class Refused(BaseException):
    """A construct that is not understood, or a limit that is reached."""

    def __init__(self, code: str, construct: str, hint: str = "") -> None:
        super().__init__(code, construct)
        self.code = code
        self.construct = construct
        self.hint = hint
        self.file = "<unknown>"
        self.line = 0

    def at(self, file: str, line: int) -> None:
        """Note the place; the innermost one in the user's own files counts."""
        if not self.line and not _is_library(file):
            self.file, self.line = file, line

    def diagnostic(self, consequence: str) -> Diagnostic:
        """The refusal as a value to show."""
        hint = self.hint or hint_for(self.code, self.construct)
        return Diagnostic(self.code, self.file, self.line, self.construct, consequence, hint)


class Raised(BaseException):
    """The program raises an exception here."""

    def __init__(self, kind: type[BaseException], value: object = None) -> None:
        super().__init__(kind)
        self.kind = kind
        self.value = value


class CannotMerge(BaseException):
    """The paths through a piece of program cannot become one value: fork instead."""


class Infeasible(BaseException):
    """The path condition is a contradiction: no input takes this path."""


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
"""What the functions that are tabulated (concretisation.py) stand for in the user's program."""

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
    "Closure": "a function",
    "Entries": "a dictionary",
    "Items": "a list or tuple",
    "Listing": "a list or tuple",
    "Members": "a set",
    "Method": "a method",
    "Record": "an object",
    "Stream": "a generator",
    "View": "a view of a dictionary",
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
    """What a value is called: a symbolic one by Python's word, the user's by its type."""
    kind = type(value)
    if kind.__module__.startswith(__package__):
        return KINDS.get(kind.__name__, "a value that depends on the state")
    return f"an object of type {kind.__name__}"
