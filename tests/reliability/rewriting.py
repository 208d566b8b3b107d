"""A task with every formula, literal or name of it rewritten in the same way."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeVar, assert_never

from introplan.logic.formula import (
    And,
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
from introplan.logic.objects import Objects
from introplan.model.action import ActionSchema, ConditionalEffect, CostTerm, FunctionTerm
from introplan.model.decision_list import DecisionList
from introplan.model.domain import Task
from introplan.model.state import State

V = TypeVar("V")
Rewrite = Callable[[Formula], Formula]


def with_formulas(task: Task, rewrite: Rewrite) -> Task:
    """Preconditions, conditions of effects and rows, rules and the goal, each rewritten whole."""

    def schema(it: ActionSchema) -> ActionSchema:
        conditional = tuple(replace(e, condition=rewrite(e.condition)) for e in it.conditional)
        return replace(it, precondition=rewrite(it.precondition), conditional=conditional)

    def rows(it: DecisionList[V] | None) -> DecisionList[V] | None:
        if it is None:
            return None
        rules = tuple(replace(rule, condition=rewrite(rule.condition)) for rule in it.rules)
        return replace(it, rules=rules)

    domain = replace(
        task.domain,
        actions=tuple(map(schema, task.domain.actions)),
        derived=tuple(replace(rule, body=rewrite(rule.body)) for rule in task.domain.derived),
        reward=rows(task.domain.reward),
        termination=rows(task.domain.termination),
    )
    return replace(task, domain=domain, goal=None if task.goal is None else rewrite(task.goal))


def mapped(formula: Formula, change: Rewrite) -> Formula:
    """`formula` with `change` applied to its literals, and then to everything above them."""
    match formula:
        case Literal():
            return change(formula)
        case Not(child):
            return change(Not(mapped(child, change)))
        case And(children) | Or(children):
            return change(type(formula)(tuple(mapped(c, change) for c in children)))
        case Exists(variable, child) | Forall(variable, child):
            return change(type(formula)(variable, mapped(child, change)))
        case _:
            assert_never(formula)


def renamed(task: Task, names: Mapping[str, str]) -> Task:
    """The task with objects, predicates and schemas called otherwise; all names differ."""

    def name(old: str) -> str:
        return names.get(old, old)

    def term(old: Term) -> Term:
        return Constant(name(old.name)) if isinstance(old, Constant) else old

    def literal(old: Literal) -> Literal:
        predicate = Predicate(name(old.predicate.name), old.predicate.arity)
        return Literal(predicate, tuple(map(term, old.terms)), old.moment)

    def formula(old: Formula) -> Formula:
        return literal(old) if isinstance(old, Literal) else old

    def literals(old: tuple[Literal, ...]) -> tuple[Literal, ...]:
        return tuple(map(literal, old))

    def effect(old: ConditionalEffect) -> ConditionalEffect:
        return replace(old, adds=literals(old.adds), deletes=literals(old.deletes))

    def number(old: FunctionTerm) -> FunctionTerm:
        return FunctionTerm(old.name, tuple(map(term, old.terms)))

    def cost(old: CostTerm) -> CostTerm:
        return number(old) if isinstance(old, FunctionTerm) else old

    def schema(old: ActionSchema) -> ActionSchema:
        return replace(
            old,
            name=name(old.name),
            adds=literals(old.adds),
            deletes=literals(old.deletes),
            conditional=tuple(map(effect, old.conditional)),
            cost=tuple(map(cost, old.cost)),
        )

    task = with_formulas(task, lambda old: mapped(old, formula))
    declared = [(Constant(name(c.name)), types) for c, types in task.start.objects.declared]
    domain = replace(
        task.domain,
        actions=tuple(map(schema, task.domain.actions)),
        predicates=tuple(replace(s, name=name(s.name)) for s in task.domain.predicates),
        constants=tuple((Constant(name(c.name)), types) for c, types in task.domain.constants),
        derived=tuple(replace(rule, head=literal(rule.head)) for rule in task.domain.derived),
    )
    objects = Objects.build(declared, domain.ancestors)
    start = State(objects, frozenset(map(literal, task.start.facts)))
    costs = {number(term): value for term, value in task.costs.items()}
    return replace(task, domain=domain, start=start, costs=costs)


def variables(task: Task) -> frozenset[Variable]:
    """Every variable that stands for objects anywhere in the rules."""
    found: set[Variable] = set()

    def bound(formula: Formula) -> Formula:
        if isinstance(formula, Exists | Forall):
            found.add(formula.variable)
        return formula

    with_formulas(task, lambda formula: mapped(formula, bound))
    for schema in task.domain.actions:
        found.update(schema.parameters, *(e.variables for e in schema.conditional))
    for rule in task.domain.derived:
        found.update(rule.parameters)
    return frozenset(found)
