"""The functions that a step may call."""

from __future__ import annotations

from typing import Any

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
