"""The lifted operators of the delete relaxation: what `relaxed_task.py` grounds.

Every action, conditional effect and derived rule is an operator: variables, a condition, what it
adds and deletes. A conditional effect is one of its own, with the action's precondition in its
condition. Conditions are opened like those of derived rules, a disjunction into several operators,
an existential variable into one more to join, so that what they need can be found by joins.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import assert_never

from introplan.relational.action import ActionSchema, ConditionalEffect
from introplan.relational.derivation import alternatives, opened
from introplan.relational.domain import Domain, RelationalTask
from introplan.relational.formula import (
    And,
    Comparison,
    Exists,
    Forall,
    Formula,
    Literal,
    Not,
    Or,
    Predicate,
    Variable,
)
from introplan.relational.numbers import NumericEffect, substituted
from introplan.relational.rewriting import literals, normal_form, replaced, substitute


@dataclass(frozen=True, slots=True)
class LiftedOperator:
    """A condition and its effects; the parameters of the action come first.

    `schema` is the number of the action schema that this is a part of, None for a derived rule.
    One that `is_whole` only says when the action can be done, in one piece.
    """

    schema: int | None
    variables: tuple[Variable, ...]
    condition: Formula
    adds: tuple[Literal, ...] = ()
    deletes: tuple[Literal, ...] = ()
    is_whole: bool = False
    numeric: tuple[NumericEffect, ...] = ()


def lifted_operators(domain: Domain) -> Iterator[LiftedOperator]:
    """All operators, in the order of the domain; those that are whole among them."""
    for number, schema in enumerate(domain.actions):
        yield LiftedOperator(number, schema.parameters, schema.precondition, is_whole=True)
        for effect in schema.effects:
            own = _renamed(effect, schema)
            variables = (*schema.parameters, *own.variables)
            for extra, parts in opened(And((schema.precondition, own.condition))):
                yield LiftedOperator(
                    number,
                    (*variables, *extra),
                    And(parts),
                    own.adds,
                    own.deletes,
                    numeric=own.numeric,
                )
    for rule in domain.derived:
        for extra, parts in alternatives(rule):
            yield LiftedOperator(None, (*rule.parameters, *extra), And(parts), (rule.head,))


def _renamed(effect: ConditionalEffect, schema: ActionSchema) -> ConditionalEffect:
    """The effect with names of its own where its variables hide those of the action."""
    taken = {v.name for v in schema.parameters}
    # A question mark begins a word of PDDL, so no name of a file has one inside, whatever else it
    # has: the new names are not taken.
    fresh = {v: Variable(f"{v.name}?*", v.types) for v in effect.variables if v.name in taken}
    if not fresh:
        return effect

    def renamed(literal: Literal) -> Literal:
        return Literal(literal.predicate, tuple(replaced(t, fresh) for t in literal.terms))

    return ConditionalEffect(
        tuple(fresh.get(v, v) for v in effect.variables),
        substitute(effect.condition, fresh),
        tuple(map(renamed, effect.adds)),
        tuple(map(renamed, effect.deletes)),
        tuple(substituted(x, fresh) for x in effect.numeric),
    )


def negated_predicates(task: RelationalTask) -> set[Predicate]:
    """The predicates of which some condition may require a literal to be false."""
    domain = task.domain
    conditions = [schema.precondition for schema in domain.actions]
    conditions += [effect.condition for schema in domain.actions for effect in schema.conditional]
    conditions += [rule.body for rule in domain.derived]
    if task.is_classical and task.goal is not None:
        conditions.append(task.goal)
        rows: list[Formula] = []
    else:
        rows = list(task.reward.conditions)
        rows += [rule.condition for rule in task.termination.rules]
    found = {x.predicate for c in conditions for x in _negated(normal_form(c))}
    # Rows of a decision list hold where all rows above do not: each is negated by those below it.
    return found | {x.predicate for row in rows for x in literals(row)}


def _negated(formula: Formula) -> Iterator[Literal]:
    """The literals below a negation of a formula in normal form."""
    match formula:
        case Literal() | Comparison():
            return
        case Not(child):
            yield from literals(child)
        case And(children) | Or(children):
            for child in children:
                yield from _negated(child)
        case Exists(_, child) | Forall(_, child):
            yield from _negated(child)
        case _:
            assert_never(formula)
