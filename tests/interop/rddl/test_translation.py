"""Syntax trees of RDDL in our operators; the meaning is held against pyRDDLGym elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

import rddl_texts
from introplan.errors import ModelError
from introplan.factored.expressions import Operator
from introplan.interop.rddl.lifted import Aggregate, Call, Choose, Lifted, Number, Parameter, Use
from introplan.interop.rddl.loading import model_of, world_of

VARIABLES = """
    hue-of : { state-fluent, hue, default = @red };
    ROAD(node, node) : { non-fluent, bool, default = false };
    at(node) : { state-fluent, bool, default = false };"""


def reward(text: str, folder: Path) -> Lifted:
    """The reward with this text."""
    cpfs = "at'(?n) = at(?n); hue-of' = hue-of;"
    types = "node : object; hue : { @red, @green, @blue };"
    files = rddl_texts.written(folder, types=types, variables=VARIABLES, cpfs=cpfs, reward=text)
    return world_of(model_of(*files)).reward


def test_nested_aggregations_of_one_kind_are_one(tmp_path: Path) -> None:
    """So that they are one join; of two kinds they stay two."""
    one = reward("sum_{?n : node} [sum_{?m : node} [ROAD(?n, ?m) * at(?m)]]", tmp_path)
    two = reward("sum_{?n : node} [exists_{?m : node} [ROAD(?n, ?m) ^ at(?m)]]", tmp_path)

    assert isinstance(one, Aggregate)
    assert [name for name, _ in one.parameters] == ["?n", "?m"]
    assert isinstance(two, Aggregate)
    assert isinstance(two.body, Aggregate)


def test_an_inner_parameter_of_the_same_name_is_another(tmp_path: Path) -> None:
    """Then the aggregations stay apart."""
    found = reward("sum_{?n : node} [at(?n) + sum_{?n : node} at(?n)]", tmp_path)
    again = reward("sum_{?n : node} [sum_{?n : node} at(?n)]", tmp_path)

    assert isinstance(found, Aggregate)
    assert isinstance(again, Aggregate)
    assert len(again.parameters) == 1


def test_long_chains_are_flat(tmp_path: Path) -> None:
    """A thousand summands do not nest a thousand deep."""
    found = reward(" + ".join(["1"] * 1_000), tmp_path)

    assert isinstance(found, Call)
    assert found.operator is Operator.ADD
    assert len(found.arguments) == 1_000


def test_comparisons_and_implications_are_few_operators(tmp_path: Path) -> None:
    """`a > b` is `b < a`, `a => b` is `~a | b`."""
    larger = reward("3 > 2", tmp_path)
    implied = reward("exists_{?n : node} [at(?n) => at(?n)]", tmp_path)

    assert isinstance(larger, Call)
    assert larger.operator is Operator.LESS
    assert [one.value for one in larger.arguments if isinstance(one, Number)] == [2.0, 3.0]
    assert isinstance(implied, Aggregate)
    assert isinstance(implied.body, Call)
    assert implied.body.operator is Operator.OR


def test_switches_are_choices(tmp_path: Path) -> None:
    """Case by case; the last needs no question."""
    found = reward("switch (hue-of) { case @red : 5, case @green : 6, default : 7 }", tmp_path)

    assert isinstance(found, Choose)
    assert isinstance(found.otherwise, Choose)


def test_parameters_stand_for_objects(tmp_path: Path) -> None:
    """They may be compared, and are arguments of fluents."""
    found = reward("sum_{?n : node, ?m : node} [(?n ~= ?m) * at(?n)]", tmp_path)

    assert isinstance(found, Aggregate)
    assert isinstance(found.body, Call)
    use = found.body.arguments[1]
    assert isinstance(use, Use)
    assert isinstance(use.arguments[0], Parameter)


def test_unknown_types_and_aggregations_over_them_are_named(tmp_path: Path) -> None:
    """With the types that there are."""
    with pytest.raises(ModelError, match="there is no type nodes with objects; did you mean"):
        reward("sum_{?n : nodes} [1]", tmp_path)
