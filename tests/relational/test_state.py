"""Objects by type, and states as sets of facts."""

from __future__ import annotations

from introplan.relational.formula import Constant, Predicate
from introplan.relational.state import Objects, State

A, B, C = map(Constant, "abc")
ON = Predicate("on", 2)
ANCESTORS = {"truck": ("vehicle", "thing"), "vehicle": ("thing",)}
OBJECTS = Objects.build([(C, ("truck",)), (A, ("vehicle",)), (B, ("city",))], ANCESTORS)


def test_objects_are_found_by_their_types_and_those_above() -> None:
    """Sorted by name, in whatever order they were declared; of several types each once."""
    assert OBJECTS.of(("vehicle",)) == (A, C)
    assert OBJECTS.of(("truck",)) == (C,)
    assert OBJECTS.of(("object",)) == (A, B, C)
    assert OBJECTS.of(("thing", "city", "truck")) == (A, B, C)
    assert OBJECTS.of(("nothing",)) == ()
    assert len(OBJECTS) == 3


def test_a_state_is_its_facts() -> None:
    """Equal facts, equal states; the text is sorted and reads as PDDL."""
    one = State(OBJECTS, frozenset({ON(B, C), ON(A, B)}))
    other = State(OBJECTS, frozenset({ON(A, B), ON(B, C)}))

    assert one == other
    assert hash(one) == hash(other)
    assert one != State(OBJECTS, frozenset({ON(A, B)}))
    assert str(one) == "(:init (on a b) (on b c))"
