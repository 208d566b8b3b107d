"""Objects that behave like containers by methods of their own: `__len__`, `__getitem__`, ...

Python's operators ask the class of an object; what the user's class says there is interpreted like
any other method. What Python demands of the answers (a length is a whole number, a truth is one of
two) is demanded here.
"""

from __future__ import annotations

from types import FunctionType, ModuleType
from typing import Any

from introplan.symbolic.interpreter.classes import own_method
from introplan.symbolic.interpreter.execution import Execution
from introplan.symbolic.interpreter.streams import Stream
from introplan.symbolic.interpreter.values import (
    Record,
    Value,
    as_term,
    is_concrete,
    is_number,
    is_term,
    unwrapped,
)
from introplan.symbolic.refusal import Raised, Refused
from introplan.symbolic.terms import build as terms
from introplan.symbolic.terms.term import Sort, sort_of

ABSENT = object()
"""Says that the class has no such method."""


def method_of(value: Value, name: str) -> Any:
    """The method of the user's own class under a name; None if there is none."""
    if isinstance(value, Record):
        kind = value.kind
    elif is_concrete(value) and not isinstance(value, type | ModuleType):
        kind = type(value)
    else:
        return None
    found = own_method(kind, name)
    if found is not None and not isinstance(found, FunctionType):
        raise Refused("PY-EXPR", f"an unusual method {name}")
    return found


def asked(run: Execution, value: Value, name: str, *arguments: Value) -> Value:
    """What a method of the user's own class answers; `ABSENT` if there is none."""
    method = method_of(value, name)
    return ABSENT if method is None else run.call(method, [value, *arguments], {})


def own_length(run: Execution, value: Value) -> Value:
    """len(value) by `__len__` of the user's class; `ABSENT` if it has none."""
    length = asked(run, value, "__len__")
    if length is ABSENT:
        return ABSENT
    if not is_number(length):
        if is_concrete(length):
            raise Raised(TypeError)
        raise Refused("PY-EXPR", "a length that is not known to be a number")
    number = terms.number(as_term(length))
    if run.decide(unwrapped(terms.less(number, terms.ZERO))):
        raise Raised(ValueError)
    return unwrapped(number)


def own_truth(run: Execution, value: Value) -> Value:
    """bool(value) by `__bool__` or `__len__` of the user's class; `ABSENT` if it has neither."""
    truth = asked(run, value, "__bool__")
    if truth is ABSENT:
        length = own_length(run, value)
        return ABSENT if length is ABSENT else run.truth_value(length)
    if isinstance(truth, bool) or (is_term(truth) and sort_of(truth) is Sort.BOOL):
        return truth
    if is_concrete(truth):
        raise Raised(TypeError)
    raise Refused("PY-EXPR", "an answer of __bool__ that is not known to be a truth value")


def own_membership(run: Execution, value: Value, container: Value) -> Value:
    """value in container by `__contains__` of the user's class; `ABSENT` if it has none."""
    held = asked(run, container, "__contains__", value)
    return ABSENT if held is ABSENT else run.truth_value(held)


def own_iterator(run: Execution, value: Value) -> Value:
    """iter(value) by `__iter__` of the user's class; `ABSENT` if it has none."""
    found = asked(run, value, "__iter__")
    if found is ABSENT:
        return ABSENT
    if not isinstance(found, Stream):
        raise Refused(
            "PY-EXPR",
            "an iterator of an own class",
            "let __iter__ return iter(…) of a list or tuple",
        )
    if not found.has_order:
        raise Refused("PY-EXPR", "the order of a set that the program makes", "use sorted data")
    return found
