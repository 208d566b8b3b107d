"""What changes nothing."""

from __future__ import annotations

import ast

import pytest

from introplan.programs.harmless import is_harmless
from introplan.programs.method_sources import methods_of


class World:
    """Methods that change something, and others."""

    def __init__(self) -> None:
        self.cells = [1, 2]

    def step(self, action: int) -> int:
        """A step."""
        return self.look()[0] + self.take() + self.alias()

    def look(self) -> list[int]:
        """A new list."""
        seen = list(self.cells)
        seen.append(3)
        seen[0] = 4
        return seen

    def take(self) -> int:
        """One less."""
        return self.cells.pop()

    def alias(self) -> int:
        """The same list under another name."""
        cells = self.cells
        cells[0] = 5
        return 0


@pytest.mark.parametrize(
    ("text", "harmless"),
    [
        ("self.look()", True),
        ("len(self.cells) + 1", True),
        ("self.take()", False),
        ("self.alias()", False),
        ("[self.cells.append(x) for x in 'ab']", False),
        ("(self.table[0])()", False),
    ],
)
def test_harmless(text: str, harmless: bool) -> None:
    """What a function made itself it may change."""
    methods = methods_of(World())
    assert methods is not None
    assert is_harmless(methods, ast.parse(text, mode="eval").body) is harmless
