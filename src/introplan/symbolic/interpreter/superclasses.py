"""`super().name`: what the classes behind the present one have under a name.

Known where it is used at once, as in `super().step(action)`; the object that `super()` alone
returns is refused.
"""

from __future__ import annotations

import ast
import builtins
import types
from typing import Any

from introplan.symbolic.interpreter.execution import Execution
from introplan.symbolic.interpreter.protocols import ABSENT
from introplan.symbolic.interpreter.scopes import Frame
from introplan.symbolic.interpreter.values import Method, Record, Value, is_concrete
from introplan.symbolic.refusal import Raised, Refused

WRITTEN_OUT = "call the method of the other class by its full name"


def inherited(run: Execution, frame: Frame, node: ast.Attribute) -> Value:
    """super().name or super(Class, self).name; `ABSENT` for any other attribute."""
    match node.value:
        case ast.Call(func=ast.Name(id="super"), args=given, keywords=[]):
            if frame.load("super") is not builtins.super:
                return ABSENT
        case _:
            return ABSENT
    owners = [run.evaluate(frame, part) for part in given] if given else _own_class(frame)
    if len(owners) != 2 or not isinstance(owners[0], type):
        raise Refused("PY-CALL", "super of something else than a class and an object", WRITTEN_OUT)
    return _behind(run, owners[0], owners[1], node.attr)


def _own_class(frame: Frame) -> list[Value]:
    """The class in which a method was written, and the object it was called on."""
    if frame.is_comprehension or not frame.names:
        raise Refused("PY-CALL", "super inside a comprehension", WRITTEN_OUT)
    return [frame.load("__class__"), next(iter(frame.names.values()))]


def _behind(run: Execution, kind: type, owner: Value, name: str) -> Value:
    """What follows a class in the order in which the class of an object is searched."""
    if isinstance(owner, type):
        own: Any = owner
    elif isinstance(owner, Record):
        own = owner.kind
    elif is_concrete(owner):
        own = type(owner)
    else:
        raise Refused("PY-CALL", "super of a value that depends on the state", WRITTEN_OUT)
    if kind not in own.__mro__:
        raise Raised(TypeError)
    for base in own.__mro__[own.__mro__.index(kind) + 1 :]:
        if name in vars(base):
            return _bound(run, vars(base)[name], own, owner, name)
    raise Raised(AttributeError)


def _bound(run: Execution, found: Any, own: type, owner: Value, name: str) -> Value:
    """What was found in a class, as an attribute of the object."""
    match found:
        case types.FunctionType():
            return found if isinstance(owner, type) else Method(owner, found)
        case classmethod(__func__=function):
            return Method(own, function)
        case staticmethod(__func__=function):
            return function
        case property(fget=types.FunctionType() as function) if not isinstance(owner, type):
            return run.interpret(function, [owner], {})
    if found is object.__init__ and isinstance(owner, Record):
        return _nothing
    if hasattr(type(found), "__get__"):
        raise Refused("PY-CALL", f"super().{name}, which is one of Python's own", WRITTEN_OUT)
    return found


def _nothing() -> None:
    """object.__init__, which has nothing to do."""
