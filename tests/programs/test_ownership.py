"""Values with equality of their own, and what is really in them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from introplan.programs.ownership import Imprint, contents_of, has_own_equality


class Named:
    """Equal by its name, whatever else it holds."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.bag: list[int] = []

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Named) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)


@dataclass
class Box:
    """Equal by what it holds."""

    parts: list[object] = field(default_factory=list)


def test_own_equality_is_found_at_any_depth() -> None:
    """In lists, tuples, dictionaries and attributes; built-in types have none."""
    assert has_own_equality(Named("a"))
    assert has_own_equality([1, ({"x": Named("a")},)])
    assert has_own_equality(Box([Named("a")]))
    assert not has_own_equality([1, "a", {2: (3.0, None)}, {4}])


def test_contents_look_past_equality() -> None:
    """A change that `__eq__` does not see changes the contents."""
    value = Named("a")
    before = contents_of([value])
    value.bag.append(1)
    assert [value] == [Named("a")]
    assert contents_of([value]) != before


def test_contents_of_equal_values_are_equal() -> None:
    """Two that were made alike have the same contents."""
    assert contents_of({"x": (Named("a"), 1)}) == contents_of({"x": (Named("a"), 1)})
    assert contents_of(Box([1])) == contents_of(Box([1])) != contents_of(Box([2]))


class Step:
    """A state that knows the one before it, equal by what it is called."""

    def __init__(self, name: str, parent: Step | None = None) -> None:
        self.name, self.parent = name, parent
        self.boxes, self.log, self.grid = {(1, name)}, [name], np.zeros(2)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Step) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)


@pytest.mark.parametrize(
    "change",
    [
        lambda s: s.log.append(1),
        lambda s: s.boxes.add((2, "b")),
        lambda s: setattr(s, "name", "c"),
        lambda s: setattr(s, "extra", None),
        lambda s: setattr(s, "parent", Step("a")),
        lambda s: s.parent.log.clear(),
        lambda s: s.parent.grid.fill(1),
    ],
)
def test_an_imprint_shows_each_change(change: Callable[[Any], None]) -> None:
    """Of attributes, of lists and sets and arrays, and of the state before."""
    value = [Step("b", Step("a"))]
    before = Imprint(value)
    assert before.is_intact()
    change(value[0])
    assert not before.is_intact()


def test_what_is_undone_or_put_there_anew_is_no_change() -> None:
    """Going back after a try, sorting a list that is in order, texts that were made again."""
    value = Step("b", Step("a"))
    before = Imprint(value)
    value.log.append("x")
    value.log.pop()
    value.boxes.remove((1, "b"))
    value.boxes.add((1, "b"[:1]))
    value.log = sorted(value.log)
    value.name = "".join(["b"])
    assert before.is_intact()


def test_an_imprint_of_a_long_way_is_soon_made() -> None:
    """Each state holds all before it: what is seen is in proportion to their number."""
    value = Step("0")
    for number in range(2_000):
        value = Step(str(number), value)
    before = Imprint(value)
    value.log.append("")
    assert not before.is_intact()
