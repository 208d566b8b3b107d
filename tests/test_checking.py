"""No plan and no proof leaves the planners unchecked."""

from __future__ import annotations

import gc
import weakref
from dataclasses import replace

import pytest

import introplan as ip
from introplan.checking import certified, checked, has_small_proof
from introplan.limits import Effort, Limits, Meter
from introplan.planners import proofs
from introplan.planners.result import PlanResult, PlanStatus
from stairs import Stairs


def found(task: ip.Task) -> PlanResult:
    """A right result, as a planner hands it over."""
    return replace(ip.plan(task), verified=False, is_successful=False)


def test_a_right_plan_is_verified() -> None:
    """And called a success where the replay ends with one."""
    task = ip.sample("bins", bins=2, items=2, seed=0)
    result = checked(task, found(task), Meter())
    assert result.verified
    assert result.is_successful


@pytest.mark.parametrize("wrong", [{"score": 3.0}, {"plan": ()}, {"status": PlanStatus.HORIZON}])
def test_a_wrong_claim_is_a_mistake_of_ours(wrong: dict[str, object]) -> None:
    """A score, a plan or a status that the replay does not confirm."""
    task = ip.sample("bins", bins=2, items=2, seed=0)
    with pytest.raises(AssertionError, match="running the plan again gives"):
        checked(task, replace(found(task), **wrong), Meter())  # type: ignore[arg-type]


def test_a_wrong_score_of_whole_numbers_is_noticed_however_large_they_are() -> None:
    """A tolerance for rounding would hide a difference of 1 in rewards of 2**60."""
    model = ip.program(
        actions=["go"], transition=lambda s, a: s + 1, reward=lambda s, a, t: 2**60 + 1
    )
    task = model.task(0, horizon=2)
    right = ip.plan(task, "greedy")
    assert right.score == 2 * (2**60 + 1)
    with pytest.raises(ip.ModelError, match="something else than planning did"):
        checked(task, replace(right, score=right.score - 1), Meter())


def test_a_wrong_claim_about_a_world_in_python_is_blamed_on_the_world() -> None:
    """Its functions must depend on nothing but their arguments."""
    task = ip.sample("grid", distance=3, seed=0)
    result = ip.plan(task)
    with pytest.raises(ip.ModelError, match="depend on nothing but their arguments"):
        checked(task, replace(result, score=result.score + 1), Meter())


def test_without_time_for_the_check_there_is_no_plan() -> None:
    """The status says that time was up."""
    task = ip.sample("bins", bins=3, items=6, seed=0)
    late = Meter(Limits(seconds=0.0))
    result = checked(task, found(task), late)
    assert result.verified or (result.status, result.plan) == ("out-of-time", None)


def test_no_plan_is_verified_where_a_proof_is_small() -> None:
    """One that was refuted is a mistake of the planner."""
    task = ip.sample("bins", bins=2, items=2, seed=0)
    nothing: PlanResult[object] = PlanResult(None, 0.0, PlanStatus.UNSOLVABLE, planner="p")
    with pytest.raises(AssertionError, match="planner p claims that there is no plan"):
        checked(task, nothing, Meter())


def test_a_certificate_is_checked_before_it_is_handed_out() -> None:
    """A world that has one gets it; the opportunistic attempt agrees."""
    domain = ip.parse_domain(
        """(define (domain d) (:predicates (p) (q))
             (:action a :parameters () :precondition (q) :effect (p)))"""
    )
    task = ip.parse_problem(domain, "(define (problem x) (:domain d) (:init) (:goal (p)))")
    certificate = certified(task, Effort(states=10, steps=100), Meter())
    assert ip.verify(task, certificate).valid
    assert has_small_proof(task, Meter())


def test_a_kind_without_certificates_has_no_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where it is registered but gives none."""
    monkeypatch.setattr(proofs, "certificates", lambda *_: iter(()))
    with pytest.raises(ip.NoProofError, match="no certificate could be made for Stairs"):
        certified(Stairs(), Effort(states=10, steps=100), Meter())


def test_the_last_proven_task_is_not_kept_alive() -> None:
    """A large task is gone when its user drops it."""
    domain = ip.parse_domain("(define (domain d) (:predicates (p)))")
    task = ip.parse_problem(domain, "(define (problem x) (:domain d) (:init) (:goal (p)))")
    assert has_small_proof(task, Meter())
    assert has_small_proof(task, Meter(interrupted=True)), "it is not proven again"
    watched = weakref.ref(task)
    del task
    gc.collect()
    assert watched() is None


def test_a_result_says_how_its_plan_ends() -> None:
    """An end without a name is as good as success; the largest reward is no bound on a sum."""
    walk = ip.program(
        actions=["left", "right"],
        transition=lambda s, a: s + (1 if a == "right" else -1),
        reward=lambda s, a, t: {-1: -50, 3: 10}.get(t, -1),
        terminal=lambda s, a, t: t in (-1, 3),
    )
    ended = ip.plan(walk.task(0))
    assert (str(ended.status), ended.is_successful, ended.is_paid_once) == ("ended", True, False)

    ring = ip.program(
        actions=["on"],
        transition=lambda s, a: (s + 1) % 4,
        reward=lambda s, a, t: [2, -1, -1, 9][t],
    )
    once = ip.plan(ring.task(0))
    assert (once.status, once.is_paid_once, once.score) == (ip.PlanStatus.SUCCESS, True, 7.0)
    assert "paid the largest reward (9)" in str(once) or once.bound is None

    lava = ip.program(
        actions=["on", "in"],
        transition=lambda s, a: "lava" if a == "in" else "path",
        reward=lambda s, a, t: -50 if t == "lava" else 0,
        terminal=lambda s, a, t: t == "lava",
    )
    endless = ip.plan(lava.task("path"))
    assert (str(endless.status), endless.goes_on, endless.score) == ("horizon", True, 0.0)
    assert not ip.plan(lava.task("path", horizon=2)).goes_on
