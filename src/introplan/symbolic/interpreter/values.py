"""Values of a symbolic execution: ordinary Python objects where known, these nouns where not.

A value is a concrete Python object, a `Term` (an unknown number, truth value or opaque value), or
one of the containers below, whose shape is known and whose parts are values. So `[1, x]` with an
unknown `x` is `Items(list, [1, x], made)`, while `[1, 2]` that comes from the program's constants
is that very list.

`made` is the time of a container's creation. What is older than the assumption under which the
program is being run is shared with other paths and must not be changed (execution.py).
"""

from __future__ import annotations

import ast
import dataclasses
import enum
import math
import types
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from numbers import Integral
from typing import Any, TypeAlias

from introplan.symbolic.interpreter.classes import (
    CONTAINING,
    EXACT,
    check_plain_class,
    is_compared_by_parts,
    is_named_tuple,
    own_method,
)
from introplan.symbolic.interpreter.streams import Stream, View
from introplan.symbolic.refusal import Refused, kind_of
from introplan.symbolic.terms.term import TERMS, Const, Sort, Term, const, sort_of

Value: TypeAlias = Any
"""A known Python object, a term that is not constant, or one of the containers below."""


MAX_RANGE_ITEMS = 100_000
"""Numbers of a range that are listed; a longer one is only asked for membership."""

CHANGEABLE = (list, deque)
"""Sequences whose items can be changed."""

FOREIGN = -1
"""`made` of what must never be changed."""


@dataclass(slots=True, eq=False)
class Items:
    """A list or a tuple."""

    kind: type
    items: list[Value]
    made: int


@dataclass(slots=True, eq=False)
class Listing:
    """A list or tuple of unknown length: its items in order, each with a condition.

    An item is there where its condition holds. A list that gets an item on some paths only becomes
    one in place (`become`), so that all that holds the list sees it; hence the slots of `Items`.
    """

    kind: type
    items: list[tuple[Value, Value]]
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

    def row(self, position: int) -> Value:
        """The part at a known first index: a cell, or an array of the cells of that row."""
        if len(self.shape) == 1:
            return self.cells[position]
        size = len(self.cells) // self.shape[0]
        cells = self.cells[position * size : (position + 1) * size]
        return Array(self.shape[1:], self.dtype, cells, FOREIGN)


@dataclass(slots=True, eq=False)
class Variant:
    """One of several values, told apart by a tag: a tagged union (kinds.py)."""

    tag: Value
    cases: dict[Any, Value]
    """By the value of the tag."""

    made: int
    settled: list[Value] = dataclasses.field(default_factory=list)
    """The case that it is on this path, once that was decided; at most one."""


def current(value: Value) -> Value:
    """The value itself, or the case that it has been decided to be."""
    while type(value) is Variant and value.settled:
        value = value.settled[0]
    return value


CONTAINERS = (Items, Listing, Record, Members, Entries, Array)
"""What has a time of creation. Objects of the user's are not asked for `made`: theirs may be
anything."""


@dataclass(slots=True, eq=False)
class Closure:
    """A function, nested function or lambda of the program, with the names it sees."""

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
class Parent:
    """What `super()` gives: an object or class, looked at as one of the classes above `owner`."""

    receiver: Value
    owner: type


@dataclass(slots=True, eq=False)
class BuiltinMethod:
    """A method of a container, by name."""

    receiver: Value
    name: str


@dataclass(slots=True, eq=False)
class Unasked:
    """A part of the state that no rule may ask: a link to the state before, the path so far.

    Nothing but its kinds is known of it. It may be handed on, copied and lengthened; what looks
    into it is refused.
    """

    kinds: frozenset[str]
    """What it may be, as `kind_tag` says."""


class UnitDraw:
    """A random number from 0 to below 1, of which nothing more is known.

    It can be compared with what is outside: `random() < 0.0` never holds, and a slip probability
    of 0 is no chance.
    """


# By exact type: these classes have no subclasses, and the two questions below are asked a hundred
# thousand times in one analysis; `isinstance` with so many classes takes several times longer.
TERM_TYPES = frozenset(TERMS)
SYMBOLIC_TYPES = TERM_TYPES | {
    Items, Listing, Record, Members, Entries, Array, Closure, Method, BuiltinMethod, Stream, View,
    UnitDraw, Variant, Parent, Unasked,
}  # fmt: skip


def is_term(value: Value) -> bool:
    """Is this an unknown simple value?"""
    return type(value) in TERM_TYPES


def is_condition(value: Value) -> bool:
    """Is this a truth value, known or not?"""
    return isinstance(value, bool) or (is_term(value) and sort_of(value) is Sort.BOOL)


def is_number(value: Value) -> bool:
    """Is this a whole number or truth value, known or not?"""
    if is_term(value):
        return sort_of(value) is not Sort.ANY
    return isinstance(value, int)


def is_concrete(value: Value) -> bool:
    """Is this an ordinary Python object, known through and through?"""
    return type(value) not in SYMBOLIC_TYPES


def unwrapped(term: Value) -> Value:
    """A known term as the Python object it stands for."""
    return term.value if isinstance(term, Const) else term


def is_simple(value: Value) -> bool:
    """Can this known value stand in a term?"""
    if isinstance(value, tuple | frozenset):
        return all(map(is_simple, value))
    if isinstance(value, enum.Enum):
        return own_method(type(value), "__eq__") is own_method(type(value), "__hash__") is None
    if type(value) is complex:
        return _is_one_of_its_equals(value)
    is_plain = type(value) in EXACT or type(value).__module__ == "numpy"
    return value is None or (is_plain and isinstance(value, int | float | str | bytes))


def _is_one_of_its_equals(value: complex) -> bool:
    """Is this the only complex number that is equal to it? There are four zeros, and NaN."""
    parts = (value.real, value.imag)
    return all(math.isfinite(part) and (part or math.copysign(1.0, part) > 0) for part in parts)


def check_plain(value: Value, *names: str) -> None:
    """Refuse a value whose class has one of these special methods of its own."""
    if isinstance(value, Record):
        check_plain_class(value.kind, *names)
    elif is_concrete(value) and not isinstance(value, type | types.ModuleType):
        check_plain_class(type(value), *names)


def as_term(value: Value) -> Term:
    """A simple value as a term."""
    if isinstance(value, TERMS):
        return value
    value = plain_number(value)
    # Not a number (NaN) is not equal to itself: it would break the sharing of equal terms.
    if not is_concrete(value) or not is_simple(value) or value != value:
        raise Refused("PY-EXPR", f"{_kind_name(value)} used as a simple value")
    return const(value)


def plain_number(value: Value) -> Value:
    """A whole number or truth value of numpy as Python's own."""
    is_foreign = type(value).__module__ == "numpy"
    if is_foreign and (isinstance(value, Integral) or type(value).__name__ in ("bool_", "bool")):
        return value.item()
    return value


def _kind_name(value: Value) -> str:
    if isinstance(value, Items | Listing | Record | Members):
        return f"an object of type {value.kind.__name__}"
    return kind_of(value)


def concrete_value(value: Value) -> Value:
    """The Python object, if all of a value is known; raises `KeyError` if not."""
    match value:
        case Items(kind, items):
            known = map(concrete_value, items)
            return "".join(known) if kind is str else kind(known)
        case Entries(items):
            return {key: concrete_value(item) for key, item in items.items()}
        case Variant() if value.settled:
            return concrete_value(current(value))
        case View(owner, kind):
            return getattr(concrete_value(owner), kind)()
        case Members(kind, members):
            if any(is_term(m) for m in members.values()):
                raise KeyError
            return kind(key for key, member in members.items() if member)
        case Record(kind, fields) if is_compared_by_parts(kind):
            parts = {name: concrete_value(field) for name, field in fields.items()}
            return _known_record(kind, parts)
        case _ if is_concrete(value):
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


def kind_tag(value: Value) -> str:
    """What a value counts as where a part of the state is of several kinds; "" if not known.

    Whole numbers, truth values, other simple values, each class of containers, and dictionaries by
    their keys.
    """
    value = plain_number(value)
    if is_term(value):
        return {Sort.INT: "number", Sort.BOOL: "truth", Sort.ANY: ""}[sort_of(value)]
    if isinstance(value, Items | Record | Members):
        return value.kind.__name__
    if isinstance(value, bool):
        return "truth"
    if type(value) is int:
        return "number"
    if isinstance(value, Array):
        return "ndarray"
    if isinstance(value, Entries):
        return keys_tag(value.items)
    if type(value) is dict:
        return keys_tag(value)
    # Containers first: looking through nested tuples at each level would be quadratic.
    is_value = not isinstance(value, tuple | frozenset) and is_simple(value)
    return "value" if is_value else type(value).__name__


def keys_tag(keys: Iterable[Any]) -> str:
    """What a dictionary with these keys counts as; their order does not matter."""
    return f"{{{', '.join(sorted(map(repr, keys)))}}}"


def sequence(value: Value) -> list[Value] | None:
    """The parts of a list, tuple or named tuple, symbolic or not; None for anything else."""
    match value:
        case Items(_, items):
            return items
        case Record(kind, fields) if is_named_tuple(kind):
            check_plain_class(kind, *CONTAINING)
            return list(fields.values())
        case tuple() | list() | deque():
            check_plain_class(type(value), *CONTAINING)
            return list(value)
        case range() if len(value) <= MAX_RANGE_ITEMS:
            return list(value)
        case _:
            return None
