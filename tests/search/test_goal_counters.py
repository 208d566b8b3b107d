"""Counters say at every moment what evaluating from scratch would say."""

from __future__ import annotations

import random

from introplan.relational.formula import Literal, Moment, Predicate
from introplan.relational.grounding import All, AnyOf, Goal, Want
from introplan.relational.query import Facts, Row
from introplan.search.goal_counters import DEAD_END, GoalCounters

LITERALS = [Predicate(name, 0)() for name in "abcdef"]


def encode(literal: Literal) -> Row:
    """A row per literal."""
    return (literal.predicate.name,)


def random_goal(rng: random.Random, depth: int) -> Goal:
    """Any nesting of ALL and ANY, empty ones included, over literals at all moments."""
    if depth == 0 or rng.random() < 0.3:
        return Want(rng.choice(LITERALS).at(rng.choice(list(Moment))), rng.random() < 0.5)
    kind = rng.choice((All, AnyOf))
    return kind(tuple(random_goal(rng, depth - 1) for _ in range(rng.choice((0, 1, 2, 3, 3)))))


def cost(goal: Goal, before: set[str], did: str, after: set[str]) -> int:
    """The number of unmet literals by definition."""
    match goal:
        case Want(literal, truth):
            assert isinstance(literal, Literal)
            name = literal.predicate.name
            facts = {Moment.BEFORE: before, Moment.DID: {did}, Moment.AFTER: after}
            return int((name in facts[literal.moment]) != truth)
        case All(children):
            return sum(cost(c, before, did, after) for c in children)
        case AnyOf(children):
            return min((cost(c, before, did, after) for c in children), default=DEAD_END)


def test_costs_follow_every_change() -> None:
    """Random goals and random walks: trials and changes give the cost by definition."""
    rng = random.Random(0)
    for _ in range(300):
        goal = random_goal(rng, 3)
        now = {x.predicate.name for x in LITERALS if rng.random() < 0.5}
        facts = Facts([(name,) for name in sorted(now)])
        counters = GoalCounters(encode, facts)
        counters.add_transition_root(goal)
        counters.add_distance_root(goal)
        for _ in range(8):
            flipped = {x.predicate.name for x in LITERALS if rng.random() < 0.3}
            done = rng.choice("abcdef")
            added, deleted = sorted(flipped - now), sorted(flipped & now)
            costs = counters.trial([(n,) for n in added], [(n,) for n in deleted], (done,))
            assert costs[0] == cost(goal, now, done, now ^ flipped)
            assert costs[1] == cost(goal, now ^ flipped, "none", now ^ flipped)
            for name in flipped:
                counters.change((name,), truth=name not in now)
            now ^= flipped
            assert counters.costs()[1] == cost(goal, now, "none", now)


def test_a_group_counts_the_goals_that_are_met() -> None:
    """Random groups and random walks, beside a root: after every trial and every change."""
    rng = random.Random(1)
    for _ in range(200):
        groups = [[random_goal(rng, 2) for _ in range(rng.randint(0, 5))] for _ in range(3)]
        now = {x.predicate.name for x in LITERALS if rng.random() < 0.5}
        counters = GoalCounters(encode, Facts([(name,) for name in sorted(now)]))
        counters.add_transition_root(All(()))
        for group in groups:
            counters.add_group(group)
        for _ in range(6):
            flipped = {x.predicate.name for x in LITERALS if rng.random() < 0.3}
            done = rng.choice("abcdef")
            added, deleted = sorted(flipped - now), sorted(flipped & now)
            found = counters.trial([(n,) for n in added], [(n,) for n in deleted], (done,))
            met = [sum(cost(g, now, done, now ^ flipped) == 0 for g in group) for group in groups]
            assert found == [0, *met]
            for name in flipped:
                counters.change((name,), truth=name not in now)
            now ^= flipped
            met = [sum(cost(g, now, "none", now) == 0 for g in group) for group in groups]
            assert counters.costs() == [0, *met]
