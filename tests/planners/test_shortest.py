"""Shortest plans are never claimed without proof, and limits leave the best plan so far."""

from __future__ import annotations

import pytest

import introplan as ip
from introplan.api import ENGINES
from introplan.mdp import Status
from random_tasks import random_case, random_task


@pytest.mark.parametrize("engine", ENGINES)
def test_a_proof_is_never_claimed_in_vain(engine: str) -> None:
    """What is said to be proven is the least cost."""
    proven = 0
    for seed in range(150):
        task = random_task(seed)
        if not task.can_succeed:
            continue
        result = ip.plan(task, engine=engine, shortest=True)
        if result.proved_shortest and result.status == "success":
            proven += 1
            assert result.cost == pytest.approx(random_case(seed).least_cost), seed
    assert proven > 20


@pytest.mark.parametrize("engine", ENGINES)
def test_out_of_limits_the_best_plan_so_far_comes_back_without_a_proof(engine: str) -> None:
    """It is a plan that succeeds, and it is verified."""
    task = ip.sample("drawers", drawers=3, items=12, seed=1)
    result = ip.plan(task, limits=ip.Limits(nodes=3_000), engine=engine, optimal=True)

    assert result.status == "out-of-nodes"
    assert not result.proved_optimal
    assert result.verified
    assert ip.verify(task, result.plan or ()).status is Status.SUCCESS


@pytest.mark.parametrize("engine", ENGINES)
def test_optimal_keeps_to_the_limit_on_time(engine: str) -> None:
    """Soon after the limit it is back."""
    task = ip.sample("blocks-world", blocks=25, seed=1)
    result = ip.plan(task, limits=ip.Limits(seconds=1.0), engine=engine, optimal=True)

    assert result.status in ("out-of-time", "success")
    assert result.seconds < 4.0


def test_an_unsolvable_task_stays_a_proof() -> None:
    """No plan, not even an optimal one."""
    domain = ip.parse_domain(
        """(define (domain stuck) (:predicates (p) (q))
             (:action a :parameters () :precondition (p) :effect (q)))"""
    )
    task = ip.parse_problem(domain, "(define (problem s) (:domain stuck) (:init) (:goal (q)))")
    result = ip.plan(task, optimal=True)

    assert (result.status, result.plan, result.proved_optimal) == ("unsolvable", None, False)


@pytest.mark.parametrize("engine", ENGINES)
def test_cheap_detours_beat_dear_short_cuts(engine: str) -> None:
    """Costs count, not steps; what a table does not name costs nothing."""
    domain = ip.parse_domain(
        """(define (domain roads) (:requirements :action-costs)
             (:predicates (at ?x) (road ?x ?y)) (:functions (total-cost) (length ?x ?y))
             (:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y))
               :effect (and (at ?y) (not (at ?x)) (increase (total-cost) (length ?x ?y)))))"""
    )
    task = ip.parse_problem(
        domain,
        """(define (problem r) (:domain roads) (:objects a b c)
             (:init (at a) (road a b) (road b c) (road a c)
                    (= (length a b) 1) (= (length b c) 1.5) (= (length a c) 3))
             (:goal (at c)))""",
    )
    result = ip.plan(task, engine=engine, optimal=True)

    assert (result.cost, len(result.plan or ())) == (2.5, 2)
    assert result.proved_optimal


@pytest.mark.parametrize("engine", ENGINES)
def test_improving_is_never_worse_than_the_first_plan(engine: str) -> None:
    """Score no lower, cost no higher unless it scores more, and it succeeds."""
    for seed in range(60):
        task = random_task(seed)
        first, better = (ip.plan(task, engine=engine, improve=s) for s in (0.0, 0.05))
        assert first.status == better.status, seed
        assert better.plan is None or better.verified
        if first.status == "success":
            assert better.score > first.score or better.cost <= first.cost, seed
            assert better.score >= first.score, seed


@pytest.mark.parametrize("engine", ENGINES)
def test_improving_finds_the_best_of_small_worlds_and_stops(engine: str) -> None:
    """A proof ends it long before the time is over."""
    task = ip.sample("blocks-world", blocks=5, seed=3)
    result = ip.plan(task, engine=engine, improve=60.0)

    assert result.proved_optimal
    assert result.seconds < 20.0
    assert result.cost == ip.plan(task, optimal=True).cost


@pytest.mark.parametrize("engine", ENGINES)
def test_improving_ends_when_its_time_is_over(engine: str) -> None:
    """And what it has by then is a success."""
    task = ip.sample("drawers", drawers=3, items=15, seed=2)
    result = ip.plan(task, engine=engine, improve=0.5)

    assert result.status == "success"
    assert result.seconds < 2.5


def test_windows_shorten_what_dropping_steps_cannot() -> None:
    """A detour each step of which is needed as long as the others are there."""
    domain = ip.parse_domain(
        """(define (domain ways) (:predicates (at ?x) (road ?x ?y) (far ?x))
             (:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y))
               :effect (and (at ?y) (not (at ?x)))))"""
    )
    roads = "(road a b) (road b c) (road c d) (road d e) (road a e)"
    task = ip.parse_problem(
        domain,
        f"""(define (problem w) (:domain ways) (:objects a b c d e)
             (:init (at a) {roads}) (:goal (at e)))""",
    )
    for engine in ENGINES:
        assert len(ip.plan(task, engine=engine).plan or ()) == 1


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"planner": "greedy", "optimal": True}, "greedy has no mode 'optimal'; introspector has"),
        ({"planner": "value-iteration", "improve": 1.0}, "no mode 'improve'; introspector has"),
        ({"optimal": True, "improve": 1.0}, "exclude each other"),
        ({"improve": -1.0}, "number of seconds"),
    ],
)
def test_modes_that_do_not_fit_are_refused(options: dict[str, object], complaint: str) -> None:
    """With a word on what would fit."""
    task = ip.sample("bins", bins=1, items=1)
    with pytest.raises(ip.UsageError, match=complaint):
        ip.plan(task, **options)  # type: ignore[arg-type]


def test_a_refund_cannot_be_proven_optimal() -> None:
    """Where an action costs less than nothing, more of it is always better."""
    domain = ip.parse_domain(
        """(define (domain shop) (:requirements :action-costs) (:predicates (got))
             (:functions (total-cost))
             (:action sell :parameters () :effect (and (got) (increase (total-cost) -3))))"""
    )
    task = ip.parse_problem(domain, "(define (problem s) (:domain shop) (:init) (:goal (got)))")
    with pytest.raises(ip.UsageError, match="not negative"):
        ip.plan(task, optimal=True)


@pytest.mark.parametrize("engine", [None, *ENGINES])
@pytest.mark.parametrize("price", [18_375_144, 2**39 + 1, 10**12 + 7, 3 * 10**14 + 1, 2**53])
def test_estimates_of_large_costs_are_not_rounded_up(price: int, engine: str | None) -> None:
    """One action brings 35 facts about; a preparation for 1 is less than the 2 saved by it.

    The native engine takes the smallest of these costs only: sums of the others may be rounded.
    """
    facts = " ".join(f"(g{i})" for i in range(35))
    domain = f"""(define (domain d) (:predicates {facts} (a)) (:functions (total-cost))
      (:action prepare :precondition (not (a)) :effect (and (a) (increase (total-cost) 1)))
      (:action big :precondition (a) :effect (and {facts} (increase (total-cost) {price})))
      (:action other :precondition (not (a))
        :effect (and {facts} (increase (total-cost) {price + 2}))))"""
    problem = f"""(define (problem p) (:domain d) (:init (= (total-cost) 0))
      (:goal (and {facts})) (:metric minimize (total-cost)))"""
    task = ip.parse_problem(ip.parse_domain(domain), problem)
    if engine == "native" and price > 2**33:
        with pytest.raises(ip.UsageError, match="round"):
            ip.plan(task, optimal=True, engine=engine)
        return

    result = ip.plan(task, optimal=True, engine=engine)

    assert (result.cost, result.proved_optimal) == (price + 1, True)


@pytest.mark.parametrize("unit", [1.0, 1e-10, 1e-200, 1e200])
def test_a_proof_does_not_depend_on_the_unit_of_rewards(unit: float) -> None:
    """What is paid once at the start is less than what is paid later every time."""
    world = ip.program(
        actions=["now", "later"],
        transition=lambda s, a: s or (1 if a == "now" else 2),
        reward=lambda s, a, t: unit if (s, a) == (0, "now") or s == 2 else 0,
    )

    result = ip.plan(world.task(0, horizon=10), optimal=True)

    assert result.score == pytest.approx(9 * unit)
    assert result.proved_optimal
