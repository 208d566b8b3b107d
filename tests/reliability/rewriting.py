"""A task with every formula, literal or name of it rewritten in the same way."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar, assert_never, cast

from introplan.relational.action import ActionSchema, ConditionalEffect
from introplan.relational.domain import Signature, Task
from introplan.relational.formula import (
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
from introplan.relational.rewards import DecisionList
from introplan.relational.state import Objects, State

V = TypeVar("V")
Rewrite = Callable[[Formula], Formula]


def with_formulas(task: Task, rewrite: Rewrite) -> Task:
    """Preconditions, conditions of effects and rows, rules and the goal, each rewritten whole."""

    def schema(it: ActionSchema) -> ActionSchema:
        conditional = tuple(replace(e, condition=rewrite(e.condition)) for e in it.conditional)
        return replace(it, precondition=rewrite(it.precondition), conditional=conditional)

    def rows(it: DecisionList[V]) -> DecisionList[V]:
        rules = tuple(replace(rule, condition=rewrite(rule.condition)) for rule in it.rules)
        return replace(it, rules=rules)

    own, end = task.domain.reward, task.domain.termination
    reward = None if own is None else replace(own, rows=rows(own.rows))
    domain = replace(
        task.domain,
        actions=tuple(map(schema, task.domain.actions)),
        derived=tuple(replace(rule, body=rewrite(rule.body)) for rule in task.domain.derived),
        reward=reward,
        termination=end and rows(end),
    )
    return replace(task, domain=domain, goal=None if task.goal is None else rewrite(task.goal))


def mapped(formula: Formula, change: Rewrite) -> Formula:
    """`formula` with `change` applied to its literals, and then to everything above them."""
    match formula:
        case Literal() | Comparison():
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

    return _Rewriting(name, term).task(task)


def retyped(task: Task, kinds: Mapping[str, str]) -> Task:
    """The task with variables and objects of other types, which are declared already."""

    def types(old: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(kinds.get(kind, kind) for kind in old)

    def term(old: Term) -> Term:
        return Variable(old.name, types(old.types)) if isinstance(old, Variable) else old

    task = _Rewriting(str, term).task(task)
    constants = tuple((c, types(own)) for c, own in task.domain.constants)
    declared = [(c, types(own)) for c, own in task.start.objects.declared]
    objects = Objects.build(declared, task.domain.ancestors)
    domain = replace(task.domain, constants=constants)
    return replace(task, domain=domain, start=State(objects, task.start.facts))


@dataclass(frozen=True, slots=True)
class _Rewriting:
    """Names of predicates and schemas, and terms, each replaced by another wherever it stands."""

    name: Callable[[str], str]
    term: Callable[[Term], Term]

    def task(self, old: Task) -> Task:
        old = with_formulas(old, lambda formula: mapped(formula, self.formula))
        domain = replace(
            old.domain,
            actions=tuple(map(self.schema, old.domain.actions)),
            predicates=tuple(map(self.signature, old.domain.predicates)),
            constants=tuple((self.constant(c), types) for c, types in old.domain.constants),
            derived=tuple(replace(r, head=self.literal(r.head)) for r in old.domain.derived),
        )
        declared = [(self.constant(c), types) for c, types in old.start.objects.declared]
        facts = frozenset(map(self.literal, old.start.facts))
        start = State(Objects.build(declared, domain.ancestors), facts)
        costs = {self.number(term): value for term, value in old.costs.items()}
        return replace(old, domain=domain, start=start, costs=costs)

    def schema(self, old: ActionSchema) -> ActionSchema:
        return replace(
            old,
            name=self.name(old.name),
            parameters=self.variables(old.parameters),
            adds=self.literals(old.adds),
            deletes=self.literals(old.deletes),
            conditional=tuple(map(self.effect, old.conditional)),
            cost=tuple(self.number(c) if isinstance(c, FunctionTerm) else c for c in old.cost),
        )

    def effect(self, old: ConditionalEffect) -> ConditionalEffect:
        return replace(
            old,
            variables=self.variables(old.variables),
            adds=self.literals(old.adds),
            deletes=self.literals(old.deletes),
        )

    def formula(self, old: Formula) -> Formula:
        """Literals and quantifiers; what stands below is done already."""
        match old:
            case Literal():
                return self.literal(old)
            case Exists() | Forall():
                return replace(old, variable=self.variable(old.variable))
            case _:
                return old

    def literal(self, old: Literal) -> Literal:
        predicate = Predicate(self.name(old.predicate.name), old.predicate.arity)
        return Literal(predicate, tuple(map(self.term, old.terms)), old.moment)

    def literals(self, old: tuple[Literal, ...]) -> tuple[Literal, ...]:
        return tuple(map(self.literal, old))

    def signature(self, old: Signature) -> Signature:
        return Signature(self.name(old.name), self.variables(old.parameters))

    def number(self, old: FunctionTerm) -> FunctionTerm:
        return FunctionTerm(old.name, tuple(map(self.term, old.terms)))

    def variables(self, old: tuple[Variable, ...]) -> tuple[Variable, ...]:
        return tuple(map(self.variable, old))

    def variable(self, old: Variable) -> Variable:
        return cast(Variable, self.term(old))

    def constant(self, old: Constant) -> Constant:
        return cast(Constant, self.term(old))
