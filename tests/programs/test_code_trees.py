"""What a function's code names, where there is no text of it."""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from introplan.programs.code_trees import code_names, code_tree


def test_names_in_comprehensions_and_cells_are_named() -> None:
    """The code of a comprehension is code of its own."""
    limit = 3

    def found(world: Any) -> bool:
        return any(helper(world, part) < limit for part in world.parts)

    assert isinstance(found, FunctionType)
    assert {"helper", "parts", "limit"} <= {*code_names(found)}


def helper(world: Any, part: Any) -> int:
    """A number."""
    return int(world.count + part)


def test_a_tree_of_code_reads_and_sets_what_the_code_does() -> None:
    """An attribute that is only set is not read; where parts change, all may."""
    names: dict[str, Any] = {}
    exec("def found(world):\n    world.a = world.b\n    world.c[0] = f'{world.d}'", names)
    text = ast.unparse(code_tree(names["found"]))
    assert "self.c = self" in text
    assert "self.a = self" in text
    assert "self.d\n" in text
    assert "f'{self}'" in text
    exec("def only(world):\n    world.a = world.b", names)
    only = ast.unparse(code_tree(names["only"])).splitlines()
    assert "    self.b" in only
    assert "    self.a" not in only
