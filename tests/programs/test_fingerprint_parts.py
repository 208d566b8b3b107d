"""What values are made of, as fingerprints see them."""

from __future__ import annotations

import enum
import functools
import math
import operator
from typing import Any

import numpy as np

from introplan.programs.fingerprint_parts import (
    codes_in,
    entries_of_enum,
    imported_by,
    is_of_numpy,
    may_differ,
    parts_of,
    slots_of,
)


class Slotted:
    """Slots, one of them hidden."""

    __slots__ = ("__far", "near")


class Light(enum.Enum):
    """A member that carries something."""

    ON = 1


def test_wrappers_are_taken_apart() -> None:
    """What they hold is what they are; other values are told otherwise."""
    assert parts_of(functools.partial(max, 1, key=abs)) == (max, (1,), {"key": abs}, {})
    assert parts_of(operator.itemgetter(3)) == (operator.itemgetter, (3,))
    assert parts_of(3) is None


def test_codes_and_slots_are_found() -> None:
    """Codes with those inside, slots by the names that reach them."""
    inner = [code.co_name for code in codes_in((lambda: lambda: 0).__code__)]
    assert inner == ["<lambda>", "<lambda>"]
    assert [*slots_of(Slotted)] == ["_Slotted__far", "near"]


def test_imports_have_full_names() -> None:
    """The package that is bound, and the module that is meant; dots count from the package."""
    text = "def f():\n import os.path\n from . import near\n from ..far import away"
    (code,) = (c for c in compile(text, "f.py", "exec").co_consts if hasattr(c, "co_code"))
    found = [*imported_by(code, {"__package__": "one.two"})]
    assert found == ["os", "os.path", "one.two", "one.far"]
    assert [*imported_by((lambda: 0).__code__, {})] == []


def test_members_of_enumerations_carry_values() -> None:
    """Their own, and what was put there."""
    own: Any = Light.ON
    own.watts = 40
    found = [entry for entry in entries_of_enum(Light) if not entry[0].startswith("_")]
    assert found == [("ON", 1), ("watts", 40)]


def test_what_may_differ_in_modules_of_python() -> None:
    """Data and what somebody has put there; not their own code."""
    assert may_differ(math.pi)
    assert may_differ(lambda: 0)
    assert not any(map(may_differ, (math.sqrt, functools.reduce, operator, int)))


def test_what_numpy_has_under_its_name() -> None:
    """Arrays and functions of numpy's; not what was made like them."""
    assert is_of_numpy(np.zeros(1))
    assert is_of_numpy(np.add)
    assert not is_of_numpy(np.frompyfunc(lambda x: x, 1, 1))
