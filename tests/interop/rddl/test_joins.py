"""Aggregations look only at objects that matter, and at all of these."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

import rddl_texts
from introplan.factored.expressions import Constant
from introplan.interop.rddl.grounding import Grounder
from introplan.interop.rddl.joins import Binding, Joins
from introplan.interop.rddl.lifted import Aggregate, Lifted
from introplan.interop.rddl.loading import model_of, world_of

VARIABLES = """
    ROAD(node, node) : { non-fluent, bool, default = false };
    SIZE(node) : { non-fluent, int, default = 0 };
    at(node) : { state-fluent, bool, default = false };"""

OBJECTS = "node : { a, b, c, d, e };"
ROADS = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 4)]

BODIES = {
    "sum_{?n : node, ?m : node} [ROAD(?n, ?m) * at(?m)]": set(ROADS),
    "sum_{?n : node, ?m : node} [ROAD(?m, ?n) ^ at(?m) ^ SIZE(?n)]": {(4, 0), (1, 0)},
    "exists_{?n : node, ?m : node} [at(?n) ^ ROAD(?n, ?m) ^ ~ROAD(?m, ?n)]": set(ROADS),
    "forall_{?n : node, ?m : node} [ROAD(?n, ?m) => at(?n)]": set(ROADS),
    "forall_{?n : node, ?m : node} [~ROAD(?n, ?m) | at(?n)]": set(ROADS),
    "prod_{?n : node, ?m : node} [if (ROAD(?n, ?m) ^ at(?n)) then 0.5 else 1.0]": set(ROADS),
    "prod_{?n : node, ?m : node} [1.0 - ROAD(?n, ?m) * at(?n)]": set(ROADS),
    "sum_{?n : node, ?m : node} [if (ROAD(?n, ?m)) then at(?n) else 0]": set(ROADS),
    "sum_{?n : node, ?m : node} [if (~ROAD(?n, ?m)) then 0 else at(?n)]": set(ROADS),
    "sum_{?n : node, ?m : node} [(?n == ?m) * at(?n)]": {(n, n) for n in range(5)},
    "sum_{?n : node, ?m : node} [at(?n) | ROAD(?n, ?m)]": set(product(range(5), repeat=2)),
    "max_{?n : node, ?m : node} [ROAD(?n, ?m) * at(?m)]": set(product(range(5), repeat=2)),
    "sum_{?n : node, ?m : node} [Bernoulli(0.5 * ROAD(?n, ?m))]": set(ROADS),
}


@pytest.mark.parametrize("text", BODIES)
def test_the_bindings_are_those_that_matter(text: str, tmp_path: Path) -> None:
    """Each once; what the body demands of non-fluents is looked up, and nothing else assumed."""
    names = "abcde"
    roads = " ".join(f"ROAD({names[i]}, {names[j]});" for i, j in ROADS)
    files = rddl_texts.written(
        tmp_path,
        variables=VARIABLES,
        cpfs="at'(?n) = at(?n);",
        reward=text,
        objects=OBJECTS,
        non_fluents=f"{roads} SIZE(b) = 2; SIZE(e) = 1;",
    )
    world = world_of(model_of(*files))
    grounder, aggregate = Grounder(world), world.reward
    assert isinstance(aggregate, Aggregate)

    def holds(expression: Lifted, binding: Binding) -> float:
        found = grounder.ground(expression, binding)
        assert isinstance(found, Constant)
        return found.value

    bindings = list(Joins(world, grounder.reading).bindings(aggregate, {}, holds))
    found = [(one["?n"], one["?m"]) for one in bindings]

    assert len(found) == len(set(found))
    expected = BODIES[text]
    if "SIZE" in text:
        expected = {(j, i) for i, j in ROADS if j in (1, 4)}
    assert set(found) == expected
