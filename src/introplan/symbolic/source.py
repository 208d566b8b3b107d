"""From a function object to the syntax tree it was compiled from.

`inspect.getsource` goes by names and lines, and is wrong for decorated functions, for two lambdas
in one line, and for files that were edited after they were imported. Here the code object is the
key: a decorated function is the wrapper that really runs, a lambda is found by its columns, and
the tree is compiled again and compared with the code that runs.
"""

from __future__ import annotations

import ast
import dis
import linecache
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import CodeType, FunctionType
from typing import TypeAlias

from introplan.symbolic.refusal import Refused
from introplan.syntax import module_tree

FunctionNode: TypeAlias = ast.FunctionDef | ast.Lambda


@dataclass(frozen=True, slots=True)
class Source:
    """A parsed file."""

    name: str
    functions: tuple[FunctionNode, ...]
    codes: tuple[CodeType, ...]
    rebound: frozenset[str]
    """Names of the module that some function rebinds: those in `global` statements."""


@dataclass(frozen=True, slots=True)
class SourceCache:
    """Files that were parsed and functions that were found, for the time of one analysis.

    Not longer: a file may be edited and loaded again between two analyses.
    """

    files: dict[str, Source] = field(default_factory=dict)
    functions: dict[CodeType, FunctionNode] = field(default_factory=dict)


def function_node(function: FunctionType, cache: SourceCache) -> FunctionNode:
    """The syntax tree of a function; raises `Refused` if its source text is not to be had."""
    code = function.__code__
    known = cache.functions.get(code)
    if known is None:
        known = cache.functions[code] = _found(code, cache)
    return known


def is_rebound(name: str, function: FunctionType, cache: SourceCache) -> bool:
    """May a name of the function's module get another value while the program runs?"""
    return name in _parsed(function.__code__.co_filename, cache).rebound


def _found(code: CodeType, cache: SourceCache) -> FunctionNode:
    """From the text that Python remembers, or else from the file as it is now.

    A module that was edited and loaded again is compiled from the file; one that was edited only
    goes by the text before.
    """
    try:
        return _find(code, _parsed(code.co_filename, cache))
    except Refused:
        linecache.checkcache(code.co_filename)
        cache.files.pop(code.co_filename, None)
        return _find(code, _parsed(code.co_filename, cache))


def _parsed(file: str, cache: SourceCache) -> Source:
    known = cache.files.get(file)
    if known is not None:
        return known
    text = "".join(linecache.getlines(file))
    if not text:
        refusal = Refused("PY-SRC", "there is no source text")
        refusal.at(file, 1)
        raise refusal
    try:
        tree = module_tree(text)
        codes = tuple(_codes(compile(text, file, "exec", dont_inherit=True)))
    except (SyntaxError, ValueError, RecursionError):
        raise Refused("PY-SRC", f"the source text of {file} does not parse") from None
    nodes = list(ast.walk(tree))
    functions = tuple(n for n in nodes if isinstance(n, ast.FunctionDef | ast.Lambda))
    rebound = frozenset(name for n in nodes if isinstance(n, ast.Global) for name in n.names)
    source = Source(file, functions, codes, rebound)
    cache.files[file] = source
    return source


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _find(code: CodeType, source: Source) -> FunctionNode:
    candidates = [node for node in source.functions if _is_at(node, code)]
    if len(candidates) > 1:
        candidates = [node for node in candidates if _has_columns(node, code)]
    is_same = any(_looks_like(code, other) for other in source.codes)
    if len(candidates) != 1 or not is_same:
        what = f"the source text of {code.co_name} is not what was compiled"
        refusal = Refused("PY-SRC", what)
        refusal.at(code.co_filename, code.co_firstlineno)
        raise refusal
    return candidates[0]


def _is_at(node: FunctionNode, code: CodeType) -> bool:
    if isinstance(node, ast.Lambda):
        return code.co_name == "<lambda>" and node.lineno == code.co_firstlineno
    first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
    return node.name == code.co_name and first == code.co_firstlineno


def _has_columns(node: FunctionNode, code: CodeType) -> bool:
    """Do all positions of the code lie within the body of a lambda?"""
    body = node.body
    if isinstance(body, list):
        return True
    places = [
        (line, column)
        for line, _, column, _ in code.co_positions()
        if line is not None and column is not None and (line, column) != (node.lineno, 0)
    ]
    start = (body.lineno, body.col_offset)
    end = (body.end_lineno or body.lineno, body.end_col_offset or 0)
    return bool(places) and all(start <= place <= end for place in places)


def _looks_like(code: CodeType, other: CodeType) -> bool:
    """Was `other` compiled from the same text? Asserts rewritten by pytest may differ."""
    if (code.co_name, code.co_firstlineno) != (other.co_name, other.co_firstlineno):
        return False
    if any(name.startswith("@py") for name in (*code.co_varnames, *code.co_names)):
        return True
    return (
        code.co_code == other.co_code
        and code.co_names == other.co_names
        and _constants(code) == _constants(other)
        and all(map(_looks_like, _inner(code), _inner(other)))
    )


def _constants(code: CodeType) -> list[str]:
    """The constants as text, without the code of inner functions."""
    return [
        str(sorted(map(repr, c))) if isinstance(c, frozenset) else repr(c)
        for c in code.co_consts
        if not isinstance(c, CodeType)
    ]


def _inner(code: CodeType) -> list[CodeType]:
    return [c for c in code.co_consts if isinstance(c, CodeType)]


def unpacked_names(function: object) -> tuple[str, ...]:
    """The names that a function gives to the parts of its first argument: `x, y = s`."""
    if not isinstance(function, FunctionType):
        return ()
    try:
        node = function_node(function, SourceCache())
    except Refused:
        return ()
    if not isinstance(node, ast.FunctionDef) or not node.args.args:
        return ()
    first = node.args.args[0].arg
    for part in ast.walk(node):
        match part:
            case ast.Assign(targets=[ast.Tuple(elts=parts)], value=ast.Name(id=name)):
                names = [part.id for part in parts if isinstance(part, ast.Name)]
                if name == first and len(names) == len(parts) == len(set(names)):
                    return tuple(names)
    return ()


_SEES_ALL_NAMES = frozenset({"locals", "vars", "eval", "exec", "dir"})


def ignores_parameter(function: object, place: int) -> bool:
    """Is the positional parameter at `place` of a plain function nowhere used in its code?

    False where that is not certain. Then what the function does cannot depend on the argument.
    """
    if not isinstance(function, FunctionType):
        return False
    code = function.__code__
    if place >= code.co_argcount:
        return False
    name = code.co_varnames[place]
    inner = [*_codes(code)]
    if any(_SEES_ALL_NAMES.intersection(part.co_names) for part in inner):
        return False
    # A parameter that inner functions use is a cell variable of the outer one.
    return name not in code.co_cellvars and not any(
        name in (step.argval if isinstance(step.argval, tuple) else (step.argval,))
        for step in dis.get_instructions(code)
        if step.opcode in dis.haslocal
    )
