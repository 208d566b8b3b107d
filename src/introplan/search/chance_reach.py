"""What a world with chance can reach at most: its delete relaxation, where every draw brings all.

Every action that applies somewhere applies in it, so what it never reaches is never true, and what
no action in it deletes stays. Nothing but positive conditions is asked of what can change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from introplan.relational.action import ActionSchema, Chance, ConditionalEffect, GroundAction
from introplan.relational.domain import RelationalTask
from introplan.relational.formula import (
    EQUALS,
    TRUE,
    And,
    Comparison,
    Exists,
    Forall,
    Formula,
    Literal,
    Not,
    Or,
    Predicate,
)
from introplan.relational.grounding import NounVocabulary
from introplan.relational.query import Facts, Row
from introplan.relational.rewriting import normal_form
from introplan.relational.schemas import compiled_schema


class TooManyError(Exception):
    """More can happen than was asked for."""


@dataclass(slots=True)
class Reach:
    """What can be true, what can stop being true, and what can be done."""

    true: Facts
    deleted: set[Row] = field(default_factory=set)
    actions: list[GroundAction] = field(default_factory=list)
    """In the order of schemas and of their arguments, as a simulator lists them."""


def reach_of(task: RelationalTask, check: Callable[[], None], *, max_actions: int) -> Reach:
    """The delete relaxation from the start; `TooManyError` for more actions than allowed.

    Derived predicates are not worked out: there must be none.
    """
    assert not task.domain.derived, "what is derived is not reached here"
    changing = changing_predicates(task)
    vocabulary = NounVocabulary(task.start.objects)
    rows = ((f.predicate, *f.terms) for f in task.start.facts)
    found = Reach(Facts(list(rows)))
    schemas = [compiled_schema(_relaxed(s, changing), vocabulary) for s in task.domain.actions]
    deleting = [compiled_schema(_deleting(s, changing), vocabulary) for s in task.domain.actions]
    while True:
        applicable = [
            (number, a) for number, s in enumerate(schemas) for a in s.applicable(found.true)
        ]
        if len(applicable) > max_actions:
            raise TooManyError
        before = len(found.true)
        for number, arguments in applicable:
            check()
            for row in schemas[number].changes(found.true, arguments)[0]:
                found.true.add(row)
        if len(found.true) == before:
            break
    for number, arguments in applicable:
        name = task.domain.actions[number].name
        found.actions.append(GroundAction(name, tuple(arguments)))
        found.deleted.update(deleting[number].changes(found.true, arguments)[0])
    return found


def changing_predicates(task: RelationalTask) -> frozenset[Predicate]:
    """The predicates that some effect, drawn or not, adds or deletes."""
    return frozenset(
        literal.predicate
        for schema in task.domain.actions
        for effect in all_effects(schema)
        for literal in (*effect.adds, *effect.deletes)
    )


def all_effects(schema: ActionSchema) -> Iterator[ConditionalEffect]:
    """Every effect that an action can have."""
    yield from schema.certain_effects
    for chance in schema.chances:
        yield from chance.effects


def _relaxed(schema: ActionSchema, changing: frozenset[Predicate]) -> ActionSchema:
    """The same without deletes, and with all that can be drawn."""
    effects = [
        ConditionalEffect(e.variables, possible(e.condition, changing), e.adds, ())
        for e in _flat_effects(schema)
    ]
    condition = possible(schema.precondition, changing)
    return ActionSchema(schema.name, schema.parameters, condition, conditional=tuple(effects))


def _deleting(schema: ActionSchema, changing: frozenset[Predicate]) -> ActionSchema:
    """One that adds what the action can delete."""
    effects = [
        ConditionalEffect(e.variables, possible(e.condition, changing), _marked(e), ())
        for e in _flat_effects(schema)
    ]
    condition = possible(schema.precondition, changing)
    return ActionSchema(schema.name, schema.parameters, condition, conditional=tuple(effects))


DELETED = " deleted"
"""Behind the name of a predicate: it can become false. No file has such a name."""


def _marked(effect: ConditionalEffect) -> tuple[Literal, ...]:
    return tuple(
        Literal(Predicate(d.predicate.name + DELETED, d.predicate.arity), d.terms)
        for d in effect.deletes
    )


def _flat_effects(schema: ActionSchema) -> Iterator[ConditionalEffect]:
    """All effects, those of draws with the conditions of the draws."""
    yield from schema.certain_effects
    yield from _of_chances(schema.chances)


def _of_chances(chances: tuple[Chance, ...]) -> Iterator[ConditionalEffect]:
    for chance in chances:
        for branch in chance.branches:
            inner = (*branch.effects, *_of_chances(branch.chances))
            for effect in inner:
                both = And((chance.condition, effect.condition))
                yield ConditionalEffect(
                    (*chance.variables, *effect.variables), both, effect.adds, effect.deletes
                )


def possible(formula: Formula, changing: frozenset[Predicate]) -> Formula:
    """What is left of a condition if whatever can change may also be false."""
    return _possible(normal_form(formula), changing)


def _possible(formula: Formula, changing: frozenset[Predicate]) -> Formula:
    match formula:
        case Not(Literal() as literal):
            is_fixed = literal.predicate == EQUALS or literal.predicate not in changing
            return formula if is_fixed else TRUE
        case And(children):
            return And(tuple(_possible(child, changing) for child in children))
        case Or(children):
            return Or(tuple(_possible(child, changing) for child in children))
        case Exists(variable, child):
            return Exists(variable, _possible(child, changing))
        case Forall(variable, child):
            return Forall(variable, _possible(child, changing))
        case Comparison() | Not():
            return TRUE
        case _:
            return formula
