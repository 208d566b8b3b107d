"""Scopes: where a name is looked up, and how arguments are given to parameters.

`Frame` is one call: its local names, the frame of the enclosing function or the cells of a real
closure, the module's globals, Python's builtins, in the order of Python's LEGB rule.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from operator import is_not
from typing import Any
from weakref import WeakKeyDictionary

from introplan.symbolic.interpreter.classes import is_frozen, is_named_tuple
from introplan.symbolic.interpreter.values import (
    Closure,
    Entries,
    Items,
    Listing,
    Members,
    Record,
    Value,
    Variant,
    current,
    is_concrete,
    is_term,
)
from introplan.symbolic.refusal import Raised, Refused


class Unsettled:
    """Stands for the value of a name that some paths through a merged loop bind, and some not."""


UNSETTLED = Unsettled()

FORWARDS = "__forwards__"
"""A module with this name in it has functions that call the user's: lines are those in theirs."""


@dataclass(slots=True, eq=False)
class Frame:
    """The names of one call, and what lies around it."""

    file: str
    globals: Mapping[str, Any]
    names: dict[str, Value] = field(default_factory=dict)
    outer: Frame | None = None
    cells: Mapping[str, Any] = field(default_factory=dict)
    local_names: frozenset[str] = frozenset()
    is_comprehension: bool = False
    yields: Items | Listing | None = None
    when_unordered: Callable[[], None] | None = None
    """What to do when a comprehension goes through a set inside another loop."""

    first: str | None = None
    """The name of the first parameter, which `super()` is about."""

    @property
    def forwards(self) -> bool:
        """Is this a function that only calls the user's?"""
        return FORWARDS in self.globals

    def blame(self, refusal: Refused, line: int) -> None:
        """Note the place of a refusal, unless it is none of the user's."""
        if not self.forwards:
            refusal.at(self.file, line)

    def load(self, name: str) -> Value:
        """The value of a name."""
        if name in self.names:
            value = self.names[name]
            if value is UNSETTLED:
                raise Refused(
                    "PY-STMT", f"{name} after a loop of which some rounds may not set it"
                )
            return value
        if name in self.local_names:
            raise Raised(UnboundLocalError)
        return self._load_from_outside(name)

    def _load_from_outside(self, name: str) -> Value:
        if name in self.cells:
            try:
                return self.cells[name].cell_contents
            except ValueError:
                raise Raised(NameError) from None
        if self.outer is not None:
            return self.outer.load(name)
        if name in self.globals:
            return self.globals[name]
        if hasattr(builtins, name):
            return getattr(builtins, name)
        raise Raised(NameError)


@dataclass(frozen=True, slots=True)
class Parameters:
    """The names of a function's parameters, and of all its local variables."""

    positional: tuple[str, ...]
    positional_only: int
    keyword: tuple[str, ...]
    rest: str | None
    rest_named: str | None
    local_names: frozenset[str]
    is_generator: bool


_known: WeakKeyDictionary[ast.FunctionDef | ast.Lambda, Parameters] = WeakKeyDictionary()
"""What `parameters_of` found; weak, since a syntax tree lives as long as one analysis."""


def parameters_of(node: ast.FunctionDef | ast.Lambda) -> Parameters:
    """The parameters and local names of a function, found out once for each syntax tree."""
    known = _known.get(node)
    if known is None:
        known = _known[node] = _parameters(node)
    return known


def _parameters(node: ast.FunctionDef | ast.Lambda) -> Parameters:
    arguments = node.args
    body = node.body if isinstance(node.body, list) else []
    found = _Names()
    for statement in body:
        found.visit(statement)
    positional = [a.arg for a in [*arguments.posonlyargs, *arguments.args]]
    keyword = [a.arg for a in arguments.kwonlyargs]
    rest = arguments.vararg.arg if arguments.vararg else None
    named = arguments.kwarg.arg if arguments.kwarg else None
    own = {*positional, *keyword, *found.bound, *filter(None, (rest, named))}
    return Parameters(
        tuple(positional),
        len(arguments.posonlyargs),
        tuple(keyword),
        rest,
        named,
        frozenset(own - found.elsewhere),
        found.is_generator,
    )


class _Names(ast.NodeVisitor):
    """The names that a function binds, not those of functions inside it."""

    def __init__(self) -> None:
        self.bound: set[str] = set()
        self.elsewhere: set[str] = set()
        self.is_generator = False

    def visit_Name(self, node: ast.Name) -> None:
        """A name; only those that are stored or deleted count."""
        if not isinstance(node.ctx, ast.Load):
            self.bound.add(node.id)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """A nested function binds its name."""
        self.bound.add(node.name)

    def visit_Import(self, node: ast.Import) -> None:
        """`import a.b` binds `a`, `import a.b as c` binds `c`."""
        self.bound.update(each.asname or each.name.partition(".")[0] for each in node.names)

    visit_ImportFrom = visit_Import  # type: ignore[assignment]  # noqa: N815

    def visit_Lambda(self, node: ast.Lambda) -> None:
        """A lambda has names of its own."""

    def visit_ListComp(self, node: ast.ListComp) -> None:
        """A comprehension has names of its own, but for :=."""
        for part in ast.walk(node):
            if isinstance(part, ast.NamedExpr):
                self.bound.add(part.target.id)

    visit_SetComp = visit_DictComp = visit_GeneratorExp = visit_ListComp  # type: ignore[assignment]  # noqa: N815

    def visit_Yield(self, node: ast.Yield) -> None:
        """A generator."""
        self.is_generator = True

    def visit_YieldFrom(self, node: ast.YieldFrom) -> None:
        """A generator."""
        self.is_generator = True

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> None:
        """`except E as name` binds a name."""
        if node.name:
            self.bound.add(node.name)
        self.generic_visit(node)

    def visit_MatchAs(self, node: ast.MatchAs) -> None:
        """A pattern may bind a name."""
        if node.name:
            self.bound.add(node.name)
        self.generic_visit(node)

    def visit_MatchStar(self, node: ast.MatchStar) -> None:
        """A starred pattern may bind a name."""
        if node.name:
            self.bound.add(node.name)


def bound_arguments(  # noqa: C901 - Python's own rules
    parameters: Parameters,
    arguments: list[Value],
    named: dict[str, Value],
    *,
    defaults: dict[str, Value],
    now: int,
) -> dict[str, Value]:
    """The local names of a call: arguments, defaults, *args and **kwargs."""
    own = dict(zip(parameters.positional, arguments, strict=False))
    extra = arguments[len(parameters.positional) :]
    if extra and parameters.rest is None:
        raise Raised(TypeError)
    unknown = dict(named)
    for name in (*parameters.positional[parameters.positional_only :], *parameters.keyword):
        if name in unknown:
            if name in own:
                raise Raised(TypeError)
            own[name] = unknown.pop(name)
    if unknown and parameters.rest_named is None:
        raise Raised(TypeError)
    for name in (*parameters.positional, *parameters.keyword):
        if name not in own:
            if name not in defaults:
                raise Raised(TypeError)
            own[name] = defaults[name]
    if parameters.rest is not None:
        own[parameters.rest] = Items(tuple, list(extra), now)
    if parameters.rest_named is not None:
        own[parameters.rest_named] = Entries(unknown, now)
    return own


def check_is_harmless(closure: Closure, names: dict[str, Value]) -> Callable[[], None]:
    """Refuse a generator function that sees something that can change.

    It is run at once here, but by Python later, and perhaps not to its end. So what it uses must
    stay as it is until it has ended. Returns a check that refuses if an enclosing name has been
    bound to another value since, or an argument has been changed.
    """
    around = closure.names
    noted = _names_around(closure.node, around) if isinstance(around, Frame) else {}
    for value in noted.values():
        check_stays(value)
    contents: list[tuple[Value, list[Value]]] = []
    for value in names.values():
        _note_contents(value, contents)

    def check() -> None:
        now = _names_around(closure.node, around) if isinstance(around, Frame) else {}
        if any(now[name] is not value for name, value in noted.items()):
            raise Refused("PY-STMT", "a generator function over a name that changes")
        for value, parts in contents:
            same = _parts_of(value)
            if len(same) != len(parts) or any(map(is_not, same, parts)):
                raise Refused("PY-STMT", "a generator function over something that changes")

    return check


def _note_contents(value: Value, noted: list[tuple[Value, list[Value]]]) -> None:
    """Note the parts of all that can be changed in a value; refuse what has none to look at."""
    value = current(value)
    if can_stay(value):
        return
    parts = _parts_of(value)
    noted.append((value, parts))
    for part in parts:
        _note_contents(part, noted)


def _parts_of(value: Value) -> list[Value]:
    """The parts of a container that the program made, with their names or keys."""
    match value:
        case Items(_, items):
            return list(items)
        case Record(_, fields):
            return [*fields, *fields.values()]
        case Entries(entries):
            return [*entries, *entries.values()]
        case Members(_, members):
            return [*members, *members.values()]
        case _:
            raise Refused("PY-STMT", "a generator function over something that can change")


def _names_around(node: ast.FunctionDef | ast.Lambda, around: Frame) -> dict[str, Value]:
    """The enclosing names that a function reads, with their present values."""
    found: dict[str, Value] = {}
    loaded = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
    for name in loaded - parameters_of(node).local_names:
        frame: Frame | None = around
        while frame is not None and name not in {*frame.names, *frame.local_names}:
            frame = frame.outer
        if frame is not None:
            found[name] = frame.load(name)
    return found


def check_stays(value: Value) -> None:
    """Refuse a value that can change between two steps of a generator."""
    if not can_stay(value):
        raise Refused("PY-STMT", "a generator function over something that can change")


def can_stay(value: Value) -> bool:
    """Is this a value that nothing can change?"""
    match value:
        case Items(kind, items) if kind in (tuple, str):
            return all(map(can_stay, items))
        case Listing(kind, pairs) if kind is tuple:
            return all(can_stay(item) for _, item in pairs)
        case Variant(_, cases):
            return all(map(can_stay, cases.values()))
        case Members(kind) if kind is frozenset:
            return True
        case Record(kind, fields) if is_named_tuple(kind) or is_frozen(kind):
            return all(map(can_stay, fields.values()))
        case _:
            return is_term(value) or is_concrete(value)


def frame_for(closure: Closure, names: dict[str, Value], local_names: frozenset[str]) -> Frame:
    """Where the body of a function is run: its own names, and those around it."""
    around = closure.names
    if isinstance(around, Frame):
        return Frame(closure.file, around.globals, names, around, local_names=local_names)
    cells = dict(zip(around.__code__.co_freevars, around.__closure__ or (), strict=True))
    first = next(iter(parameters_of(closure.node).positional), None)
    return Frame(
        closure.file, around.__globals__, names, cells=cells, local_names=local_names, first=first
    )
