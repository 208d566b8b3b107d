"""Formulas as queries: find the objects that make a formula true by joining, not by trying all.

`Facts` holds true ground literals as rows `(predicate, argument, ...)`, indexed by every argument.
A `Query` asks for values of some variables. Its positive literals are joined against the facts,
each time the one with the fewest matching rows; whatever is left over (negation, equality,
disjunction, quantifiers) is a check that runs as soon as its variables are bound; variables that
no literal binds range over the objects of their types. So the cost follows the number of true
literals that match, not |objects| ** |variables|.

Values live in one list, a slot per variable and per constant; a slot holding None is unbound.
What a predicate or an object looks like in a row is the vocabulary's choice: introspection uses
the nouns themselves, search uses integers. A long join calls `check`, which may raise to end it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Sequence, Set
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, TypeAlias, assert_never

from introplan.relational.formula import (
    EQUALS,
    And,
    Comparison,
    Constant,
    Exists,
    Forall,
    Formula,
    Literal,
    Not,
    Or,
    Predicate,
    Term,
    Variable,
)
from introplan.relational.numbers import FunctionTerm
from introplan.relational.numeric_queries import (
    RowOf,
    compiled_comparison,
    value_predicate_of,
)
from introplan.relational.rewriting import conjuncts, free_variables, normal_form

Value: TypeAlias = Hashable
Row: TypeAlias = tuple[Any, ...]
Slots: TypeAlias = list[Any]
Check: TypeAlias = Callable[["Facts", Slots], bool]


class Vocabulary(Protocol):
    """How predicates and objects are written in rows."""

    def key(self, predicate: Predicate) -> Value:
        """What stands for a predicate in front of a row."""
        ...

    def value(self, constant: Constant) -> Value:
        """What stands for an object."""
        ...

    def candidates(self, types: tuple[str, ...]) -> Sequence[Value]:
        """All objects of these types, in order of name."""
        ...


class Facts:
    """True ground literals as rows, found by predicate and by any one argument.

    Rows whose key is `numeric` give a number its value, their last argument. They are kept in
    `values`, by the rest of the row; the set of such keys may grow as keys are made.
    """

    __slots__ = ("by_argument", "by_predicate", "numeric", "values")

    def __init__(
        self, rows: Iterator[Row] | Collection[Row] = (), *, numeric: Set[Value] = frozenset()
    ) -> None:
        self.numeric = numeric
        self.values: dict[Row, float] = {}
        self.by_predicate: dict[Value, set[Row]] = {}
        self.by_argument: dict[tuple[Value, int, Value], set[Row]] = {}
        for row in rows:
            self.add(row)

    def add(self, row: Row) -> None:
        """Make `row` true."""
        if row[0] in self.numeric:
            self.values[row[:-1]] = row[-1]
            return
        self.by_predicate.setdefault(row[0], set()).add(row)
        # Rows of a single argument need no index: with it bound, membership answers at once.
        if len(row) > 2:
            for position in range(1, len(row)):
                entry = (row[0], position, row[position])
                self.by_argument.setdefault(entry, set()).add(row)

    def remove(self, row: Row) -> None:
        """Make `row` false."""
        if row[0] in self.numeric:
            del self.values[row[:-1]]
            return
        self.by_predicate[row[0]].discard(row)
        if len(row) > 2:
            for position in range(1, len(row)):
                self.by_argument[row[0], position, row[position]].discard(row)

    def __contains__(self, row: Row) -> bool:
        rows = self.by_predicate.get(row[0])
        if rows is not None or row[0] not in self.numeric:
            return rows is not None and row in rows
        return bool(self.values.get(row[:-1]) == row[-1])

    def __iter__(self) -> Iterator[Row]:
        for rows in self.by_predicate.values():
            yield from rows
        for row, value in self.values.items():
            yield (*row, value)

    def __len__(self) -> int:
        return sum(map(len, self.by_predicate.values())) + len(self.values)


@dataclass(frozen=True, slots=True)
class Pattern:
    """A literal with slots in place of terms."""

    key: Any
    slots: tuple[int, ...]

    def row(self, values: Slots) -> Row:
        """The row that this literal stands for once its slots are bound."""
        return (self.key, *[values[slot] for slot in self.slots])

    def bound_to(self, row: Row, frame: Slots) -> Slots | None:
        """The frame with this literal's slots bound to `row`; None if they do not fit."""
        values = list(frame)
        for slot, value in zip(self.slots, row[1:], strict=True):
            if values[slot] is not None and values[slot] != value:
                return None
            values[slot] = value
        return values

    def matching(self, facts: Facts, values: Slots) -> Collection[Row]:
        """The smallest indexed set of rows that contains every match."""
        found: Collection[Row] = facts.by_predicate.get(self.key, ())
        is_bound = True
        for position, slot in enumerate(self.slots, 1):
            value = values[slot]
            if value is None:
                is_bound = False
            elif len(self.slots) > 1 and found:
                narrowed = facts.by_argument.get((self.key, position, value), ())
                if len(narrowed) < len(found):
                    found = narrowed
        if is_bound and found:
            row = self.row(values)
            return (row,) if row in found else ()
        return found


@dataclass(slots=True)
class Query:
    """Variables to bind, literals to join, checks to pass."""

    ranges: dict[int, Sequence[Value]]
    members: dict[int, frozenset[Value]]
    patterns: list[Pattern]
    checks: list[tuple[frozenset[int], Check]]
    check: Callable[[], None]

    def joined_with(self, pattern: Pattern) -> Query:
        """The query for those answers that also match `pattern`."""
        return replace(self, patterns=[*self.patterns, pattern])

    def answers(self, facts: Facts, values: Slots) -> Iterator[Slots]:
        """Bind the variables in every way that fits; yields `values` itself each time.

        Slots that already hold a value keep it. The facts must not change in between.
        """
        free = [slot for slot in self.ranges if values[slot] is None]
        for slot in self.ranges:
            # An action of a plan may name an object of another type; a join would never bind it.
            if values[slot] is not None and values[slot] not in self.members[slot]:
                return
        yield from self._join(facts, values, self.patterns, self.checks, free)

    def has_answer(self, facts: Facts, values: Slots) -> bool:
        """Is there at least one way? Leaves the variables unbound."""
        for slot in self.ranges:
            values[slot] = None
        found = any(True for _ in self.answers(facts, values))
        for slot in self.ranges:
            values[slot] = None
        return found

    def _join(
        self,
        facts: Facts,
        values: Slots,
        patterns: list[Pattern],
        checks: list[tuple[frozenset[int], Check]],
        free: list[int],
    ) -> Iterator[Slots]:
        self.check()
        if checks:
            unbound = {slot for slot in free if values[slot] is None}
            waiting = []
            for needs, check in checks:
                if needs & unbound:
                    waiting.append((needs, check))
                elif not check(facts, values):
                    return
            checks = waiting
        if not patterns:
            yield from self._range(facts, values, checks, free)
            return
        # Chosen again at every level: how many rows match depends on what is bound by now.
        rows, best = self._most_selective(facts, values, patterns)
        rest = [p for p in patterns if p is not best]
        for row in rows:
            bound = self._bind(best, row, values)
            if bound is not None:
                yield from self._join(facts, values, rest, checks, free)
                for slot in bound:
                    values[slot] = None

    def _most_selective(
        self, facts: Facts, values: Slots, patterns: list[Pattern]
    ) -> tuple[Collection[Row], Pattern]:
        """The pattern with the fewest candidate rows, and those rows."""
        best, fewest = patterns[0], patterns[0].matching(facts, values)
        for pattern in patterns[1:]:
            if not fewest:
                break
            rows = pattern.matching(facts, values)
            if len(rows) < len(fewest):
                best, fewest = pattern, rows
        return fewest, best

    def _bind(self, pattern: Pattern, row: Row, values: Slots) -> list[int] | None:
        """Bind the pattern's slots to the row; None (and nothing bound) if they do not fit."""
        bound: list[int] = []
        for slot, value in zip(pattern.slots, row[1:], strict=True):
            if values[slot] is None:
                if value in self.members[slot]:
                    values[slot] = value
                    bound.append(slot)
                    continue
            elif values[slot] == value:
                continue
            for done in bound:
                values[done] = None
            return None
        return bound

    def _range(
        self,
        facts: Facts,
        values: Slots,
        checks: list[tuple[frozenset[int], Check]],
        free: list[int],
    ) -> Iterator[Slots]:
        """Let the first variable that no literal binds range over its objects."""
        slot = next((s for s in free if values[s] is None), None)
        if slot is None:
            yield values
            return
        for value in self.ranges[slot]:
            values[slot] = value
            yield from self._join(facts, values, [], checks, free)
        values[slot] = None


@dataclass(slots=True)
class Compiler:
    """Turns formulas into queries and checks that share one list of slots."""

    vocabulary: Vocabulary
    check: Callable[[], None] = lambda: None
    frame: Slots = field(default_factory=list)
    _constants: dict[Constant, int] = field(default_factory=dict)

    def slot(self, variable: Variable, scope: dict[Variable, int]) -> int:
        """A fresh slot for `variable`, entered into `scope`; it shadows its own name."""
        # By name, not by equality: (?x - a) hides an outer (?x - b), which is another `Variable`.
        for other in [v for v in scope if v.name == variable.name]:
            del scope[other]
        self.frame.append(None)
        scope[variable] = len(self.frame) - 1
        return scope[variable]

    def pattern(self, literal: Literal, scope: dict[Variable, int]) -> Pattern:
        """The literal with slots for terms."""
        slots = tuple(self.term(t, scope) for t in literal.terms)
        return Pattern(self.vocabulary.key(literal.predicate), slots)

    def query(
        self, variables: Sequence[Variable], formula: Formula, scope: dict[Variable, int]
    ) -> Query:
        """The query for `variables` that make `formula` true; `scope` learns their slots."""
        own = [self.slot(v, scope) for v in variables]
        ranges = {
            s: self.vocabulary.candidates(v.types) for s, v in zip(own, variables, strict=True)
        }
        patterns: list[Pattern] = []
        checks: list[tuple[frozenset[int], Check]] = []
        for part in conjuncts(normal_form(formula)):
            if isinstance(part, Literal) and part.predicate != EQUALS:
                patterns.append(self.pattern(part, scope))
            else:
                needs = frozenset(scope[v] for v in free_variables(part) if v in scope)
                checks.append((needs & frozenset(own), self.test(part, scope)))
        members = {slot: frozenset(values) for slot, values in ranges.items()}
        return Query(ranges, members, patterns, checks, self.check)

    def test(self, formula: Formula, scope: dict[Variable, int]) -> Check:
        """A function that decides a formula in normal form once its variables are bound."""
        match formula:
            case Literal():
                return self._literal_check(formula, scope)
            case Comparison():
                holds = compiled_comparison(formula, lambda term: self.value_row(term, scope))
                return lambda facts, values: holds(facts.values.get, values)
            case Not(child):
                inner = self.test(child, scope)
                return lambda facts, values: not inner(facts, values)
            case And(children):
                parts = [self.test(c, scope) for c in children]
                return lambda facts, values: all(p(facts, values) for p in parts)
            case Or(children):
                parts = [self.test(c, scope) for c in children]
                return lambda facts, values: any(p(facts, values) for p in parts)
            case Exists(variable, child):
                return self.query((variable,), child, dict(scope)).has_answer
            case Forall(variable, child):
                # All objects are fine if none refutes it: a counterexample is found by joins,
                # while "for all" would have to try every object.
                refuted = normal_form(child, want=False)
                counterexample = self.query((variable,), refuted, dict(scope)).has_answer
                return lambda facts, values: not counterexample(facts, values)
            case _:
                assert_never(formula)

    def _literal_check(self, literal: Literal, scope: dict[Variable, int]) -> Check:
        if literal.predicate == EQUALS:
            left, right = (self.term(t, scope) for t in literal.terms)
            return lambda _, values: bool(values[left] == values[right])
        pattern = self.pattern(literal, scope)
        return lambda facts, values: pattern.row(values) in facts

    def value_row(self, term: FunctionTerm, scope: dict[Variable, int]) -> RowOf:
        """How the row under which a function's value is kept comes from slots."""
        slots = tuple(self.term(t, scope) for t in term.terms)
        return Pattern(self.vocabulary.key(value_predicate_of(term)), slots).row

    def term(self, term: Term, scope: dict[Variable, int]) -> int:
        """The slot of a variable in scope, or of a constant."""
        if isinstance(term, Variable):
            return scope[term]
        if term not in self._constants:
            self._constants[term] = len(self.frame)
            self.frame.append(self.vocabulary.value(term))
        return self._constants[term]
