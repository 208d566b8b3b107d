"""Diagnostics point to the line of a function, and say what a state turned into."""

from __future__ import annotations

import inspect
from functools import partial

import introplan as ip
from introplan.errors import ModelError
from introplan.introspection.programs.diagnostics import failing, misfit, place_of
from introplan.symbolic.interpreter.values import Items


def step(s: int, a: int, speed: int = 1) -> int:
    """One step."""
    return s + a * speed


def test_the_place_of_a_function_is_its_def() -> None:
    """Also behind `partial`; a missing part is looked for in the transition."""
    world = ip.program(actions=[1], transition=partial(step, speed=2), reward=lambda s, a, s2: s2)
    file, line = place_of(world.task(0), "transition")
    assert file == __file__
    assert line == inspect.getsourcelines(step)[1]
    assert place_of(world.task(0), "terminal") == (file, line)


def test_a_failing_model_is_quoted() -> None:
    """The first line of its message, with its place."""
    refusal = failing(ModelError("no such door\\nmore", file="world.py", line=7))
    assert refusal.code == "PY-RAISES"
    assert "no such door" in str(refusal)


def test_a_misfit_names_the_part_and_the_new_shape() -> None:
    """By what the names of its variables have in common."""
    refusal = misfit(tuple, Items(tuple, [1, 2, 3], 0), ["s.boxes[0]", "s.boxes[1]"])
    assert "s.boxes becomes a tuple of length 3" in str(refusal)
