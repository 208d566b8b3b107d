"""Distances of worlds of all kinds, held against the steps that there are."""

from __future__ import annotations

from enum import Enum
from typing import Any

import pytest

import introplan as ip
from fuzzed_worlds import fuzzed_world
from introplan.introspection.programs.finder import Finder
from reliability.compiled import named_worlds
from reliability.distances import flaws

NAMED = named_worlds()

QUICK = (
    "first_try/heap_order", "first_try/jugs_env", "first_try/bridge_torch",
    "first_try/word_ladder", "examples/coins",
)  # fmt: skip
"""Of different kinds, and read in a moment."""

CHUNKS = 8
FUZZED = 20
"""Fuzzed worlds of a chunk."""


@pytest.mark.parametrize("name", [name for name in QUICK if name in NAMED])
def test_distances_are_admissible(name: str) -> None:
    """No state that was seen is nearer than it is said to be."""
    assert not [*flaws(NAMED[name], limit=500, budget=1)]


@pytest.mark.statistical
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_distances_of_all_worlds_are_admissible(chunk: int) -> None:
    """Those that people wrote and fuzzed ones."""
    found = {
        name: [*flaws(NAMED[name], limit=3_000, budget=3)] for name in [*NAMED][chunk::CHUNKS]
    }
    for seed in range(chunk * FUZZED, (chunk + 1) * FUZZED):
        found[f"fuzzed_world({seed})"] = _flaws_of_fuzzed(seed)
    wrong = {name: told for name, told in found.items() if told}
    assert not wrong


def _flaws_of_fuzzed(seed: int) -> list[str]:
    try:
        return [*flaws(lambda: fuzzed_world(seed)[0], limit=1_000, budget=2)]
    except ip.IntroplanError:
        return []  # a world that raises


def test_a_distance_that_is_too_large_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """By one step, in one state."""

    def step(s: int, a: int) -> int:
        return min(s + a, 9)

    def make() -> Any:
        model: Any = ip.program(actions=(1, 2), transition=step, reward=lambda s, a, t: t == 9)
        return model.task(0)

    assert not [*flaws(make, limit=100, budget=2)]
    whole = Finder._as_function

    def raised(self: Finder, bound: Any) -> Any:
        found = whole(self, bound)
        more = lambda state: found(state) + (state == 4)  # noqa: E731
        return type(found)(more, found.text, term=found.term)

    monkeypatch.setattr(Finder, "_as_function", raised)
    assert [*flaws(make, limit=100, budget=2)]


def test_enumerations_that_are_made_anew_do_not_mislead(monkeypatch: pytest.MonkeyPatch) -> None:
    """States are asked about in the values of the world that was read, and flaws are found."""

    def make() -> Any:
        class Phase(Enum):
            """Equal to no value of the class that another call makes."""

            IDLE = 1
            BUSY = 2
            GONE = 3

        def allowed(s: Any) -> list[str]:
            return ["leave", "work"] if s[0] is Phase.IDLE else ["rest"]

        def step(s: Any, a: str) -> Any:
            if a == "leave":
                return (Phase.GONE, s[1]), 0, True
            return ((Phase.BUSY, s[1] + 1) if a == "work" else (Phase.IDLE, s[1] % 3)), 0, False

        model: Any = ip.program(actions=allowed, step=step)
        return model.task((Phase.IDLE, 0))

    assert not [*flaws(make, limit=100, budget=2)]
    whole = Finder._as_function

    def raised(self: Finder, bound: Any) -> Any:
        found = whole(self, bound)
        more = lambda state: found(state) + (state[0].name == "IDLE")  # noqa: E731
        return type(found)(more, found.text, term=found.term)

    monkeypatch.setattr(Finder, "_as_function", raised)
    assert [*flaws(make, limit=100, budget=2)]
