"""Terms and values as plain lists of JSON, and back: what can be kept in a file.

A file may come from anywhere, so reading one can only build terms: nodes of the closed union of
`term.py` over values of Python's own kinds, and members and classes that the reader hands in
(`References`). Nothing is imported, called or looked up by a name that stands in the file.

Nodes come in the order in which they were made, children first. Sums are kept in that order
(`build.combine`), so equal terms that are built later are the same node, as if nothing had been
stored.
"""

from __future__ import annotations

import enum
import json
from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias, cast

from introplan.symbolic.terms.term import (
    FUNCTIONS,
    MISSING,
    And,
    AtMost,
    Call,
    Choose,
    Const,
    Equal,
    Linear,
    Lookup,
    Not,
    Or,
    Sort,
    Table,
    Term,
    Var,
    const,
    node,
    shared_table,
    walk,
)

Json: TypeAlias = Any


class NotStorable(Exception):  # noqa: N818 - an answer: it is not kept
    """A value that plain lists cannot hold, or lists that hold no value."""


_BUILTIN = {kind.__name__: kind for kind in (tuple, list, str, dict, set, frozenset)}


class References:
    """Classes that have a number here and in the process that stored them."""

    def __init__(self, classes: Sequence[type]) -> None:
        self.classes = classes
        self.numbers = {kind: number for number, kind in enumerate(classes)}

    def of(self, kind: type) -> Json:
        """The name or the number of a class."""
        if _BUILTIN.get(kind.__name__) is kind:
            return kind.__name__
        if kind not in self.numbers:
            raise NotStorable(kind.__name__)
        return self.numbers[kind]

    def kind(self, stored: Json) -> type:
        """The class of a name or a number."""
        if isinstance(stored, str):
            return _BUILTIN[stored]
        return self.classes[_index(stored, self.classes)]


def _index(stored: Json, among: Sequence[Any]) -> int:
    if type(stored) is not int or not 0 <= stored < len(among):
        raise NotStorable("a number of nothing")
    return stored


def text_of(stored: Json) -> str:
    """Lists as text; raises `NotStorable` for numbers of more digits than Python writes."""
    try:
        return json.dumps(stored, separators=(",", ":"))
    except ValueError as error:
        raise NotStorable(str(error)) from error


def stored_value(value: Any, references: References) -> Json:
    """A simple value; its type is kept exactly."""
    kind = type(value)
    if value is None or kind in (bool, int, str):
        return value
    if kind is float:
        return ["f", value.hex()]
    if kind is bytes:
        return ["b", value.hex()]
    if kind is complex:
        return ["c", value.real.hex(), value.imag.hex()]
    if kind is tuple:
        return ["t", *(stored_value(part, references) for part in value)]
    if kind is frozenset:
        parts = (stored_value(part, references) for part in value)
        return ["s", *sorted(parts, key=repr)]
    if isinstance(value, enum.Enum):
        return ["e", references.of(kind), value.name]
    raise NotStorable(kind.__name__)


def value_from(stored: Json, references: References) -> Any:
    """The value that was stored."""
    if not isinstance(stored, list):
        if stored is None or type(stored) in (bool, int, str):
            return stored
        raise NotStorable("a value of no kind")
    match stored:
        case ["f", str(text)]:
            return float.fromhex(text)
        case ["b", str(text)]:
            return bytes.fromhex(text)
        case ["c", str(real), str(imaginary)]:
            return complex(float.fromhex(real), float.fromhex(imaginary))
        case ["t", *parts]:
            return tuple(value_from(part, references) for part in parts)
        case ["s", *parts]:
            return frozenset(value_from(part, references) for part in parts)
        case ["e", number, str(name)]:
            kind = references.kind(number)
            if issubclass(kind, enum.Enum):
                return kind.__members__[name]
    raise NotStorable("a value of no kind")


class TermWriter:
    """Numbers terms and tables, and writes them down as they are asked for."""

    def __init__(self, references: References, given: Sequence[Var] = ()) -> None:
        self.references = references
        self._given = {var: place for place, var in enumerate(given)}
        """Variables that the reader has: they are told by their places."""

        self._found: dict[Term, None] = {}
        self._numbers: dict[Term, int] = {}
        self._tables: dict[Table, int] = {}
        self._rows: list[Json] = []

    def add(self, terms: Iterable[Term]) -> None:
        """Take terms, and all that they are made of, among those to be written."""
        for term in terms:
            if term not in self._found:
                self._found.update(dict.fromkeys(walk(term)))

    def close(self, *, as_made: bool = True) -> None:
        """All terms have been added: number them in the order in which they were made.

        Constants are older than this analysis or not: what another process is to write in the same
        words is numbered as it was added.
        """
        order = sorted(self._found, key=lambda term: term.serial) if as_made else self._found
        self._numbers = {term: number for number, term in enumerate(order)}

    def number(self, term: Term) -> int:
        """The number of a term that was added."""
        return self._numbers[term]

    def value(self, value: Any) -> Json:
        """A simple value."""
        return stored_value(value, self.references)

    def nodes(self) -> Json:
        """All terms in order, and the tables they use."""
        rows = [self._node(term) for term in self._numbers]
        return {"tables": self._rows, "nodes": rows}

    def _node(self, term: Term) -> Json:  # noqa: C901 - one case per kind
        number = self._numbers.__getitem__
        match term:
            case Const(value):
                return ["c", self.value(value)]
            case Var(name, sort):
                place = self._given.get(term)
                return ["v", name, sort.value] if place is None else ["o", place]
            case Linear(constant, parts):
                return ["+", constant, *([number(p), weight] for p, weight in parts)]
            case Call(function, parts, sort):
                return ["f", function, sort.value, *map(number, parts)]
            case Lookup(table, keys):
                return ["l", self._table(table), *map(number, keys)]
            case Choose(test, then, other, sort):
                return ["?", number(test), number(then), number(other), sort.value]
            case AtMost(form, bound):
                return ["<", number(form), self.value(bound)]
            case Equal(left, right):
                return ["=", number(left), number(right)]
            case Not(child):
                return ["!", number(child)]
            case And(parts):
                return ["&", *map(number, parts)]
            case Or(parts):
                return ["|", *map(number, parts)]

    def _table(self, table: Table) -> int:
        if table not in self._tables:
            rows = _whole_numbers(table) or [
                [self.value(k), self.value(v)] for k, v in table.entries.items()
            ]
            default = [] if table.default is MISSING else [self.value(table.default)]
            self._tables[table] = len(self._rows)
            self._rows.append([table.name, default, rows])
        return self._tables[table]


def _whole_numbers(table: Table) -> Json | None:
    """The entries of a table of whole numbers, as two flat lists; None for other tables."""
    keys, values = list(table.entries), list(table.entries.values())
    if not keys or set(map(type, values)) != {int}:
        return None
    if set(map(type, keys)) == {int}:
        return {"parts": 0, "keys": keys, "values": values}
    lengths = {len(key) if type(key) is tuple else 0 for key in keys}
    if len(lengths) > 1 or lengths == {0}:
        return None
    flat = [part for key in keys for part in key]
    if set(map(type, flat)) != {int}:
        return None
    return {"parts": lengths.pop(), "keys": flat, "values": values}


def _entries_of_whole_numbers(rows: Json) -> dict[Any, Any]:
    parts, keys, values = rows["parts"], rows["keys"], rows["values"]
    if set(map(type, [parts, *keys, *values])) != {int}:
        raise NotStorable("a table of other things than whole numbers")
    found = zip(*[iter(keys)] * parts, strict=True) if parts else keys
    return dict(zip(found, values, strict=True))


def terms_from(stored: Json, references: References, given: Sequence[Var] = ()) -> list[Term]:
    """The terms in their order, over given variables; `NotStorable` where the lists hold none."""
    tables = [_table_from(row, references) for row in stored["tables"]]
    terms: list[Term] = []
    for row in stored["nodes"]:
        if isinstance(row, list) and row[:1] == ["o"]:
            terms.append(given[_index(row[1], given)])
        else:
            terms.append(_node_from(row, terms, tables, references))
    return terms


def _table_from(row: Json, references: References) -> Table:
    name, default, rows = row
    if isinstance(rows, dict):
        entries = _entries_of_whole_numbers(rows)
    else:
        entries = {value_from(k, references): value_from(v, references) for k, v in rows}
    other = value_from(default[0], references) if default else MISSING
    if not isinstance(name, str) or not (entries or default):
        raise NotStorable("a table of nothing")
    return shared_table(Table(entries, default=other, name=name))


def _node_from(  # noqa: C901 - one case per kind
    row: Json, terms: list[Term], tables: list[Table], references: References
) -> Term:
    def at(number: Json) -> Term:
        return terms[_index(number, terms)]

    match row:
        case ["c", value]:
            return const(value_from(value, references))
        case ["v", str(name), sort]:
            return Var(name, Sort(sort))
        case ["+", int(constant), *parts]:
            pairs = tuple((at(part), int(weight)) for part, weight in parts)
            return node(Linear, constant, pairs)
        case ["f", str(function), sort, *parts] if function in FUNCTIONS:
            return node(Call, function, tuple(map(at, parts)), Sort(sort))
        case ["l", table, *keys] if keys:
            return node(Lookup, tables[_index(table, tables)], tuple(map(at, keys)))
        case ["?", test, then, other, sort]:
            return node(Choose, at(test), at(then), at(other), Sort(sort))
        case ["<", form, bound] if isinstance(at(form), Linear):
            return node(AtMost, cast("Linear", at(form)), value_from(bound, references))
        case ["=", left, right]:
            return node(Equal, at(left), at(right))
        case ["!", child]:
            return node(Not, at(child))
        case ["&", *parts]:
            return node(And, tuple(map(at, parts)))
        case ["|", *parts]:
            return node(Or, tuple(map(at, parts)))
    raise NotStorable("a term of no kind")
