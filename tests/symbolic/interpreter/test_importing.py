"""`import` inside a function binds what Python binds, and loads nothing."""

from __future__ import annotations

import json.decoder
import sys
from collections.abc import Callable

import pytest

from symbolic_runs import refusal_of, wrong_answers

assert json.decoder


def _module(x: int, y: int, flag: bool) -> object:
    import math

    return math.gcd(4, 6) + x


def _renamed(x: int, y: int, flag: bool) -> object:
    if flag:
        import copy as c
    else:
        return y
    return c.copy([x, y])


def _taken(x: int, y: int, flag: bool) -> object:
    from copy import deepcopy as clone
    from math import gcd

    return [*clone([x, y]), gcd(2, 4)]


def _package(x: int, y: int, flag: bool) -> object:
    import json.decoder

    return x if json.decoder.JSONDecoder.__name__ == "JSONDecoder" else y


def _submodule(x: int, y: int, flag: bool) -> object:
    from json import decoder

    return x if decoder.JSONDecoder.__name__ == "JSONDecoder" else y


def _before(x: int, y: int, flag: bool) -> object:
    if flag:
        return math.gcd(4, 6)  # noqa: F821
    import math

    return math.gcd(4, 10)


@pytest.mark.parametrize("function", [_module, _renamed, _taken, _package, _submodule, _before])
def test_imported_names_mean_what_they_mean_in_python(function: Callable[..., object]) -> None:
    """Modules, other names, parts of a module, modules of a package; unbound before."""
    assert wrong_answers(function) == []


def _never_loaded(x: int, y: int, flag: bool) -> object:
    import introplan_nobody_has_this as other  # type: ignore[import-not-found]

    return other.number + x


def test_reading_loads_no_module() -> None:
    """One that nobody has loaded is refused, since loading it may do anything."""
    before = set(sys.modules)
    assert refusal_of(_never_loaded) == "`import` inside a function"
    assert set(sys.modules) == before
