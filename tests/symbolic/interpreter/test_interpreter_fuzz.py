"""Random programs: the interpreter is right about each input, or refuses the program."""

from __future__ import annotations

import linecache
import random
from collections.abc import Callable
from typing import Any

import pytest

from fuzzer_pieces import NUMBERS, STATEMENTS, TRUTHS
from introplan.symbolic.budget import Budget
from introplan.symbolic.constraints.interval import Box, OneOf, Range
from introplan.symbolic.constraints.path_condition import PathCondition
from introplan.symbolic.interpreter import choices, loops, statements
from introplan.symbolic.interpreter.execution import Context, Execution
from introplan.symbolic.interpreter.interpreter import paths_of
from introplan.symbolic.interpreter.values import as_term, sequence
from introplan.symbolic.refusal import Refused
from introplan.symbolic.terms import build as arithmetic
from introplan.symbolic.terms import floats
from introplan.symbolic.terms.compile import compiled
from introplan.symbolic.terms.term import Sort, Var
from program_fuzzer import random_program
from wider_fuzzer import alone, wider_program

X, Y, FLAG = Var("x", Sort.INT), Var("y", Sort.INT), Var("flag", Sort.BOOL)
ORDER = (X, Y, FLAG)
BOX: Box = {X: Range(-3, 4), Y: Range(-3, 4), FLAG: OneOf((False, True))}
CHUNK, CHUNKS = 100, 20


def verdict(seed: int) -> str:
    """ "right", "refused", or what is wrong."""
    return verdict_on(*random_program(seed), seed)


def verdict_on(function: Callable[..., Any], text: str, seed: int) -> str:
    """The same of a program that is there already; the seed is for inputs."""
    try:
        paths = paths_of(
            Context(Budget.of(2.0), max_paths=400),
            PathCondition.of(BOX),
            function,
            lambda m: list(ORDER),
        )
        ways = [Way(path) for path in paths]
    except Refused as refusal:
        return f"refused: {refusal.construct}"
    finally:
        linecache.cache.pop(function.__code__.co_filename, None)
    rng = random.Random(seed)
    rows = [(rng.randint(-3, 4), rng.randint(-3, 4), rng.random() < 0.5) for _ in range(20)]
    return next((f"wrong at {r}:\n{text}" for r in rows if not agrees(function, ways, r)), "right")


class Way:
    """A path, ready to be asked about inputs."""

    def __init__(self, path: Any) -> None:
        self.raised = path.raised
        self.choices = [choice for _, choice in path.conditions]
        self.conditions = compiled([c for c, _ in path.conditions], ORDER)
        parts = [] if path.raised else sequence(path.result) or []
        self.values = compiled([as_term(part) for part in parts], ORDER)

    def fits(self, row: tuple[Any, ...]) -> bool:
        """Do all decisions of the path agree with an input?"""
        return list(map(bool, self.conditions(row))) == self.choices


def agrees(function: Any, ways: list[Way], row: tuple[Any, ...]) -> bool:
    """Does exactly one path fit, and say what CPython says?"""
    try:
        expected, error = function(*row), None
    except Exception as raised:
        expected, error = None, type(raised)
    fitting = [way for way in ways if way.fits(row)]
    if len(fitting) != 1 or fitting[0].raised is not error:
        return False
    if error is not None:
        return True
    found = fitting[0].values(row)
    return found == expected and list(map(type, found)) == list(map(type, expected or ()))


@pytest.mark.statistical
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_programs_mean_what_they_mean_in_python(chunk: int) -> None:
    """2,000 programs, none of them wrong, most of them understood."""
    verdicts = [verdict(seed) for seed in range(chunk * CHUNK, (chunk + 1) * CHUNK)]

    assert [v for v in verdicts if v.startswith("wrong")][:1] == []
    assert verdicts.count("right") >= 0.6 * CHUNK


@pytest.mark.statistical
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_programs_of_many_constructs_mean_what_they_mean_in_python(chunk: int) -> None:
    """2,000 more, of the constructs of a table: none of them wrong, half of them understood."""
    seeds = range(chunk * CHUNK, (chunk + 1) * CHUNK)
    verdicts = [verdict_on(*wider_program(seed), seed) for seed in seeds]

    assert [v for v in verdicts if v.startswith("wrong")][:1] == []
    assert verdicts.count("right") >= 0.5 * CHUNK


@pytest.mark.statistical
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_each_construct_alone_is_understood(chunk: int) -> None:
    """With the simplest of numbers in its holes it is right, and not always refused."""
    for piece in [*NUMBERS, *TRUTHS, *STATEMENTS][chunk::CHUNKS]:
        verdicts = [verdict_on(*alone(piece, seed), seed) for seed in range(4)]
        assert [v for v in verdicts if v.startswith("wrong")][:1] == []
        assert "right" in verdicts, piece


def _break_as_continue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statements, "BREAK", loops.CONTINUE)


def _other_division(monkeypatch: pytest.MonkeyPatch) -> None:
    right = arithmetic.modulo
    monkeypatch.setattr(arithmetic, "modulo", lambda left, by: right(left, abs(by)))


def _less_or_equal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arithmetic, "less", arithmetic.at_most)


def _assumptions_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PathCondition, "copy", lambda self: self)


def _side_effects_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Execution, "may_change", lambda self, made: True)


def _choose_swapped(monkeypatch: pytest.MonkeyPatch) -> None:
    swapped = floats.choose_number
    monkeypatch.setattr(choices, "choose_number", lambda t, a, b: swapped(t, b, a))


@pytest.mark.parametrize(
    "plant",
    [
        _break_as_continue,
        _other_division,
        _less_or_equal,
        _assumptions_leak,
        _side_effects_allowed,
        _choose_swapped,
    ],
)
def test_planted_bugs_are_caught(plant: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A mistake in the interpreter shows in random programs."""
    plant(monkeypatch)

    caught = False
    for seed in range(400):
        try:
            caught = verdict(seed).startswith("wrong")
        except Exception:
            caught = True
        if caught:
            break
    assert caught
