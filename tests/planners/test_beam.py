"""Beam search: what is kept of each depth."""

from __future__ import annotations

import introplan as ip


def test_a_wider_beam_keeps_what_a_narrow_one_loses() -> None:
    """The reward lies behind a step that looks bad."""
    world = ip.program(
        actions=[0, 1],
        transition=lambda s, a: (*s, a),
        reward=lambda s, a, s2: 10 if s2 == (1, 1) else -a,
    )
    scores = [ip.plan(world.task((), 2), f"beam[{k}]").score for k in (1, 2)]
    assert scores == [0, 9]


def test_a_beam_keeps_the_better_way_to_a_state() -> None:
    """Two ways lead to the same place after one step; the second pays more."""
    world = ip.program(
        actions=["poor", "rich"],
        transition=lambda s, a: s + 1,
        reward=lambda s, a, s2: 3 if a == "rich" else 1,
    )
    assert ip.plan(world.task(0, 2), "beam[1]").plan == ("rich", "rich")
