"""Factored worlds as tasks: every question of `mdp.Task`, and planners that ask them."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import introplan as ip
from introplan.errors import ChanceError, UsageError
from introplan.factored.building import Builder
from introplan.factored.expressions import Expression, Layer, Operator
from introplan.factored.model import ActionValue, End, FactoredModel, Kind, VariableInfo
from introplan.factored.task import FactoredTask, factored_task
from introplan.mdp import NotAllowedError, Status, Wanted, has_chance, is_task
from random_factored import random_model


def counter(limit: int = 3, *, certain: bool = True) -> FactoredModel:
    """A number that is raised by one, or by chance; at the limit the episode is over."""
    builder = Builder()
    number = builder.variable(Layer.STATE, 0, boolean=False)
    up = builder.variable(Layer.ACTION, 0, boolean=True)
    step: Expression = up
    if not certain:
        step = builder.apply(Operator.AND, [up, builder.bernoulli(builder.constant(0.5))])
    raised = builder.apply(Operator.ADD, [number, step])
    over = builder.apply(Operator.LESS_OR_EQUAL, [builder.constant(limit), number])
    after = builder.variable(Layer.NEXT, 0, boolean=False)
    paid = builder.apply(Operator.EQUAL, [after, builder.constant(limit)])
    return FactoredModel(
        name="counter",
        state=(VariableInfo("n", Kind.WHOLE, 0.0),),
        actions=(VariableInfo("up", Kind.BOOLEAN, 0.0),),
        choices=(ActionValue(0, 1.0),),
        concurrency=1,
        intermediate=(),
        next_values=(raised,),
        rewards=(paid,),
        preconditions=(builder.apply(Operator.LESS, [number, builder.constant(limit)]),),
        ends=(End(over, Status.OVER),),
        horizon=8,
    )


@pytest.fixture
def task() -> FactoredTask:
    """A counter without chance."""
    return factored_task(counter())


def test_a_factored_world_is_a_task(task: FactoredTask) -> None:
    """With every name of the protocol, readable states and actions."""
    assert is_task(task)
    assert (task.name, task.horizon, task.discount) == ("counter", 8, 1.0)
    assert task.wanted is Wanted.SCORE
    assert [str(action) for action in task.actions(task.start)] == ["noop", "up"]
    assert str(task.step(task.start, "up").state) == "n=1"
    assert [str(a) for a, _ in task.successors(task.start)] == ["noop", "up"]


def test_what_is_not_allowed_is_refused(task: FactoredTask) -> None:
    """Unknown actions, preconditions that do not hold, states in which all is over."""
    with pytest.raises(UsageError, match="no action 'down'"):
        task.step(task.start, "down")
    with pytest.raises(NotAllowedError, match="no action"):
        task.step(task.start, 3)  # type: ignore[arg-type]
    last = task.state(n=3)
    assert list(task.actions(last)) == []
    with pytest.raises(NotAllowedError, match="over"):
        task.step(last, "up")
    strict = factored_task(replace(counter(), ends=()))
    with pytest.raises(NotAllowedError, match="precondition 1 of up does not hold"):
        strict.step(strict.state(n=3), "up")


def test_steps_that_draw_have_outcomes_and_samples() -> None:
    """A single outcome is refused, a list and a draw are given."""
    task = factored_task(counter(certain=False))

    assert has_chance(task)
    assert [(p, str(o.state)) for p, o in task.outcomes(task.start, "up")] == [
        (0.5, "n=1"),
        (0.5, "(default)"),
    ]
    with pytest.raises(ChanceError):
        task.step(task.start, "up")
    assert task.sample(task.start, "up", random.Random(1)).state["n"] in (0, 1)


def test_a_world_without_chance_is_planned(task: FactoredTask) -> None:
    """By every planner; the plan is judged by replay."""
    for planner in ("introspector", "greedy", "beam[10]", "value-iteration"):
        result = ip.plan(task, planner=planner)
        assert result.plan is not None
        assert result.score == 1.0
        assert ip.verify(task, result.plan).valid


def test_plans_refuse_chance_and_policies_do_not() -> None:
    """The exact value of a random world is what the judge says."""
    task = factored_task(counter(certain=False))
    with pytest.raises(ChanceError, match=r"ip\.policy"):
        ip.plan(task)
    found = ip.policy(task)

    assert found.proved_optimal
    assert found.value == pytest.approx(1 - sum([1, 8, 28]) / 2**8)
    assert ip.evaluate(task, found).value == pytest.approx(found.value)


@pytest.mark.parametrize("seed", range(15))
def test_policies_of_random_worlds_are_verified(seed: int) -> None:
    """Their exact values are those of the judge, and episodes that are drawn agree."""
    task = factored_task(random_model(random.Random(seed)))
    found = ip.policy(task)

    assert found.verified
    assert ip.evaluate(task, found).value == pytest.approx(found.value)


def test_a_task_can_begin_elsewhere(task: FactoredTask) -> None:
    """With another start and horizon, the rest as it was."""
    other = task.restarted(task.state(n=2), horizon=1)

    assert (str(other.start), other.horizon) == ("n=2", 1)
    assert ip.plan(other).score == 1.0


def test_many_choices_are_tried_only_where_they_can_be_done() -> None:
    """Their own preconditions are asked first; the text of a task is short."""
    builder = Builder()
    on = [builder.variable(Layer.STATE, n, boolean=True) for n in range(8)]
    turn = [builder.variable(Layer.ACTION, n, boolean=True) for n in range(8)]
    off = [builder.apply(Operator.NOT, [one]) for one in on]
    task = factored_task(
        FactoredModel(
            name="switches",
            state=tuple(VariableInfo(f"on(s{n})", Kind.BOOLEAN, float(n > 1)) for n in range(8)),
            actions=tuple(VariableInfo(f"turn(s{n})", Kind.BOOLEAN, 0.0) for n in range(8)),
            choices=tuple(ActionValue(n, 1.0) for n in range(8)),
            concurrency=8,
            intermediate=(),
            next_values=tuple(
                builder.apply(Operator.OR, pair) for pair in zip(on, turn, strict=True)
            ),
            rewards=(on[0],),
            preconditions=tuple(
                builder.apply(Operator.OR, [builder.apply(Operator.NOT, [t]), o])
                for t, o in zip(turn, off, strict=True)
            ),
            horizon=3,
        )
    )

    assert [str(action) for action in task.actions(task.start)] == [
        "noop",
        "turn(s0)",
        "turn(s1)",
        "turn(s0), turn(s1)",
    ]
    assert repr(task) == "<FactoredTask switches: 8 variables, 8 choices, horizon 3>"
    assert ip.policy(task).value == ip.evaluate(task, ip.policy(task)).value == 2.0
