"""Calls that draw numbers are found in the functions of a world, with file and line."""

from __future__ import annotations

import random
import time
import types
from functools import partial
from random import randint
from typing import Any

import pytest

import introplan as ip
from introplan.introspection.programs import randomness
from introplan.introspection.programs.randomness import draws
from introplan.symbolic.source import function_node

SLIP = 0.0
RNG = random.Random(3)


def _roll(sides: int) -> int:
    return randint(1, sides)


def _slippery(s: int, a: int) -> int:
    if random.random() < SLIP:
        return s
    return s + a


def _thrown(s: int, a: int, scale: int = 1) -> int:
    return s + a * _roll(6) * scale


def _paid(s: int, a: int, s2: int) -> float:
    return s2 + RNG.gauss(0, 1)


def _plain(s: int, a: int, s2: int) -> float:
    return max(s2, abs(s))


class _World:
    """A world whose generator is a part of it."""

    def __init__(self) -> None:
        self.np_random = random.Random(0)

    def step(self, s: int, a: int) -> int:
        """Moves by chance."""
        return s + self._noise() * a

    def _noise(self) -> int:
        return self.np_random.choice([0, 1])


def _late(s: Any, a: Any, s2: Any) -> bool:
    return bool(time.time() > s2)


def _rows(**parts: Any) -> list[tuple[str, str]]:
    given = {"actions": [1], "transition": lambda s, a: s + a, "reward": _plain, **parts}
    return [(draw.part, draw.text) for draw in draws(ip.program(**given))]


def test_draws_are_found_wherever_they_are_called() -> None:
    """Directly, in functions that are called, by methods, by name or by module, also clocks."""
    assert _rows() == []
    assert _rows(transition=_slippery) == [("transition", "random.random()")]
    assert _rows(transition=partial(_thrown, scale=2)) == [("transition", "randint()")]
    assert _rows(transition=_World().step) == [("transition", "self.np_random.choice()")]
    assert _rows(reward=_paid, terminal=_late) == [
        ("reward", "RNG.gauss()"),
        ("terminal", "time.time()"),
    ]


def test_only_the_function_itself_is_looked_at() -> None:
    """Not what else stands in the line of a lambda."""
    rows = [time.time(), _rows(reward=lambda s, a, s2: s2)]
    assert rows[1] == []


def test_a_generator_that_is_not_known_is_told_by_its_name() -> None:
    """A part of the state that is called `rng` draws; a list that is called `choice` does not."""

    def drawn(s: Any, a: int) -> Any:
        return s.rng.integers(3) + s.options.choice()

    assert _rows(transition=drawn) == [("transition", "s.rng.integers()")]


def test_the_place_is_file_and_line() -> None:
    """Where the call stands, not where the function begins."""
    (draw,) = draws(ip.program(actions=[1], transition=_slippery, reward=_plain))
    assert draw.file == __file__
    assert draw.line == _slippery.__code__.co_firstlineno + 1
    assert str(draw) == f"{__file__}:{draw.line}: transition calls random.random()"


def test_only_functions_that_speak_of_chance_are_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parsing a file takes longer than planning in a small world."""
    parsed: list[str] = []

    def noted(function: Any, cache: Any) -> Any:
        parsed.append(function.__name__)
        return function_node(function, cache)

    monkeypatch.setattr(randomness, "function_node", noted)
    assert _rows(transition=partial(_thrown, scale=2)) == [("transition", "randint()")]
    assert parsed == ["_roll"]


def test_a_generator_behind_a_call_is_told_by_its_name() -> None:
    """What the call gives is not known, but it has something that is called `rng`."""

    def drawn(s: Any, a: int) -> Any:
        return s + min([s], key=abs).rng.random()

    assert _rows(transition=drawn) == [("transition", "min([s], key=abs).rng.random()")]


def test_the_class_of_functions_has_no_code() -> None:
    """What is asked for its type is looked through like everything else."""

    def transition(s: int, a: int) -> int:
        return s + a if isinstance(transition, types.FunctionType) else s

    world = ip.program(actions=[1], transition=transition, reward=lambda s, a, t: t)
    assert not list(draws(world))


def test_types_that_a_function_speaks_of_are_no_calls() -> None:
    """The type of functions has code only by its instances."""
    function_type = type(_roll)

    def told(s: Any, a: int) -> Any:
        return s if isinstance(a, function_type) else s + a

    assert _rows(transition=told) == []


def test_asking_where_a_generator_stands_draws_nothing() -> None:
    """Neither does putting it back."""

    def kept(s: Any, a: int) -> Any:
        random.setstate(random.getstate())
        return s + a

    assert _rows(transition=kept) == []
