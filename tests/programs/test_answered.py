"""Rewards and ends in the answers of steps."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from introplan.programs.answered import answered


class TimeStep(NamedTuple):
    """As dm_env has it: the third part is a discount, and no end."""

    step_type: int
    reward: float | None
    discount: float | None
    observation: Any

    def last(self) -> bool:
        """Is it the last one?"""
        return self.step_type == 2


@pytest.mark.parametrize(
    ("answer", "reward", "done"),
    [
        ((0, 1), 1, False),
        ((0, 1, True), 1, True),
        ([0, 1, False, {}], 1, False),
        ((0, 1, False, True, {}), 1, True),
        ((0, 1, False, False, {}), 1, False),
        (TimeStep(1, 0.5, 1.0, 0), 0.5, False),
        (TimeStep(2, 1.0, 0.0, 0), 1.0, True),
        (TimeStep(0, None, None, 0), 0, False),
    ],
)
def test_answers_of_all_habits(answer: Any, reward: float, done: bool) -> None:
    """The reward and the end."""
    assert answered(answer) == (reward, done)


def test_what_is_no_answer_is_named() -> None:
    """With what was given."""
    with pytest.raises(TypeError, match="step must give"):
        answered(3)
