"""The informed search: it takes over when counting is blind, never before, and stays complete."""

from __future__ import annotations

import pytest

import introplan as ip
from introplan.planners import introspector
from introplan.search import relaxed_task
from introplan.search.ff_search import FFSearch

ENDLESS_PLATEAU = 10**9

LOGISTICS = """(define (domain logistics)
  (:types city location thing - object  airport - location
          package vehicle - thing  truck airplane - vehicle)
  (:predicates (in-city ?l - location ?c - city) (at ?t - thing ?l - location)
               (in ?p - package ?v - vehicle))
  (:action drive :parameters (?t - truck ?a ?b - location ?c - city)
    :precondition (and (at ?t ?a) (in-city ?a ?c) (in-city ?b ?c))
    :effect (and (not (at ?t ?a)) (at ?t ?b)))
  (:action fly :parameters (?t - airplane ?a ?b - airport)
    :precondition (at ?t ?a) :effect (and (not (at ?t ?a)) (at ?t ?b)))
  (:action load :parameters (?p - package ?v - vehicle ?l - location)
    :precondition (and (at ?v ?l) (at ?p ?l)) :effect (and (not (at ?p ?l)) (in ?p ?v)))
  (:action unload :parameters (?p - package ?v - vehicle ?l - location)
    :precondition (and (at ?v ?l) (in ?p ?v)) :effect (and (at ?p ?l) (not (in ?p ?v)))))"""


def _logistics(*, of_cities: int = 5, of_packages: int = 8) -> ip.Task:
    """Packages to be carried from one end of the country to the other."""
    cities, packages = range(of_cities), range(of_packages)
    init = [f"(in-city l{i} c{i}) (in-city a{i} c{i}) (at t{i} a{i})" for i in cities]
    init += [f"(at p{i} l{i % of_cities})" for i in packages]
    goal = [f"(at p{i} l{(i + 2) % of_cities})" for i in packages]
    objects = {
        "city": [f"c{i}" for i in cities],
        "location": [f"l{i}" for i in cities],
        "airport": [f"a{i}" for i in cities],
        "truck": [f"t{i}" for i in cities],
        "package": [f"p{i}" for i in packages],
        "airplane": ["plane"],
    }
    declared = " ".join(f"{' '.join(names)} - {kind}" for kind, names in objects.items())
    problem = f"""(define (problem carry) (:domain logistics) (:objects {declared})
      (:init (at plane a0) {" ".join(init)}) (:goal (and {" ".join(goal)})))"""
    return ip.parse_problem(ip.parse_domain(LOGISTICS), problem)


@pytest.mark.parametrize("engine", ["native", "python"])
def test_a_goal_that_counting_cannot_see_is_reached(
    engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Logistics: before a package arrives, nothing that the goal names comes right."""
    few = ip.Limits(nodes=6_000)

    found = ip.plan(_logistics(), limits=few, engine=engine)
    monkeypatch.setattr(introspector, "plateau", lambda _: ENDLESS_PLATEAU)
    blind = ip.plan(_logistics(), limits=few, engine=engine)

    assert found.status == "success"
    assert found.verified
    assert blind.status == "out-of-nodes"


@pytest.mark.parametrize(
    ("domain", "size"),
    [
        ("blocks-world", {"blocks": 200}),
        ("drawers", {"drawers": 1, "items": 60}),
        ("drawers", {"drawers": 8, "items": 60}),
        ("drawers", {"drawers": 3, "items": 200}),
        ("drawers", {"drawers": 20, "items": 60}),
        ("bins", {"bins": 10, "items": 40}),
    ],
)
def test_where_counting_sees_something_nothing_changes(
    domain: str, size: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The paper's domains are planned by counting alone, node by node."""
    task = ip.sample(domain, seed=1, **size)

    usual = ip.plan(task)
    monkeypatch.setattr(introspector, "plateau", lambda _: ENDLESS_PLATEAU)
    counting = ip.plan(task)

    assert usual.plan == counting.plan
    assert usual.expanded == counting.expanded
    assert usual.generated == counting.generated


@pytest.mark.parametrize("engine", ["native", "python"])
def test_limits_hold(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The number of nodes is exact, and time runs out inside the search, too."""
    monkeypatch.setattr(introspector, "plateau", lambda _: 0)
    large = _logistics(of_cities=30, of_packages=120)  # seconds, on any machine

    assert ip.plan(_logistics(), limits=ip.Limits(nodes=40), engine=engine).expanded == 40
    late = ip.plan(large, limits=ip.Limits(seconds=0.1), engine=engine)
    assert late.status == "out-of-time"


def test_a_task_too_large_to_be_ground_is_left_to_counting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Without relaxed plans the search goes on as before."""
    monkeypatch.setattr(relaxed_task, "MAX_APPLICATIONS", 1)
    monkeypatch.setattr(introspector, "plateau", lambda _: 0)
    monkeypatch.setattr(FFSearch, "run", None)

    assert ip.plan(ip.sample("drawers", drawers=2, items=2), engine="python").status == "success"
