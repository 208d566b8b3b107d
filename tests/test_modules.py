"""Where an import inside of a function finds its module."""

from __future__ import annotations

from typing import Any

import pytest

from introplan.modules import full_name


class Importer:
    """Knows modules by other names."""

    def full_name(self, name: str) -> str:
        """One of its own."""
        return f"own.{name}"

    def load(self) -> None:
        """What an import calls."""


@pytest.mark.parametrize(
    ("name", "level", "names", "full"),
    [
        ("a.b", 0, {}, "a.b"),
        ("b", 1, {"__package__": "x.y"}, "x.y.b"),
        ("", 1, {"__package__": "x.y"}, "x.y"),
        ("b", 2, {"__package__": "x.y"}, "x.b"),
        ("b", 0, {"__builtins__": {"__import__": __import__}}, "b"),
        ("b", 0, {"__builtins__": {"__import__": Importer().load}}, "own.b"),
    ],
)
def test_names_are_those_of_loaded_modules(
    name: str, level: int, names: dict[str, Any], full: str
) -> None:
    """Dots count from the package; a world beside its modules knows their names."""
    assert full_name(name, level, names) == full
