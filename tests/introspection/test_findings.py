"""Findings: what introspection hands out, in words and across processes."""

from __future__ import annotations

import copy
import pickle
import random
from pathlib import Path
from typing import Any

import pytest

import introplan as ip
from introplan.introspection.facts import MaximalReward, RewardPath
from introplan.introspection.findings import wrapped_lines

EXAMPLES = Path(__file__).parents[2] / "examples"


def _move(s: int, a: int) -> int:
    return max(0, min(30, s + a))


def _paid(s: int, a: int, s2: int) -> int:
    return 1 if s2 == 30 else 0


@pytest.mark.parametrize("kind", ["relational", "file", "functions"])
def test_an_introspection_survives_pickling(kind: str) -> None:
    """What comes back says the same, and still answers questions about states."""
    task: Any
    if kind == "relational":
        task = ip.sample("bins", bins=2, items=2, seed=1)
    elif kind == "file":
        task = ip.read_program(EXAMPLES / "taxi.py")
    else:
        task = ip.program(actions=[-1, 1], transition=_move, reward=_paid).task(0)
    info = ip.introspect(task)

    again = pickle.loads(pickle.dumps(info))

    assert again.report() == info.report()
    assert again.heuristic(task.start) == info.heuristic(task.start)
    assert list(map(str, again.milestones())) == list(map(str, info.milestones()))


def test_what_cannot_be_pickled_is_named() -> None:
    """A function inside a function is no fault of ours; the message says what to do."""
    world = ip.program(actions=[1], transition=lambda s, a: s + a, reward=_paid)
    info = ip.introspect(world.task(0), budget=0.2)
    with pytest.raises(pickle.PicklingError, match=r"task .* cannot be pickled.*top level"):
        pickle.dumps(info)


def test_copies_are_the_same_object() -> None:
    """Nothing is introspected again for a copy."""
    info = ip.introspect(ip.sample("bins", bins=1, items=1, seed=1))
    assert copy.copy(info) is info
    assert copy.deepcopy(info) is info


def test_numbers_and_paths_in_words() -> None:
    """Whole numbers in full; a reward path is a sentence; long lines are broken."""
    assert str(MaximalReward(2**53 + 1, "exact")) == "9007199254740993"
    assert str(MaximalReward(0.5, "upper bound")) == "0.5 (upper bound)"
    assert str(MaximalReward(None, "unknown")) == "unknown"
    assert str(RewardPath("up", "x > 1", "5", 7)) == "5 for 'up' if x > 1 (line 7)"
    assert len(wrapped_lines("word " * 60)) > 1


def test_findings_say_whether_the_whole_world_was_seen() -> None:
    """Three states are seen, an endless grid is not."""
    ring = ip.program(
        actions=["on"], transition=lambda s, a: (s + 1) % 3, reward=lambda s, a, s2: int(s2 == 0)
    )
    assert ip.introspect(ring.task(0)).complete
    assert not ip.introspect(ip.sample("grid", distance=3, seed=1)).complete
    assert not ip.introspect(ip.sample("bins", bins=2, items=2, seed=4)).complete


def test_a_distance_that_may_be_too_large_is_not_called_a_lower_bound() -> None:
    """Counting unmet literals is not admissible: one action may make several true."""
    report = ip.introspect(ip.sample("bins", bins=2, items=2, seed=4)).report()
    assert "about so many steps" in report


def _bounded(s: int, a: int) -> int:
    return max(0, min(900, s + a))


def _arrived(s: int, a: int, s2: int) -> bool:
    return s2 == 900


def test_a_reward_that_never_changes_is_named() -> None:
    """Proven for all steps, not only for those that were seen; the end is what is aimed for."""
    world = ip.program(
        actions=[-1, 1], transition=_bounded, reward=lambda s, a, s2: -1, terminal=_arrived
    )
    info = ip.introspect(world.task(0))
    assert not info.complete
    assert info.constant_reward == -1
    assert "The reward never changes: every step pays -1." in info.report()
    assert "The milestone is the best end, paying -1 at most. It is reached" in info.report()
    assert "over, paying -1 if s' == 900" in info.report()
    assert info.heuristic(0) == 900
    changing = ip.program(actions=[-1, 1], transition=_bounded, reward=_paid)
    assert ip.introspect(changing.task(0)).constant_reward is None


def test_what_is_not_understood_at_all_is_blind() -> None:
    """Nothing was read and not all was seen; what was read in part is not blind."""

    def hashed(s: int, a: int) -> int:
        return abs(hash(str(s + a))) % 10**9

    blind = ip.introspect(ip.program(actions=[1, 2], transition=hashed, reward=_paid).task(0))
    assert blind.is_blind
    seen = ip.program(actions=[-1, 1], transition=_move, reward=_paid).task(0)
    assert not ip.introspect(seen).is_blind


def _slipping(s: int, a: int) -> int:
    return s if random.random() < 0.0 else _bounded(s, a)


def test_calls_that_draw_are_reported_with_their_place() -> None:
    """A slip probability of 0 is read all the same."""
    world = ip.program(
        actions=[-1, 1], transition=_slipping, reward=lambda s, a, s2: int(s2 == 900)
    )
    info = ip.introspect(world.task(0))
    assert [(d.code, d.construct) for d in info.diagnostics] == [("PY-NONDET", "random.random()")]
    assert info.diagnostics[0].file == __file__
    assert info.heuristic(0) == 900
