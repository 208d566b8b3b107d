"""A mistake in reading is found even where nobody has been: before it becomes a proof.

The mistakes are planted: what the reader takes `len` and `abs` to do is exchanged.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import introplan as ip
from introplan.symbolic.builtins.functions import FUNCTIONS
from introplan.symbolic.constraints.interval import Domain, OneOf, Range
from introplan.symbolic.constraints.witnesses import witnesses
from introplan.symbolic.refusal import Raised
from introplan.symbolic.terms import build as terms
from introplan.symbolic.terms.term import Sort, Var

STEPS = {"l": (-1, 0), "r": (1, 0), "u": (0, 1), "d": (0, -1)}


def _is_far(x: int, y: int) -> bool:
    return x > 15 and y > 15


def _by_len(x: int, y: int) -> int:
    return len((1, 2, 3)) if _is_far(x, y) else 0


def _by_abs(x: int, y: int) -> int:
    return abs(-3) * (x > 15) * (y > 15)


def _refusing(x: int, y: int) -> int:
    if _is_far(x, y) and len((1, 2, 3)) == 3:
        return 3
    return 0


def _field(hit: Callable[[int, int], int], *, has_end: bool) -> ip.ProgramTask:
    """Twenty by twenty cells; a hit pays only in the far corner."""

    def transition(s: tuple[int, int, int], a: str) -> tuple[int, int, int]:
        x, y, k = s
        if a == "hit":
            return x, y, hit(x, y)
        dx, dy = STEPS[a]
        return min(19, max(0, x + dx)), min(19, max(0, y + dy)), k

    def reward(s: tuple[int, int, int], a: str, s2: tuple[int, int, int]) -> int:
        return 5 if s2[2] == 3 else 0

    def terminal(s: tuple[int, int, int], a: str, s2: tuple[int, int, int]) -> bool:
        return s2[2] == 3

    world = ip.program(
        actions=[*STEPS, "hit"],
        transition=transition,
        reward=reward,
        terminal=terminal if has_end else None,
    )
    return world.task((0, 0, 0))


def _zero(machine: Any, *arguments: Any) -> int:
    return 0


def _no_such_function(machine: Any, *arguments: Any) -> int:
    raise Raised(TypeError)


MISTAKES = {
    "another value on a way of its own": (_by_len, len, _zero),
    "another value, and no way of its own": (_by_abs, abs, _zero),
    "an error where there is none": (_by_len, len, _no_such_function),
    "a way that is never taken": (_refusing, len, _zero),
}


@pytest.mark.parametrize("has_end", [False, True])
@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_far_from_the_start_is_found(
    monkeypatch: pytest.MonkeyPatch, mistake: str, has_end: bool
) -> None:
    """And then nothing is proven from it."""
    hit, function, misread = MISTAKES[mistake]
    task = _field(hit, has_end=has_end)
    assert ip.introspect(task).diagnostics == ()

    monkeypatch.setitem(FUNCTIONS, function, misread)
    info = ip.introspect(task)
    result = ip.plan(task, optimal=True)

    assert [d.code for d in info.diagnostics] == ["PY-SELFCHECK"]
    assert info.heuristic(task.start) == 0
    assert result.status == ("ended" if has_end else "success")
    assert result.plan is not None
    assert len(result.plan) == 33


def test_an_action_that_is_not_allowed_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The reader believes in a step that the transition refuses."""

    def transition(s: int, a: str) -> int:
        if s > 50 and len((1, 2, 3)) == 3:
            raise ValueError("too far")
        return s + 1

    world = ip.program(actions=["on"], transition=transition, reward=lambda s, a, t: int(t == 90))
    monkeypatch.setitem(FUNCTIONS, len, _zero)

    info = ip.introspect(world.task(0), budget=0.5)

    assert [d.code for d in info.diagnostics] == ["PY-SELFCHECK"]
    assert "not allowed" in info.diagnostics[0].construct


@pytest.mark.parametrize("word", ["success", "over"])
def test_what_a_reading_leaves_out_is_looked_at_before_it_is_believed(
    word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if nothing contradicts it: the check of the reading is off here."""
    reader = "introplan.introspection.programs.reader"
    monkeypatch.setattr(f"{reader}.contradiction", lambda *arguments: None)
    monkeypatch.setitem(FUNCTIONS, len, _zero)

    def succeeds(s: int, a: str, t: int) -> str:
        return "success" if t == 7 else "continue"

    world = ip.program(
        actions=["on", "odd"],
        transition=lambda s, a: (s + 2) % 400 if a == "on" else s + len((1,)) * (s == 398),
        reward=lambda s, a, t: int(t == 7),
        terminal=succeeds if word == "success" else (lambda s, a, t: t == 7),
    )

    for optimal in (False, True):
        result = ip.plan(world.task(0), optimal=optimal)
        assert result.status == ("success" if word == "success" else "ended")
        assert result.plan is not None
        assert len(result.plan) == 204


def test_a_witness_meets_the_conditions_and_is_near() -> None:
    """One of those that are asked for stays as it was, and so does what nobody asks about."""
    x, y, z = (Var(name, Sort.INT) for name in "xyz")
    box: dict[Var, Domain] = {x: Range(0, 9), y: Range(0, 9), z: OneOf((4, 7))}
    apart = terms.equal(terms.add(x, y), terms.const(12))
    large = terms.at_most(terms.const(5), x)

    found = list(witnesses([x, y, z], box, [apart, large], [(0, 6, 7), (5, 7, 4)]))

    assert len(found) == 2
    assert all(a + b == 12 and a >= 5 for a, b, _ in found)
    assert found[1] == (5, 7, 4)
    assert [c for *_, c in found] == [7, 4]


def test_there_is_no_witness_for_what_cannot_be() -> None:
    """Conditions that contradict each other."""
    x = Var("x", Sort.INT)
    below, above = terms.less(x, terms.const(3)), terms.less(terms.const(3), x)

    assert list(witnesses([x], {x: Range(0, 9)}, [below, above], [(1,)])) == []


def _ending_far_out(x: int) -> bool:
    return abs(x) > 150 or x == 2


def test_a_misread_terminal_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where episodes end is compared as well, also far from the states that were sampled."""
    world = ip.program(
        actions=[-1, 1],
        transition=lambda s, a: s + a,
        reward=lambda s, a, s2: 1 if s2 == 500 else 0,
        terminal=lambda s, a, s2: _ending_far_out(s2),
    )
    assert not ip.introspect(world.task(10)).diagnostics
    monkeypatch.setitem(FUNCTIONS, abs, _zero)
    found = ip.introspect(world.task(10)).diagnostics
    assert [d.code for d in found] == ["PY-SELFCHECK"]
    assert "is followed by" in str(found[0])


def test_a_world_in_which_nothing_can_be_done_is_checked() -> None:
    """There is no action to try, and the plan is empty."""
    world = ip.program(
        actions=lambda s: [],
        transition=lambda s, a: s,
        reward=lambda s, a, s2: 1,
        terminal=lambda s, a, s2: True,
    )
    result = ip.plan(world.task(0, horizon=3))
    assert (result.status, result.plan, result.score) == (ip.PlanStatus.HORIZON, (), 0)
