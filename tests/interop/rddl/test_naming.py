"""Ground fluents: all of them, in order, by names that can be read."""

from __future__ import annotations

from pathlib import Path

import rddl_texts
from introplan.factored.model import Kind
from introplan.interop.rddl.loading import model_of, world_of
from introplan.interop.rddl.naming import ground_name, ground_places, variable_info


def test_ground_fluents_are_all_of_them_in_order(tmp_path: Path) -> None:
    """The last argument changes first; a fluent without arguments is one."""
    files = rddl_texts.written(
        tmp_path,
        types="node : object; hue : { @red, @green };",
        variables="""ROAD(node, node) : { non-fluent, bool, default = false };
            look(node) : { state-fluent, hue, default = @green };
            count : { state-fluent, int, default = 3 };""",
        cpfs="look'(?n) = look(?n); count' = count + 1;",
        init="look(b) = @red;",
    )
    world = world_of(model_of(*files))
    road, look, count = (world.fluents[name] for name in ("ROAD", "look", "count"))

    assert list(ground_places(world, road)) == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert list(ground_places(world, count)) == [()]
    assert ground_name(world, road, (0, 1)) == "ROAD(a, b)"
    assert ground_name(world, count, ()) == "count"
    shown = variable_info(world, look, (1,))
    assert (shown.name, shown.kind, shown.names) == ("look(b)", Kind.ENUMERATED, ("red", "green"))
    assert (shown.start, shown.default) == (0.0, 1.0)
    assert variable_info(world, count, (), suffix="'").name == "count'"
