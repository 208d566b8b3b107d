"""Formulas and goals as lists of integers: what the native engine reads.

Names are resolved here: predicates, objects and variables become numbers, formulas are brought
into negation normal form with their conjunctions opened. Counts come before what they count; the
grammar stands in `native/reader.hpp`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import assert_never

from introplan.logic.formula import (
    EQUALS,
    TRUE,
    And,
    Constant,
    Exists,
    Forall,
    Formula,
    Literal,
    Moment,
    Not,
    Or,
    Variable,
)
from introplan.logic.goal import All, AnyOf, Goal, Want
from introplan.logic.normal_form import conjuncts, normal_form
from introplan.logic.query import Compiler
from introplan.logic.substitution import free_variables
from introplan.model.action import ActionSchema, ConditionalEffect
from introplan.model.derivation import alternatives, is_opaque
from introplan.model.derived import DerivedRule
from introplan.search.compiled import Symbols

LITERAL, EQUALITY, NOT, AND, OR, EXISTS, FORALL = range(7)
WANT, ALL, ANY = range(3)
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


class Encoder:
    """One schema, rule or formula: its parts share one frame of slots."""

    def __init__(self, symbols: Symbols, ranges: Ranges) -> None:
        self._ranges = ranges
        self._compiler = Compiler(symbols)

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
        return encoded + _counted(patterns) + _counted(checks)

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
        adds = _counted(self.pattern(x, scope) for x in effect.adds)
        return adds + _counted(self.pattern(x, scope) for x in effect.deletes) + query

    def _check(self, formula: Formula, scope: Scope) -> list[int]:
        """A formula in normal form, to be decided once its variables are bound."""
        match formula:
            case Literal(predicate) if predicate == EQUALS:
                return [EQUALITY, *self._compiler.pattern(formula, scope).slots]
            case Literal():
                return [LITERAL, *self.pattern(formula, scope)]
            case Not(child):
                return [NOT, *self._check(child, scope)]
            case And(children):
                return [AND, *_counted(self._check(c, scope) for c in children)]
            case Or(children):
                return [OR, *_counted(self._check(c, scope) for c in children)]
            case Exists(variable, child):
                return [EXISTS, *self.query((variable,), child, dict(scope))]
            case Forall(variable, child):
                refuted = normal_form(child, want=False)
                return [FORALL, *self.query((variable,), refuted, dict(scope))]
            case _:
                assert_never(formula)


def encode_schema(schema: ActionSchema, symbols: Symbols, ranges: Ranges) -> list[int]:
    """Where an action schema applies and what it changes."""
    encoder, scope = Encoder(symbols, ranges), Scope()
    query = encoder.query(schema.parameters, schema.precondition, scope)
    effects = _counted([encoder.effect(e, scope) for e in schema.effects])
    parameters = [scope[v] for v in schema.parameters]
    return [*encoder.frame(), len(parameters), *parameters, *query, *effects]


def encode_stratum(
    rules: Sequence[DerivedRule], symbols: Symbols, ranges: Ranges
) -> list[list[int]]:
    """Every way for the derived rules of a stratum to apply."""
    encoded: list[list[int]] = []
    own = {rule.head.predicate for rule in rules}
    for rule in rules:
        for extra, parts in alternatives(rule):
            encoder, scope = Encoder(symbols, ranges), Scope()
            query = encoder.query((*rule.parameters, *extra), And(parts), scope)
            head = encoder.pattern(rule.head, scope)
            encoded.append([*encoder.frame(), *head, *query, int(is_opaque(parts, own))])
    return encoded


def encode_formula(formula: Formula, symbols: Symbols, ranges: Ranges) -> list[int]:
    """A closed formula as a query without variables."""
    encoder = Encoder(symbols, ranges)
    query = encoder.query((), formula, {})
    return [*encoder.frame(), *query]


def encode_goal(goal: Goal, symbols: Symbols, schemas: dict[str, int]) -> list[int]:
    """A factored goal in preorder; an action is named by its schema's number."""
    match goal:
        case Want(literal, truth):
            is_action = literal.moment is Moment.DID
            name = literal.predicate.name
            key = schemas[name] if is_action else symbols.key(literal.predicate)
            objects = [symbols.value(t) for t in literal.terms if isinstance(t, Constant)]
            return [WANT, MOMENTS[literal.moment], int(truth), key, len(objects), *objects]
        case All(children) | AnyOf(children):
            encoded = [ALL if isinstance(goal, All) else ANY, len(children)]
            for child in children:
                encoded += encode_goal(child, symbols, schemas)
            return encoded
        case _:
            assert_never(goal)


def _counted(parts: Iterable[list[int]]) -> list[int]:
    """Parts one after the other behind their number."""
    listed = list(parts)
    return [len(listed), *(number for part in listed for number in part)]
