"""Values with equality of their own, and what is really in them."""

from __future__ import annotations

from dataclasses import dataclass, field

from introplan.programs.ownership import contents_of, has_own_equality


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
