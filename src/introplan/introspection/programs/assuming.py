"""Assuming a condition: a piece of program is run as if it held, and changes nothing older."""

from __future__ import annotations

from collections.abc import Callable

from introplan.introspection.programs.frames import Frame
from introplan.introspection.programs.machine import Machine
from introplan.introspection.programs.signals import CannotMerge
from introplan.introspection.programs.terms import Term
from introplan.introspection.programs.values import (
    Value,
)


def assumed(machine: Machine, frame: Frame, condition: Term, thunk: Callable[[], Value]) -> Value:
    """The value of a piece of program where `condition` holds; it must not bind names."""
    names = dict(frame.names)

    def run() -> Value:
        try:
            value = thunk()
            if _has_changed(frame.names, names):
                raise CannotMerge
            return value
        finally:
            frame.names.clear()
            frame.names.update(names)

    return machine.merge(run, assume=condition)


def _has_changed(after: dict[str, Value], before: dict[str, Value]) -> bool:
    return len(after) != len(before) or any(after[n] is not v for n, v in before.items())
