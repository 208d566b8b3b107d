"""Terms: what a symbolic run of a program computes, as a closed union of small nodes.

A term is a function of the variables of a state. Whole-number arithmetic is kept in a linear
normal form, so that what cancels is seen to cancel: the x after a step minus the x before is 1.
Everything that is decided by a table (a wall at (x, y), the text of a map, a dictionary) is a
`Lookup`. What has no better form is a `Call` of a pure function of `FUNCTIONS`. All of them are
total: outside the guard they stand under, a table or a division gives some value, never an error.

Nodes are shared: building the same term twice gives the same object, so equality is identity and
costs nothing (hash consing; Ershov 1958). `build.py` builds and simplifies them, `compile.py`
turns them into Python functions, `constraints/interval.py` says what values they can take.
"""

from __future__ import annotations

import enum
import itertools
import operator
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar
from weakref import WeakKeyDictionary, WeakValueDictionary

from introplan.limits import after_fork
from introplan.symbolic.terms.order import in_order


class Sort(enum.Enum):
    """What kind of value a term has; ANY can be compared for equality and looked up."""

    INT = "int"
    BOOL = "bool"
    ANY = "any"


_serials = itertools.count()


def _serial() -> int:
    return next(_serials)


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Const:
    """A value that is known."""

    value: Any
    serial: int = field(default_factory=_serial, repr=False)


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Var:
    """A part of the state that holds one simple value, such as `boxes[0].x`."""

    name: str
    sort: Sort
    serial: int = field(default_factory=_serial, repr=False)


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Linear:
    """A whole number: `constant` plus the sum of coefficient times part."""

    constant: int
    parts: tuple[tuple[Term, int], ...]
    serial: int = field(default_factory=_serial, repr=False)


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Call:
    """A function of `FUNCTIONS` applied to terms."""

    function: str
    arguments: tuple[Term, ...]
    sort: Sort
    serial: int = field(default_factory=_serial, repr=False)


MISSING = object()


class Table:
    """A finite function; `default` is its value elsewhere (MISSING: guards keep keys inside).

    Its entries are in an order of their own: two tables of the same content are the same.
    """

    __slots__ = (
        "__weakref__", "default", "entries", "is_shared", "name", "opposite", "sort", "values",
    )  # fmt: skip

    def __init__(
        self, entries: Mapping[Any, Any], *, default: Any = MISSING, name: str = ""
    ) -> None:
        self.name = name
        self.entries = {key: entries[key] for key in in_order(entries)}
        self.default = default
        self.values = [*self.entries.values(), *([] if default is MISSING else [default])]
        self.sort = sort_of_values(self.values)
        self.is_shared = False
        self.opposite: Table | None = None
        """The table of the opposite truth values, once it was asked for (`build.negate`)."""

    @classmethod
    def of_rows(
        cls, rows: Mapping[tuple[Any, ...], Any], *, default: Any = MISSING, name: str = ""
    ) -> Table:
        """The table of values at tuples of keys; a single key stands for itself (`Lookup`)."""
        entries = {row if len(row) > 1 else row[0]: value for row, value in rows.items()}
        return cls(entries, default=default, name=name)

    def rows(self, parts: int) -> Iterable[tuple[tuple[Any, ...], Any]]:
        """The entries with their keys as tuples of so many parts: the inverse of `of_rows`."""
        if parts > 1:
            return self.entries.items()
        return (((key,), value) for key, value in self.entries.items())

    def at(self, key: Any) -> Any:
        """The value at `key`; some value outside a table without default."""
        if self.default is MISSING:
            return self.entries.get(key, self.values[0])
        return self.entries.get(key, self.default)


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Lookup:
    """The value of `table` at `keys` (one key stands for itself, several for their tuple)."""

    table: Table
    keys: tuple[Term, ...]
    serial: int = field(default_factory=_serial, repr=False)


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Choose:
    """`then` where `test` holds, otherwise `other`."""

    test: Term
    then: Term
    other: Term
    sort: Sort
    serial: int = field(default_factory=_serial, repr=False)


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class AtMost:
    """A linear term without constant is at most `bound`."""

    linear: Linear
    bound: int
    serial: int = field(default_factory=_serial, repr=False)


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Equal:
    """Two terms have equal values."""

    left: Term
    right: Term
    serial: int = field(default_factory=_serial, repr=False)


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Not:
    """The child does not hold."""

    child: Term
    serial: int = field(default_factory=_serial, repr=False)


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class And:
    """All children hold."""

    children: tuple[Term, ...]
    serial: int = field(default_factory=_serial, repr=False)


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Or:
    """Some child holds."""

    children: tuple[Term, ...]
    serial: int = field(default_factory=_serial, repr=False)


Term: TypeAlias = Const | Var | Linear | Call | Lookup | Choose | AtMost | Equal | Not | And | Or
TERMS = (Const, Var, Linear, Call, Lookup, Choose, AtMost, Equal, Not, And, Or)
T = TypeVar("T")
Part = TypeVar("Part", bound=tuple[Any, ...])

# Sharing only saves memory and comparisons: a node without references is forgotten.
# Variables are not shared: two analyses have no terms in common but constants.
_shared: WeakValueDictionary[tuple[Any, ...], Any] = WeakValueDictionary()
_sharing = threading.RLock()


class _Asked(threading.local):
    """How many nodes this thread has asked for, whether they were there or not."""

    count = 0


_asked = _Asked()


def terms_asked() -> int:
    """The nodes that this thread has asked for so far: how much work reading is, without a clock.

    What is remembered of terms makes none, so a program asks for as many every time it is read.
    """
    return _asked.count


def node(kind: Callable[..., T], *arguments: Any) -> T:
    """The one node of this kind with these arguments."""
    _asked.count += 1
    key = (kind, *arguments)
    known: T | None = _shared.get(key)
    return known if known is not None else _entered(key, kind(*arguments))


def const(value: Any) -> Const:
    """The term of a known value; 1, True and 1.0 are three values."""
    key = (Const, exact(value))
    known: Const | None = _shared.get(key)
    return known if known is not None else _entered(key, Const(value))


def _entered(key: tuple[Any, ...], fresh: T) -> T:
    """The node under this key: `fresh`, unless another thread was faster."""
    with _sharing:
        known: T = _shared.setdefault(key, fresh)
        return known


class _Ordered(threading.local):
    """The terms of a thread that were put into an order, where that is to stay."""

    terms: set[Any] | None = None


_ordered = _Ordered()


@contextmanager
def order_that_stays() -> Iterator[None]:
    """As long as this lasts, terms that were put into an order are not forgotten.

    One that is made again is younger than it was, so a sum of the same parts would be another one.
    """
    if _ordered.terms is not None:
        yield
        return
    _ordered.terms = set()
    try:
        yield
    finally:
        _ordered.terms = None


def in_order_made(parts: Iterable[Part]) -> list[Part]:
    """Pairs of a term and something else, those of older terms first."""
    found = sorted(parts, key=lambda part: part[0].serial)
    if _ordered.terms is not None and len(found) > 1:
        _ordered.terms.update([part[0] for part in found])
    return found


def is_younger(one: Term, other: Term) -> bool:
    """Was a term made after another one?"""
    if _ordered.terms is not None:
        _ordered.terms.update((one, other))
    return one.serial > other.serial


def _share_anew() -> None:
    """A process that was forked must not wait for threads that it does not have."""
    global _sharing
    _sharing = threading.RLock()


after_fork(_share_anew)

_tables: WeakValueDictionary[tuple[Any, ...], Table] = WeakValueDictionary()
MAX_SHARED_ENTRIES = 2_000
"""Larger tables are not compared by content: hashing all entries costs more than sharing saves."""


def shared_table(table: Table) -> Table:
    """The same object for tables of the same content, unless they are very large."""
    if table.is_shared or len(table.entries) > MAX_SHARED_ENTRIES:
        return table
    entries = frozenset((exact(k), exact(v)) for k, v in table.entries.items())
    default = table.default if table.default is MISSING else exact(table.default)
    with _sharing:
        table = _tables.setdefault((entries, default, table.name), table)
        table.is_shared = True
        return table


def exact(value: Any) -> Any:
    """A key under which only values of the same type are equal, all the way down."""
    if isinstance(value, float | complex):
        return (type(value), repr(value))
    if isinstance(value, tuple):
        return (type(value), *map(exact, value))
    if isinstance(value, frozenset):
        return (type(value), frozenset(map(exact, value)))
    return (type(value), value)


def action_key(action: Any) -> Any:
    """What distinguishes actions: value and type, or the text of what has no hash."""
    try:
        hash(action)
    except TypeError:
        return repr(action)
    return exact(action)


def sort_of(term: Term) -> Sort:
    """The kind of value a term has."""
    rule = _SORTS.get(type(term))
    return Sort.BOOL if rule is None else rule(term)


_SORTS: Mapping[type, Callable[[Any], Sort]] = {
    Const: lambda term: sort_of_values([term.value]),
    Var: operator.attrgetter("sort"),
    Call: operator.attrgetter("sort"),
    Choose: operator.attrgetter("sort"),
    Linear: lambda term: Sort.INT,
    Lookup: operator.attrgetter("table.sort"),
}


def sort_of_values(values: list[Any]) -> Sort:
    """The kind that covers all of `values`."""
    kinds = {type(value) for value in values}
    if kinds == {bool}:
        return Sort.BOOL
    return Sort.INT if kinds == {int} else Sort.ANY


_CHILDREN: Mapping[type, Callable[[Any], tuple[Term, ...]]] = {
    Const: lambda term: (),
    Var: lambda term: (),
    Linear: lambda term: tuple(part for part, _ in term.parts),
    Call: operator.attrgetter("arguments"),
    Lookup: operator.attrgetter("keys"),
    Choose: operator.attrgetter("test", "then", "other"),
    AtMost: lambda term: (term.linear,),
    Equal: operator.attrgetter("left", "right"),
    Not: lambda term: (term.child,),
    And: operator.attrgetter("children"),
    Or: operator.attrgetter("children"),
}  # by type and not by `match`: all analyses walk terms all the time


def children(term: Term) -> tuple[Term, ...]:
    """The terms directly below."""
    return _CHILDREN[type(term)](term)


def walk(*terms: Term) -> Iterator[Term]:
    """Every term below and including `terms`, once, children before parents."""
    seen: set[Term] = set()
    # What stands in a tuple of its own has had its children, and comes next.
    waiting: list[Any] = list(reversed(terms))
    while waiting:
        term = waiting.pop()
        if type(term) is tuple:
            yield term[0]
        elif term not in seen:
            seen.add(term)
            below = _CHILDREN[type(term)](term)
            if below:
                waiting.append((term,))
                waiting.extend(reversed(below))
            else:
                yield term


def remembered(function: Callable[[Term], T]) -> Callable[[Term], T]:
    """The same function, worked out once for each term; what it says must not hold the term."""
    known: WeakKeyDictionary[Term, T] = WeakKeyDictionary()

    def answer(term: Term) -> T:
        found = known.get(term)
        if found is None:
            found = known[term] = function(term)
        return found

    return answer


def variables(*terms: Term) -> tuple[Var, ...]:
    """The variables that terms speak of, in order of appearance."""
    if len(terms) == 1:
        return _variables(terms[0])
    return tuple(dict.fromkeys(var for term in terms for var in _variables(term)))


def _variables(term: Term) -> tuple[Var, ...]:
    return (term,) if isinstance(term, Var) else _variables_below(term)


@remembered
def _variables_below(term: Term) -> tuple[Var, ...]:
    return tuple(part for part in walk(term) if isinstance(part, Var))


def _floor_divide(left: int, right: int) -> int:
    return left // right if right else 0


def _modulo(left: int, right: int) -> int:
    return left % right if right else 0


def _true_divide(left: float, right: float) -> float:
    return left / right if right else 0.0


FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "*": operator.mul,
    "+": operator.add,
    "-": operator.sub,
    "/": _true_divide,
    "//": _floor_divide,
    "%": _modulo,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "abs": abs,
    "min": min,
    "max": max,
    "neg": operator.neg,
    "float": float,
    "<": operator.lt,
    "<=": operator.le,
    "tuple": lambda *items: tuple(items),
}
