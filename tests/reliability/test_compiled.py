"""Compiled worlds against the user's functions, transition by transition (row 23)."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import introplan as ip
from fuzzed_worlds import SHAPES, fuzzed_world
from introplan.machine import assembly, native
from introplan.machine.native import IS_AVAILABLE
from reliability.compiled import Tally, compared, compared_fuzzed, named_worlds

pytestmark = pytest.mark.skipif(not IS_AVAILABLE, reason="built without a compiler")

CHUNKS = 16
EACH = 8_000
"""Transitions of a world: all, but of the largest."""

FUZZED = 10
"""Fuzzed worlds of a chunk: about one of each shape of states."""

NAMED = named_worlds()

Property = Callable[[str, object], None]


@pytest.mark.statistical
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_compiled_worlds_do_what_their_functions_do(chunk: int, record_property: Property) -> None:
    """Actions, states, rewards and ends of every state that the machine finds are theirs."""
    tally = Tally()
    for name in list(NAMED)[chunk::CHUNKS]:
        tally.note(name, compared(NAMED[name](), EACH))
    for seed in range(chunk * FUZZED, (chunk + 1) * FUZZED):
        tally.note(f"fuzzed_world({seed})", *compared_fuzzed(seed, EACH))
    if tally.differences:
        pytest.fail("\n".join(tally.differences), pytrace=False)
    assert tally.counts["compiled"] > 0
    for name, count in tally.counts.items():
        record_property(name, count)


def test_fuzzed_worlds_have_states_of_all_shapes() -> None:
    """Each number is one world, whatever ran before."""
    shapes = {type(fuzzed_world(seed)[0].start) for seed in range(len(SHAPES))}
    assert len(shapes) >= 6
    assert fuzzed_world(3)[1] == fuzzed_world(3)[1]


def _called(text: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Call(func=ast.Name(id=name)):
                yield name


def test_fuzzed_worlds_know_the_names_that_they_speak_of() -> None:
    """A world that raises is refused, and nothing is compared."""
    for seed in range(20):
        task, text = fuzzed_world(seed)
        known = {*task.program.transition.__globals__, *dir(builtins)}
        called = {*_called(text)}
        assert called <= known


def test_an_operator_that_is_lost_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The functions allow a step that the machine does not take."""

    def step(s: int, a: str) -> int:
        return (s + 1) % 500 if a == "on" else 0

    task: Any = ip.program(
        actions=("on", "home"), transition=step, reward=lambda s, a, s2: 0
    ).task(0)
    right = compared(task, 2_000)
    assert (right.transitions, right.difference) == (1_000, "")
    whole = assembly.operators_of
    monkeypatch.setattr(native, "operators_of", lambda *given: list(whole(*given))[:-1])
    assert compared(task, 2_000).difference
