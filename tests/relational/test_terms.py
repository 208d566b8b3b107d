"""Terms: order, and lists of typed variables."""

from __future__ import annotations

from introplan.relational.terms import Constant, Variable, declare, type_text


def test_runs_of_one_type_share_it() -> None:
    """As people write it; `object` is left out at the end."""
    x, y, z = Variable("x", ("block",)), Variable("y", ("block",)), Variable("z")

    assert declare((x, y, z)) == "(?x ?y - block ?z)"
    assert declare((z, x)) == "(?z - object ?x - block)"
    assert type_text(("a", "b")) == "(either a b)"


def test_objects_are_ordered_by_name() -> None:
    """Everything that is sorted depends on it."""
    assert sorted([Constant("b"), Constant("a")]) == [Constant("a"), Constant("b")]
