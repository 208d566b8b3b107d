"""Domains and tasks as files that read back to equal values."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import assert_never

from introplan.mdp import Status
from introplan.relational.action import (
    ActionSchema,
    Branch,
    Chance,
    ConditionalEffect,
    CostTerm,
)
from introplan.relational.arithmetic import number_text
from introplan.relational.derived import DerivedRule
from introplan.relational.domain import Domain, RelationalTask, Signature
from introplan.relational.formula import (
    TRUE,
    And,
    Comparison,
    Exists,
    Forall,
    Formula,
    Literal,
    Not,
    Or,
    Variable,
    declare,
    type_text,
)
from introplan.relational.numbers import expression_text
from introplan.relational.rewards import Amount, DecisionList, Reward, SumRow

MAX_COLUMNS = 99
"""Of printed files: the line length of this repository's own texts."""


def print_domain(domain: Domain) -> str:
    """The domain as a file."""
    parts = [f"(define (domain {domain.name})"]
    if domain.requirements:
        parts.append(f"  (:requirements {' '.join(domain.requirements)})")
    parts += _section(":types", _typed((t.name, t.parents) for t in domain.types))
    parts += _section(":constants", _typed((c.name, types) for c, types in domain.constants))
    parts += _section(":predicates", map(_signature, domain.predicates))
    parts += _section(":functions", (f"{_signature(f)} - number" for f in domain.functions))
    parts += map(_derived, domain.derived)
    parts += map(_action, domain.actions)
    parts += _reward(domain.reward)
    parts += _rows(":termination", domain.termination)
    if domain.discount != 1:
        parts.append(f"  (:discount {number_text(domain.discount)})")
    return "\n".join(parts) + ")\n"


def print_problem(task: RelationalTask) -> str:
    """The task as a problem file of its domain."""
    constants = {c for c, _ in task.domain.constants}
    own = [(c.name, types) for c, types in task.start.objects.declared if c not in constants]
    values = [f"(= {term} {number_text(value)})" for term, value in task.costs.items()]
    parts = [f"(define (problem {task.name})", f"  (:domain {task.domain.name})"]
    parts += _section(":objects", _typed(own))
    values += task.start.numbers.texts
    parts += _section(":init", [*sorted(map(str, task.start.facts)), *values]) or ["  (:init)"]
    if task.goal is not None:
        parts.append(f"  (:goal {pretty(task.goal, 9)})")
    if task.horizon is not None:
        parts.append(f"  (:horizon {task.horizon})")
    if task.discount != task.domain.discount:
        parts.append(f"  (:discount {number_text(task.discount)})")
    if any(action.cost for action in task.domain.actions):
        parts.append("  (:metric minimize (total-cost))")
    return "\n".join(parts) + ")\n"


def pretty(formula: Formula, indent: int) -> str:
    """The formula on one line if it fits, else one line per part, `indent` columns in."""
    text = str(formula)
    if len(text) + indent < MAX_COLUMNS:
        return text
    match formula:
        case Literal() | Comparison():
            return text
        case Not(child):
            return f"(not {pretty(child, indent + 5)})"
        case And(children):
            return _stacked("(and", [pretty(c, indent + 2) for c in children], indent)
        case Or(children):
            return _stacked("(or", [pretty(c, indent + 2) for c in children], indent)
        case Exists() | Forall():
            variables, child = _prefix(formula)
            head = f"({type(formula).__name__.lower()} {declare(variables)}"
            return _stacked(head, [pretty(child, indent + 2)], indent)
        case _:
            assert_never(formula)


def _prefix(formula: Exists | Forall) -> tuple[tuple[Variable, ...], Formula]:
    """The variables that one list can hold, and the formula below them."""
    variables: dict[str, Variable] = {}
    kind, child = type(formula), formula
    inner: Formula = child
    while isinstance(inner, kind) and inner.variable.name not in variables:
        variables[inner.variable.name] = inner.variable
        inner = inner.child
    return tuple(variables.values()), inner


def _stacked(head: str, parts: Iterable[str], indent: int) -> str:
    space = f"\n{' ' * (indent + 2)}"
    return f"{space.join([head, *parts])})"


def _section(keyword: str, lines: Iterable[str]) -> list[str]:
    """A section with one thing per line; none if there is nothing to say."""
    parts = list(lines)
    return [f"  {_stacked(f'({keyword}', parts, 2)}"] if parts else []


def _typed(names: Iterable[tuple[str, tuple[str, ...]]]) -> list[str]:
    """Names with their types, a line for each run of one type."""
    return [
        f"{' '.join(name for name, _ in run)} - {type_text(types)}"
        for types, run in groupby(names, key=lambda pair: pair[1])
    ]


def _signature(signature: Signature) -> str:
    return _applied(signature.name, signature.parameters)


def _applied(name: str, parameters: tuple[Variable, ...]) -> str:
    listed = declare(parameters)[1:-1]
    return f"({name} {listed})" if listed else f"({name})"


def _derived(rule: DerivedRule) -> str:
    head = _applied(rule.head.predicate.name, rule.parameters)
    return f"  {_stacked(f'(:derived {head}', [pretty(rule.body, 4)], 2)}"


def _action(schema: ActionSchema) -> str:
    parts = [f":parameters {declare(schema.parameters)}"]
    parts.append(f":precondition {pretty(schema.precondition, 18)}")
    effects = _changes(schema.certain_effects[0])
    effects += [*map(_conditional, schema.conditional), *map(print_chance, schema.chances)]
    effects += map(_cost, schema.cost)
    parts.append(f":effect {_joined(effects, 12)}")
    return f"  {_stacked(f'(:action {schema.name}', parts, 2)}"


def _changes(effect: ConditionalEffect) -> list[str]:
    deletes = (f"(not {literal})" for literal in effect.deletes)
    return [*map(str, effect.adds), *deletes, *map(str, effect.numeric)]


def _conditional(effect: ConditionalEffect) -> str:
    return _below(effect.variables, effect.condition, _joined(_changes(effect), 0))


def _below(variables: tuple[Variable, ...], condition: Formula, text: str) -> str:
    """An effect under the variables and the condition around it."""
    if condition != TRUE:
        text = f"(when {condition} {text})"
    return f"(forall {declare(variables)} {text})" if variables else text


def print_chance(chance: Chance) -> str:
    """A draw: `(probabilistic 0.5 (lit) 0.5 (broken))`."""
    parts = " ".join(f"{number_text(b.probability)} {_branch(b)}" for b in chance.branches)
    return _below(chance.variables, chance.condition, f"(probabilistic {parts})")


def _branch(branch: Branch) -> str:
    """What is drawn; plain literals of its own stand without a condition."""
    effects: list[str] = []
    for effect in branch.effects:
        is_plain = not effect.variables and effect.condition == TRUE
        effects += _changes(effect) if is_plain else [_conditional(effect)]
    effects += map(print_chance, branch.chances)
    return _joined(effects, 0)


def _cost(term: CostTerm) -> str:
    return f"(increase (total-cost) {expression_text(term)})"


def _joined(effects: list[str], indent: int) -> str:
    if len(effects) == 1 and not effects[0].startswith("(increase"):  # Fast Downward wants `and`
        return effects[0]
    line = f"(and {' '.join(effects)})"
    fits = indent == 0 or len(line) + indent < MAX_COLUMNS
    return line if fits else _stacked("(and", effects, indent)


def _reward(reward: Reward | None) -> list[str]:
    """The sums, those over the same variables together, then the decision list."""
    if reward is None:
        return []
    sums = [_sum(v, list(run)) for v, run in groupby(reward.sums, key=lambda row: row.variables)]
    sums += [_amount(amount) for amount in reward.amounts]
    # A list that says nothing but 0 is what a reward without one means.
    listed = [] if sums and reward.rows == DecisionList((), 0.0) else _lines(reward.rows)
    return _section(":reward", [*sums, *listed])


def _sum(variables: tuple[Variable, ...], rows: list[SumRow]) -> str:
    lines = [f"(if {pretty(r.condition, 10)}\n          {_value(r.value)})" for r in rows]
    return _stacked(f"(sum {declare(variables)}", lines, 4)


def _amount(amount: Amount) -> str:
    value = expression_text(amount.expression)
    line = f"(if {pretty(amount.condition, 10)}\n          {value})"
    return _stacked(f"(sum {declare(amount.variables)}", [line], 4)


def _rows(keyword: str, rows: DecisionList[Status] | None) -> list[str]:
    return [] if rows is None else _section(keyword, _lines(rows))


def _lines(rows: DecisionList[float] | DecisionList[Status]) -> list[str]:
    lines = [f"(if {pretty(r.condition, 8)}\n        {_value(r.value)})" for r in rows.rules]
    return [*lines, f"(else {_value(rows.default)})"]


def _value(value: float | Status) -> str:
    return str(value) if isinstance(value, Status) else number_text(value)
