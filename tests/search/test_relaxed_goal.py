"""How far a goal is at least, where draws come out as one likes."""

from __future__ import annotations

import math

import introplan as ip
from introplan.pddl import parse_domain, parse_problem
from introplan.relational.domain import RelationalTask
from introplan.relational.state import State
from introplan.search.relaxed_goal import relaxed_goal

TYRES = "examples/chance/tireworld.pddl", "examples/chance/tireworld-1.pddl"


def distances(task: RelationalTask) -> dict[State, float]:
    """The fewest steps to the goal from every state, if all draws come out well, by search."""
    before: dict[State, list[State]] = {}
    at_goal, waiting, seen = [], [task.start], {task.start}
    while waiting:
        state = waiting.pop()
        for action in task.actions(state):
            for _, outcome in task.outcomes(state, action):
                if outcome.status.value:
                    at_goal.append(state)
                    continue
                before.setdefault(outcome.state, []).append(state)
                if outcome.state not in seen:
                    seen.add(outcome.state)
                    waiting.append(outcome.state)
    found = dict.fromkeys(seen, math.inf)
    layer, steps = set(at_goal), 1.0
    while layer:
        found |= dict.fromkeys(layer, steps)
        layer = {s for t in layer for s in before.get(t, ()) if found[s] == math.inf}
        steps += 1
    return found


def test_it_is_never_more_than_the_fewest_steps() -> None:
    """And infinite where a car with a flat tyre has no spare one."""
    task: RelationalTask = ip.read(*TYRES)
    relaxed = relaxed_goal(task, lambda: None, max_actions=100)
    truth = distances(task)
    assert len(truth) > 20
    for state, steps in truth.items():
        assert relaxed.distance(state) <= steps
    assert any(relaxed.distance(state) == math.inf for state in truth)
    assert relaxed.distance(task.start) == 2


def test_quantified_effects_and_actions_without_needs_count() -> None:
    """What a quantified effect may add is all that can be reached."""
    domain = parse_domain(
        """(define (domain lamps) (:types lamp) (:predicates (on ?l - lamp) (power))
        (:action plug :parameters () :effect (probabilistic 0.5 (power)))
        (:action switch :parameters () :precondition (power)
         :effect (forall (?l - lamp) (probabilistic 0.5 (on ?l)))))"""
    )
    task = parse_problem(
        domain,
        """(define (problem two) (:domain lamps) (:objects a b - lamp) (:init)
        (:goal (and (on a) (on b))))""",
    )
    relaxed = relaxed_goal(task, lambda: None, max_actions=100)
    assert relaxed.distance(task.start) == 2
