"""Functions that were defined around us: their names, and a frame to run them in."""

from __future__ import annotations

import types

from introplan.introspection.programs.frames import Frame
from introplan.introspection.programs.machine import Machine
from introplan.introspection.programs.scopes import parameters_of
from introplan.introspection.programs.signals import Refused
from introplan.introspection.programs.source import function_node
from introplan.introspection.programs.values import (
    Array,
    Closure,
    Entries,
    Items,
    Members,
    Value,
)


def check_is_harmless(arguments: list[Value]) -> None:
    """A generator runs later than it is called; what it is given must not change meanwhile."""
    if any(isinstance(a, Items) and a.kind is list for a in arguments) or any(
        isinstance(a, Entries | Members | Array) for a in arguments
    ):
        raise Refused("PY-STMT", "a generator function over something that can change")


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
