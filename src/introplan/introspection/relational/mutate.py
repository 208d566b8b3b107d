"""State mutation, Algorithms 2 and 3 of the paper: how a state must change to satisfy a formula.

    Algorithm 2, mutateT and mutateF       `mutate_true`, `mutate_false`
    Algorithm 2, the case of a literal     `_restrict`, case `Want`
    Algorithm 3, satisfy_each              `all_of`, over the children of an ALL
    Algorithm 3, satisfy_any               `any_of`, over the children of an ANY
    IMMUTABLY VALID, unsatisfiable         the goals `TRIVIAL` and `IMPOSSIBLE`

The paper returns a set of mutations, each a set of literals to make true or false. That set is a
product over every choice in the formula: `forall x exists y` over n objects has n to the n of
them. So the work is done on a factored goal, and the set is only what one gets by enumerating it.

1. *Grounding* (`relational/grounding.py`) unrolls the quantifiers and moves negation inwards, so
   that "make false" is "make true" of the opposite (De Morgan): And and Forall become ALL, Or and
   Exists become ANY, and what no action ever changes is decided.
2. *Restriction* (here) applies the paper's rule for literals in one state. A literal that can
   still change stays, even if it holds already: it must hold at the milestone. One that can only
   be as wanted is IMMUTABLY VALID and vanishes; one that can never be as wanted makes its
   alternative unsatisfiable.
3. *Enumeration* (`enumeration.py`) lists the mutations, nearest first.

>>> import introplan as ip
>>> task = ip.sample("bins", bins=2, items=2, seed=4)
>>> for mutation in mutate_true(task.domain, task.start, ip.reward_condition(task.domain)):
...     print(mutation)
(and (not (before (in-bin i1 d1))) (not (before (in-bin i2 d1))) (did (close-bin d1)))
(and (not (before (in-bin i1 d2))) (not (before (in-bin i2 d2))) (did (close-bin d2)))
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from introplan.introspection.relational.enumeration import enumerate_mutations
from introplan.relational.domain import Domain
from introplan.relational.dynamics import closed
from introplan.relational.formula import Comparison, Formula, Moment, Predicate
from introplan.relational.grounding import (
    IMPOSSIBLE,
    TRIVIAL,
    All,
    AnyOf,
    Goal,
    Grounder,
    Want,
    all_of,
    any_of,
)
from introplan.relational.mutability import Mutability, mutability
from introplan.relational.mutation import Mutation
from introplan.relational.state import State


def mutate_true(domain: Domain, state: State, formula: Formula) -> Iterator[Mutation]:
    """The minimal changes of `state` that make `formula` true, lazily, nearest first."""
    return _mutate(domain, state, formula, want=True)


def mutate_false(domain: Domain, state: State, formula: Formula) -> Iterator[Mutation]:
    """The minimal changes of `state` that make `formula` false, lazily, nearest first."""
    return _mutate(domain, state, formula, want=False)


def _mutate(domain: Domain, state: State, formula: Formula, *, want: bool) -> Iterator[Mutation]:
    state = closed(domain, state)
    can = mutability(domain, state)
    goal = Grounder(can.statics).ground(formula, want=want)
    return enumerate_mutations(restrict(goal, can), state)


def restrict(goal: Goal, can: Mutability) -> Goal:
    """What is left to want in one state: the paper's three cases for a literal, then its algebra.

    The paper's satisfy_each is `all_of`, its satisfy_any is `any_of`; IMMUTABLY VALID is the
    trivial goal and the empty set of mutations is the impossible one.
    """
    return _restrict(goal, can, can.free)


def _restrict(goal: Goal, can: Mutability, free: frozenset[Predicate]) -> Goal:
    match goal:
        case Want(literal, truth):
            if isinstance(literal, Comparison):
                return goal
            if literal.predicate in free and literal.moment is not Moment.DID:
                return goal
            if not can.can_be(literal, truth):
                return IMPOSSIBLE
            return goal if can.can_be(literal, not truth) else TRIVIAL
        case All(children):
            return all_of(_restrict(c, can, free) for c in children)
        case AnyOf(children):
            return any_of(_restrict(c, can, free) for c in children)
        case _:
            assert_never(goal)
