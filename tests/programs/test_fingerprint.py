"""Fingerprints change with what a program does, and with nothing else."""

from __future__ import annotations

import builtins
import collections
import enum
import itertools
import math
import operator
import os
import random
import subprocess
import sys
import threading
import types
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from introplan.programs.fingerprint import fingerprint

WORLD = """
import enum
import math
from dataclasses import dataclass
import beside

LIMIT = 10
NEAR = {1: (2, 3), 2: (1,)}
SEEN = {"a", "b", "c", (1, 2)}

class Mode(enum.Enum):
    SLOW = 1
    FAST = 2

@dataclass(frozen=True)
class Place:
    x: int
    mode: Mode = Mode.SLOW

    def right(self):
        return Place(min(self.x + 1, LIMIT), self.mode)

class Rules:
    step = 1

    def __init__(self):
        self.far = [1, 2, 3]

rules = Rules()

def helper(x):
    return x + rules.step + len(rules.far)

def make(factor):
    return lambda s, a: (helper(s.x) * factor, NEAR, SEEN, math.pi, beside.shift(1), s.right())

transition = make(2)
START = Place(0)
"""
BESIDE = """
AMOUNT = 5

def shift(x):
    return x + AMOUNT

def unused(x):
    return x - 1
"""


def digest(tmp_path: Path, world: str = WORLD, beside: str = BESIDE) -> str:
    """The fingerprint of a world in a file, with a module beside it."""
    other, own = types.ModuleType("beside"), types.ModuleType("the_world")
    sys.modules.update({"beside": other, "the_world": own})
    exec(compile(beside, str(tmp_path / "beside.py"), "exec"), vars(other))
    exec(compile(world, str(tmp_path / "world.py"), "exec"), vars(own))
    found = fingerprint(own.transition, own.START)
    assert found is not None
    return found.digest


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("LIMIT = 10", "LIMIT = 11"),
        ("LIMIT = 10", "LIMIT = 10.0"),
        ("(2, 3)", "(2, 4)"),
        ('"c"', '"d"'),
        ("FAST = 2", "FAST = 3"),
        ("self.x + 1", "self.x + 2"),
        ("step = 1", "step = 2"),
        ("[1, 2, 3]", "[1, 2, 4]"),
        ("x + rules", "x - rules"),
        ("make(2)", "make(3)"),
        ("Place(0)", "Place(1)"),
        ("Mode = Mode.SLOW", "Mode = Mode.FAST"),
        ("def helper(x):", "def helper(x, y=0):"),
    ],
)
def test_a_change_anywhere_shows(tmp_path: Path, old: str, new: str) -> None:
    """In constants, containers, enumerations, classes, attributes, closures, the start."""
    assert old in WORLD
    assert digest(tmp_path) == digest(tmp_path)
    assert digest(tmp_path, WORLD.replace(old, new)) != digest(tmp_path)


def test_modules_beside_count_as_far_as_they_are_used(tmp_path: Path) -> None:
    """A function of them and what it uses; not what is never named."""
    first = digest(tmp_path)
    assert digest(tmp_path, beside=BESIDE.replace("= 5", "= 6")) != first
    assert digest(tmp_path, beside=BESIDE.replace("x + AMOUNT", "x - AMOUNT")) != first
    assert digest(tmp_path, beside=BESIDE.replace("x - 1", "x - 2")) == first


def test_a_module_with_the_name_of_one_of_pythons_is_looked_through(tmp_path: Path) -> None:
    """A world may be called calendar."""
    made = types.FunctionType(compile("LIMIT", "calendar.py", "eval"), {"LIMIT": 1})
    made.__module__ = "calendar"
    other = types.FunctionType(compile("LIMIT", "calendar.py", "eval"), {"LIMIT": 2})
    other.__module__ = "calendar"
    first, second = fingerprint(made), fingerprint(other)
    assert first is not None
    assert second is not None
    assert first.digest != second.digest


def test_values_of_other_types_are_other_values() -> None:
    """And so are places: what is one object in two places is not two."""
    one: list[Any] = []
    values: list[Any] = [
        1, True, 1.0, "1", b"1", (1,), [1], {1}, frozenset({1}), {1: 1}, None, -0.0, 0.0,
        [one, one], [one, []], collections.deque([1]), collections.Counter({1: 1}), range(3),
        slice(3), collections.deque([1], 3), collections.defaultdict(list), len, min, int, bool,
        collections.defaultdict(int), random.Random(1), random.Random(2),
    ]  # fmt: skip
    found = [fingerprint(value) for value in values]
    assert None not in found
    assert len({f.digest for f in found if f is not None}) == len(values)


def _digest_of(*values: Any) -> str:
    found = fingerprint(*values)
    assert found is not None
    return found.digest


def test_what_compiled_code_hides_shows() -> None:
    """Getters, fields of arrays, generators of numpy's old style."""
    names = ["x", "y"]
    kinds = [np.dtype([(name, "i4") for name in order]) for order in (names, names[::-1])]
    pairs: list[tuple[Any, Any]] = [
        (operator.itemgetter(0), operator.itemgetter(1)),
        (operator.attrgetter("x"), operator.attrgetter("y")),
        (operator.methodcaller("x", 1), operator.methodcaller("x", 2)),
        (np.zeros(2, kinds[0]), np.zeros(2, kinds[1])),
        (np.random.RandomState(1), np.random.RandomState(2)),
        (np.vectorize(lambda x: x), np.vectorize(lambda x: -x)),
    ]
    for one, other in pairs:
        assert _digest_of(one) == _digest_of(one) != _digest_of(other)
    assert fingerprint(np.frompyfunc(lambda x: x, 1, 1)) is None


class Slotted:
    """An object without a dictionary."""

    __slots__ = ("far",)

    def __init__(self, far: int) -> None:
        self.far = far


def test_defaults_arrays_and_slots_show() -> None:
    """Where they differ although the code is the same."""

    def near(x: int, far: list[int] = [1]) -> int:  # noqa: B006 - it is changed on purpose
        return x + far[0]

    def keyed(x: int, *, far: int = 1) -> int:
        return x + far

    found = set()
    for far in (1, 2):
        near.__defaults__ = ([far],)
        keyed.__kwdefaults__ = {"far": far}
        found.add((_digest_of(near), _digest_of(keyed), _digest_of(Slotted(far))))
    for one, other in zip(*found, strict=True):
        assert one != other
    grids = [np.zeros((2, 3)), np.zeros((3, 2)), np.ones((2, 3)), np.zeros((2, 3), dtype=int)]
    assert len({*map(_digest_of, grids)}) == len(grids)


class Price(enum.Enum):
    """Members that carry more than their values."""

    LOW = 1


def test_what_was_put_into_an_enumeration_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    """At a member, or at the class."""
    found = {_digest_of(Price.LOW)}
    for owner in (Price.LOW, Price):
        for value in (1, 2):
            monkeypatch.setattr(owner, "coins", value, raising=False)
            found.add(_digest_of(Price.LOW))
    assert len(found) == 5


def _world_of(text: str, path: Path) -> Any:
    names: dict[str, Any] = {"__name__": "the_world"}
    exec(compile(text, str(path / "world.py"), "exec"), names)
    return names["step"]


@pytest.mark.parametrize(
    "text",
    [
        "def step(x):\n    import helping\n    return helping.FAR",
        "def step(x):\n    import helping as h\n    return h.FAR",
        "def step(x):\n    from helping import FAR\n    return FAR",
        "import sys\ndef step(x):\n    return sys.modules['helping'].FAR",
        "def outer():\n    def step(x):\n        import helping\n        return helping.FAR\n"
        "    return step\nstep = outer()",
    ],
)
def test_what_is_imported_inside_of_a_function_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    """The module as it is now; before it is loaded nobody knows."""
    step = _world_of(text, tmp_path)
    if "sys" not in text:
        assert fingerprint(step) is None
    helping: Any = types.ModuleType("helping")
    monkeypatch.setitem(sys.modules, "helping", helping)
    found = set()
    for helping.FAR in (1, 2):
        found.add(_digest_of(step))
    assert len(found) == 2


def test_what_was_put_into_modules_of_python_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Data, functions in place of theirs, new names among the builtins."""
    lines = "import os\nimport math\ndef step(x):\n    return "
    step = _world_of(lines + "FARTHEST, math.sqrt(x), os.environ['FAR']", tmp_path)
    found = set()
    for far in (1, 2):
        monkeypatch.setattr(builtins, "FARTHEST", far, raising=False)
        found.add(_digest_of(step))
        monkeypatch.setenv("FAR", str(far))
        found.add(_digest_of(step))
    monkeypatch.setattr(math, "sqrt", lambda x: x)
    found.add(_digest_of(step))
    assert len(found) == 5


def test_what_has_no_content_has_no_fingerprint(tmp_path: Path) -> None:
    """Locks, files, iterators that have begun; code that may name anything."""
    with open(tmp_path / "file", "w", encoding="utf-8") as file:
        for value in (threading.Lock(), file, itertools.count(), iter([1])):
            assert fingerprint([value]) is None
    assert fingerprint(lambda name: globals()[name]) is None
    assert fingerprint(lambda text: eval(text)) is None


def _again(number: int) -> int:
    return _again(number - 1) if number else 0


def test_cycles_come_to_an_end() -> None:
    """A list in itself, a function that calls itself."""
    ring: list[Any] = [1]
    ring.append(ring)
    assert fingerprint(ring) is not None
    assert fingerprint(_again) is not None


class Suit(enum.Enum):
    """A class of a value."""

    HEARTS = "h"


def test_the_classes_on_the_way_are_listed() -> None:
    """By them what was kept finds its classes again."""
    found = fingerprint([Suit.HEARTS, types.SimpleNamespace(x=1)])
    assert found is not None
    assert Suit in found.classes
    assert types.SimpleNamespace in found.classes


def test_another_process_finds_the_same(tmp_path: Path) -> None:
    """Whatever the order of its sets is."""
    (tmp_path / "beside.py").write_text(BESIDE, encoding="utf-8")
    (tmp_path / "world.py").write_text(WORLD, encoding="utf-8")
    code = (
        "import world; from introplan.programs.fingerprint import fingerprint as f;"
        "print(f(world.transition, world.START).digest)"
    )
    digests = {
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=tmp_path,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(digests) == 1
