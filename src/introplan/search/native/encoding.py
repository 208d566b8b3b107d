"""Formulas, goals and operators as lists of integers: what the native engine reads.

Names are resolved here: predicates, objects and variables become numbers, formulas are brought
into negation normal form with their conjunctions opened. Counts come before what they count; the
grammar stands in `native/reader.hpp`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import assert_never

from introplan.relational.action import ActionSchema, ConditionalEffect
from introplan.relational.derivation import alternatives, is_opaque
from introplan.relational.derived import DerivedRule
from introplan.relational.domain import Domain
from introplan.relational.dynamics import RelaxedStep, relaxed_steps
from introplan.relational.formula import (
    EQUALS,
    FALSE,
    TRUE,
    And,
    Comparison,
    Constant,
    Exists,
    Forall,
    Formula,
    Literal,
    Moment,
    Not,
    Or,
    Predicate,
    Variable,
    quantifier_block,
)
from introplan.relational.grounding import (
    All,
    AnyOf,
    Goal,
    Want,
    guards_in,
    guards_of,
    is_unchanging,
)
from introplan.relational.numbers import NumericEffect
from introplan.relational.precedence import Precedence
from introplan.relational.query import Compiler
from introplan.relational.rewards import SumRow
from introplan.relational.rewriting import conjuncts, free_variables, normal_form
from introplan.search.compiled import Symbols
from introplan.search.native.numeric_encoding import Comparisons
from introplan.search.relaxed_operators import LiftedOperator

CHECK_LITERAL, CHECK_EQUALS, CHECK_NOT, CHECK_AND, CHECK_OR, CHECK_EXISTS, CHECK_FORALL = range(7)
GOAL_WANT, GOAL_ALL, GOAL_ANY = range(3)
SENTENCE_LITERAL, SENTENCE_EQUALS, SENTENCE_ALL, SENTENCE_ANY, SENTENCE_FORALL, SENTENCE_EXISTS = (
    range(6)
)
MOMENTS = {Moment.BEFORE: 0, Moment.DID: 1, Moment.AFTER: 2}
UNBOUND = -1

Scope = dict[Variable, int]


class Ranges:
    """Numbers for lists of types, and the objects of each."""

    def __init__(self, symbols: Symbols) -> None:
        self._symbols = symbols
        self._numbers: dict[tuple[str, ...], int] = {}
        self.objects: list[list[int]] = []

    def number(self, types: tuple[str, ...]) -> int:
        """The number of these types."""
        if types not in self._numbers:
            self._numbers[types] = len(self.objects)
            self.objects.append(list(self._symbols.candidates(types)))
        return self._numbers[types]


@dataclass(frozen=True, slots=True)
class Names:
    """The numbers that formulas are written in, and the predicates that some action changes."""

    symbols: Symbols
    ranges: Ranges
    schemas: Mapping[str, int]
    changing: frozenset[Predicate]
    comparisons: Comparisons

    def key(self, literal: Literal) -> int:
        """The number of its predicate, or of the schema of the action it names."""
        if literal.moment is Moment.DID:
            return self.schemas[literal.predicate.name]
        return self.symbols.key(literal.predicate)


class Encoder:
    """One schema, rule or formula: its parts share one frame of slots."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._ranges = names.ranges
        self._compiler = Compiler(names.symbols)

    def slot(self, variable: Variable, scope: Scope) -> int:
        """A slot for a variable."""
        return self._compiler.slot(variable, scope)

    def frame(self) -> list[int]:
        """A slot per variable and constant, constants filled in; to be asked for last."""
        slots = [UNBOUND if value is None else value for value in self._compiler.frame]
        return [len(slots), *slots]

    def query(self, variables: Sequence[Variable], formula: Formula, scope: Scope) -> list[int]:
        """The query for `variables` that make `formula` true; `scope` learns their slots."""
        own = [self._compiler.slot(v, scope) for v in variables]
        patterns: list[list[int]] = []
        checks: list[list[int]] = []
        for part in conjuncts(normal_form(formula)):
            if isinstance(part, Literal) and part.predicate != EQUALS:
                patterns.append(self.pattern(part, scope))
            else:
                needs = sorted({scope[v] for v in free_variables(part) if v in scope} & {*own})
                checks.append([len(needs), *needs, *self._check(part, scope)])
        encoded = [len(own)]
        for slot, variable in zip(own, variables, strict=True):
            encoded += [slot, self._ranges.number(variable.types)]
        return encoded + counted(patterns) + counted(checks)

    def pattern(self, literal: Literal, scope: Scope) -> list[int]:
        """The literal with slots for terms."""
        pattern = self._compiler.pattern(literal, scope)
        return [pattern.key, len(pattern.slots), *pattern.slots]

    def effect(self, effect: ConditionalEffect, scope: Scope) -> list[int]:
        """What is added and deleted, once or for every answer of a query."""
        scope = dict(scope)
        query = [0]
        if effect.variables or effect.condition != TRUE:
            query = [1, *self.query(effect.variables, effect.condition, scope)]
        adds = counted(self.pattern(x, scope) for x in effect.adds)
        deletes = counted(self.pattern(x, scope) for x in effect.deletes)
        return adds + deletes + self.numeric(effect.numeric, scope) + query

    def numeric(self, effects: Iterable[NumericEffect], scope: Scope) -> list[int]:
        """What is done to numbers."""
        return self._names.comparisons.effects(effects, lambda t: self._compiler.term(t, scope))

    def sentence(self, formula: Formula, scope: Scope) -> list[int]:
        """A formula in normal form that the kernel grounds."""
        match formula:
            case Literal():
                return self._literal(formula, scope, truth=True)
            case Comparison():
                return self._comparison(formula, scope, truth=True)
            case Not(Comparison() as child):
                return self._comparison(child, scope, truth=False)
            case Not(child):
                assert isinstance(child, Literal)
                return self._literal(child, scope, truth=False)
            case And(children):
                return [SENTENCE_ALL, *counted(self.sentence(c, scope) for c in children)]
            case Or(children):
                return [SENTENCE_ANY, *counted(self.sentence(c, scope) for c in children)]
            case Exists():
                return [SENTENCE_EXISTS, *self._unrolled(formula, dict(scope))]
            case Forall():
                return [SENTENCE_FORALL, *self._unrolled(formula, dict(scope))]
            case _:
                assert_never(formula)

    def _comparison(self, comparison: Comparison, scope: Scope, *, truth: bool) -> list[int]:
        """A comparison as a literal of its own predicate."""
        predicate, terms = self._names.comparisons.named(comparison)
        slots = [self._compiler.term(t, scope) for t in terms]
        is_static = self._names.comparisons.is_static(comparison)
        moment, key = MOMENTS[comparison.moment], self._names.symbols.key(predicate)
        head = [SENTENCE_LITERAL, int(truth), int(is_static), moment, key]
        return [*head, len(slots), *slots]

    def _literal(self, literal: Literal, scope: Scope, *, truth: bool) -> list[int]:
        slots = [self._compiler.term(t, scope) for t in literal.terms]
        if literal.predicate == EQUALS:
            return [SENTENCE_EQUALS, int(truth), *slots]
        is_static = is_unchanging(literal, self._names.changing)
        key = self._names.key(literal)
        return [
            SENTENCE_LITERAL,
            int(truth),
            int(is_static),
            MOMENTS[literal.moment],
            key,
            len(slots),
            *slots,
        ]

    def _unrolled(self, formula: Exists | Forall, scope: Scope) -> list[int]:
        variables, body = quantifier_block(formula)
        guards = guards_of(formula, body, self._names.changing)
        return self._bound(variables, guards, body, scope)

    def sum(self, row: SumRow) -> list[int]:
        """A row of a sum, as the quantifier that would ask for one of its bindings."""
        body = normal_form(row.condition)
        guards = guards_in(conjuncts(body), self._names.changing)
        return [SENTENCE_EXISTS, *self._bound(row.variables, guards, body, {})]

    def _bound(
        self,
        variables: Sequence[Variable],
        guards: Iterable[Literal],
        body: Formula,
        scope: Scope,
    ) -> list[int]:
        """The variables of a block of quantifiers, the guards to join, and the body."""
        own = [self._compiler.slot(v, scope) for v in variables]
        ranges = [self._ranges.number(v.types) for v in variables]
        encoded = counted([slot, number] for slot, number in zip(own, ranges, strict=True))
        encoded += counted(self.pattern(guard, scope) for guard in guards)
        return encoded + self.sentence(body, scope)

    def _check(self, formula: Formula, scope: Scope) -> list[int]:
        """A formula in normal form, to be decided once its variables are bound."""
        match formula:
            case Literal(predicate) if predicate == EQUALS:
                return [CHECK_EQUALS, *self._compiler.pattern(formula, scope).slots]
            case Literal():
                return [CHECK_LITERAL, *self.pattern(formula, scope)]
            case Comparison():
                predicate, terms = self._names.comparisons.named(formula)
                return [CHECK_LITERAL, *self.pattern(Literal(predicate, terms), scope)]
            case Not(child):
                return [CHECK_NOT, *self._check(child, scope)]
            case And(children):
                return [CHECK_AND, *counted(self._check(c, scope) for c in children)]
            case Or(children):
                return [CHECK_OR, *counted(self._check(c, scope) for c in children)]
            case Exists(variable, child):
                return [CHECK_EXISTS, *self.query((variable,), child, dict(scope))]
            case Forall(variable, child):
                refuted = normal_form(child, want=False)
                return [CHECK_FORALL, *self.query((variable,), refuted, dict(scope))]
            case _:
                assert_never(formula)


def encode_schema(schema: ActionSchema, names: Names) -> list[int]:
    """Where an action schema applies and what it changes."""
    encoder, scope = Encoder(names), Scope()
    query = encoder.query(schema.parameters, schema.precondition, scope)
    effects = counted([encoder.effect(e, scope) for e in schema.effects])
    parameters = [scope[v] for v in schema.parameters]
    return [*encoder.frame(), len(parameters), *parameters, *query, *effects]


def encode_stratum(rules: Sequence[DerivedRule], names: Names) -> list[list[int]]:
    """Every disjunct of the derived rules of a stratum.

    A rule that never applies gets the condition FALSE: its predicate is a derived one as well.
    """
    encoded: list[list[int]] = []
    own = {rule.head.predicate for rule in rules}
    for rule in rules:
        for extra, parts in list(alternatives(rule)) or [((), (FALSE,))]:
            encoder, scope = Encoder(names), Scope()
            query = encoder.query((*rule.parameters, *extra), And(parts), scope)
            head = encoder.pattern(rule.head, scope)
            encoded.append([*encoder.frame(), *head, *query, int(is_opaque(parts, own))])
    return encoded


def encode_formula(formula: Formula, names: Names) -> list[int]:
    """A closed formula as a query without variables."""
    encoder = Encoder(names)
    query = encoder.query((), formula, {})
    return [*encoder.frame(), *query]


def encode_sentence(
    formula: Formula, names: Names, parameters: Sequence[Variable] = ()
) -> list[int]:
    """A formula that the kernel grounds; its parameters have the first slots."""
    encoder, scope = Encoder(names), Scope()
    for parameter in parameters:
        encoder.slot(parameter, scope)
    sentence = encoder.sentence(normal_form(formula), scope)
    return [*encoder.frame(), *sentence]


def encode_sum(row: SumRow, names: Names) -> list[int]:
    """A row of a sum, of which the kernel grounds every binding."""
    encoder = Encoder(names)
    sentence = encoder.sum(row)
    return [*encoder.frame(), *sentence]


def encode_steps(domain: Domain, names: Names) -> list[list[int]]:
    """Every effect and derived rule, for what can be reached ignoring deletes."""
    return [_step(step, names) for step in relaxed_steps(domain)]


def _step(step: RelaxedStep, names: Names) -> list[int]:
    encoder, scope = Encoder(names), Scope()
    joined, rest = step.split_condition()
    query = encoder.query(step.parameters, And(joined), scope)
    adds = counted(encoder.pattern(x, scope) for x in step.adds)
    deletes = counted(encoder.pattern(x, scope) for x in step.deletes)
    sentence = encoder.sentence(And(rest), scope)
    slots = [scope[v] for v in step.parameters]
    schema = -1 if step.action is None else names.schemas[step.action]
    return [schema, *encoder.frame(), len(slots), *slots, *adds, *deletes, *query, *sentence]


def encode_precedence(order: Precedence, names: Names) -> list[int]:
    """What comes first: the two sides, and where the objects of the later one are."""
    sides = [(names.symbols.key(p), int(truth)) for p, truth in (order.earlier, order.later)]
    return [*sides[0], *sides[1], len(order.positions), *order.positions]


def encode_goal(goal: Goal, names: Names) -> list[int]:
    """A factored goal in preorder; an action is named by its schema's number."""
    match goal:
        case Want(literal, truth):
            moment, symbols = literal.moment, names.symbols
            if isinstance(literal, Comparison):
                literal = Literal(*names.comparisons.named(literal))
            key = names.key(literal)
            objects = [symbols.value(t) for t in literal.terms if isinstance(t, Constant)]
            return [GOAL_WANT, MOMENTS[moment], int(truth), key, len(objects), *objects]
        case All(children) | AnyOf(children):
            encoded = [GOAL_ALL if isinstance(goal, All) else GOAL_ANY, len(children)]
            for child in children:
                encoded += encode_goal(child, names)
            return encoded
        case _:
            assert_never(goal)


def counted(parts: Iterable[list[int]]) -> list[int]:
    """Parts one after the other behind their number."""
    listed = list(parts)
    return [len(listed), *(number for part in listed for number in part)]


def encode_operator(lifted: LiftedOperator, names: Names) -> list[int]:
    """A lifted operator of the relaxed task."""
    encoder, scope = Encoder(names), Scope()
    slots = [encoder.slot(v, scope) for v in lifted.variables]
    ranges = [names.ranges.number(v.types) for v in lifted.variables]
    sentence = encoder.sentence(normal_form(lifted.condition), scope)
    adds = counted(encoder.pattern(x, scope) for x in lifted.adds)
    deletes = counted(encoder.pattern(x, scope) for x in lifted.deletes)
    own = counted([slot, number] for slot, number in zip(slots, ranges, strict=True))
    schema = -1 if lifted.schema is None else lifted.schema
    effects = [*adds, *deletes, *encoder.numeric(lifted.numeric, scope)]
    return [schema, int(lifted.is_whole), *encoder.frame(), *own, *sentence, *effects]
