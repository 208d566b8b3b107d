"""Records: attributes of objects, read and set as in Python; copies; methods of named tuples.

Python's order is kept: properties of the class come before the fields of the object, those before
the class's other attributes. What a class decides by its own `__getattribute__`, `__setattr__` or
descriptors is refused.
"""

from __future__ import annotations

import copy
import dataclasses
import enum
import types
from collections import deque
from collections.abc import Callable
from typing import Any

from introplan.symbolic.builtins.arrays import array_attribute
from introplan.symbolic.builtins.parents import attribute_above
from introplan.symbolic.builtins.unasked import method_of_unasked
from introplan.symbolic.interpreter.classes import (
    COPYING,
    EXACT,
    check_plain_class,
    field_names,
    has_in_class,
    in_class,
    is_frozen,
    is_named_tuple,
    is_record,
    own_method,
)
from introplan.symbolic.interpreter.concretisation import call_python, possible_values, tabulate
from introplan.symbolic.interpreter.execution import Builtin, Execution
from introplan.symbolic.interpreter.kinds import lifted, settled
from introplan.symbolic.interpreter.protocols import ABSENT, asked
from introplan.symbolic.interpreter.streams import Stream, View
from introplan.symbolic.interpreter.values import (
    FOREIGN,
    Array,
    BuiltinMethod,
    Entries,
    Items,
    Listing,
    Members,
    Method,
    Parent,
    Record,
    Unasked,
    Value,
    Variant,
    check_plain,
    current,
    is_concrete,
    is_simple,
    is_term,
)
from introplan.symbolic.refusal import Raised, Refused
from introplan.symbolic.terms import build as terms
from introplan.symbolic.terms.term import Sort, Term, sort_of

DATA = (int, float, str, bytes, tuple, list, dict, set, frozenset, bool, type(None), range)

NO_METHODS = frozenset({"real", "imag", "numerator", "denominator"})
"""What numbers have besides methods."""

NAMED_TUPLE_NAMES = ("_replace", "_asdict", "index", "count")
"""Methods of tuples that the interpreter knows."""


def attribute(run: Execution, value: Value, name: str) -> Value:
    """value.name"""
    match value:
        case Variant(_, cases):
            if any(isinstance(case, Record) for case in cases.values()):
                return lifted(run, value, lambda case: attribute(run, case, name))
            return BuiltinMethod(value, name)
        case Record(kind, fields):
            return _of_record(run, value, kind, fields, name)
        case Array():
            return array_attribute(value, name)
        case Parent():
            return attribute_above(run, value, name)
        case Items() | Listing() | Members() | Entries() | Stream() | View():
            return BuiltinMethod(value, name)
        case Unasked():
            return method_of_unasked(value, name)
        case _ if is_term(value):
            return _of_unknown(run, value, name)
        case _ if is_concrete(value):
            return _of_known(run, value, name)
        case _:
            raise Refused("PY-EXPR", f"the attribute {name} of a function")


def _of_record(  # noqa: C901 - Python's own order of looking
    run: Execution, record: Record, kind: type, fields: dict[str, Value], name: str
) -> Value:
    check_plain_class(kind, "__getattribute__")
    found = in_class(kind, name)
    _check_is_no_descriptor(found, name)
    # Data descriptors of the class (properties) come before the fields of the object, and those
    # before everything else in the class.
    if name in fields and not isinstance(found, property):
        return fields[name]
    if name == "__class__":
        return kind
    if is_named_tuple(kind) and name in NAMED_TUPLE_NAMES and own_method(kind, name) is None:
        return BuiltinMethod(record, name)
    if isinstance(found, property):
        if not isinstance(found.fget, types.FunctionType):
            raise Refused("PY-EXPR", f"the property {name}")
        return run.interpret(found.fget, [record], {})
    if isinstance(found, staticmethod):
        return found.__func__
    if isinstance(found, classmethod):
        return Method(kind, found.__func__)
    if isinstance(found, types.FunctionType):
        return Method(record, found)
    if not has_in_class(kind, name):
        check_plain_class(kind, "__getattr__")
        raise Raised(AttributeError)
    if hasattr(type(found), "__get__"):
        raise Refused("PY-EXPR", f"the attribute {name} of {kind.__name__}")
    return found


def _check_is_no_descriptor(found: Any, name: str) -> None:
    """Refuse what a class of the user's decides about when it is read."""
    kind = type(found)
    is_known = kind.__module__ in ("enum", "functools", "types")
    if not is_known and isinstance(in_class(kind, "__get__"), types.FunctionType):
        raise Refused("PY-EXPR", f"the attribute {name}, which is computed when it is read")


def _of_unknown(run: Execution, term: Term, name: str) -> Value:
    if sort_of(term) is not Sort.ANY:
        if name in NO_METHODS:
            raise Refused("PY-EXPR", f"the attribute {name} of a number that depends on the state")
        return BuiltinMethod(term, name)
    values = terms.values_of(term)
    if values is None:
        values = possible_values(run, term)
    if values and name in NO_METHODS and all(type(v) is complex for v in values):
        return tabulate(run, _Getter(name), term)
    if values and all(isinstance(v, enum.Enum) for v in values):
        found = in_class(type(values[0]), name)
        if isinstance(found, types.FunctionType):
            return Method(term, found)
        if isinstance(found, property) and isinstance(found.fget, types.FunctionType):
            return run.interpret(found.fget, [term], {})
        return tabulate(run, _Getter(name), term)
    return BuiltinMethod(term, name)


class _Getter:
    """value.name as a function."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.__name__ = f"the attribute {name}"

    def __call__(self, value: object) -> object:
        return getattr(value, self.name)


def _of_known(run: Execution, value: Any, name: str) -> Value:
    if isinstance(value, types.ModuleType | type):
        found = call_python(getattr, value, name)
        if isinstance(value, type) and isinstance(in_class(value, name), classmethod):
            return Method(value, in_class(value, name).__func__)
        return found
    kind = type(value)
    if not isinstance(value, enum.Enum):
        check_plain_class(kind, "__getattribute__", "__getattr__")
    _note_read(run, value, name)
    found = in_class(kind, name)
    _check_is_no_descriptor(found, name)
    if own_method(kind, name) is None:
        is_data = isinstance(value, DATA) and not is_named_tuple(kind)
        if is_data and not isinstance(found, property):
            return _of_data(value, name)
        if is_named_tuple(kind) and name in NAMED_TUPLE_NAMES:
            return BuiltinMethod(value, name)
    if isinstance(found, property) and isinstance(found.fget, types.FunctionType):
        return run.interpret(found.fget, [value], {})
    if isinstance(found, types.FunctionType):
        return Method(value, found)
    if isinstance(found, staticmethod | classmethod):
        return (
            found.__func__
            if isinstance(found, staticmethod)
            else Method(type(value), found.__func__)
        )
    return call_python(getattr, value, name)


def _of_data(value: Any, name: str) -> Value:
    """An attribute of a number, a text or the like: of most a method, of members of enums more."""
    if not hasattr(value, name):
        return _missing()
    held = call_python(getattr, value, name)
    return BuiltinMethod(value, name) if callable(held) else held


def _note_read(run: Execution, owner: Any, name: str) -> None:
    """Note that an attribute of an object outside the state is read; refused if it was written."""
    if not type(owner).__dictoffset__:
        return
    if (id(owner), name) in run.context.written or name == "__dict__":
        raise Refused("PY-PURE", f"setting {name} of an object that the call did not create")
    run.context.consulted.add((id(owner), name))


def _missing() -> Value:
    raise Raised(AttributeError)


def set_attribute(run: Execution, owner: Value, name: str, value: Value) -> None:
    """owner.name = value"""
    owner = settled(run, owner)
    if is_term(owner) or (is_concrete(owner) and type(owner) in EXACT):
        raise Raised(AttributeError)  # None, say, has no place for attributes
    if not isinstance(owner, Record):
        raise Refused("PY-PURE", f"setting {name} of an object that the call did not create")
    kind = owner.kind
    _check_can_set(kind, name)
    run.check_may_set(owner, "setting an attribute")
    owner.fields[name] = value


def _check_can_set(kind: type, name: str) -> None:
    """Raise what Python raises if objects of a class cannot get this attribute."""
    check_plain_class(kind, "__setattr__")
    if issubclass(kind, tuple):
        if name not in (field_names(kind) or ()) and kind.__dictoffset__:
            raise Refused("PY-STMT", f"setting an attribute of the tuple {kind.__name__}")
        raise Raised(AttributeError)
    if is_frozen(kind):
        if name not in (field_names(kind) or ()) and "__dataclass_params__" not in vars(kind):
            raise Refused("PY-STMT", f"setting an attribute below the frozen {kind.__name__}")
        raise Raised(dataclasses.FrozenInstanceError)
    _check_has_place(kind, name)


def _check_has_place(kind: type, name: str) -> None:
    """Raise what Python raises if objects of a class have no place for an attribute."""
    found = in_class(kind, name)
    is_slot = isinstance(found, types.MemberDescriptorType)
    if hasattr(type(found), "__set__") and not is_slot:
        raise Refused("PY-STMT", f"setting the property {name}")
    if not kind.__dictoffset__ and not is_slot:
        raise Raised(AttributeError)


def _getattr(run: Execution, value: Value, name: Value, /, *default: Value) -> Value:
    if not isinstance(name, str):
        raise Refused("PY-CALL", "getattr with a name that depends on the state")
    try:
        return attribute(run, value, name)
    except Raised as raised:
        if default and issubclass(raised.kind, AttributeError):
            return default[0]
        raise


def _setattr(run: Execution, value: Value, name: Value, new: Value, /) -> None:
    if not isinstance(name, str):
        raise Refused("PY-CALL", "setattr with a name that depends on the state")
    set_attribute(run, value, name, new)


def _new(run: Execution, kind: Value, /) -> Value:
    """object.__new__(kind): an object without attributes."""
    is_plain = (
        isinstance(kind, type) and bool(kind.__dictoffset__) and kind.__new__ is object.__new__  # type: ignore[comparison-overlap]
    )
    if not is_plain or issubclass(kind, tuple | BaseException):
        raise Refused("PY-CALL", "object.__new__ of this class")
    return Record(kind, {}, run.stamp())


def _set_past_class(run: Execution, owner: Value, name: Value, value: Value, /) -> None:
    """object.__setattr__(owner, name, value), which a frozen dataclass does not forbid."""
    if not isinstance(owner, Record) or not isinstance(name, str) or issubclass(owner.kind, tuple):
        raise Refused("PY-PURE", "setting an attribute of an object that the call did not create")
    _check_has_place(owner.kind, name)
    run.check_may_change(owner, "setting an attribute")
    owner.fields[name] = value


def _replace(run: Execution, record: Value, /, **changes: Value) -> Value:
    kind = record.kind if isinstance(record, Record) else type(record)
    if not is_record(kind):
        raise Raised(TypeError)
    fields = {
        spec.name: attribute(run, record, spec.name)
        for spec in dataclasses.fields(kind)
        if spec.init and spec.name not in changes
    }
    if any(not spec.init and spec.name in changes for spec in dataclasses.fields(kind)):
        raise Raised(ValueError)
    return run.call(kind, [], {**fields, **changes})


def _replace_fields(run: Execution, receiver: Value, /, **changes: Value) -> Value:
    if isinstance(receiver, Record):
        kind, fields = receiver.kind, receiver.fields
    else:
        kind, fields = type(receiver), receiver._asdict()
    if set(changes) - set(fields):
        raise Raised(ValueError)
    return Record(kind, {**fields, **changes}, run.stamp())


def _as_dict(run: Execution, receiver: Value, /) -> Value:
    fields = receiver.fields if isinstance(receiver, Record) else receiver._asdict()
    return Entries(dict(fields), run.stamp())


def _vars(run: Execution, value: Value, /) -> Value:
    """vars(value), of an object that cannot change: else the dictionary would change with it."""
    if not isinstance(value, Record) or not is_frozen(value.kind):
        raise Refused("PY-CALL", "vars() of an object that may be changed", "name its attributes")
    if not value.kind.__dictoffset__ or has_in_class(value.kind, "__slots__"):
        raise Refused("PY-CALL", f"vars() of {value.kind.__name__}, which has slots")
    return Entries(dict(value.fields), FOREIGN)


def copy_shallow(run: Execution, value: Value, /) -> Value:
    """copy.copy(value), a new container with the same parts; also `list.copy` and the like."""
    own = asked(run, value, "__copy__")
    if own is not ABSENT:
        return own
    return _copied(run, value, lambda part: part)


def _deepcopy(run: Execution, value: Value, /) -> Value:
    # As in Python's memo: parts that are one object stay one object. The part itself is kept
    # beside its copy, so that its identity is not given to another object meanwhile.
    done: dict[int, tuple[Value, Value]] = {}

    def inner(part: Value) -> Value:
        if id(part) not in done:
            done[id(part)] = (part, _copied(run, part, inner))
        return done[id(part)][1]

    return _copied(run, value, inner)


def _copied(  # noqa: C901 - one case per kind
    run: Execution, value: Value, inner: Callable[[Value], Value]
) -> Value:
    check_plain(value, *COPYING)  # `__copy__` was asked, or is none of a deep copy's business
    match value:
        case Variant(tag, cases) if not value.settled:
            return Variant(tag, {k: inner(case) for k, case in cases.items()}, run.stamp())
        case Variant():
            return inner(current(value))
        case Items(kind, items):
            return Items(kind, [inner(i) for i in items], run.stamp())
        case Listing(kind, pairs):
            return Listing(kind, [(held, inner(i)) for held, i in pairs], run.stamp())
        case Record(kind, fields):
            return Record(kind, {n: inner(f) for n, f in fields.items()}, run.stamp())
        case Members(kind, members):
            return Members(kind, dict(members), run.stamp())
        case Entries(items):
            return Entries({k: inner(v) for k, v in items.items()}, run.stamp())
        case Array(shape, dtype, cells):
            return Array(shape, dtype, list(cells), run.stamp())
        case list() if type(value) is list:
            return Items(list, [inner(i) for i in value], run.stamp())
        case deque() if type(value) is deque and value.maxlen is None:
            return Items(deque, [inner(i) for i in value], run.stamp())
        case dict() if type(value) is dict:
            return Entries({k: inner(v) for k, v in value.items()}, run.stamp())
        case set() if type(value) is set:
            return Members(set, dict.fromkeys(value, True), run.stamp())
        case _ if is_term(value) or (is_concrete(value) and is_simple(value)):
            return value
        case Unasked():
            return value
        case _:
            raise Refused("PY-CALL", "a copy of an object")


FUNCTIONS: dict[Any, Builtin] = {
    getattr: _getattr,
    setattr: _setattr,
    vars: _vars,
    object.__new__: _new,
    object.__setattr__: _set_past_class,
    dataclasses.replace: _replace,
    copy.copy: copy_shallow,
    copy.deepcopy: _deepcopy,
}
NAMED_TUPLE_METHODS: dict[str, Builtin] = {"_replace": _replace_fields, "_asdict": _as_dict}
"""By name, since every named tuple class has functions of its own under these names."""
