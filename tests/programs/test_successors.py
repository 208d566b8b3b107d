"""Lists of successors: which part is what."""

from __future__ import annotations

from typing import Any

import pytest

import introplan as ip
from introplan.programs.successors import successor_step


@pytest.mark.parametrize(
    ("entries", "start", "action", "after", "paid"),
    [
        ([((1, 0), "e", 2), ((0, 1), "s", 1)], (0, 0), "e", (1, 0), -2),
        ([("e", (1, 0), 2)], (0, 0), "e", (1, 0), -2),
        ([("e", (1, 0)), ("s", (0, 1))], (0, 0), "s", (0, 1), -1),
        ([((1, 0), 5)], (0, 0), (1, 0), (1, 0), -5),
        ([1, 2], 0, 2, 2, -1),
        ({"e": 1}, 0, "e", 1, -1),
        ([("same", 1), ("same", 2)], 0, 2, 2, -1),
    ],
)
def test_entries_are_told_apart_by_the_start(
    entries: Any, start: Any, action: Any, after: Any, paid: int
) -> None:
    """What looks like the start is the state."""
    actions, step = successor_step(lambda s: entries, lambda s: False, start, None)
    assert action in actions(start)
    assert step(start, action) == (after, paid, ip.Status.CONTINUE)
    assert step(start, "nonsense") is None


def test_entries_of_another_kind_are_refused() -> None:
    """With an example."""
    with pytest.raises(ip.UsageError, match="must be a list"):
        successor_step(lambda s: 3, lambda s: False, 0, None)
    with pytest.raises(ip.UsageError, match="not known"):
        successor_step(lambda s: ["a", (1, 2)], lambda s: False, 0, None)
