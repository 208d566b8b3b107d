"""Where instances keep what they carry: dictionaries, slots, and what C types hide."""

from __future__ import annotations

import gc
import random
import weakref
from collections import OrderedDict
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pytest

from introplan.programs.layout import (
    caches_of,
    carried,
    class_with_equality,
    elements_of,
    is_frozen,
    is_record,
    layout_of,
    once_per_type,
)


class Slotted:
    """Slots, of which one is private."""

    __slots__ = ("__hidden", "x")

    def __init__(self) -> None:
        self.x, self.__hidden = 1, 2


class Child(Slotted):
    """Slots above, a dictionary here."""


class Numbers(list[int]):
    """A list that may carry attributes."""


@dataclass(frozen=True)
class Frozen:
    """A frozen dataclass that works something out once."""

    x: int = 1

    @cached_property
    def double(self) -> int:
        """Follows from `x`."""
        return 2 * self.x


def test_all_that_an_instance_carries_is_found() -> None:
    """Slots under their mangled names, attributes, but not the content."""
    child = Child()
    child.more = 3  # type: ignore[attr-defined]
    numbers = Numbers([1, 2])
    numbers.name = "n"  # type: ignore[attr-defined]

    assert carried(Slotted()) == {"_Slotted__hidden": 2, "x": 1}
    assert carried(child) == {"_Slotted__hidden": 2, "x": 1, "more": 3}
    assert (carried(numbers), elements_of(numbers)) == ({"name": "n"}, [1, 2])


@pytest.mark.parametrize(
    ("kind", "root", "is_bare", "is_opaque"),
    [
        (list, list, True, False),
        (Numbers, list, False, False),
        (OrderedDict, OrderedDict, False, False),
        (Slotted, object, False, False),
        (random.Random, object, False, True),
    ],
)
def test_a_type_has_a_root_and_may_hide_something(
    kind: type, root: type, is_bare: bool, is_opaque: bool
) -> None:
    """What is larger than its parts has something in it that Python does not show."""
    layout = layout_of(kind)

    assert (layout.root, layout.is_bare, layout.is_opaque) == (root, is_bare, is_opaque)


def test_frozen_dataclasses_have_caches() -> None:
    """What a cached_property stored follows from the fields."""
    assert caches_of(Frozen) == {"double"}
    assert (is_record(Frozen), is_frozen(Frozen), is_frozen(Slotted)) == (True, True, False)


def test_only_written_equality_is_an_idea_of_its_own() -> None:
    """Generated methods compare the fields, as we do."""

    class Own:
        def __eq__(self, other: object) -> bool:
            return isinstance(other, Own)

        def __hash__(self) -> int:
            return 1

    assert class_with_equality(Own) is Own
    assert class_with_equality(Frozen) is None
    assert class_with_equality(Slotted) is None


def test_answers_about_a_type_are_forgotten_with_it() -> None:
    """Tables of types would keep the worlds that they were defined in."""
    asked: list[Any] = []

    @once_per_type
    def name_of(kind: type) -> str:
        asked.append(None)
        return kind.__name__

    def made() -> type:
        class Local:
            pass

        return Local

    kind = made()
    assert (name_of(kind), name_of(kind), name_of(int), name_of(int)) == (
        "Local", "Local", "int", "int",
    )  # fmt: skip
    assert len(asked) == 2
    gone = weakref.ref(kind)
    del kind
    gc.collect()
    assert gone() is None
