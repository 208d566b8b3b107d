"""What a function's code names, where there is no text of it: lambdas, methods of dataclasses.

The tree that stands for such a function reads every attribute that its code names, and sets those
that its code may change. That is enough for what asks which attributes are read and written.
"""

from __future__ import annotations

import ast
import dis
from collections.abc import Iterator
from types import CodeType, FunctionType

CHANGES = ("STORE_SUBSCR", "DELETE_SUBSCR", "STORE_GLOBAL", "STORE_SLICE")
"""Instructions that change a part of something, which may be an attribute that was named."""


def codes_of(function: FunctionType) -> Iterator[CodeType]:
    """A function's code and the code within: comprehensions, generators, lambdas."""
    waiting = [function.__code__]
    while waiting:
        code = waiting.pop()
        yield code
        waiting += [part for part in code.co_consts if isinstance(part, CodeType)]


def code_names(function: FunctionType) -> Iterator[str]:
    """The names that a function's code speaks of, that of its comprehensions included."""
    for code in codes_of(function):
        yield from code.co_names
        yield from code.co_freevars


def code_tree(function: FunctionType) -> ast.FunctionDef:
    """A function that reads, and perhaps changes, all attributes that another one's code names."""
    instructions = [i for code in codes_of(function) for i in dis.get_instructions(code)]
    stored = {i.argval for i in instructions if i.opname in ("STORE_ATTR", "DELETE_ATTR")}
    named = {*code_names(function)}
    if any(i.opname in CHANGES for i in instructions):
        stored |= named
    words = [i.argval for i in instructions if isinstance(i.argval, str)]
    # Only setting an attribute names it without reading it.
    only_stored = stored - {i.argval for i in instructions if "LOAD" in i.opname}
    found = ast.parse("def found(self): pass").body[0]
    assert isinstance(found, ast.FunctionDef)
    found.name = function.__name__
    found.body = [
        *(_line(f"self.{name}") for name in sorted(named - only_stored)),
        *(_line(f"self.{name} = self") for name in sorted(stored)),
        *(_line(f"{name}()") for name in sorted(named)),
        *(_line(repr(word)) for word in sorted({*words})),
        *([_line('f"{self}"')] if any(i.opname == "FORMAT_VALUE" for i in instructions) else []),
    ]
    return found


def _line(text: str) -> ast.stmt:
    return ast.parse(text).body[0]
