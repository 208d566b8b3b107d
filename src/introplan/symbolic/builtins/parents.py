"""`super()`: the methods and attributes of the classes above the one that a method stands in."""

from __future__ import annotations

import types
from typing import Any

from introplan.symbolic.interpreter.classes import check_plain_class
from introplan.symbolic.interpreter.execution import Builtin, Execution
from introplan.symbolic.interpreter.scopes import Frame
from introplan.symbolic.interpreter.values import Method, Parent, Record, Value, is_concrete
from introplan.symbolic.refusal import Raised, Refused


def parent(frame: Frame) -> Parent:
    """`super()` in a method: its class is in a cell, its object is the first argument."""
    if "__class__" not in frame.cells or frame.first not in frame.names:
        raise Refused("PY-CALL", "super() outside of a method")
    return Parent(frame.names[frame.first], frame.load("__class__"))


def attribute_above(run: Execution, value: Parent, name: str) -> Value:
    """super().name"""
    receiver, order = value.receiver, _order_of(value.receiver)
    if value.owner not in order:
        raise Raised(TypeError)
    above = order[order.index(value.owner) + 1 :]
    found = next((vars(base)[name] for base in above if name in vars(base)), None)
    match found:
        case types.FunctionType():
            return found if isinstance(receiver, type) else Method(receiver, found)
        case classmethod():
            kind = receiver if isinstance(receiver, type) else order[0]
            return Method(kind, found.__func__)
        case staticmethod():
            return found.__func__
        case property() if isinstance(found.fget, types.FunctionType):
            return run.interpret(found.fget, [receiver], {})
        case _ if found is vars(object)["__init__"]:
            return Method(receiver, found)
        case _:
            raise Refused("PY-CALL", f"super().{name}, which is not a method of the program's")


def _order_of(receiver: Value) -> tuple[type, ...]:
    """The classes in which attributes of an object or a class are looked for."""
    if isinstance(receiver, type):
        return receiver.__mro__
    if isinstance(receiver, Record):
        kind = receiver.kind
    elif is_concrete(receiver):
        kind = type(receiver)
    else:
        raise Refused("PY-CALL", "super() of a value that depends on the state")
    check_plain_class(kind, "__getattribute__")
    return kind.__mro__


def _super(run: Execution, owner: Value, receiver: Value, /) -> Value:
    if not isinstance(owner, type):
        raise Refused("PY-CALL", "super of something that is not a class")
    return Parent(receiver, owner)


def _init_of_object(run: Execution, receiver: Value, /) -> None:
    """What `object.__init__` does: nothing."""


FUNCTIONS: dict[Any, Builtin] = {super: _super, object.__init__: _init_of_object}
