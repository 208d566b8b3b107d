"""Expressions with parameters: what they depend on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

from introplan.factored.expressions import Operator
from introplan.interop.rddl.lifted import (
    Aggregate,
    Call,
    Choose,
    Coin,
    Die,
    FluentInfo,
    Lifted,
    Number,
    Parameter,
    Reading,
    Role,
    Use,
    World,
    parts,
)

X, Y, ONE = Parameter("?x"), Parameter("?y"), Number(1.0)


@dataclass
class _Fluents:
    fluents: dict[str, FluentInfo]


def reading() -> Reading:
    """Of a world with one fixed fluent and one that changes."""
    infos = {
        name: FluentInfo(name, role, ("node",), "bool", 0.0)
        for name, role in (("F", Role.FIXED), ("s", Role.STATE))
    }
    return Reading(cast(World, cast(Any, _Fluents(infos))))


def test_parts_are_all_parts_in_order() -> None:
    """For every node."""
    assert parts(X) == parts(ONE) == ()
    assert parts(Use("F", (X,))) == (X,)
    assert parts(Call(Operator.ADD, (X, Y))) == (X, Y)
    assert parts(Choose(X, Y, ONE)) == (X, Y, ONE)
    assert parts(Aggregate(Operator.ADD, (("?x", "node"),), X)) == (X,)
    assert parts(Coin(X)) == (X,)
    assert parts(Die((0, 1), (X, Y), None, True)) == (X, Y)


def test_free_parameters_are_those_that_nothing_inside_binds() -> None:
    """Aggregations and draws over objects bind theirs."""
    seen = reading()
    body = Call(Operator.AND, (Use("F", (X,)), Use("s", (Y,))))

    assert seen.free(body) == ("?x", "?y")
    assert seen.free(Aggregate(Operator.OR, (("?x", "node"),), body)) == ("?y",)
    assert seen.free(Die((0, 1), (body,), "?y", True)) == ("?x",)


def test_fixed_is_what_depends_on_objects_alone() -> None:
    """No fluent that changes, no draw."""
    seen = reading()
    fixed = Aggregate(Operator.ADD, (("?x", "node"),), Use("F", (X,)))
    changing: list[Lifted] = [Use("s", (X,)), Use("F", (Use("s", (X,)),)), Coin(ONE)]

    assert seen.is_fixed(fixed)
    assert not any(map(seen.is_fixed, changing))
