"""The smallest task that still goes wrong: what to look at, and what to keep as a test.

A failing random task is full of what has nothing to do with the failure. Everything that can be
left out of a task is left out in turn, whatever makes the failure go away is put back, and that is
repeated until nothing can be spared. What is left is printed as a test that can be pasted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, TypeVar, assert_never, cast

import introplan as ip
from introplan.relational.action import ActionSchema, ConditionalEffect
from introplan.relational.domain import Domain, Task
from introplan.relational.formula import And, Comparison, Exists, Forall, Formula, Literal, Not, Or
from introplan.relational.rewards import Reward
from introplan.relational.rewriting import free_variables
from introplan.relational.state import Objects, State

T = TypeVar("T")
MOST = 2_000
"""Attempts after which what was reached must do."""


def shrunk(task: Task, goes_wrong: Callable[[Task], bool]) -> Task:
    """The least task found that goes wrong in the same way."""
    attempts, is_smaller = 0, True
    while is_smaller and attempts < MOST:
        is_smaller = False
        for candidate in _smaller_tasks(task):
            attempts += 1
            if _is_legal(candidate) and goes_wrong(candidate):
                task, is_smaller = candidate, True
                break
    return task


def as_test(task: Task, call: str) -> str:
    """A test of this task, ready to be pasted; `call` is what must hold of `task`."""
    return f'''
def test_a_task_that_went_wrong() -> None:
    """Say here what was wrong."""
    task = ip.parse_problem(
        ip.parse_domain("""
{_indented(ip.print_domain(task.domain))}"""),
        """
{_indented(ip.print_problem(task))}""",
    )
    assert {call}
'''


def _indented(text: str) -> str:
    return "\n".join(f"        {line}".rstrip() for line in text.splitlines() if line)


def _is_legal(task: Task) -> bool:
    """Could a user have written this?"""
    try:
        domain = ip.parse_domain(ip.print_domain(task.domain))
        return ip.parse_problem(domain, ip.print_problem(task)).start == task.start
    except ip.IntroplanError:
        return False


def _smaller_tasks(task: Task) -> Iterator[Task]:
    """The same with one thing less, the large things first."""
    yield from (replace(task, domain=domain) for domain in _smaller_domains(task.domain))
    yield from map(_with_objects(task), _without_one(task.start.objects.declared))
    for facts in _without_one(tuple(sorted(task.start.facts, key=str))):
        yield replace(task, start=State(task.start.objects, frozenset(facts)))
    if task.horizon is not None:
        yield replace(task, horizon=None)
        yield from (replace(task, horizon=n) for n in range(min(task.horizon, 3)))
    if task.goal is not None:
        yield from (replace(task, goal=goal) for goal in _smaller_formulas(task.goal))


def _with_objects(task: Task) -> Callable[[tuple[Any, ...]], Task]:
    """The task with fewer objects, without the facts and the numbers about the others."""

    def rebuilt(declared: tuple[Any, ...]) -> Task:
        names = {constant for constant, _ in declared}
        objects = Objects.build(declared, task.domain.ancestors)
        facts = frozenset(x for x in task.start.facts if names.issuperset(x.terms))
        costs = {term: n for term, n in task.costs.items() if names.issuperset(term.terms)}
        return replace(task, start=State(objects, facts), costs=costs)

    return rebuilt


def _smaller_domains(domain: Domain) -> Iterator[Domain]:
    for name in ("actions", "derived", "predicates", "functions", "constants"):
        for fewer in _without_one(getattr(domain, name)):
            yield _with(domain, name, fewer)
    for name in ("reward", "termination"):
        rows = getattr(domain, name)
        if rows is not None:
            yield _with(domain, name, None)
            yield from (_with(domain, name, fewer) for fewer in _smaller_rows(rows))
    for schemas in _with_one_smaller(domain.actions, _smaller_schemas):
        yield replace(domain, actions=schemas)
    for rules in _with_one_smaller(domain.derived, _smaller_rules("body")):
        yield replace(domain, derived=rules)


def _smaller_rows(rows: Any) -> Iterator[Any]:
    if isinstance(rows, Reward):
        yield from (replace(rows, rows=listed) for listed in _smaller_rows(rows.rows))
        yield from (replace(rows, sums=fewer) for fewer in _without_one(rows.sums))
        return
    for fewer in _without_one(rows.rules):
        yield replace(rows, rules=fewer)
    for rules in _with_one_smaller(rows.rules, _smaller_rules("condition")):
        yield replace(rows, rules=rules)


def _smaller_rules(part: str) -> Callable[[Any], Iterator[Any]]:
    """Whatever has a formula in this part, with a smaller formula there."""
    return lambda rule: (
        _with(rule, part, formula) for formula in _smaller_formulas(getattr(rule, part))
    )


def _smaller_schemas(schema: ActionSchema) -> Iterator[ActionSchema]:
    yield from _smaller_rules("precondition")(schema)
    for name in ("conditional", "adds", "deletes", "cost", "parameters"):
        for fewer in _without_one(getattr(schema, name)):
            yield _with(schema, name, fewer)
    for effects in _with_one_smaller(schema.conditional, _smaller_effects):
        yield replace(schema, conditional=effects)


def _smaller_effects(effect: ConditionalEffect) -> Iterator[ConditionalEffect]:
    yield from _smaller_rules("condition")(effect)
    for name in ("adds", "deletes", "variables"):
        for fewer in _without_one(getattr(effect, name)):
            yield _with(effect, name, fewer)


def _smaller_formulas(formula: Formula) -> Iterator[Formula]:
    """Parts of a formula in its place, or smaller parts in theirs; no new free variables."""
    if formula != And(()):
        yield And(())
    match formula:
        case Literal() | Comparison():
            pass
        case Not(child):
            yield child
            yield from map(Not, _smaller_formulas(child))
        case And(children) | Or(children):
            yield from children
            yield from (type(formula)(fewer) for fewer in _without_one(children))
            for smaller in _with_one_smaller(children, _smaller_formulas):
                yield type(formula)(smaller)
        case Exists(variable, child) | Forall(variable, child):
            if variable not in free_variables(child):
                yield child
            yield from (type(formula)(variable, c) for c in _smaller_formulas(child))
        case _:
            assert_never(formula)


def _with(whole: T, name: str, part: object) -> T:
    """The same value with another part of this name."""
    return cast(T, replace(cast(Any, whole), **{name: part}))


def _without_one(things: tuple[T, ...]) -> Iterator[tuple[T, ...]]:
    """All but one, each in turn."""
    for i in range(len(things)):
        yield (*things[:i], *things[i + 1 :])


def _with_one_smaller(
    things: tuple[T, ...], smaller: Callable[[T], Iterator[T]]
) -> Iterator[tuple[T, ...]]:
    """All of them, with something smaller in the place of one."""
    for i, thing in enumerate(things):
        for other in smaller(thing):
            yield (*things[:i], other, *things[i + 1 :])
