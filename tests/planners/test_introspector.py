"""The introspector beyond the examples: dead ends, loops that pay, horizons, plain goals."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise, product

import pytest

import introplan as ip
from introplan.api import ENGINES
from introplan.domains.catalogue import domain
from introplan.planners import introspector
from introplan.relational.rewards import DecisionList, Reward
from random_tasks import random_case, random_task

KEYS = """
(define (domain keys)
  (:types key)
  (:predicates (have ?k - key) (rusty ?k - key) (door-open) (out))
  (:action take :parameters (?k - key)
    :precondition (not (exists (?o - key) (have ?o)))
    :effect (have ?k))
  (:action unlock :parameters (?k - key)
    :precondition (and (have ?k) (not (rusty ?k)))
    :effect (door-open))
  (:action leave :precondition (door-open) :effect (out))
  (:reward (if (exists (?k - key) (and (did (take ?k)) (have ?k))) 1))
  (:termination (if (out) success)))
"""

LOOP = """
(define (domain loop)
  (:predicates (up) (gone))
  (:action rise :precondition (not (up)) :effect (up))
  (:action fall :precondition (up) :effect (not (up)))
  (:action go :precondition (not (up)) :effect (gone))
  (:reward (if (did (rise)) 1) (if (did (go)) -5))
  (:termination {termination}))
"""


def task(rules: str, problem: str) -> ip.Task:
    """A task from the texts of its sections."""
    model = ip.parse_domain(rules)
    return ip.parse_problem(model, f"(define (problem p) (:domain {model.name}) {problem})")


def plan_of(result: ip.PlanResult) -> list[str]:
    """The plan as text."""
    return [str(action) for action in result.plan or ()]


def test_a_milestone_that_is_a_dead_end_is_left_again() -> None:
    """The first key to be rewarded is rusty and cannot be put down: come back, take another."""
    result = ip.plan(task(KEYS, "(:objects a b c - key) (:init (rusty a) (rusty b))"))

    assert plan_of(result) == ["(take c)", "(unlock c)", "(leave)"]
    assert result.score == 1.0


def test_no_plan_is_said_when_every_key_is_rusty() -> None:
    """A proof, not a limit."""
    result = ip.plan(task(KEYS, "(:objects a b - key) (:init (rusty a) (rusty b))"))

    assert (result.status, result.plan) == ("unsolvable", None)


def test_a_reward_that_can_be_earned_for_ever_does_not_keep_from_success() -> None:
    """Rising pays each time, yet without a horizon the plan comes to an end."""
    loop = task(LOOP.format(termination="(if (gone) success)"), "(:init)")

    assert ip.plan(loop).status == "success"


def test_with_a_horizon_alone_the_score_over_all_moves_is_maximised() -> None:
    """Five moves: rise, fall, rise, fall, rise."""
    loop = task(LOOP.format(termination="(if (gone) failure)"), "(:init) (:horizon 5)")

    for planner in ("introspector", "greedy", "value-iteration"):
        result = ip.plan(loop, planner)
        assert (result.status, result.score, len(result.plan or ())) == ("horizon", 3.0, 5)


def test_without_termination_and_horizon_the_first_maximal_reward_is_success() -> None:
    """The convention for worlds that never end by themselves."""
    loop = task(LOOP.replace("(:termination {termination})", ""), "(:init (up))")

    assert plan_of(ip.plan(loop)) == ["(fall)", "(rise)"]


def test_a_horizon_too_short_for_success_gives_the_best_effort() -> None:
    """Two bins, one item each, and only two moves: one bin is closed empty."""
    problem = """(define (problem p) (:domain bins) (:objects i j - item c d - bin)
                   (:init (in-bin i c) (in-bin j d) (open c) (open d)) (:horizon 2))"""
    result = ip.plan(ip.parse_problem(domain("bins"), problem))

    assert (result.status, result.score, len(result.plan or ())) == ("horizon", 1.0, 2)
    assert result.verified


def test_a_goal_that_holds_at_the_start_needs_no_action() -> None:
    """Plain PDDL: the empty plan succeeds."""
    plain = KEYS[: KEYS.index("(:reward")] + ")"
    result = ip.plan(task(plain, "(:objects a - key) (:init (out)) (:goal (out))"))

    assert (result.status, result.plan, result.score, result.verified) == (
        "success",
        (),
        1.0,
        True,
    )


def test_a_plain_goal_is_reached_like_a_reward() -> None:
    """Reaching the goal pays 1 and is success."""
    plain = KEYS[: KEYS.index("(:reward")] + ")"
    result = ip.plan(task(plain, "(:objects a b - key) (:init (rusty a)) (:goal (out))"))

    assert plan_of(result) == ["(take b)", "(unlock b)", "(leave)"]
    assert [m.step for m in result.milestones] == [3]


@pytest.mark.parametrize("planner", ["introspector", "greedy", "value-iteration"])
def test_costs_are_added_up(planner: str) -> None:
    """The sum of the actions' costs, looked up in the problem file."""
    rules = """(define (domain c) (:predicates (done)) (:functions (total-cost) (price))
                  (:action pay :effect (and (done) (increase (total-cost) (price))
                                            (increase (total-cost) 2))))"""
    result = ip.plan(task(rules, "(:init (= (price) 5)) (:goal (done))"), planner)

    assert result.cost == 7.0


def test_moves_that_have_to_be_used_up_are_not_saved() -> None:
    """With a horizon alone and nothing but penalties, all moves are made, as few bad as can be."""
    rules = """(define (domain line) (:types place)
                 (:predicates (at ?p - place) (next ?p ?q - place) (home ?p - place))
                 (:action go :parameters (?p ?q - place)
                   :precondition (and (at ?p) (or (next ?p ?q) (next ?q ?p)))
                   :effect (and (at ?q) (not (at ?p))))
                 (:reward (if (exists (?p - place) (and (at ?p) (home ?p))) 1) (else -1)))"""
    places = [f"x{i:02}" for i in range(14)]
    steps = " ".join(f"(next {p} {q})" for p, q in pairwise(places))
    problem = (
        f"(:objects {' '.join(places)} - place) (:init (home x00) (at x12) {steps}) (:horizon 22)"
    )

    for planner in ("introspector", "greedy", "value-iteration"):
        result = ip.plan(task(rules, problem), planner)
        assert (result.status, result.score, len(result.plan or ())) == ("horizon", -10.0, 22)


def test_a_goal_succeeds_in_a_domain_that_only_says_what_fails() -> None:
    """With and without a horizon: the goal is what success is where no row says so."""
    rules = """(define (domain d) (:predicates (a) (dead))
                 (:action x :effect (a)) (:action y :effect (dead))
                 (:termination (if (dead) failure)))"""
    for horizon in ("", "(:horizon 3)"):
        result = ip.plan(task(rules, f"(:init) (:goal (a)) {horizon}"))
        assert (result.status, plan_of(result)) == ("success", ["(x)"])


def test_a_reward_that_is_always_the_same_is_earned_by_any_step() -> None:
    """The first maximal reward is success, whatever the step."""
    rules = "(define (domain d) (:predicates (a)) (:action x :effect (a)) (:reward (else 1)))"

    for planner in ("introspector", "greedy", "value-iteration"):
        assert plan_of(ip.plan(task(rules, "(:init)"), planner)) == ["(x)"]


def test_what_is_proven_does_not_depend_on_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches that give up all the time take turns until one of them has seen everything."""
    for seed in range(60):
        truth = random_case(seed)
        task, expected = truth.task, "success" if truth.solvable else "unsolvable"
        if not task.can_succeed or truth.horizon_cut:
            expected = "success" if truth.solvable else "horizon"
        for engine, share in product(ENGINES, (1, 8)):
            monkeypatch.setattr(introspector, "FIRST_SHARE_NODES", share)
            label = f"random_task({seed}) on {engine} with a share of {share}"
            assert ip.plan(task, engine=engine).status == expected, label


@pytest.mark.statistical
@pytest.mark.parametrize("chunk", range(4))
def test_planners_agree_on_the_best_score_over_a_horizon(chunk: int) -> None:
    """600 random worlds in which nothing succeeds and every step costs: the same best score."""
    for seed in range(chunk * 150, (chunk + 1) * 150):
        drawn = random_task(seed)
        rows = drawn.domain.termination.rules if drawn.domain.termination else ()
        model = replace(
            drawn.domain,
            reward=Reward(
                DecisionList(
                    tuple(replace(r, value=r.value - 1) for r in drawn.reward.rows.rules),
                    drawn.reward.rows.default - 1,
                )
            ),
            termination=DecisionList(
                tuple(r for r in rows if r.value is not ip.Status.SUCCESS), ip.Status.CONTINUE
            ),
        )
        world = replace(drawn, domain=model, goal=None, horizon=seed % 6)
        scores = [ip.plan(world, p).score for p in ("introspector", "greedy", "value-iteration")]
        assert scores == pytest.approx([scores[0]] * 3), f"random_task({seed})"


TRAP = """
(define (domain trap) (:predicates (in-trap) (near) (done) (bell) (quiet) (rope))
  (:action fall :precondition (not (in-trap)) :effect (in-trap))
  (:action ring :precondition (in-trap) :effect (and (bell) (not (quiet))))
  (:action take-rope :precondition (and (bell) (quiet)) :effect (rope))
  (:action climb :precondition (and (in-trap) (rope)) :effect (not (in-trap)))
  (:action approach :precondition (not (in-trap)) :effect (near))
  (:action finish :precondition (and (near) (not (in-trap))) :effect (done))
  (:reward (if (or (did (fall)) (did (finish))) 1))
  (:termination (if (done) success)))
"""


@pytest.mark.parametrize("engine", ENGINES)
def test_a_milestone_without_a_way_on_proves_nothing_about_the_start(engine: str) -> None:
    """The nearest milestone is a trap; there is a plan that does not go there."""
    problem = "(define (problem p) (:domain trap) (:init (quiet)))"
    result = ip.plan(ip.parse_problem(ip.parse_domain(TRAP), problem), engine=engine)

    assert (result.status, result.verified) == ("success", True)
    assert list(map(str, result.plan or ())) == ["(approach)", "(finish)"]


METHODS = {
    0: "milestones",
    1: "delete-relaxation",
    111: "goal-counting",
    46: "best-first",
    144: "at-start",
}


@pytest.mark.parametrize(("seed", "method"), METHODS.items(), ids=METHODS.values())
def test_the_result_names_the_search_that_gave_the_answer(seed: int, method: str) -> None:
    """A proof by relaxation, or a search straight for success, is not called milestones."""
    for engine in ENGINES:
        assert ip.plan(random_task(seed), engine=engine).method == method
