"""Changes of a task: the same world told otherwise, a larger one, or one that asks for less.

Each is a function from task to task that may draw numbers; a change that does not apply to a task
gives None.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

import introplan as ip
from introplan.mdp import Status
from introplan.relational.action import ActionSchema
from introplan.relational.domain import Domain, Signature, Task, TypeDeclaration
from introplan.relational.formula import OBJECT, TRUE, And, Constant, Formula, Not, Or, Variable
from introplan.relational.rewards import DecisionList, Reward, Rule
from introplan.relational.state import Objects, State
from reliability.rewriting import mapped, renamed, retyped, with_formulas

T = TypeVar("T")
Change = Callable[[Task, random.Random], Task | None]


def rename_objects(task: Task, rng: random.Random) -> Task:
    """Other names, in another alphabetical order."""
    return renamed(task, _new_names([c.name for c, _ in task.start.objects.declared], rng))


def rename_predicates(task: Task, rng: random.Random) -> Task:
    """The same for predicates."""
    return renamed(task, _new_names([s.name for s in task.domain.predicates], rng))


def rename_schemas(task: Task, rng: random.Random) -> Task:
    """The same for action schemas."""
    return renamed(task, _new_names([s.name for s in task.domain.actions], rng))


def _new_names(names: Sequence[str], rng: random.Random) -> dict[str, str]:
    return dict(zip(names, _shuffled([f"new{i}" for i in range(len(names))], rng), strict=True))


def permute(task: Task, rng: random.Random) -> Task:
    """Declarations, facts and the parts of formulas and effects in another order."""

    def shuffled(formula: Formula) -> Formula:
        if isinstance(formula, And | Or):
            return type(formula)(_shuffled(formula.children, rng))
        return formula

    def schema(it: ActionSchema) -> ActionSchema:
        return replace(
            it,
            adds=_shuffled(it.adds, rng),
            deletes=_shuffled(it.deletes, rng),
            conditional=_shuffled(it.conditional, rng),
        )

    task = with_formulas(task, lambda formula: mapped(formula, shuffled))
    domain = replace(
        task.domain,
        actions=_shuffled([schema(a) for a in task.domain.actions], rng),
        predicates=_shuffled(task.domain.predicates, rng),
        derived=_shuffled(task.domain.derived, rng),
    )
    objects = Objects.build(_shuffled(task.start.objects.declared, rng), domain.ancestors)
    facts = frozenset(_shuffled(sorted(task.start.facts, key=str), rng))
    return replace(task, domain=domain, start=State(objects, facts))


def write_and_read(task: Task, _: random.Random) -> Task:
    """Through the text of its two files."""
    domain = ip.parse_domain(ip.print_domain(task.domain))
    return ip.parse_problem(domain, ip.print_problem(task))


IDLE, BUSY = Signature("idle", ()), Signature("busy", (Variable("x"),))


def add_what_never_happens(task: Task, rng: random.Random) -> Task:
    """A schema that could do anything, if another action could be taken first."""
    literals = [x for schema in task.domain.actions for x in (*schema.adds, *schema.deletes)]
    ground = tuple(x for x in literals if not any(isinstance(t, Variable) for t in x.terms))
    (x,) = BUSY.parameters
    busy = BUSY.predicate(x)
    schema = ActionSchema("fidget", (x,), busy, adds=(busy, *ground[:1]), deletes=ground[1:2])
    return _with_domain(
        task,
        predicates=(*task.domain.predicates, BUSY),
        actions=_shuffled((*task.domain.actions, schema), rng),
    )


def add_irrelevant_facts(task: Task, rng: random.Random) -> Task | None:
    """Facts that nothing asks for, and actions that change them on the way."""
    if not task.domain.actions:
        return None
    busy = {BUSY.predicate(c) for c, _ in task.start.objects.declared if rng.random() < 0.5}
    chosen = rng.choice(task.domain.actions)
    noisy = replace(chosen, adds=(*chosen.adds, IDLE.predicate()))
    if len(chosen.parameters) > 0:
        noisy = replace(noisy, deletes=(*noisy.deletes, BUSY.predicate(chosen.parameters[0])))
    task = _with_domain(
        task,
        predicates=(IDLE, *task.domain.predicates, BUSY),
        actions=tuple(noisy if schema == chosen else schema for schema in task.domain.actions),
    )
    return replace(task, start=State(task.start.objects, task.start.facts | busy))


def add_a_bystander(task: Task, _: random.Random) -> Task:
    """An object that is none of those that the rules speak of, although they did not say so."""
    own = (TypeDeclaration("bystander", (OBJECT,)), TypeDeclaration("participant", (OBJECT,)))
    below = (replace(t, parents=("participant",)) for t in task.domain.types)
    task = retyped(_with_domain(task, types=(*own, *below)), {OBJECT: "participant"})
    declared = ((Constant("a-bystander"), ("bystander",)), *task.start.objects.declared)
    objects = Objects.build(declared, task.domain.ancestors)
    return replace(task, start=State(objects, task.start.facts))


def scale_rewards(factor: float, shift: float = 0.0) -> Change:
    """`r` becomes `factor * r + shift`."""

    def change(task: Task, _: random.Random) -> Task | None:
        if task.domain.reward is None:
            return None
        rows = task.domain.reward.rows
        rules = tuple(replace(r, value=factor * r.value + shift) for r in rows.rules)
        scaled = DecisionList(rules, factor * rows.default + shift)
        return _with_domain(task, reward=Reward(scaled))

    return change


def repeat_a_row(task: Task, rng: random.Random) -> Task | None:
    """A row of the reward or of the termination once more, somewhere below itself."""
    reward, termination = task.domain.reward, task.domain.termination
    found = {"reward": reward and reward.rows, "termination": termination}
    lists: dict[str, Any] = {name: rows for name, rows in found.items() if rows and rows.rules}
    if not lists:
        return None
    name = rng.choice(list(lists))
    rows = lists[name]
    row = rng.randrange(len(rows.rules))
    place = rng.randint(row + 1, len(rows.rules))
    rules = (*rows.rules[:place], rows.rules[row], *rows.rules[place:])
    repeated = replace(rows, rules=rules)
    return _with_domain(task, **{name: Reward(repeated) if name == "reward" else repeated})


def negate_twice(task: Task, rng: random.Random) -> Task:
    """`not (not x)` for about half of all parts of formulas."""

    def twice(formula: Formula) -> Formula:
        return Not(Not(formula)) if rng.random() < 0.5 else formula

    return with_formulas(task, lambda formula: mapped(formula, twice))


def drop_a_precondition(task: Task, rng: random.Random) -> Task | None:
    """One part of a conjunction, or the whole precondition of another shape."""
    choices = [schema for schema in task.domain.actions if schema.precondition != TRUE]
    if not choices:
        return None
    chosen = rng.choice(choices)
    fewer: Formula = TRUE
    if isinstance(chosen.precondition, And):
        dropped = rng.randrange(len(chosen.precondition.children))
        parts = chosen.precondition.children
        fewer = And((*parts[:dropped], *parts[dropped + 1 :]))
    easier = replace(chosen, precondition=fewer)
    return _with_domain(
        task, actions=tuple(easier if s == chosen else s for s in task.domain.actions)
    )


def allow_more_moves(task: Task, rng: random.Random) -> Task | None:
    """A longer horizon, where there is one."""
    if task.horizon is None:
        return None
    return replace(task, horizon=task.horizon + rng.randint(1, 3))


def accept_more(task: Task, rng: random.Random) -> Task | None:
    """Success for one more reason, where nothing stands above the row."""
    rows = task.domain.termination
    if rows is None or not rows.rules or rows.rules[0].value is not Status.SUCCESS:
        return None
    reasons = [rule.condition for rule in task.reward.rows.rules] or [TRUE]
    more = Or((rows.rules[0].condition, rng.choice(reasons)))
    rules = (Rule(more, Status.SUCCESS), *rows.rules[1:])
    return _with_domain(task, termination=replace(rows, rules=rules))


def _with_domain(task: Task, **parts: object) -> Task:
    domain: Domain = replace(task.domain, **parts)  # type: ignore[arg-type]
    return replace(task, domain=domain)


def _shuffled(things: Sequence[T], rng: random.Random) -> tuple[T, ...]:
    return tuple(rng.sample(list(things), len(things)))
