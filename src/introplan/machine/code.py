"""Terms as register code: one graph of nodes without repetitions (`native/machine_code.hpp`).

A term is translated in one of two forms. As a *word* it is a whole number, a truth value or the
number of another value (`packing.Codebook`), which is what states, guards and keys are made of. As
a *double* it is a number to calculate with, which is what rewards are. What has no instruction is
tabulated over the variables it speaks of, where they have few values, and refused otherwise.
"""

from __future__ import annotations

import enum
import math
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from introplan.machine.packing import MAX_WHOLE, Codebook, double, has_ends
from introplan.machine.system import Unsupported
from introplan.machine.tables import Tables
from introplan.symbolic.constraints.interval import Domain, domain_of
from introplan.symbolic.terms.compile import compiled_one
from introplan.symbolic.terms.term import (
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
    Term,
    Var,
    children,
    sort_of,
    variables,
    walk,
)

MAX_TABULATED_ROWS = 4096
"""Combinations of values at which a term without an instruction is computed beforehand."""

MAX_DEPTH = 2000
"""Levels of a term: the machine's evaluation calls itself for each."""


class Kind(enum.IntEnum):
    """The instructions, in the order of `native/machine_code.hpp`."""

    CONSTANT = 0
    VARIABLE = 1
    LINEAR = 2
    AT_MOST = 3
    EQUAL = 4
    NOT = 5
    AND = 6
    OR = 7
    CHOOSE = 8
    DENSE = 9
    SPARSE = 10
    MULTIPLY = 11
    DIVIDE = 12
    MODULO = 13
    BIT_AND = 14
    BIT_OR = 15
    BIT_XOR = 16
    ABSOLUTE = 17
    LEAST = 18
    MOST = 19
    NEGATE = 20
    TO_DOUBLE = 21
    D_ADD = 22
    D_SUBTRACT = 23
    D_MULTIPLY = 24
    D_ABSOLUTE = 25
    D_LEAST = 26
    D_MOST = 27
    D_NEGATE = 28
    LESS = 29
    D_LESS = 30
    D_AT_MOST = 31
    D_EQUAL = 32


WHOLE_CALLS: Mapping[str, Kind] = {
    "*": Kind.MULTIPLY, "//": Kind.DIVIDE, "%": Kind.MODULO, "&": Kind.BIT_AND,
    "|": Kind.BIT_OR, "^": Kind.BIT_XOR, "abs": Kind.ABSOLUTE, "min": Kind.LEAST,
    "max": Kind.MOST, "neg": Kind.NEGATE, "<": Kind.LESS,
}  # fmt: skip

DOUBLE_CALLS: Mapping[str, Kind] = {
    "+": Kind.D_ADD, "-": Kind.D_SUBTRACT, "*": Kind.D_MULTIPLY, "abs": Kind.D_ABSOLUTE,
    "min": Kind.D_LEAST, "max": Kind.D_MOST, "neg": Kind.D_NEGATE,
}  # fmt: skip

DOUBLE_TESTS: Mapping[str, Kind] = {"<": Kind.D_LESS, "<=": Kind.D_AT_MOST}


@dataclass(slots=True)
class Code:
    """Code that grows: `word` and `double` give the node of a term."""

    places: Mapping[Var, int]
    domains: Mapping[Var, Domain]
    book: Codebook
    tables: Tables = field(default_factory=Tables)
    encoded: list[int] = field(default_factory=list)
    count: int = 0
    _nodes: dict[tuple[int, ...], int] = field(default_factory=dict)
    _words: dict[Term, int] = field(default_factory=dict)
    _doubles: dict[Term, int] = field(default_factory=dict)
    _checked: set[Term] = field(default_factory=set)

    def node(self, kind: Kind, number: int = 0, operands: Sequence[int] = ()) -> int:
        """The node of this kind with these operands; the same one for the same."""
        key = (kind, number, *operands)
        known = self._nodes.get(key)
        if known is None:
            known = self._nodes[key] = self.count
            self.encoded += [int(kind), number, len(operands), *operands]
            self.count += 1
        return known

    def taken(self) -> list[int]:
        """The nodes since the last time."""
        fresh, self.encoded = self.encoded, []
        return fresh

    def word(self, term: Term) -> int:
        """The node of a term as a word."""
        self._check_depth(term)
        return self._known(self._words, term, self._as_word)

    def double(self, term: Term) -> int:
        """The node of a number as a double."""
        self._check_depth(term)
        return self._known(self._doubles, term, self._as_double)

    def number(self, value: float) -> int:
        """The node of a known double."""
        (bits,) = struct.unpack("<q", struct.pack("<d", value))
        return self.node(Kind.CONSTANT, bits)

    def _check_depth(self, term: Term) -> None:
        if term in self._checked:
            return
        depth: dict[Term, int] = {}
        for part in walk(term):
            depth[part] = 1 + max((depth[child] for child in children(part)), default=0)
        if depth[term] > MAX_DEPTH:
            raise Unsupported("terms that are nested too deeply")
        self._checked.add(term)

    def _known(self, known: dict[Term, int], term: Term, make: Any) -> int:
        """Children come first, so that translating does not call itself a thousand times."""
        for part in walk(term) if term not in known and _is_deep(term) else ():
            self._try(known, part, make)
        if term not in known:
            known[term] = make(term)
        return known[term]

    def _try(self, known: dict[Term, int], part: Term, make: Any) -> None:
        try:
            known.setdefault(part, known[part] if part in known else make(part))
        except Unsupported:  # it may be used in the other form only
            return

    def _word_of(self, term: Term) -> int:
        return self._known(self._words, term, self._as_word)

    def _double_of(self, term: Term) -> int:
        return self._known(self._doubles, term, self._as_double)

    def _truth(self, term: Term) -> int:
        """The node of a condition: opaque values are neither true nor false here."""
        if sort_of(term) is Sort.ANY:
            return self._tabulated(term, lambda value: int(bool(value)))
        return self._word_of(term)

    def _as_word(self, term: Term) -> int:  # noqa: C901 - one case per kind
        match term:
            case Const(value):
                return self.node(Kind.CONSTANT, self.book.word(value))
            case Var():
                return self.node(Kind.VARIABLE, self.places[term])
            case Linear(constant, parts):
                return self._sum(constant, parts)
            case Call():
                return self._word_call(term)
            case Lookup():
                return self._lookup(term, self.book.word)
            case Choose(test, then, other):
                operands = (self._truth(test), self._word_of(then), self._word_of(other))
                return self.node(Kind.CHOOSE, 0, operands)
            case AtMost(form, bound):
                return self.node(Kind.AT_MOST, _fitting(bound), (self._word_of(form),))
            case Equal(left, right):
                return self._equality(term, left, right)
            case Not(child):
                return self.node(Kind.NOT, 0, (self._truth(child),))
            case And(parts):
                return self.node(Kind.AND, 0, [self._truth(part) for part in parts])
            case Or(parts):
                return self.node(Kind.OR, 0, [self._truth(part) for part in parts])

    def _sum(self, constant: int, parts: tuple[tuple[Term, int], ...]) -> int:
        operands: list[int] = []
        for part, weight in parts:
            operands += [self._whole(part), _fitting(weight)]
        return self.node(Kind.LINEAR, _fitting(constant), operands)

    def _whole(self, term: Term) -> int:
        if sort_of(term) is Sort.ANY:
            raise Unsupported("arithmetic with values of several types")
        return self._word_of(term)

    def _word_call(self, term: Call) -> int:
        arguments = term.arguments
        are_whole = all(sort_of(argument) is not Sort.ANY for argument in arguments)
        if are_whole and term.function in WHOLE_CALLS:
            operands = [self._word_of(argument) for argument in arguments]
            return self.node(WHOLE_CALLS[term.function], 0, operands)
        if are_whole and term.function == "<=":
            left, right = map(self._word_of, arguments)
            return self.node(Kind.NOT, 0, (self.node(Kind.LESS, 0, (right, left)),))
        if term.function in DOUBLE_TESTS:
            try:
                operands = [self._double_of(argument) for argument in arguments]
                return self.node(DOUBLE_TESTS[term.function], 0, operands)
            except Unsupported:
                pass  # texts can be compared as well: in a table
        return self._tabulated(term, self.book.word)

    def _equality(self, term: Equal, left: Term, right: Term) -> int:
        try:
            return self.node(Kind.EQUAL, 0, (self._word_of(left), self._word_of(right)))
        except Unsupported:
            pass
        try:
            return self.node(Kind.D_EQUAL, 0, (self._double_of(left), self._double_of(right)))
        except Unsupported:
            return self._tabulated(term, int)

    def _as_double(self, term: Term) -> int:
        match term:
            case Const(value):
                return self.number(double(value))
            case Choose(test, then, other):
                chosen = (self._truth(test), self._double_of(then), self._double_of(other))
                return self.node(Kind.CHOOSE, 0, chosen)
            case Lookup():
                return self._lookup(term, _bits)
            case Call(function, arguments) if term.sort is Sort.ANY:
                if function == "float":
                    return self._double_of(arguments[0])
                if function not in DOUBLE_CALLS:
                    return self._tabulated(term, _bits)
                operands = [self._double_of(argument) for argument in arguments]
                return self.node(DOUBLE_CALLS[function], 0, operands)
            case Var() if term.sort is Sort.ANY:
                return self._tabulated(term, _bits)
            case _:
                return self.node(Kind.TO_DOUBLE, 0, (self._word_of(term),))

    def _lookup(self, term: Lookup, written: Any) -> int:
        table, keys = term.table, term.keys
        try:
            operands = [self._word_of(key) for key in keys]
        except Unsupported:
            return self._tabulated(term, written)
        word = self._remembered_word
        rows = {
            tuple([word(part) for part in row]): written(value)
            for row, value in table.rows(len(keys))
        }
        return self._table(rows, written(table.at(_NOWHERE)), operands)

    def _remembered_word(self, value: Any) -> int:
        # Whole numbers stand for themselves, and most keys of large tables are such.
        if type(value) is int and -MAX_WHOLE <= value <= MAX_WHOLE:
            return value
        return self.book.word(value)

    def _table(self, rows: dict[tuple[int, ...], int], fallback: int, operands: list[int]) -> int:
        if not rows:
            return self.node(Kind.CONSTANT, fallback)
        is_dense, number = self.tables.number(rows, fallback)
        return self.node(Kind.DENSE if is_dense else Kind.SPARSE, number, operands)

    def _tabulated(self, term: Term, written: Any) -> int:
        """The table of a term's values over all values of its variables."""
        spoken = variables(term)
        ranges = [domain_of(var, self.domains) for var in spoken]
        domains = [domain for domain in ranges if domain is not None and has_ends(domain)]
        if len(domains) < len(spoken) or math.prod(d.size for d in domains) > MAX_TABULATED_ROWS:
            raise Unsupported(f"{_name(term)} of values that are too many for a table")
        function = compiled_one(term, spoken)
        rows = {}
        for row in product(*domains):
            try:
                rows[tuple(map(self.book.word, row))] = written(function(row))
            except (TypeError, ValueError, ArithmeticError) as error:
                raise Unsupported(f"{_name(term)}: {error}") from None
        operands = [self.node(Kind.VARIABLE, self.places[var]) for var in spoken]
        return self._table(rows, next(iter(rows.values())), operands)


_NOWHERE = object()
"""No key of any table: there is its default."""

DEEP = 60
"""Levels from which on a term is translated from below."""


def _is_deep(term: Term) -> bool:
    level = [term]
    for _ in range(DEEP):
        level = list(dict.fromkeys(child for part in level for child in children(part)))[:64]
        if not level:
            return False
    return True


def _bits(value: Any) -> int:
    (bits,) = struct.unpack("<q", struct.pack("<d", double(value)))
    return int(bits)


def _fitting(value: int) -> int:
    if abs(value) > MAX_WHOLE:
        raise Unsupported("whole numbers beyond 61 bits")
    return int(value)


def _name(term: Term) -> str:
    return f"the function {term.function!r}" if isinstance(term, Call) else "a term"
