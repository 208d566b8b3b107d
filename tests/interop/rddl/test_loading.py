"""From files to a lifted world; what is not supported is refused by name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import rddl_texts
from introplan.errors import ModelError
from introplan.interop.rddl.lifted import Role
from introplan.interop.rddl.loading import model_of, world_of

ON = "on(node) : { state-fluent, bool, default = false };"
KEEP = "on'(?n) = on(?n);"


def test_names_values_and_numbers_are_those_of_the_files(tmp_path: Path) -> None:
    """Objects in order, values for all arguments, defaults where nothing is said."""
    parts: dict[str, Any] = {
        "variables": f"RATE(node) : {{ non-fluent, real, default = 0.25 }}; {ON}",
        "cpfs": KEEP,
        "non_fluents": "RATE(b) = 0.5;",
        "init": "on(a);",
        "concurrency": "pos-inf",
        "horizon": 7,
        "discount": "0.5",
    }
    world = world_of(model_of(*rddl_texts.written(tmp_path, **parts)))

    assert world.objects == {"node": ("a", "b")}
    assert world.values == {"RATE": {(0,): 0.25, (1,): 0.5}, "on": {(0,): 1.0, (1,): 0.0}}
    assert world.fluents["on"].role is Role.STATE
    assert (world.horizon, world.discount, world.concurrency) == (7, 0.5, 0)


REFUSED = {
    "partially observed \\(seen\\)": {
        "variables": f"{ON} seen(node) : {{ observ-fluent, bool }};",
        "cpfs": f"{KEEP} seen(?n) = on(?n);",
    },
    "the action push is continuous \\(real\\)": {
        "variables": f"{ON} push(node) : {{ action-fluent, real, default = 0.0 }};",
        "cpfs": KEEP,
    },
    "the cpf of x': draws from Normal are not supported; what can be drawn is Bernoulli": {
        "variables": "x : { state-fluent, real, default = 0.0 };",
        "cpfs": "x' = Normal(x, 1.0);",
    },
    "the reward: the function cos is not supported; there is abs": {
        "variables": ON,
        "cpfs": KEEP,
        "reward": "cos[1.0]",
    },
    "the cpf of on'\\(\\?n\\): there is no fluent om; there is on": {
        "variables": ON,
        "cpfs": "on'(?n) = om(?n);",
    },
    "condition 1 of action-preconditions: the parameter \\?n is not bound": {
        "variables": ON,
        "cpfs": KEEP,
        "sections": "action-preconditions { on(?n); };",
    },
    "on has 1 arguments, got 2": {"variables": ON, "cpfs": "on'(?n) = on(?n, ?n);"},
    "pyRDDLGym does not read it: .*Syntax error": {"variables": ON, "cpfs": "on'(?n) = ;"},
    "the discount must be above 0": {"variables": ON, "cpfs": KEEP, "discount": "0.0"},
}


@pytest.mark.parametrize("message", REFUSED)
def test_what_is_not_supported_is_refused_by_name(message: str, tmp_path: Path) -> None:
    """What, where, and what would be right."""
    with pytest.raises(ModelError, match=f"(?s){message}"):
        world_of(model_of(*rddl_texts.written(tmp_path, **REFUSED[message])))


def test_files_are_named_where_they_cannot_be_parsed(tmp_path: Path) -> None:
    """With pyRDDLGym's words, without its colours."""
    files = rddl_texts.written(tmp_path, variables=ON, cpfs="nonsense")
    with pytest.raises(ModelError) as caught:
        model_of(*files)
    assert str(caught.value).startswith(" + ".join(files))
    assert "\x1b" not in str(caught.value)


def test_constraints_on_actions_are_preconditions(tmp_path: Path) -> None:
    """Those of states alone are assertions about the model, and are left out."""
    world = world_of(
        model_of(
            *rddl_texts.written(
                tmp_path,
                variables=f"{ON} push : {{ action-fluent, bool, default = false }};",
                cpfs=KEEP,
                sections="state-action-constraints { exists_{?n : node} on(?n); ~push; };",
            )
        )
    )

    assert len(world.preconditions) == 1
