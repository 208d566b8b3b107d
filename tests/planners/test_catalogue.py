"""The planners by name."""

from __future__ import annotations

import pytest

import introplan as ip
from introplan.planners.catalogue import PLANNERS, planner_named


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("beam[", "unknown planner 'beam['; did you mean 'beam'"),
        ("bean[3]", "unknown planner 'bean[3]'; did you mean 'beam'"),
        ("nonsense", "there is introspector, greedy, random[K], beam[K], mcts[K], mcts-u[K], val"),
        ("greedy[3]", "greedy takes no K"),
        ("beam[]", "is not understood; write a number, or one in d"),
        ("beam[x]", "is not understood"),
        ("beam[d()]", "is not understood"),
        ("beam[__import__('os')]", "is not understood"),
        ("beam[True]", "is not understood"),
    ],
)
def test_a_planner_that_is_none_is_explained(text: str, message: str) -> None:
    """With what would be right."""
    with pytest.raises(ip.UsageError) as caught:
        planner_named(text)
    assert message in str(caught.value)


def test_every_planner_takes_its_default_budget() -> None:
    """And says which one it was."""
    labels = {name: planner_named(name).label for name in PLANNERS}
    assert labels["beam"] == "beam[1000]"
    assert labels["greedy"] == "greedy"
    assert ip.plan(ip.sample("grid", distance=3), "beam").planner == "beam[1000]"
