"""Values of a symbolic run: ordinary Python objects where known, these nouns where not.

A value is a plain Python object (known), a `Term` (an unknown number, truth value or opaque
value), or one of the containers below, whose shape is known and whose parts are values. `made`
says when a container was created: what is older than the assumption under which the program is
being run must not be changed (see `machine.py`).
"""

from __future__ import annotations

import ast
import dataclasses
import enum
import types
from collections.abc import Callable
from dataclasses import dataclass
from numbers import Integral
from typing import Any, TypeAlias, cast

from introplan.programs.layout import is_record
from introplan.symbolic.interpreter.special_methods import (
    CONTAINING,
    EXACT,
    check_plain_class,
    is_compared_by_parts,
    own_method,
)
from introplan.symbolic.interpreter.streams import Stream, View
from introplan.symbolic.refusal import CannotMerge, Refused, kind_of
from introplan.symbolic.terms.build import choose, const
from introplan.symbolic.terms.term import TERMS, Const, Sort, Term, exact, sort_of

Value: TypeAlias = Any
"""A known Python object, a term that is not constant, or one of the containers below."""

FOREIGN = -1
"""`made` of what must never be changed."""


@dataclass(slots=True, eq=False)
class Items:
    """A list or a tuple."""

    kind: type
    items: list[Value]
    made: int


@dataclass(slots=True, eq=False)
class Record:
    """An object with named parts: a dataclass, a NamedTuple, a plain class."""

    kind: type
    fields: dict[str, Value]
    made: int


@dataclass(slots=True, eq=False)
class Members:
    """A set or frozenset: each element that it may have, with the condition that it has it."""

    kind: type
    members: dict[Any, Value]
    made: int


@dataclass(slots=True, eq=False)
class Entries:
    """A dictionary whose keys are known."""

    items: dict[Any, Value]
    made: int


@dataclass(slots=True, eq=False)
class Array:
    """A numpy array of known shape, its cells in row order."""

    shape: tuple[int, ...]
    dtype: Any
    cells: list[Value]
    made: int


@dataclass(slots=True, eq=False)
class Closure:
    """A function, nested function or lambda of the model, with what it sees."""

    node: ast.FunctionDef | ast.Lambda
    names: Any
    defaults: dict[str, Value]
    file: str
    owner: type | None = None


@dataclass(slots=True, eq=False)
class Method:
    """A function bound to its first argument."""

    receiver: Value
    function: Any


@dataclass(slots=True, eq=False)
class BuiltinMethod:
    """A method of a container, by name."""

    receiver: Value
    name: str


CONTAINERS = (Items, Record, Members, Entries, Array)
SYMBOLIC = (*TERMS, *CONTAINERS, Closure, Method, BuiltinMethod, Stream, View)


def is_term(value: Value) -> bool:
    """Is this an unknown simple value?"""
    return isinstance(value, TERMS)


def is_condition(value: Value) -> bool:
    """Is this a truth value, known or not?"""
    return isinstance(value, bool) or (is_term(value) and sort_of(value) is Sort.BOOL)


def is_raw(value: Value) -> bool:
    """Is this an ordinary Python object, known through and through?"""
    return not isinstance(value, SYMBOLIC)


def unwrapped(term: Value) -> Value:
    """A known term as the Python object it stands for."""
    return term.value if isinstance(term, Const) else term


def is_simple(value: Value) -> bool:
    """Can this known value stand in a term?"""
    if isinstance(value, tuple | frozenset):
        return all(map(is_simple, value))
    if isinstance(value, enum.Enum):
        return own_method(type(value), "__eq__") is own_method(type(value), "__hash__") is None
    is_plain = type(value) in EXACT or type(value).__module__ == "numpy"
    return value is None or (is_plain and isinstance(value, int | float | str | bytes))


def check_plain(value: Value, *names: str) -> None:
    """Refuse a value whose class has one of these special methods of its own."""
    if isinstance(value, Record):
        check_plain_class(value.kind, *names)
    elif is_raw(value) and not isinstance(value, type | types.ModuleType):
        check_plain_class(type(value), *names)


def as_term(value: Value) -> Term:
    """A simple value as a term."""
    if isinstance(value, TERMS):
        return value
    value = plain_number(value)
    if not is_raw(value) or not is_simple(value) or value != value:
        raise Refused("PY-EXPR", f"{_kind_name(value)} used as a simple value")
    return const(value)


def plain_number(value: Value) -> Value:
    """A whole number or truth value of numpy as Python's own."""
    is_foreign = type(value).__module__ == "numpy"
    if is_foreign and (isinstance(value, Integral) or type(value).__name__ in ("bool_", "bool")):
        return value.item()
    return value


def _kind_name(value: Value) -> str:
    if isinstance(value, Items | Record | Members):
        return f"an object of type {value.kind.__name__}"
    return kind_of(value)


def known(value: Value) -> Value:
    """The Python object, if all of a value is known; raises `KeyError` if not."""
    match value:
        case Items(kind, items):
            return kind(map(known, items))
        case Entries(items):
            return {key: known(item) for key, item in items.items()}
        case View(owner, kind):
            return getattr(known(owner), kind)()
        case Members(kind, members):
            if any(is_term(m) for m in members.values()):
                raise KeyError
            return kind(key for key, member in members.items() if member)
        case Record(kind, fields) if is_compared_by_parts(kind):
            return _known_record(kind, {name: known(field) for name, field in fields.items()})
        case _ if is_raw(value):
            return value
        case _:
            raise KeyError


def _known_record(kind: type, fields: dict[str, Any]) -> Any:
    if is_named_tuple(kind):
        return tuple.__new__(kind, fields.values())
    made: Any = object.__new__(kind)
    for name, field in fields.items():
        object.__setattr__(made, name, field)
    return made


def is_named_tuple(kind: type) -> bool:
    """Is this class made by `NamedTuple` or `namedtuple`?"""
    return issubclass(kind, tuple) and hasattr(kind, "_fields")


def field_names(kind: type) -> list[str] | None:
    """The names of the parts of a NamedTuple or dataclass."""
    if is_named_tuple(kind):
        return list(cast(Any, kind)._fields)
    if is_record(kind):
        return [field.name for field in dataclasses.fields(kind)]
    return None


def sequence(value: Value) -> list[Value] | None:
    """The parts of a list or tuple, whichever way it is held; None for anything else."""
    match value:
        case Items(_, items):
            return items
        case Record(kind, fields) if is_named_tuple(kind):
            check_plain_class(kind, *CONTAINING)
            return list(fields.values())
        case tuple() | list():
            check_plain_class(type(value), *CONTAINING)
            return list(value)
        case range() if len(value) <= 100_000:
            return list(value)
        case _:
            return None


def merged(test: Term, then: Value, other: Value, *, floor: int) -> Value:
    """One value that is `then` where `test` holds and otherwise `other`."""
    if then is other or (is_raw(then) and is_raw(other) and _are_same(then, other)):
        return then
    kinds = (_shape(then), _shape(other))
    if kinds[0] != kinds[1] or kinds[0] is None:
        raise CannotMerge
    if kinds[0][0] in ("simple", "number"):
        return unwrapped(choose(test, as_term(then), as_term(other)))
    return _merged_parts(test, then, other, floor=floor)


def _are_same(left: Any, right: Any) -> bool:
    return is_simple(left) and is_simple(right) and exact(left) == exact(right)


def _merged_parts(test: Term, then: Value, other: Value, *, floor: int) -> Value:
    def join(first: Value, second: Value) -> Value:
        return merged(test, first, second, floor=floor)

    for value in (then, other):
        is_mutable = isinstance(value, Items) and value.kind is list
        if is_mutable and value.made < floor:
            raise CannotMerge
    match then, other:
        case Record(kind, first), Record(_, second):
            fields = {name: join(first[name], second[name]) for name in first}
            return Record(kind, fields, floor)
        case _:
            pairs = zip(sequence(then) or (), sequence(other) or (), strict=True)
            kind = then.kind if isinstance(then, Items) else tuple
            return Items(kind, [join(a, b) for a, b in pairs], floor)


def _shape(value: Value) -> tuple[Any, ...] | None:
    """What two values must have in common to be merged."""
    match value:
        case Record(kind, fields):
            if not is_named_tuple(kind) and not is_frozen(kind):
                return None
            return (kind, *fields)
        case Items(kind, items):
            return (kind, len(items))
        case _ if is_term(value):
            return ("number",) if sort_of(value) is not Sort.ANY else ("simple",)
        case bool() | int():
            return ("number",)
        case str() | enum.Enum() | None:
            return ("simple",)
        case tuple() if type(value) is tuple:
            return (tuple, len(value))
        case _:
            return None


def is_frozen(kind: type) -> bool:
    """Is this a dataclass whose fields cannot be set?"""
    parameters = getattr(kind, "__dataclass_params__", None)
    return parameters is not None and bool(parameters.frozen)


Thunk: TypeAlias = Callable[[], Value]
