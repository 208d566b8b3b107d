"""Joint actions: all within the concurrency, numbered without a list."""

from __future__ import annotations

import pytest

from introplan.errors import UsageError
from introplan.factored.choices import JointActions
from introplan.factored.model import ActionValue, Kind, VariableInfo
from introplan.factored.states import layout_of


def actions_of(sizes: list[int], concurrency: int) -> JointActions:
    """Joint actions of variables with so many choices each."""
    infos = tuple(VariableInfo(f"do(x{n})", Kind.WHOLE, 0.0) for n in range(len(sizes)))
    choices = tuple(
        ActionValue(place, float(value))
        for place, size in enumerate(sizes)
        for value in range(1, size + 1)
    )
    return JointActions(choices, concurrency, layout_of(infos))


@pytest.mark.parametrize("concurrency", range(5))
@pytest.mark.parametrize("sizes", [[], [1], [1, 1, 1], [2, 1, 3], [3, 3, 1, 2]])
def test_numbers_and_order_are_one(sizes: list[int], concurrency: int) -> None:
    """Each by its index, all different, those of few choices first, and none too large."""
    actions = actions_of(sizes, concurrency)
    listed = list(actions)

    assert len(actions) == len(listed) == len(set(listed))
    assert [actions[n] for n in range(len(listed))] == listed == actions[:]
    counts = [len(action.choices) for action in listed]
    assert counts == sorted(counts)
    assert max(counts) == min(concurrency, len(sizes))
    assert all(actions.has(action) for action in listed)
    assert actions[-1] == listed[-1]
    with pytest.raises(IndexError):
        actions[len(listed)]


def test_what_is_no_joint_action_is_told() -> None:
    """Too much at once, one variable twice, another order."""
    few, many = actions_of([2, 2, 2], 1), actions_of([2, 2, 2], 3)

    assert not few.has(many[len(many) - 1])
    assert many.has(few[1])


def test_joint_actions_are_found_by_their_text() -> None:
    """In any order; what there is not is named."""
    actions = actions_of([2, 1, 1], 2)

    assert all(actions.named(str(action)) == action for action in actions)
    assert actions.named("do(x1)=1,do(x0)=2") == actions.named("do(x0)=2, do(x1)=1")
    with pytest.raises(UsageError, match="there is no action 'do\\(x9\\)=1'"):
        actions.named("do(x9)=1")
    with pytest.raises(UsageError, match="two values"):
        actions.named("do(x0)=1, do(x0)=2")
    with pytest.raises(UsageError, match="at most 2 at once"):
        actions.named("do(x0)=1, do(x1)=1, do(x2)=1")


def test_astronomically_many_are_not_listed() -> None:
    """The number is right and single ones are made at once."""
    actions = actions_of([1] * 300, 300)

    assert actions.total == 2**300
    assert len(actions[2**299].choices) == 150
    assert str(next(iter(actions))) == "noop"
