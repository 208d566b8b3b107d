"""Conserved sums: guessed from samples, kept only where every operator keeps them."""

from __future__ import annotations

from collections import deque
from typing import Any

import pytest

import introplan as ip
from introplan.introspection.programs.conserved import (
    are_kept,
    conserved,
    conserved_elements,
)
from introplan.introspection.programs.reader import read_program_model
from introplan.introspection.programs.shape import leaves_of, reader_of
from introplan.introspection.programs.shaping import shape_of
from introplan.programs.freezing import kept
from introplan.symbolic.budget import Budget
from introplan.symbolic.terms.term import AtMost, Equal, Term

MOVES = [(i, j) for i in range(3) for j in range(3) if i != j]


def _on_tuples(s: Any, a: tuple[int, int]) -> Any:
    i, j = a
    if not s[i] or (s[j] and s[j][-1] < s[i][-1]):
        return s
    pegs = [list(peg) for peg in s]
    pegs[j].append(pegs[i].pop())
    return tuple(tuple(peg) for peg in pegs)


def _in_place(s: Any, a: tuple[int, int]) -> Any:
    i, j = a
    if s[i] and not (s[j] and s[j][-1] < s[i][-1]):
        s[j].append(s[i].pop())
    return s


def _leaky(s: Any, a: tuple[int, int]) -> Any:
    i, j = a
    taken = list(s[i])
    given = list(s[j])
    if taken and len(given) < 3:
        given.append(taken.pop())
        if given == [1, 2, 3] and taken == [3]:
            taken.pop()
    pegs = list(s)
    pegs[i], pegs[j] = tuple(taken), tuple(given)
    return tuple(pegs)


def _task(start: Any, step: Any) -> Any:
    def is_done(s2: Any) -> bool:
        return not s2[0] and not s2[1]

    return ip.program(
        actions=MOVES,
        transition=step,
        reward=lambda s, a, s2: 1 if is_done(s2) else 0,
        terminal=lambda s, a, s2: is_done(s2),
    ).task(start)


def _steps_needed(task: Any) -> int:
    """The length of a shortest plan, breadth first over the real functions."""
    waiting, seen = deque([(task.start, 0)]), {kept(task.start)}
    while waiting:
        state, depth = waiting.popleft()
        for action in task.actions(state):
            outcome = task.step(state, action)
            if outcome.reward == 1:
                return depth + 1
            if kept(outcome.state) not in seen:
                seen.add(kept(outcome.state))
                waiting.append((outcome.state, depth + 1))
    raise AssertionError("no plan")


@pytest.mark.parametrize(
    ("start", "step"), [(((3, 2, 1), (), ()), _on_tuples), ([[2, 1], [], []], _in_place)]
)
def test_stacks_are_read_and_the_distance_is_a_lower_bound(start: Any, step: Any) -> None:
    """Pegs never hold more than all discs; the way to the last peg is found and bounded."""
    task = _task(start, step)

    info = ip.introspect(task, budget=5)

    assert info.operators
    assert info.r_max.status == "exact"
    assert 0 < info.heuristic(task.start) <= _steps_needed(task)
    assert len(ip.plan(task).plan or ()) == _steps_needed(task)


def test_a_sum_that_is_not_conserved_is_not_assumed() -> None:
    """Whatever is read agrees with the functions, also where something gets lost."""
    reading = read_program_model(_task(((3, 2, 1), (), ()), _leaky), Budget.of(10.0))
    assert not any(d.code == "PY-SELFCHECK" for d in reading.diagnostics)


def test_sums_are_guessed_from_samples() -> None:
    """One condition on all lengths if their sum never changes, none otherwise."""
    same: list[Any] = [((1,), (2,)), ((), (1, 2))]
    other: list[Any] = [*same, ((1,), ())]
    for states, count in ((same, 1), (other, 0)):
        shape = shape_of(states)
        rows = [reader_of(shape)(state) for state in states]
        assert len(conserved(shape, leaves_of(shape), rows)) == count


def _parcels(state: Any, action: str) -> Any:
    name = action[-1]
    if action.startswith("get"):
        state["held"].append(name)
        del state["at"][name]
    else:
        state["held"].remove(name)
        state["at"][name] = 1
    return state


def _thrown(state: Any, action: str) -> Any:
    if action.startswith("put"):
        state["held"].remove(action[-1])
        return state
    return _parcels(state, action)


@pytest.mark.parametrize(("step", "kind"), [(_parcels, Equal), (_thrown, AtMost)])
def test_what_is_held_is_not_there_as_well(step: Any, kind: type) -> None:
    """An element of a list that is a key elsewhere is at one place, or nowhere any more."""
    world = ip.program(
        actions=["get a", "get b", "put a", "put b"],
        transition=step,
        reward=lambda s, a, s2: int(len(s2["held"]) == 2),
    )
    task = world.task({"at": {"a": 0, "b": 0}, "held": []})
    reading = read_program_model(task, Budget.of(5))

    assert reading.operators
    assert not reading.diagnostics
    assert reading.shape is not None
    rules = conserved_elements(reading.shape, reading.order, reading.rows)
    assert [type(rule) for rule in rules] == [kind, kind]
    assert are_kept(rules, reading.operators)


def test_a_list_that_gets_nothing_twice_stays_short() -> None:
    """Since each of a few words is in it at most once."""

    def poured(cup: list[str], what: str) -> list[str] | None:
        if what in cup:
            return None
        cup.append(what)
        return cup

    world = ip.program(
        actions=["tea", "milk", "sugar"],
        transition=poured,
        reward=lambda s, a, s2: int(s2 == ["milk", "sugar", "tea"]),
    )
    reading = read_program_model(world.task([]), Budget.of(5))

    assert not reading.diagnostics
    assert reading.operators
    assert any(isinstance(m, Term) and "tea" in repr(m) for m in reading.meetings)
