"""Relational worlds with chance as ground transition systems."""

from __future__ import annotations

import pytest

import introplan as ip
from introplan.machine.system import Unsupported
from introplan.machine.twin import PythonMachine
from introplan.mdp import Status
from introplan.relational.domain import RelationalTask
from introplan.search import ground_chance as module
from introplan.search.ground_chance import ground_chance

TYRES = "examples/chance/tireworld.pddl", "examples/chance/tireworld-1.pddl"
BLOCKS = "examples/chance/exploding-blocks.pddl", "examples/chance/exploding-blocks-3.pddl"


@pytest.mark.parametrize("files", [TYRES, BLOCKS])
def test_steps_are_the_outcomes_of_the_simulator(files: tuple[str, str]) -> None:
    """In the states of a walk, by the machine's own specification in Python."""
    task: RelationalTask = ip.read(*files)
    ground = ground_chance(task, lambda: None)
    machine = PythonMachine(ground.system)
    state = task.start
    for _ in range(6):
        found: dict[str, dict[tuple[object, float, Status], float]] = {}
        for step in machine.successors(ground.row(state)):
            facts = {f for f, held in zip(ground.facts, step.row, strict=True) if held}
            key = frozenset(facts | ground.always), float(step.reward), step.status
            row = found.setdefault(str(ground.actions[ground.labels[step.step]]), {})
            row[key] = row.get(key, 0.0) + ground.probabilities[step.step]
        known = {
            str(action): {
                (outcome.state.facts, float(outcome.reward), outcome.status): p
                for p, outcome in task.outcomes(state, action)
            }
            for action in task.actions(state)
        }
        assert found.keys() == known.keys()
        for action, row in found.items():
            assert row == pytest.approx(known[action])
        going = [
            outcome.state
            for action in task.actions(state)
            for _, outcome in task.outcomes(state, action)
            if outcome.status is Status.CONTINUE
        ]
        if not going:
            break
        state = going[-1]


def test_what_never_changes_is_no_variable() -> None:
    """Roads are always there; all else can."""
    ground = ground_chance(ip.read(*TYRES), lambda: None)
    names = {var.name for var in ground.system.variables}
    assert not any("road" in name for name in names)
    assert {f.predicate.name for f in ground.always} == {"road"}


def test_what_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the number of actions, of outcomes, of literals."""
    task: RelationalTask = ip.read(*TYRES)
    for name, most, word in (
        ("MAX_ACTIONS", 2, "actions"),
        ("MAX_STEPS", 2, "outcomes"),
        ("MAX_LITERALS", 5, "literals"),
    ):
        with monkeypatch.context() as patched:
            patched.setattr(module, name, most)
            with pytest.raises(Unsupported, match=word):
                ground_chance(task, lambda: None)
