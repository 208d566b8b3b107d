"""A*: the cheapest path, with a proof."""

from __future__ import annotations

from itertools import product

import pytest

import introplan as ip
from introplan.introspection.relational.goals import Conditions
from introplan.limits import Meter, StopReason
from introplan.relational.domain import Task
from introplan.search.python_engine import PythonEngine
from introplan.search.requests import CheapestPathRequest

ROADS = """(define (domain roads) (:predicates (at ?x) (road ?x ?y))
  (:functions (total-cost) (toll ?x ?y))
  (:action drive :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y))
    :effect (and (not (at ?x)) (at ?y) (increase (total-cost) (toll ?x ?y)))))"""
TOLLS = {"ab": 7, "ac": 2, "cb": 2, "bd": 1, "cd": 9, "da": 1}


def _task(**tolls: int) -> Task:
    known = TOLLS | tolls
    facts = " ".join(
        f"(road {r[0]} {r[1]}) (= (toll {r[0]} {r[1]}) {n})" for r, n in known.items()
    )
    problem = f"""(define (problem p) (:domain roads) (:objects a b c d)
      (:init (at a) {facts}) (:goal (at d)) (:metric minimize (total-cost)))"""
    return ip.parse_problem(ip.parse_domain(ROADS), problem)


def _cheapest(task: Task, **options: float) -> tuple[StopReason, list[str]]:
    engine = PythonEngine(task, Meter())
    request = CheapestPathRequest(Conditions.of(task).success, **options)  # type: ignore[arg-type]
    found = engine.cheapest_path(engine.root, request)
    plan = () if found.node is None else engine.plan_to(found.node)
    return found.reason, [str(action.arguments[1]) for action in plan]


def test_a_detour_that_costs_less_is_taken() -> None:
    """Three roads for 5 are cheaper than two for 8."""
    assert _cheapest(_task()) == (StopReason.FOUND, ["c", "b", "d"])


@pytest.mark.parametrize(("ab", "cd"), [*product(range(1, 8), repeat=2)])
def test_no_path_is_cheaper_than_the_one_found(ab: int, cd: int) -> None:
    """Compared with the three paths that there are."""
    paths = {"bd": ab + 1, "cbd": 5, "cd": 2 + cd}
    reason, path = _cheapest(_task(ab=ab, cd=cd))

    assert (reason, paths["".join(path)]) == (StopReason.FOUND, min(paths.values()))


def test_only_paths_below_the_bound_count() -> None:
    """There is none for less than 5, which is proven."""
    assert _cheapest(_task(), below=5) == (StopReason.EXHAUSTED, [])
    assert _cheapest(_task(), below=5.5)[1] == ["c", "b", "d"]


def test_a_horizon_makes_the_shorter_path_the_cheapest() -> None:
    """Two moves are not enough for the detour."""
    assert _cheapest(_task(), max_depth=2) == (StopReason.FOUND, ["b", "d"])


def test_the_search_gives_up_after_so_many_children() -> None:
    """Before it would generate more than it may."""
    assert _cheapest(_task(), max_generated=1) == (StopReason.EFFORT, [])
