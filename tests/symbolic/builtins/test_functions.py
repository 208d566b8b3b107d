"""The table of Python's own functions and methods."""

from __future__ import annotations

import builtins
import inspect
import itertools
import math
import sys
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from introplan.symbolic.builtins.arrays import NUMPY, VIEWS
from introplan.symbolic.builtins.functions import FUNCTIONS, METHODS, PURE, builtin_for
from introplan.symbolic.builtins.records import NAMED_TUPLE_METHODS
from symbolic_runs import refusal_of, wrong_answers


def test_common_builtins_are_known() -> None:
    """What is neither known nor pure is refused; these are what models are made of."""
    names = (
        "abs all any bool dict divmod enumerate filter float frozenset getattr int isinstance "
        "iter len list map max min next range reversed set setattr sorted sum tuple type zip"
    )
    for name in names.split():
        assert builtin_for(getattr(builtins, name)) is not None, name
    assert {list.append, dict.get, set.add, frozenset.union, tuple.index} <= METHODS.keys()
    assert not PURE & {print, input, open, id}


def test_len_isinstance_and_type_of_unknowns() -> None:
    """The length of a set is a number that depends on the state, the type of a number is int."""

    def about(x: int, y: int, flag: bool) -> object:
        kinds = (isinstance(x, int), isinstance(flag, bool), isinstance([x], list), type(x) is int)
        return (len({x, y}), len([x, y]), *kinds)

    assert wrong_answers(about) == []


def test_pure_functions_are_computed_for_every_value() -> None:
    """Of `math`, and methods of text."""
    assert wrong_answers(lambda x, y, flag: math.gcd(x, 4) + math.isqrt(y)) == []
    assert wrong_answers(lambda x, y, flag: "abc".replace("a", str(x)).upper()) == []


class Told:
    """What it says is made by code."""

    def __str__(self) -> str:
        raise AssertionError("nothing prints where rules are read")


TOLD = Told()


def test_printing_is_no_part_of_an_answer(capsys: pytest.CaptureFixture[str]) -> None:
    """Of values that Python prints by itself; texts that code makes may be anything."""

    def about(x: int, y: int, flag: bool) -> int:
        print("at", x, [y, (flag, None)], {"a": 1}, sep="; ", end="")
        return x if print(y) is None else y

    assert wrong_answers(about) == []
    assert "printing" in refusal_of(lambda x, y, flag: print(x, TOLD))
    assert "printing" in refusal_of(lambda x, y, flag: print([x, [TOLD]]))


def test_other_functions_are_refused() -> None:
    """A method that a tuple does not have is not that of a list."""
    assert "pure" in refusal_of(lambda x, y, flag: id(x))
    assert "printing" in refusal_of(lambda x, y, flag: print(x, file=sys.stderr))
    assert "append" in refusal_of(lambda x, y, flag: (x, 1).append(2))  # type: ignore[attr-defined]


def test_a_callable_without_a_hash_is_not_in_the_table() -> None:
    """And asking is no error."""
    assert builtin_for([]) is None
    assert builtin_for(len) is FUNCTIONS[len]


ANY_KEYWORD = "**"
MOVING = ("roll", *VIEWS)

KEYWORDS: Mapping[Any, set[str]] = {
    dict: {ANY_KEYWORD},
    dict.update: {ANY_KEYWORD},
    int: {"base"},
    min: {"key", "default"},
    max: {"key", "default"},
    zip: {"strict"},
    print: {ANY_KEYWORD},  # refused whatever its keywords are
    itertools.product: {"repeat"},
    itertools.repeat: {"object", "times"},
    itertools.zip_longest: {"fillvalue"},
}
"""Keywords of the functions whose signature Python does not know; the others take none."""


def keywords_of(function: Callable[..., Any]) -> set[str]:
    """The names of the keywords that a function takes; `**` if it takes any."""
    parameters = inspect.signature(function).parameters.values()
    by_name = {p.name for p in parameters if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)}
    return by_name | {ANY_KEYWORD for p in parameters if p.kind is p.VAR_KEYWORD}


def python_keywords_of(function: Callable[..., Any]) -> set[str]:
    """The same for one of Python's own functions."""
    if function in KEYWORDS:
        return KEYWORDS[function]
    try:
        return keywords_of(function)
    except ValueError:
        return set()


def test_no_function_takes_a_keyword_that_python_does_not_take() -> None:
    """The name of a parameter of ours is no keyword: `len(value=x)` raises in Python."""
    for function, handler in {**FUNCTIONS, **METHODS}.items():
        surplus = keywords_of(handler) - python_keywords_of(function)
        assert not surplus, (function, surplus)
    for name, handler in {**NUMPY, **NAMED_TUPLE_METHODS}.items():
        gives_on = name == "_replace" or name in MOVING  # numpy says which keywords it takes
        assert keywords_of(handler) == ({ANY_KEYWORD} if gives_on else set()), name


def test_functions_with_free_keywords_take_every_name() -> None:
    """`dict(run=1)` has the key "run", whatever our own parameters are called."""
    for handler in (FUNCTIONS[dict], METHODS[dict.update], NAMED_TUPLE_METHODS["_replace"]):
        kinds = {p.kind for p in inspect.signature(handler).parameters.values()}
        assert kinds == {inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.VAR_KEYWORD}
