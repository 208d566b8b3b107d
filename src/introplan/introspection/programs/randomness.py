"""Randomness in the functions of a world: calls that draw numbers or ask the clock.

A world without chance must do the same in the same state. Functions that draw from `random`,
`numpy.random`, `secrets` or a clock may not, so such calls are found in the syntax trees of the
functions and of those that they call (a *taint source*; Denning 1976). A call that is found need
not happen: behind a slip probability of 0 it changes nothing. So this is a list to report, not a
reason to refuse.

Parsing a file takes longer than planning in most small worlds. So compiled code is looked through
first, which names the same things, and only functions that speak of something random are parsed.
"""

from __future__ import annotations

import ast
import builtins
import dis
import functools
import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any

from introplan.programs.program import Program
from introplan.symbolic.refusal import Refused
from introplan.symbolic.source import SourceCache, function_node

RANDOM_MODULES = ("random", "numpy.random", "secrets", "time", "uuid")
"""What functions of these modules give depends on more than their arguments."""

GENERATOR_NAMES = ("rng", "_rng", "np_random", "_np_random", "random_state", "generator")
"""What generators of random numbers are called where the object itself is not known."""

DRAWING = frozenset(
    [
        "random",
        "randint",
        "randrange",
        "choice",
        "choices",
        "sample",
        "shuffle",
        "uniform",
        "gauss",
        "normal",
        "integers",
        "rand",
        "randn",
        "standard_normal",
        "permutation",
        "binomial",
        "poisson",
    ]
)
"""Methods of generators that draw."""

NOT_DRAWING = frozenset({"getstate", "setstate", "seed", "sleep"})
"""Functions of generators and clocks after which nothing depends on them."""

MAX_FUNCTIONS = 300
"""Functions that are looked at, called by each other; worlds have a few dozen."""

_UNKNOWN = object()


@dataclass(frozen=True, slots=True)
class Draw:
    """A call that may give something else each time: which, in which function of the world."""

    part: str
    text: str
    file: str
    line: int

    def __str__(self) -> str:
        """The place and the call."""
        return f"{self.file}:{self.line}: {self.part} calls {self.text}"


def draws(world: Program) -> tuple[Draw, ...]:
    """The calls in `actions`, `transition`, `reward` and `terminal` that may draw, in order."""
    if "draws" not in world.analyses:
        world.analyses["draws"] = _draws(world)
    kept: tuple[Draw, ...] = world.analyses["draws"]
    return kept


def _draws(world: Program) -> tuple[Draw, ...]:
    found: dict[tuple[str, int, str], Draw] = {}
    for part in ("actions", "transition", "reward", "terminal"):
        for draw in _draws_of(part, getattr(world, part)):
            found.setdefault((draw.file, draw.line, draw.text), draw)
    return tuple(found.values())


def _draws_of(part: str, function: object) -> Iterator[Draw]:
    waiting, seen, sources = [_known_function(function)], set[Any](), SourceCache()
    while waiting and len(seen) < MAX_FUNCTIONS:
        scope = waiting.pop()
        if scope is None or scope.function.__code__ in seen:
            continue
        seen.add(scope.function.__code__)
        spoken_of = [_value_of_chain(chain, scope.names) for chain in _chains(scope.function)]
        waiting += [_known_function(v) for v in spoken_of if callable(v) and not _is_library(v)]
        if any(map(_is_random, spoken_of)) or _may_draw(scope.function):
            yield from _draws_in(part, scope, sources)


def _draws_in(part: str, scope: _Scope, sources: SourceCache) -> Iterator[Draw]:
    """The calls in the text of a function that draw."""
    for call in _calls(scope.function, sources):
        called = _value(call.func, scope.names)
        if _is_random(called) or (called is _UNKNOWN and _looks_random(call.func)):
            file = scope.function.__code__.co_filename
            yield Draw(part, f"{ast.unparse(call.func)}()", file, call.lineno)


def _codes(function: FunctionType) -> Iterator[CodeType]:
    """The compiled code of a function and of those within it."""
    waiting = [function.__code__]
    while waiting:
        code = waiting.pop()
        waiting += [c for c in code.co_consts if isinstance(c, CodeType)]
        yield code


def _chains(function: FunctionType) -> Iterator[tuple[str, ...]]:
    """What the compiled code of a function speaks of: `self.rng.random` as three names."""
    seen = set[tuple[str, ...]]()
    for code in _codes(function):
        chain: tuple[str, ...] = ()
        for step in dis.get_instructions(code):
            if step.opname in ("LOAD_ATTR", "LOAD_METHOD") and chain:
                chain = (*chain, step.argval)
            elif step.opname not in _BETWEEN:
                if chain and chain not in seen:
                    seen.add(chain)
                    yield chain
                chain = _begun(step)


def _begun(step: dis.Instruction) -> tuple[str, ...]:
    """The first name of a chain, where one begins."""
    if not step.opname.startswith(_LOADS):
        return ()
    return (str(step.argval[-1] if isinstance(step.argval, tuple) else step.argval),)


_LOADS = ("LOAD_GLOBAL", "LOAD_FAST", "LOAD_DEREF", "LOAD_NAME")
"""What puts the object of a name on the stack; two names at once in newer versions."""

_BETWEEN = ("CACHE", "EXTENDED_ARG")
"""What stands between the instructions that a program consists of."""


def _value_of_chain(chain: tuple[str, ...], names: dict[str, Any]) -> Any:
    node: ast.expr = ast.Name(chain[0])
    for name in chain[1:]:
        node = ast.Attribute(node, name)
    return _value(node, names)


def _may_draw(function: FunctionType) -> bool:
    """Does it speak of a generator and of drawing by names of these?"""
    names = {
        name
        for code in _codes(function)
        for name in (*code.co_names, *code.co_varnames, *code.co_freevars)
    }
    return not names.isdisjoint(GENERATOR_NAMES) and not names.isdisjoint(DRAWING)


@dataclass(frozen=True, slots=True, eq=False)
class _Scope:
    """A Python function, and what the names in it stand for as far as that is known."""

    function: FunctionType
    names: dict[str, Any]


def _known_function(found: object) -> _Scope | None:
    """The Python function behind a method, a partial, a class or an object that is called."""
    own: Any = _UNKNOWN
    while not isinstance(found, FunctionType):
        if isinstance(found, MethodType):
            own, found = found.__self__, found.__func__
        elif isinstance(found, functools.partial):
            found = found.func
        elif isinstance(found, type):
            found = vars(found).get("__init__")
        elif not callable(found):
            return None
        else:
            own, found = found, vars(type(found)).get("__call__")
            if not isinstance(found, FunctionType):
                return None
    found = inspect.unwrap(found)
    if not isinstance(found, FunctionType):
        return None
    names = {**vars(builtins), **found.__globals__, **_closure(found)}
    first = next(iter(found.__code__.co_varnames[: found.__code__.co_argcount]), None)
    return _Scope(found, names if first is None or own is _UNKNOWN else {**names, first: own})


def _closure(function: FunctionType) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=False):
        try:
            found[name] = cell.cell_contents
        except ValueError:  # not filled yet
            continue
    return found


def _calls(function: FunctionType, sources: SourceCache) -> Iterator[ast.Call]:
    """The calls in a function; none where its source text is not to be had."""
    try:
        tree = function_node(function, sources)
    except Refused:
        return
    yield from (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def _value(node: ast.expr, names: dict[str, Any]) -> Any:
    """What an expression such as `self.rng.random` stands for; no property is called."""
    match node:
        case ast.Name(id=name):
            return names.get(name, _UNKNOWN)
        case ast.Attribute(value=inner, attr=name):
            owner = _value(inner, names)
            if owner is _UNKNOWN:
                return _UNKNOWN
            held = inspect.getattr_static(owner, name, _UNKNOWN)
            return _UNKNOWN if isinstance(held, property) else _attribute(owner, name)
        case _:
            return _UNKNOWN


def _attribute(owner: Any, name: str) -> Any:
    try:
        return getattr(owner, name, _UNKNOWN)
    except Exception:  # whatever the user's object raises
        return _UNKNOWN


def _is_random(called: Any) -> bool:
    if getattr(called, "__name__", "") in NOT_DRAWING:
        return False
    if called is _UNKNOWN or isinstance(called, ModuleType | FunctionType):
        module = getattr(called, "__module__", "")
        return isinstance(called, FunctionType) and module in RANDOM_MODULES
    owner = getattr(called, "__self__", None)
    homes = (getattr(called, "__module__", None), type(owner).__module__)
    return any(_is_random_module(home) for home in homes)


def _is_random_module(name: object) -> bool:
    return isinstance(name, str) and any(
        name == home or name.startswith(f"{home}.") for home in RANDOM_MODULES
    )


def _looks_random(node: ast.expr) -> bool:
    """Is it a method of something that is called like a generator of random numbers?"""
    if not isinstance(node, ast.Attribute) or node.attr not in DRAWING:
        return False
    owner = node.value
    name = owner.attr if isinstance(owner, ast.Attribute) else getattr(owner, "id", "")
    return name in GENERATOR_NAMES


def _is_library(called: Any) -> bool:
    """Is it a function that the user did not write?"""
    function: Callable[..., Any] = getattr(called, "__func__", called)
    code = getattr(function, "__code__", None)  # of the type of functions it is a descriptor
    return isinstance(code, CodeType) and _in_library(code.co_filename)


def _in_library(file: str) -> bool:
    return "site-packages" in file or file.startswith(_LIBRARY)


_LIBRARY = inspect.getsourcefile(functools) or "functools.py"
_LIBRARY = _LIBRARY[: -len("functools.py")] or "\0"
