"""The functions that a step may call."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

import pytest

from introplan.programs.method_sources import below, methods_of


class Part:
    """Something that an object holds."""

    def get(self) -> int:
        """A number."""
        return helper()


def helper() -> int:
    """A number."""
    return 1


class Whole:
    """An object with a part."""

    def __init__(self) -> None:
        self.parts = {"a": [Part()]}

    def step(self, action: int) -> int:
        """A step."""
        return self.parts["a"][0].get()


def test_functions_are_found_through_parts_and_by_name() -> None:
    """Methods of the object, of what it holds, and functions that they call."""
    found = methods_of(Whole())
    assert found is not None
    assert {"step", "get", "helper"} <= {tree.name for tree in found.trees.values()}
    assert found.steps == (Whole.step,)
    assert any(isinstance(value, Part) for value in below(Whole()))


def test_a_missing_source_text_says_nothing() -> None:
    """Then nothing is known of what a step calls."""
    names: dict[str, Any] = {"__name__": "nowhere"}
    exec("class Hidden:\n    def step(self, action):\n        return 0, 0, True", names)
    assert methods_of(names["Hidden"]()) is None


class Commented:
    """Its step has notes that stand at the margin."""

    def __init__(self) -> None:
        self.place = 0

    def step(self, action: int) -> Any:
        """One step."""
        # a note, as people leave them
        self.place += action
        return self.place, 0, self.place > 3


def test_comments_at_the_margin_are_no_part_of_a_method() -> None:
    """The method around them is found, with its line."""
    found = methods_of(Commented())
    assert found is not None
    (tree,) = (found.trees[step] for step in found.steps)
    assert tree.lineno == Commented.step.__code__.co_firstlineno


HELPERS = """
def painted(place):
    return getattr(place, "colour", "grey")

def moved(world):
    setattr(world, "place", world.place + 1)
"""


WORLD = """
import painting

class World:
    place = 0

    def step(self, action):
        {body}
        return painting.painted(self.place), 0, self.place > 3
"""


@pytest.mark.parametrize(
    ("body", "names"),
    [("self.place += 1", {"step"}), ("painting.moved(self)", {"step", "painted", "moved"})],
    ids=["left-out", "given"],
)
def test_an_installed_package_is_left_out_unless_it_is_given_the_object(
    body: str, names: set[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It knows nothing of the object's attributes then, whatever its functions do."""
    site, own = tmp_path / "site", tmp_path / "own"
    (site / "painting-1.0.dist-info").mkdir(parents=True)
    own.mkdir()
    (site / "painting.py").write_text(HELPERS)
    (own / "painted_world.py").write_text(WORLD.format(body=body))
    monkeypatch.syspath_prepend(site)
    monkeypatch.syspath_prepend(own)
    for name in ("painting", "painted_world"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    found = methods_of(importlib.import_module("painted_world").World())
    assert found is not None
    assert {tree.name for tree in found.trees.values()} == names
