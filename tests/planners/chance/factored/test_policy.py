"""Policies of factored worlds: bounds hold, proofs are right, the judge agrees."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial

import pytest

import introplan as ip
from factored_worlds import best_value, corridor, ferries, local_model, sysadmin
from introplan.errors import UsageError
from introplan.factored.building import Builder
from introplan.factored.expressions import Layer, Variable
from introplan.factored.model import End, FactoredModel
from introplan.factored.states import FactoredState, JointAction
from introplan.factored.task import FactoredTask, factored_task
from introplan.limits import Limits, Meter
from introplan.mdp import Status
from introplan.planners.chance.factored import cones, tables
from introplan.planners.chance.factored.policy import factored_policy
from introplan.planners.chance.factored.tables import Table, Tabler
from introplan.planners.chance.result import PolicyResult
from random_factored import random_model

SLACK = 1e-7


def made(model: FactoredModel, *, step_time: float | None = None, seed: int = 0) -> PolicyResult:
    """The policy of a model; `ip.policy` looks at all states of the smallest ones instead."""
    return factored_policy(factored_task(model), Meter(Limits()), step_time=step_time, seed=seed)


@pytest.mark.statistical
@pytest.mark.parametrize("chunk", range(3))
@pytest.mark.parametrize("small", ["", "states", "actions"])
def test_bounds_and_proofs_hold(chunk: int, small: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Against exact values by other code.

    Also where no table may hold the whole world, or tell all joint actions apart.
    """
    if small == "states":
        monkeypatch.setattr(tables, "MAX_WHOLE_STATES", 2)
        monkeypatch.setattr(tables, "MAX_STATES", 12)
    if small == "actions":
        monkeypatch.setattr(cones, "MAX_CLASSES", 3)
    for seed in range(12 * chunk, 12 * chunk + 12):
        rng = random.Random(seed)
        model = random_model(rng) if seed % 3 == 0 else local_model(rng)
        result, best = made(model), best_value(model)

        assert result.bound is not None
        assert result.bound >= best - SLACK, seed
        if result.proved_optimal:
            assert result.value == pytest.approx(best), seed


def do_nothing(task: FactoredTask, state: FactoredState) -> JointAction:
    """A policy."""
    return task.action("noop")


def test_a_world_that_fits_a_table_is_proven() -> None:
    """Its value is exact, and the judge finds the same."""
    task = factored_task(corridor(5))
    result = made(task.model)

    assert result.method == "value-table"
    assert result.proved_optimal
    assert result.value == pytest.approx(best_value(corridor(5)))
    assert ip.evaluate(task, result).value == pytest.approx(result.value)


def test_the_winner_of_a_race_is_good(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a table of the whole world it comes near to the best value, and says by what."""
    monkeypatch.setattr(Tabler, "whole", lambda self: None)
    for model in (sysadmin(4), ferries(3), corridor(6)):
        task = factored_task(model)
        result, best = made(model), best_value(model)
        judged = ip.evaluate(task, result, runs=200, seed=1)
        nothing = ip.evaluate(task, partial(do_nothing, task), runs=200, seed=1)

        assert not result.proved_optimal or result.value == pytest.approx(best)
        assert judged.value > nothing.value + 0.7 * (best - nothing.value), model.name
        assert any("raced" in note for note in result.notes)


def test_the_same_seed_gives_the_same_policy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without `step_time` no clock is asked."""
    monkeypatch.setattr(Tabler, "whole", lambda self: None)
    first, second = (made(ferries(4), seed=5) for _ in range(2))

    assert (first.value, first.method, first.notes) == (second.value, second.method, second.notes)
    start = factored_task(ferries(4)).start
    assert str(first.explain(start)) == str(second.explain(start))


def test_an_explanation_has_values_per_action_and_per_wish(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Computers that do not know each other: each has a table of its own."""
    monkeypatch.setattr(Tabler, "whole", lambda self: None)
    task = factored_task(sysadmin(3, linked=False))
    result = made(task.model)
    shown = result.explain(task.state(**{"running(c1)": False}))

    assert result.method == "value-tables"
    assert str(shown.options[0].action) == "reboot(c1)"
    assert [wish for wish, _ in shown.options[0].parts] == [f"running(c{n})" for n in range(3)]


def test_a_closed_table_bounds_its_wishes(monkeypatch: pytest.MonkeyPatch) -> None:
    """A planted fault is caught: with halved tables the bound falls below the best value."""
    monkeypatch.setattr(Tabler, "whole", lambda self: None)
    model = corridor(5)
    sound = made(model)
    genuine = Table.value
    monkeypatch.setattr(Table, "value", lambda self, state, n: 2 * genuine(self, state, n))
    faulty = made(model)

    assert sound.bound is not None
    assert faulty.bound is not None
    assert sound.bound >= best_value(model) - SLACK > faulty.bound


def test_the_door_takes_tables_where_states_are_many() -> None:
    """All 256 states, each with as many outcomes, are looked at natively."""
    result = ip.policy(factored_task(sysadmin(8, 3)))

    assert result.method == "value-table"
    assert result.states == 256
    assert result.proved_optimal


def test_choices_that_are_only_allowed_together_are_found() -> None:
    """All twelve boats have to be moved at once, or nothing is allowed: one of 4,096."""
    model = ferries(2, 4, boats=12)
    builder = Builder()
    must = tuple(builder.variable(Layer.ACTION, n, boolean=True) for n in range(12))
    result = made(replace(model, preconditions=must), step_time=0.001)
    task = factored_task(replace(model, preconditions=must))
    action = result.policy(task.start)

    assert action is not None
    assert len(action.choices) == 12
    assert len(result.explain(task.start).options) == 1


def test_an_episode_that_is_over_from_the_start_pays_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The bound is 0 as well, however much a step would cost."""
    monkeypatch.setattr(Tabler, "whole", lambda self: None)
    over = End(Variable(Layer.STATE, 0), Status.OVER)
    result = made(replace(corridor(4), ends=(over,)))

    assert (result.value, result.bound) == (0.0, 0.0)
    assert result.policy(factored_task(replace(corridor(4), ends=(over,))).start) is None


def test_an_episode_without_end_is_refused_by_name() -> None:
    """Neither horizon nor discount."""
    model = replace(sysadmin(3), horizon=None)

    with pytest.raises(UsageError, match="give it a horizon"):
        made(model)


def test_a_discount_alone_is_enough() -> None:
    """Then nothing is claimed of what comes later than is looked at."""
    model = replace(sysadmin(2), horizon=None, discount=0.9)
    result = made(model)

    assert result.bound is None
    assert result.value == pytest.approx(15, abs=4)


def test_a_limit_of_time_is_respected() -> None:
    """What was found until then is the policy; nothing is raised."""
    for seconds in (0.01, 1.0):
        meter = Meter(Limits(seconds=seconds))
        task = factored_task(sysadmin(14, 40))
        result = factored_policy(task, meter, step_time=0.04, seed=0)

        assert meter.seconds < seconds + 3
        assert result.policy(task.start) is not None


def test_step_time_is_respected(monkeypatch: pytest.MonkeyPatch) -> None:
    """A decision by search ends when its time is over, and there is one where it is short."""
    monkeypatch.setattr(Tabler, "whole", lambda self: None)
    task = factored_task(ferries(4, 4))
    result = made(task.model, step_time=0.001)

    assert result.policy(task.start) in task.actions(task.start)
