"""The classical task as the peers like it best; its plans are the same.

Written out plainly, the goal of bins is one negated literal per item and bin. Fast Downward's
translator multiplies that out (two cases for each item), LPG has room for 250 goals, pyperplan
takes no negations at all, and every peer is slower on it. A comparison should not rest on that:

- where a shorter goal is met in exactly the same reachable states, they get the shorter one
  (a test compares them on whole state spaces),
- negated literals become literals of a predicate `not-p` that the actions keep up to date.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Set
from dataclasses import replace
from itertools import product

import introplan as ip
from introplan.relational.action import ActionSchema
from introplan.relational.domain import Signature
from introplan.relational.formula import And, Formula, Literal, Not, Or, Predicate
from peers.classical import NEGATION, classical_task, negations


def handout(task: ip.Task) -> ip.Task:
    """The task that the peers read."""
    plain = classical_task(task)
    shorter = SHORTER_GOALS.get(task.domain.name)
    return positive_task(replace(plain, goal=shorter(plain)) if shorter else plain)


def bins_goal(task: ip.Task) -> Formula:
    """All items on the shelf, all bins closed: an item is either on the shelf or in one bin."""
    shelf, is_open = Predicate("on-shelf", 1), Predicate("open", 1)
    items, bins = task.start.objects.of(("item",)), task.start.objects.of(("bin",))
    return And((*map(shelf, items), *(Not(is_open(each)) for each in bins)))


SHORTER_GOALS: dict[str, Callable[[ip.Task], Formula]] = {"bins": bins_goal}


def positive_task(task: ip.Task) -> ip.Task:
    """The same classical task without negations: `not-p` is true whenever `p` is false."""
    negated = (part.child for part in negations(task))
    mirrored = {child.predicate for child in negated if isinstance(child, Literal)}
    actions = tuple(_mirrored_action(action, mirrored) for action in task.domain.actions)
    signatures = [s for s in task.domain.predicates if s.predicate in mirrored]
    mirrors = tuple(replace(s, name=f"not-{s.name}") for s in signatures)
    requirements = tuple(r for r in task.domain.requirements if r != NEGATION)
    domain = replace(
        task.domain,
        actions=actions,
        predicates=(*task.domain.predicates, *mirrors),
        requirements=requirements,
    )
    false = (x for s in signatures for x in groundings(s, task) if x not in task.start.facts)
    facts = task.start.facts.union(map(mirror, false))
    goal = None if task.goal is None else _positive(task.goal)
    return replace(task, domain=domain, start=replace(task.start, facts=facts), goal=goal)


def mirror(literal: Literal) -> Literal:
    """The literal that says the opposite."""
    predicate = Predicate(f"not-{literal.predicate.name}", literal.predicate.arity)
    return Literal(predicate, literal.terms)


def groundings(signature: Signature, task: ip.Task) -> Iterator[Literal]:
    """All literals of a predicate."""
    candidates = (task.start.objects.of(v.types) for v in signature.parameters)
    return (Literal(signature.predicate, terms) for terms in product(*candidates))


def _mirrored_action(action: ActionSchema, mirrored: Set[Predicate]) -> ActionSchema:
    """The action that keeps the opposites up to date."""
    assert not action.conditional, f"{action.name} has conditional effects"
    made = tuple(mirror(x) for x in action.deletes if x.predicate in mirrored)
    lost = tuple(mirror(x) for x in action.adds if x.predicate in mirrored)
    return replace(
        action,
        precondition=_positive(action.precondition),
        adds=(*action.adds, *made),
        deletes=(*action.deletes, *lost),
    )


def _positive(formula: Formula) -> Formula:
    """The formula with opposites in place of negations."""
    match formula:
        case Literal():
            return formula
        case Not(Literal() as child):
            return mirror(child)
        case And(children):
            return And(tuple(map(_positive, children)))
        case Or(children):
            return Or(tuple(map(_positive, children)))
        case _:
            raise ValueError(f"only negated literals have opposites, not {formula}")
