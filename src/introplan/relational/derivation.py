"""Derived predicates for search: rules as queries, evaluated semi-naively.

`derived.py` defines what is derived, by trying every object. Here a rule's body is opened into
alternatives (a disjunction is several rules, an existential variable is one more to join), each a
query over an index of true literals. Within a stratum a new literal is put into the conditions
that need it and only the rest is joined (semi-naive evaluation: Bancilhon 1986). A rule that needs
literals of its own stratum where no join can see them (below `forall`, say) is applied again until
nothing changes. The judge does not use this module: it has `verification/derivation.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product

from introplan.relational.derived import DerivedRule, strata
from introplan.relational.formula import And, Exists, Formula, Literal, Or, Predicate, Variable
from introplan.relational.numeric_queries import value_predicate_of
from introplan.relational.query import Compiler, Facts, Pattern, Query, Row, Slots, Vocabulary
from introplan.relational.rewriting import functions_read, literals, normal_form, substitute

MAX_ALTERNATIVES = 64
"""A conjunction of disjunctions with more alternatives is tested as a whole, not joined: the
product of the disjunctions grows without bound, and each alternative is a query to compile."""


@dataclass(slots=True)
class _Alternative:
    """One way for a rule to apply; opaque if a part depends on its stratum unseen by joins."""

    head: Pattern
    query: Query
    frame: Slots
    is_opaque: bool

    def rows(self, facts: Facts, values: Slots) -> list[Row]:
        """The new rows that this alternative derives, given the values bound already."""
        answers = self.query.answers(facts, values)
        found = dict.fromkeys(self.head.row(bound) for bound in answers)
        return [row for row in found if row not in facts]

    def woken(self, facts: Facts, pattern: Pattern, row: Row) -> list[Row]:
        """The new rows that this alternative derives with `row` in place of `pattern`."""
        values = pattern.bound_to(row, self.frame)
        return [] if values is None else self.rows(facts, values)


class Derivation:
    """The derived rules of a domain, ready to be applied to facts."""

    def __init__(
        self,
        rules: tuple[DerivedRule, ...],
        vocabulary: Vocabulary,
        check: Callable[[], None] = lambda: None,
    ) -> None:
        self._vocabulary = vocabulary
        self._check = check
        self._strata = [list(self._alternatives(stratum)) for stratum in strata(rules)]
        key = vocabulary.key
        self.keys = {key(rule.head.predicate) for rule in rules}
        self.premises = {key(x.predicate) for rule in rules for x in literals(rule.body)}
        read = (term for rule in rules for term in functions_read(rule.body))
        self.premises |= {key(value_predicate_of(term)) for term in read}

    def derive(self, facts: Facts) -> set[Row]:
        """Add to `facts` everything that follows from them, and return that."""
        derived: set[Row] = set()
        for stratum in self._strata:
            asked = stratum
            while news := [row for a in asked for row in a.rows(facts, list(a.frame))]:
                self._follow(stratum, news, facts, derived)
                asked = [a for a in stratum if a.is_opaque]
        return derived

    def _follow(
        self, stratum: list[_Alternative], news: list[Row], facts: Facts, derived: set[Row]
    ) -> None:
        """Add new rows and what they lead to."""
        while news:
            row = news.pop()
            if row in facts:
                continue
            facts.add(row)
            derived.add(row)
            for alternative in stratum:
                for pattern in alternative.query.patterns:
                    if pattern.key == row[0]:
                        news.extend(alternative.woken(facts, pattern, row))

    def _alternatives(self, stratum: list[DerivedRule]) -> Iterator[_Alternative]:
        own = {rule.head.predicate for rule in stratum}
        for rule in stratum:
            for extra, parts in alternatives(rule):
                compiler = Compiler(self._vocabulary, self._check)
                scope: dict[Variable, int] = {}
                query = compiler.query((*rule.parameters, *extra), And(parts), scope)
                head = compiler.pattern(rule.head, scope)
                yield _Alternative(head, query, compiler.frame, is_opaque(parts, own))


def alternatives(
    rule: DerivedRule,
) -> Iterator[tuple[tuple[Variable, ...], tuple[Formula, ...]]]:
    """The ways for a rule to apply: more variables to join over, parts that must hold."""
    return opened(rule.body)


def opened(formula: Formula) -> Iterator[tuple[tuple[Variable, ...], tuple[Formula, ...]]]:
    """The ways for a formula to be true: variables to join over, parts that must hold."""
    # A question mark begins a word of PDDL, so no name of a file has one inside: marked names are
    # not taken, while `?x'` may be.
    return _opened(normal_form(formula), "?")


def is_opaque(parts: tuple[Formula, ...], own: set[Predicate]) -> bool:
    """Does a part that is no plain literal depend on the stratum's own predicates?"""
    return any(
        literal.predicate in own
        for part in parts
        if not isinstance(part, Literal)
        for literal in literals(part)
    )


def _opened(
    formula: Formula, mark: str
) -> Iterator[tuple[tuple[Variable, ...], tuple[Formula, ...]]]:
    """The alternatives of a formula in normal form: variables to join over, parts to hold.

    Variables get a `mark` of their own, so that they hide nothing outside.
    """
    match formula:
        case Or(children):
            for number, child in enumerate(children):
                yield from _opened(child, f"{mark}{number}")
        case Exists(variable, child):
            fresh = Variable(f"{variable.name}{mark}", variable.types)
            for extra, parts in _opened(substitute(child, {variable: fresh}), f"{mark}'"):
                yield (fresh, *extra), parts
        case And(children):
            ways = [list(_opened(c, f"{mark}{n}-")) for n, c in enumerate(children)]
            count = 1
            for way in ways:
                count *= len(way)
            if count > MAX_ALTERNATIVES:
                yield (), children
                return
            for choice in product(*ways):
                extras = tuple(v for extra, _ in choice for v in extra)
                yield extras, tuple(p for _, parts in choice for p in parts)
        case _:
            yield (), (formula,)
