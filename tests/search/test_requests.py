"""Milestones that were found before are not found again, on every engine."""

from __future__ import annotations

import pytest

import introplan as ip
from introplan.introspection.relational.goals import goal_of
from introplan.limits import Meter, StopReason
from introplan.search.native.engine import KernelEngine, is_available
from introplan.search.python_engine import PythonEngine
from introplan.search.requests import OpenEngine, SearchRequest

ENGINES = [PythonEngine, *([KernelEngine] if is_available() else [])]


@pytest.mark.parametrize("open_engine", ENGINES)
def test_the_same_mutation_leads_to_each_of_its_milestones_once(open_engine: OpenEngine) -> None:
    """Emptying and closing bin d1 has eight rewarding transitions, one of them a success.

    Each search avoids what the ones before found, so after at most seven milestones the
    success is all that is left to find.
    """
    task = ip.sample("bins", bins=2, items=2, seed=4)
    engine = open_engine(task, Meter())
    goal = goal_of(next(ip.mutations(task)))
    found: list[int] = []
    for _ in range(8):
        result = engine.search(engine.root, SearchRequest(goal, goal, avoid=frozenset(found)))
        assert result.reason is StopReason.FOUND
        assert result.node is not None
        if result.status is ip.Status.SUCCESS:
            break
        found.append(result.node.identity)

    assert result.status is ip.Status.SUCCESS
    assert len(found) == len(set(found))
    assert found
