"""The reachable space of worlds with chance, against a walk by the definitions of the judge."""

from __future__ import annotations

from typing import Any

import pytest

import introplan as ip
from introplan.limits import Limits, Meter
from introplan.mdp import NotAllowedError, Status
from introplan.reporting.records import space_record
from introplan.verification.chance_worlds import judged_world
from random_draws import random_draws


def by_definition(task: Any, depth: int) -> dict[tuple[Any, str], dict[Any, float]]:
    """What each action of each state leads to, in so many moves from the start."""
    world, found = judged_world(task), {}
    seen, layer = {world.start}, [world.start]
    for _ in range(depth):
        following = []
        for state in layer:
            for action in world.actions(state):
                found[state, str(action)] = {o: p for p, o in world.outcomes(state, action)}
                for outcome in found[state, str(action)]:
                    if outcome.status is Status.CONTINUE and outcome.state not in seen:
                        seen.add(outcome.state)
                        following.append(outcome.state)
        layer = following
    return found


@pytest.mark.parametrize("seed", range(25))
def test_edges_are_the_outcomes_of_the_definition(seed: int) -> None:
    """In random relational worlds with draws, three moves deep."""
    task = random_draws(seed)
    truth = by_definition(task, 2)
    space = ip.reachable(task, max_depth=2)
    found: dict[Any, dict[Any, float]] = {}
    for outcomes in space.choices:
        state = space.states[outcomes[0].source - 1]
        entry = found.setdefault((state, str(outcomes[0].action)), {})
        for edge in outcomes:
            ends = {
                **dict.fromkeys(space.success, Status.SUCCESS),
                **dict.fromkeys(space.failure, Status.FAILURE),
            }
            status = ends.get(edge.target, Status.CONTINUE)
            outcome = ip.Outcome(space.states[edge.target - 1], edge.reward, status)
            entry[outcome] = entry.get(outcome, 0.0) + edge.probability
    assert found.keys() == truth.keys()
    for key, outcomes_ in truth.items():
        assert found[key] == pytest.approx(outcomes_)


def tyres() -> ip.StateSpace:
    """A road on which a tyre may burst; there is a spare one half way."""
    domain = ip.parse_domain(
        """(define (domain tyres) (:types place)
      (:predicates (at ?p - place) (road ?p ?q - place) (flat) (spare ?p - place))
      (:action drive :parameters (?p ?q - place)
        :precondition (and (at ?p) (road ?p ?q) (not (flat)))
        :effect (and (at ?q) (not (at ?p)) (probabilistic 0.25 (flat))))
      (:action mend :parameters (?p - place) :precondition (and (at ?p) (spare ?p) (flat))
        :effect (and (not (spare ?p)) (not (flat)))))"""
    )
    problem = """(define (problem one) (:domain tyres) (:objects a b c d - place)
      (:init (at a) (road a b) (road b d) (road a c) (road c d) (spare b)) (:goal (at d)))"""
    return ip.reachable(ip.parse_problem(domain, problem))


def test_dead_ends_are_states_from_which_no_draw_leads_to_success() -> None:
    """A flat tyre where there is no spare one."""
    space = tyres()
    texts = {n: str(space.states[n - 1]) for n in space.dead_ends}
    assert [("(at c)" in text, "(flat)" in text) for text in texts.values()] == [(True, True)]
    assert all("(at d)" in str(space.states[n - 1]) for n in space.success)
    assert space.has_chance
    assert sorted(len(outcomes) for outcomes in space.choices) == [1, 2, 2, 2, 2, 2]
    assert all(sum(e.probability for e in found) == 1 for found in space.choices)
    assert {edge.probability for edge in space.rewarding} == {0.25, 0.75}


def test_the_record_has_every_choice() -> None:
    """The action, and for each outcome its probability, its state and what it pays."""
    record = space_record(tyres())
    first = record["choices"][0]
    assert first[:2] == [1, "(drive a b)"]
    assert sorted(row[0] for row in first[2]) == [0.25, 0.75]
    assert all(len(row) == 5 for row in record["rewarding"])
    assert "choices" not in space_record(ip.reachable(ip.sample("bins", bins=2, items=2)))


def test_limits_are_kept() -> None:
    """On states, on depth and on time; what is left out is said."""

    def grow(s: int, a: int, rng: Any) -> int:
        return s * 2 + int(rng.choice([0, a]))

    task = ip.program(actions=[1], transition=grow, reward=lambda s, a, t: 1.0).task(1)
    cut = ip.reachable(task, 50)
    assert (len(cut.states), cut.is_complete) == (50, False)
    assert len(ip.reachable(task, max_depth=3).states) == 15
    meter = Meter(Limits(seconds=0.05))
    assert not ip.reachable(task, meter=meter, keep_partial=True).is_complete


def test_actions_that_are_not_allowed_are_left_out() -> None:
    """And slippery worlds have what can happen on ice."""

    def transition(s: int, a: int) -> int:
        if not 0 <= s + a <= 3:
            raise NotAllowedError
        return s + a

    line = ip.program(
        actions=[-1, 1],
        transition=transition,
        reward=lambda s, a, t: t,
        terminal=lambda s, a, t: t == 3,
    ).task(0)
    space = ip.reachable(ip.slippery(line, 0.5))
    assert [len(outcomes) for outcomes in space.choices] == [1, 2, 2, 2, 2]
    assert len(space.states) == len(ip.reachable(line).states)
