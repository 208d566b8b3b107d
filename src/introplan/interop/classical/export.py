"""Plain PDDL files of one milestone: a domain and a problem that any planner can read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import assert_never

from introplan.errors import UsageError
from introplan.interop.classical.milestone import ClassicalTask, milestone_task
from introplan.introspection.relational.goals import mutations
from introplan.pddl import print_domain, print_problem
from introplan.relational.domain import Domain, RelationalTask, Signature
from introplan.relational.formula import (
    EQUALS,
    OBJECT,
    TRUE,
    And,
    Comparison,
    Exists,
    Forall,
    Formula,
    Literal,
    Not,
    Or,
)
from introplan.relational.mutation import Mutation
from introplan.relational.numbers import FunctionTerm

TOTAL_COST = FunctionTerm("total-cost", ())


@dataclass(frozen=True, slots=True)
class Export:
    """The texts of two files, and what they do not say."""

    domain: str
    problem: str
    caveats: tuple[str, ...]


def export(task: RelationalTask, number: int = 1) -> Export:
    """The files of the milestone with this number, counted from 1 in the order of `mutations`."""
    mutation = nth_mutation(task, number)
    classical = milestone_task(task, mutation)
    head = [f"milestone {number} of {task.name}: {mutation}", *classical.caveats]
    return Export(*printed(classical, head), classical.caveats)


def printed(classical: ClassicalTask, comments: list[str]) -> tuple[str, str]:
    """The two files, with comments at the head of the problem."""
    task = _with_total_cost(classical.task)
    requirements = tuple(_requirements(task.domain, task.goal or TRUE))
    domain = replace(task.domain, requirements=requirements)
    head = "".join(f"; {line}\n" for line in comments)
    return print_domain(domain), head + print_problem(replace(task, domain=domain))


def _with_total_cost(task: RelationalTask) -> RelationalTask:
    """Costs as others want them: the sum is a function that is declared and starts at 0."""
    domain = task.domain
    if not any(action.cost for action in domain.actions):
        return replace(task, domain=replace(domain, functions=()), costs={})
    others = tuple(f for f in domain.functions if f.name != TOTAL_COST.name)
    functions = (Signature(TOTAL_COST.name, ()), *others)
    costs = {TOTAL_COST: 0.0, **task.costs}
    return replace(task, domain=replace(domain, functions=functions), costs=costs)


def nth_mutation(task: RelationalTask, number: int) -> Mutation:
    """The mutation of the start with this number, counted from 1."""
    if number < 1:
        raise UsageError(f"milestones are counted from 1, got {number}")
    found = list(islice(mutations(task), number))
    if len(found) < number:
        there = f"there are {len(found)}" if len(found) != 1 else "there is 1"
        raise UsageError(f"there is no milestone {number} from the start; {there}")
    return found[-1]


def _requirements(domain: Domain, goal: Formula) -> Iterator[str]:
    """The flags of what the files use."""
    yield ":strips"
    used = {flag for formula in _formulas(domain, goal) for flag in _flags(formula)}
    variables = [v for a in domain.actions for v in a.parameters]
    if domain.types or any(v.types != (OBJECT,) for v in variables):
        yield ":typing"
    for flag in (":equality", ":negative-preconditions", ":disjunctive-preconditions"):
        if flag in used:
            yield flag
    for flag in (":existential-preconditions", ":universal-preconditions"):
        if flag in used:
            yield flag
    if any(action.conditional for action in domain.actions):
        yield ":conditional-effects"
    if domain.derived:
        yield ":derived-predicates"
    if any(action.cost for action in domain.actions):
        yield ":action-costs"


def _formulas(domain: Domain, goal: Formula) -> Iterator[Formula]:
    yield goal
    yield from (rule.body for rule in domain.derived)
    for action in domain.actions:
        yield action.precondition
        yield from (effect.condition for effect in action.conditional)


def _atom_flags(atom: Literal | Comparison) -> Iterator[str]:
    if isinstance(atom, Comparison):
        yield ":numeric-fluents"
    elif atom.predicate == EQUALS:
        yield ":equality"


def _flags(formula: Formula) -> Iterator[str]:
    """The flags of what stands in a formula."""
    match formula:
        case Literal() | Comparison():
            yield from _atom_flags(formula)
        case Not(child):
            is_plain = isinstance(child, Literal)
            yield ":negative-preconditions" if is_plain else ":disjunctive-preconditions"
            yield from _flags(child)
        case And(children):
            for part in children:
                yield from _flags(part)
        case Or(children):
            yield ":disjunctive-preconditions"
            for part in children:
                yield from _flags(part)
        case Exists(_, child):
            yield ":existential-preconditions"
            yield from _flags(child)
        case Forall(_, child):
            yield ":universal-preconditions"
            yield from _flags(child)
        case _:
            assert_never(formula)
