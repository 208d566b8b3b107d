"""Distances that are kept beside a reading."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import introplan as ip
from introplan.introspection.heuristics.distance import StepBound
from introplan.introspection.programs import finder, kept_distances, kept_models, remembered
from introplan.introspection.programs.finder import Finder
from introplan.introspection.programs.r_max import maximal_reward
from introplan.symbolic.budget import Budget

EXAMPLES = Path(__file__).parents[3] / "examples"
SECONDS = 20.0


@pytest.fixture
def derived(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[StepBound]:
    """The distances that were really derived, with a cache that also keeps what is quick."""
    monkeypatch.setenv("INTROPLAN_CACHE", str(tmp_path / "kept"))
    monkeypatch.setattr(kept_models, "MIN_SECONDS", 0.0)
    monkeypatch.setattr(remembered, "MAX_READINGS", 0)  # as between two processes
    monkeypatch.setattr(kept_distances, "MIN_DERIVING_SECONDS", 0.0)
    made: list[StepBound] = []
    derive = Finder._derived

    def noted(*arguments: Any) -> StepBound:
        made.append(derive(*arguments))
        return made[-1]

    monkeypatch.setattr(Finder, "_derived", noted)
    return made


def distance_of(name: str) -> tuple[Any, Budget]:
    """The distance of an example, found anew or not."""
    task, budget = ip.read_program(EXAMPLES / f"{name}.py"), Budget.of(SECONDS)
    found = Finder.of(task, budget)
    return found.heuristic(found.milestone_target().target), budget


@pytest.mark.parametrize("name", ["coins", "crafting", "fifteen_puzzle", "key_door_goal"])
def test_a_distance_is_found_again_as_it_was(name: str, derived: list[StepBound]) -> None:
    """Term by term, and at the same price, so that what comes next is the same too."""
    first, spent = distance_of(name)
    again, spent_again = distance_of(name)
    assert len(derived) == 1
    assert str(first) == str(again)
    assert spent.steps == spent_again.steps
    task = ip.read_program(EXAMPLES / f"{name}.py")
    for _, outcome in task.successors(task.start):
        assert first(outcome.state) == again(outcome.state)


def test_another_target_or_effort_is_another_distance(derived: list[StepBound]) -> None:
    """Each is derived once."""
    for _ in range(2):
        task = ip.read_program(EXAMPLES / "crafting.py")
        found = Finder.of(task, Budget.of(SECONDS))
        target = found.milestone_target().target
        assert target is not None
        found.heuristic(target, Budget.of(3.0))
        # A budget that is large enough is as good as a larger one.
        found.heuristic(target, Budget.of(4.0))
        found.heuristic(target, Budget.of(3.0), effort=0)
        found.heuristic(type(target)(target.alternatives, target.due + 1), Budget.of(3.0))
    assert len(derived) == 3


def test_a_distance_that_steps_deny_is_derived_anew(
    tmp_path: Path, derived: list[StepBound]
) -> None:
    """An entry in which numbers were changed, with a checksum that holds."""
    first, _ = distance_of("coins")
    task, budget = ip.read_program(EXAMPLES / "coins.py"), Budget.of(SECONDS)
    found = Finder.of(task, budget)
    place, target = found.reading.place, found.milestone_target().target
    assert place is not None
    words = ("distance", kept_distances._text_of(target, found.reading, place), "1")  # type: ignore[arg-type]
    stored = place.get(*words)
    assert stored is not None
    nodes = stored["nodes"]
    place_of_x = next(n for n, row in enumerate(nodes) if row[0] == "o")
    steep = {"nodes": [*nodes, ["+", 0, [place_of_x, 9]]], "term": len(nodes)}
    wrong: list[Any] = [
        {**stored, "drops": [1]}, {**stored, "term": -1}, {**stored, "spent": "x"}, [],
        {**stored, **steep},
    ]  # fmt: skip
    for number, entry in enumerate(wrong, 2):
        place.put(entry, *words)
        again, _ = distance_of("coins")
        assert len(derived) == number
        assert str(again) == str(first)


def test_the_largest_reward_is_found_again(
    derived: list[StepBound], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unless a sampled step pays more than what was kept."""
    asked: list[Any] = []
    find = maximal_reward

    def noted(*arguments: Any) -> Any:
        asked.append(find(*arguments))
        return asked[-1]

    monkeypatch.setattr(finder, "maximal_reward", noted)
    found = [
        Finder.of(ip.read_program(EXAMPLES / "coins.py"), Budget.of(SECONDS)) for _ in range(2)
    ]
    assert len(asked) == 1
    assert found[0].r_max == found[1].r_max == asked[0]
    assert found[0].reading.place is not None
    found[0].reading.place.put([-5, "exact"], "r_max")
    assert Finder.of(found[0].task, Budget.of(SECONDS)).r_max == asked[0]
    assert len(asked) == 2
