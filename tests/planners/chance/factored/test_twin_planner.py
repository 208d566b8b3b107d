"""Decisions in Python, where no native code is."""

from __future__ import annotations

import pytest

from factored_worlds import best_value, corridor, sysadmin
from introplan.factored.task import factored_task
from introplan.limits import Limits, Meter
from introplan.planners.chance.factored import native
from introplan.planners.chance.factored.layers import relaxed_code
from introplan.planners.chance.factored.policy import factored_policy
from introplan.planners.chance.factored.simulation import simulation_of
from introplan.planners.chance.factored.tables import Tabler
from introplan.planners.chance.factored.twin_planner import relaxed_return


def test_the_relaxed_return_of_one_computer() -> None:
    """Alone it has the whole budget: up in every step from the second on."""
    simulation = simulation_of(sysadmin(1))
    found = relaxed_return(simulation, relaxed_code(simulation), [0.0], 5, [True, True])

    assert found == pytest.approx(4.0)


def test_the_relaxed_return_goes_on_where_it_is_cut() -> None:
    """With a discount too."""
    simulation = simulation_of(sysadmin(1))
    relaxed = relaxed_code(simulation)
    long, short = (
        relaxed_return(simulation, relaxed, [1.0], 50, [True, True], layers) for layers in (100, 3)
    )

    assert long == short == pytest.approx(50.0)


def test_policies_are_made_without_native_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """Slower, without search, and the notes say so."""
    monkeypatch.setattr(native, "IS_AVAILABLE", False)
    monkeypatch.setattr(native.planner, "__kwdefaults__", {"is_native": False})
    monkeypatch.setattr(native.table, "__kwdefaults__", {"is_native": False})
    meter = Meter(Limits())
    whole = factored_policy(factored_task(corridor(4)), meter, step_time=None, seed=0)
    monkeypatch.setattr(Tabler, "whole", lambda self: None)
    raced = factored_policy(factored_task(sysadmin(2, 4)), meter, step_time=None, seed=0)

    assert whole.value == pytest.approx(best_value(corridor(4)))
    assert any("without the native engine" in note for note in raced.notes)
