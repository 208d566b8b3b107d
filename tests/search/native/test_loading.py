"""Loading a task into a kernel: numbers first, then what is written in them."""

from __future__ import annotations

from typing import Any

import introplan as ip
from introplan.relational.domain import Task
from introplan.search.compiled import Symbols
from introplan.search.native.loading import Loader

COSTS = """(define (domain d) (:predicates (at ?x) (done)) (:functions (total-cost) (toll ?x))
  (:action go :parameters (?x)
    :effect (and (at ?x) (increase (total-cost) (toll ?x)) (increase (total-cost) 2)))
  (:action stop :effect (done)))"""


class Recorder:
    """A kernel that writes down what it is called with."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, tuple[Any, ...]]] = []

    def __getattr__(self, name: str) -> Any:
        return lambda *arguments: self.calls.append((name, arguments))

    def named(self, name: str) -> list[tuple[Any, ...]]:
        """The arguments of the calls of this name."""
        return [arguments for called, arguments in self.calls if called == name]


def _loaded(task: Task) -> Recorder:
    kernel: Any = Recorder()
    Loader(task, kernel, Symbols(task.start)).load_task()
    found: Recorder = kernel
    return found


def test_predicates_and_ranges_come_before_what_uses_them() -> None:
    """The kernel checks every number against those it knows."""
    names = [name for name, _ in _loaded(ip.sample("drawers", drawers=1, items=2)).calls]

    assert names.index("add_schema") > max(
        n for n, name in enumerate(names) if name in ("add_predicate", "add_range")
    )


def test_the_facts_of_a_predicate_are_one_list() -> None:
    """Two items in a bin: one call with four objects."""
    kernel = _loaded(ip.sample("bins", bins=1, items=2))

    assert sum(len(objects) for _, objects in kernel.named("add_facts")) >= 4
    predicates = [predicate for predicate, _ in kernel.named("add_facts")]
    assert len(predicates) == len(set(predicates))


def test_costs_are_loaded_only_where_there_are_some() -> None:
    """Constants and tables; without costs the kernel knows that every action costs 1."""
    problem = """(define (problem p) (:domain d) (:objects a b) (:goal (done))
      (:init (= (toll a) 3) (= (toll b) 5)))"""
    kernel = _loaded(ip.parse_problem(ip.parse_domain(COSTS), problem))

    assert kernel.named("set_costs") == [([5.0, 0.0], True)]
    assert kernel.named("add_cost") == [(0, 2.0)]
    assert kernel.named("add_cost_table") == [(0, [0], [0, 1], [3.0, 5.0])]
    assert _loaded(ip.sample("bins", bins=1, items=1)).named("set_costs") == []
