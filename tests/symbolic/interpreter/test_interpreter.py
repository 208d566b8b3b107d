"""The interpreter against CPython, one construct at a time: right or refused, never wrong."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

from constructs.vocabulary import SEEN, Mode
from introplan.symbolic.budget import Budget
from introplan.symbolic.constraints.interval import Box, OneOf, Range
from introplan.symbolic.constraints.path_condition import PathCondition
from introplan.symbolic.interpreter.execution import Context
from introplan.symbolic.interpreter.interpreter import paths_of
from introplan.symbolic.interpreter.values import Items, Members, Record, as_term, sequence
from introplan.symbolic.refusal import Refused
from introplan.symbolic.terms.compile import compiled
from introplan.symbolic.terms.term import Sort, Term, Var
from python_constructs import CONSTRUCTS, REFUSED

MODES = tuple(Mode)
X, Y = Var("x", Sort.INT), Var("y", Sort.INT)
FLAG, MODE = Var("flag", Sort.BOOL), Var("mode", Sort.ANY)
ORDER = (X, Y, FLAG, MODE)
BOX: Box = {
    X: Range(-4, 5),
    Y: Range(-4, 5),
    FLAG: OneOf((False, True)),
    MODE: OneOf(MODES),
}
EXPECTED_REFUSALS = {
    "c_fstring_format",
    "c_global",
    "c_hidden_state",
    "c_id",
    "c_is_int",
    "c_try_finally",
    "c_with",
}


def flat(value: Any) -> list[Term] | None:
    """The terms in a result, and None if it cannot be compared."""
    parts = sequence(value)
    if isinstance(value, Record) and parts is None:
        parts = list(value.fields.values())
    if isinstance(value, Members):
        parts = [m for _, m in sorted(value.members.items(), key=repr)]
    if parts is None or not isinstance(value, Items | Record | Members | tuple):
        return [as_term(value)]
    return [term for part in parts for term in flat(part) or []]


def flat_real(value: Any, like: Any) -> list[Any]:
    """The same parts of a real result."""
    if isinstance(like, Members):
        return [e in value for e, _ in sorted(like.members.items(), key=repr)]
    if isinstance(value, tuple) and sequence(like) is not None:
        return [
            v for a, b in zip(value, sequence(like) or (), strict=True) for v in flat_real(a, b)
        ]
    return [value]


def inputs(count: int) -> list[tuple[Any, ...]]:
    """Random inputs, the corners among them."""
    rng = random.Random(1)
    rows = [
        (rng.randint(-4, 5), rng.randint(-4, 5), rng.random() < 0.5, rng.choice(MODES))
        for _ in range(count)
    ]
    corners = itertools.product((-4, 0, 1, 5), (-4, 0, 2, 5), (False, True), MODES[:1])
    return [*rows, *corners]


def real(function: Any, row: tuple[Any, ...]) -> Any:
    """What CPython says: a result or the type of an exception."""
    try:
        return function(*row), None
    except Exception as error:
        return None, type(error)


def check(function: Any, rows: list[tuple[Any, ...]]) -> None:
    """Exactly one path fits each input, and says what CPython says."""
    paths = paths_of(
        Context(Budget.of(20.0)), PathCondition.of(BOX), function, lambda m: list(ORDER)
    )
    compiled_paths = []
    for path in paths:
        terms = [] if path.raised else flat(path.result) or []
        guard = compiled([c for c, _ in path.conditions], ORDER)
        compiled_paths.append((path, guard, compiled(terms, ORDER)))
    for row in rows:
        fitting = [
            (path, values)
            for path, guard, values in compiled_paths
            if all(bool(v) is w for v, (_, w) in zip(guard(row), path.conditions, strict=True))
        ]
        assert len(fitting) == 1, f"{len(fitting)} paths fit {row}"
        path, values = fitting[0]
        result, error = real(function, row)
        assert (path.raised is None) == (error is None), f"{row}: {path.raised} against {error}"
        if error is not None:
            assert path.raised is error, f"{row}: {path.raised} against {error}"
            continue
        found, expected = list(values(row)), flat_real(result, path.result)
        assert found == expected, f"{row}: {found} against {expected}"
        assert list(map(type, found)) == list(map(type, expected)), f"{row}: types differ"


@pytest.mark.parametrize("name", sorted(CONSTRUCTS))
def test_a_construct_means_what_it_means_in_python(name: str) -> None:
    """The interpreter is right about a construct, or refuses it; it is never wrong."""
    if name in EXPECTED_REFUSALS:
        with pytest.raises(Refused) as refused:
            check(CONSTRUCTS[name], inputs(60))
        assert refused.value.line, "a refusal names its line"
    else:
        check(CONSTRUCTS[name], inputs(60))
    SEEN.clear()


@pytest.mark.parametrize("name", sorted(REFUSED))
def test_what_cannot_be_said_exactly_is_refused(name: str) -> None:
    """The interpreter refuses a construct that it would otherwise be wrong about."""
    with pytest.raises(Refused) as refused:
        check(REFUSED[name], inputs(60))
    assert refused.value.line, "a refusal names its line"


def test_there_are_more_than_110_constructs_and_few_are_refused() -> None:
    """The net is as wide as it is meant to be."""
    assert len(CONSTRUCTS) >= 110
    assert len(EXPECTED_REFUSALS) <= 20
