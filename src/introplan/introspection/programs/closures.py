"""Functions that were defined around us: their names, and a frame to run them in."""

from __future__ import annotations

import ast
import types
from collections.abc import Callable

from introplan.introspection.programs.frames import Frame
from introplan.introspection.programs.machine import Machine
from introplan.introspection.programs.scopes import parameters_of
from introplan.introspection.programs.signals import Refused
from introplan.introspection.programs.source import function_node
from introplan.introspection.programs.values import (
    Closure,
    Items,
    Members,
    Record,
    Value,
    is_frozen,
    is_named_tuple,
    is_raw,
    is_term,
)


def check_is_harmless(closure: Closure, names: dict[str, Value]) -> Callable[[], None]:
    """A generator function is run at once, but Python runs it later, and perhaps not to its end.

    So it must change nothing and see nothing that can change: all it has are arguments and names
    around it that stay as they are, and the constants of the model. The result refuses when one
    of the names around it has got another value since.
    """
    around = closure.names
    noted = _names_around(closure.node, around) if isinstance(around, Frame) else {}
    for value in (*names.values(), *noted.values()):
        check_stays(value)

    def check() -> None:
        now = _names_around(closure.node, around) if isinstance(around, Frame) else {}
        if any(now[name] is not value for name, value in noted.items()):
            raise Refused("PY-STMT", "a generator function over a name that changes")

    return check


def _names_around(node: ast.FunctionDef | ast.Lambda, around: Frame) -> dict[str, Value]:
    """What a function sees of the functions that are running around it."""
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
    """Refuse what can change, or change something, between two steps of a generator."""
    match value:
        case Items(kind, items) if kind is tuple:
            parts = items
        case Members(kind) if kind is frozenset:
            parts = []
        case Record(kind, fields) if is_named_tuple(kind) or is_frozen(kind):
            parts = list(fields.values())
        case _ if is_term(value) or is_raw(value):
            parts = []
        case _:
            raise Refused("PY-STMT", "a generator function over something that can change")
    for part in parts:
        check_stays(part)


def closure_of(machine: Machine, function: types.FunctionType) -> Closure:
    """A function of the user's, with the syntax tree it was compiled from."""
    node = function_node(function, machine.context.sources)
    parameters = parameters_of(node)
    given = function.__defaults__ or ()
    defaults = dict(
        zip(parameters.positional[len(parameters.positional) - len(given) :], given, strict=True)
    )
    defaults.update(function.__kwdefaults__ or {})
    return Closure(node, function, defaults, function.__code__.co_filename)


def frame_for(closure: Closure, names: dict[str, Value], local_names: frozenset[str]) -> Frame:
    """Where the body of a function is run: its own names, and those around it."""
    around = closure.names
    if isinstance(around, Frame):
        return Frame(closure.file, around.globals, names, around, local_names=local_names)
    cells = dict(zip(around.__code__.co_freevars, around.__closure__ or (), strict=True))
    return Frame(closure.file, around.__globals__, names, cells=cells, local_names=local_names)
