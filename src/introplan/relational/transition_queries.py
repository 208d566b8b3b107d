"""What a transition pays and whether it ends an episode, by joins over rows of three moments.

Literals after the step are rows as they are; literals before it are kept under a predicate of
their own (`marked`), and so is the action just taken.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, TypeVar, assert_never

from introplan.relational.formula import (
    EQUALS,
    And,
    Comparison,
    Exists,
    Forall,
    Formula,
    Literal,
    Moment,
    Not,
    Or,
    Predicate,
    Variable,
)
from introplan.relational.grounding import NounVocabulary
from introplan.relational.numbers import FunctionTerm
from introplan.relational.numeric_queries import compiled_expression, value_predicate_of
from introplan.relational.query import Check, Compiler, Facts, Slots
from introplan.relational.rewards import Amount, DecisionList, SumRow
from introplan.relational.rewriting import functions_read, literals, normal_form

V = TypeVar("V")


class ListQuery(Generic[V]):
    """A decision list over rows of the three moments."""

    def __init__(self, rows: DecisionList[V], vocabulary: NounVocabulary) -> None:
        self._default = rows.default
        self._rules: list[tuple[Check, Slots, V]] = []
        for rule in rows.rules:
            compiler = Compiler(vocabulary)
            test = compiler.test(normal_form(_by_moment(rule.condition)), {})
            self._rules.append((test, compiler.frame, rule.value))

    def value(self, facts: Facts) -> V:
        """The value of the first row that holds."""
        for test, frame, value in self._rules:
            if test(facts, list(frame)):
                return value
        return self._default


class CountQuery:
    """How many bindings of a row of a sum hold, by a join."""

    def __init__(self, row: SumRow, vocabulary: NounVocabulary) -> None:
        self._compiler = Compiler(vocabulary)
        self._query = self._compiler.query(row.variables, _by_moment(row.condition), {})

    def count(self, facts: Facts) -> int:
        """The number of bindings in the present transition."""
        return sum(1 for _ in self._query.answers(facts, list(self._compiler.frame)))


class AmountQuery:
    """What an amount pays for each of its bindings that hold, by a join."""

    def __init__(self, amount: Amount, vocabulary: NounVocabulary) -> None:
        self._compiler, scope = Compiler(vocabulary), dict[Variable, int]()
        condition = _by_moment(amount.condition)
        self._query = self._compiler.query(amount.variables, condition, scope)
        self._value = compiled_expression(
            amount.expression, lambda term: self._compiler.value_row(term, scope)
        )

    def numbers(self, facts: Facts) -> list[float]:
        """The numbers in the present transition; what is undefined pays nothing."""
        answers = self._query.answers(facts, list(self._compiler.frame))
        return [self._value(facts.values.get, values) or 0.0 for values in answers]


def read_before(
    conditions: Iterable[Formula], functions: Iterable[FunctionTerm]
) -> dict[Predicate, Predicate]:
    """The predicates that are read in the state before, and the names of those copies."""
    found: dict[Predicate, Predicate] = {}
    for condition in conditions:
        read = [x for x in literals(condition) if x.moment is Moment.BEFORE]
        found.update((x.predicate, marked(Moment.BEFORE, x.predicate)) for x in read)
        functions = (*functions, *functions_read(condition))
    numbers = [x for x in functions if x.moment is Moment.BEFORE]
    found.update((value_predicate_of(_after(x)), value_predicate_of(x)) for x in numbers)
    return found


def _after(term: FunctionTerm) -> FunctionTerm:
    return term.at(Moment.AFTER)


def _by_moment(formula: Formula) -> Formula:
    """The formula with a predicate of its own for each moment that its literals read."""
    match formula:
        case Literal(predicate, terms, moment):
            is_of_any_moment = moment is Moment.AFTER or predicate == EQUALS
            return formula if is_of_any_moment else Literal(marked(moment, predicate), terms)
        case Comparison():
            return formula
        case Not(child):
            return Not(_by_moment(child))
        case And(children):
            return And(tuple(map(_by_moment, children)))
        case Or(children):
            return Or(tuple(map(_by_moment, children)))
        case Exists(variable, child):
            return Exists(variable, _by_moment(child))
        case Forall(variable, child):
            return Forall(variable, _by_moment(child))
        case _:
            assert_never(formula)


def marked(moment: Moment, predicate: Predicate) -> Predicate:
    """The predicate for literals of another moment; no name in a file has a space."""
    return Predicate(f"{moment.name.lower()} {predicate.name}", predicate.arity)
