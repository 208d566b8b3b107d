"""UCT: a policy that looks ahead when it is asked."""

from __future__ import annotations

import introplan as ip
from introplan.limits import Limits, Meter
from introplan.planners.chance.sampling import SamplingPolicy, sampling_policy
from introplan.planners.chance.worlds import world_of
from introplan.programs.chance import ChanceTask


def ladder() -> ChanceTask:
    """Climb, and fall down in one of ten cases; only the top pays, or a penny at once."""

    def outcomes(state: int, action: str) -> list[tuple[float, int, float, bool]] | None:
        if action == "penny":
            return [(1.0, state, 1.0, True)]
        if action == "climb" and state < 4:
            top = state == 3
            return [(0.9, state + 1, 10.0 * top, top), (0.1, 0, 0.0, False)]
        return None

    model = ip.program(actions=["penny", "climb", "sleep"], outcomes=outcomes)
    return model.task(0, 12)  # type: ignore[return-value]


def test_it_finds_what_pays_later() -> None:
    """The action that was tried most is the best one, and worth what it is worth."""
    task = ladder()
    asked = SamplingPolicy(task, world_of(task), seed=0, step_time=None)
    best = ip.values(task)

    assert [asked(state, 8) for state in (0, 2, 3)] == ["climb"] * 3
    assert asked(0, 1) == "penny"
    told = asked.explain(0, 12)
    assert {option.action for option in told.options} == {"penny", "climb"}
    climbing = next(option for option in told.options if option.action == "climb")
    assert climbing.value <= best.q(0, "climb") + climbing.error


def test_the_same_question_has_the_same_answer() -> None:
    """Whatever was asked before; another seed may say something else."""
    task = ladder()
    asked = SamplingPolicy(task, world_of(task), seed=3, step_time=None)
    first = asked.explain(1, 5)
    asked(2, 7)

    assert asked.explain(1, 5) == first


def test_where_nothing_can_be_done_there_is_no_action() -> None:
    """As in every policy."""
    model = ip.program(actions=[1], outcomes=lambda s, a: None)
    task = model.task(0, 5)
    asked = SamplingPolicy(task, world_of(task), seed=0, step_time=None)

    assert asked(0) is None
    assert asked.explain(0).options == ()


def test_its_value_is_an_estimate_with_an_interval() -> None:
    """Of episodes that were played; nothing is proven."""
    task = ladder()
    result = sampling_policy(task, Meter(), step_time=None, seed=1)
    low, high = result.interval

    assert (result.method, result.bound, result.proved_optimal) == ("uct", None, False)
    assert low < result.value < high
    assert ip.values(task).value(0) <= high
    assert "episodes" in result.notes[0]


def test_a_limit_on_time_leaves_the_value_open() -> None:
    """The policy is there all the same."""
    result = sampling_policy(ladder(), Meter(Limits(seconds=0)), step_time=None, seed=1)

    assert result.value != result.value
    assert result.policy(3, 2) in ("climb", "penny")
