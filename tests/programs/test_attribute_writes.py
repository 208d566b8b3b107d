"""Which attributes functions set or change in place."""

from __future__ import annotations

import ast

from introplan.programs.attribute_writes import given_away, names_stored, set_by_functions

TEXT = """
def step(self, action):
    self.a = [1]
    self.b.c[0] = 2
    self.d.append(3)
    del self.e
    self.f, self.g = self.h
    self.i.get(4)
"""


def test_what_a_function_sets() -> None:
    """Also by methods that change, and all attributes on the way to a place."""
    tree = ast.parse(TEXT).body[0]
    assert isinstance(tree, ast.FunctionDef)
    assert names_stored([tree]) == {"a", "b", "c", "d", "e", "f", "g"}
    assert {*given_away(tree)} == {"b", "c", "f", "g"}


class World:
    """With a property that can be set."""

    @property
    def level(self) -> int:
        """A number."""
        return 1

    @level.setter
    def level(self, value: int) -> None:
        """Another one."""


def test_attributes_of_which_setting_one_calls_a_function() -> None:
    """Properties of the object's class."""
    assert "level" in {*set_by_functions(World())}
