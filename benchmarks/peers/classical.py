"""The same task for planners that know no reward: plain PDDL with the goal written out.

The success condition is unrolled over the objects into literals, with everything that never
changes folded away. A peer's plan is judged by this task; what the peers read is made from it in
`handout.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import assert_never

import introplan as ip
from introplan.introspection.relational.goals import success_condition
from introplan.relational.dynamics import closed
from introplan.relational.formula import (
    And,
    Comparison,
    Exists,
    Forall,
    Formula,
    Literal,
    Moment,
    Not,
    Or,
    conjunction,
    disjunction,
)
from introplan.relational.grounding import All, AnyOf, Goal, Grounder, Want, wants
from introplan.relational.mutability import mutability

NEGATION = ":negative-preconditions"


def classical_task(task: ip.Task) -> ip.Task:
    """The task without reward and termination, its success condition as a ground goal."""
    goal = success_goal(task)
    domain = replace(task.domain, reward=None, termination=None)
    plain = replace(task, domain=domain, goal=as_formula(goal))
    if needs_negation(plain) and NEGATION not in domain.requirements:
        domain = replace(domain, requirements=(*domain.requirements, NEGATION))
    return replace(plain, domain=domain)


def success_goal(task: ip.Task) -> Goal:
    """The success condition over single ground literals of the state."""
    can = mutability(task.domain, closed(task.domain, task.start))
    goal = Grounder(can.statics).ground(success_condition(task))
    if any(want.literal.moment is not Moment.AFTER for want in wants(goal)):
        raise ValueError(f"success in {task.domain.name} depends on more than the last state")
    return goal


def as_formula(goal: Goal) -> Formula:
    """The formula that holds exactly when the goal is met."""
    match goal:
        case Want(literal, truth):
            return literal if truth else Not(literal)
        case All(children):
            return conjunction(*map(as_formula, children))
        case AnyOf(children):
            return disjunction(*map(as_formula, children))
        case _:
            assert_never(goal)


def needs_negation(task: ip.Task) -> bool:
    """Does a precondition or the goal ask for something to be false?"""
    return any(True for _ in negations(task))


def negations(task: ip.Task) -> Iterator[Not]:
    """The negations in preconditions and in the goal."""
    conditions = [action.precondition for action in task.domain.actions]
    if task.goal is not None:
        conditions.append(task.goal)
    return (part for whole in conditions for part in parts(whole) if isinstance(part, Not))


def parts(formula: Formula) -> Iterator[Formula]:
    """The formula and everything in it."""
    yield formula
    match formula:
        case Literal() | Comparison():
            pass
        case Not(child) | Exists(_, child) | Forall(_, child):
            yield from parts(child)
        case And(children) | Or(children):
            for child in children:
                yield from parts(child)
        case _:
            assert_never(formula)
