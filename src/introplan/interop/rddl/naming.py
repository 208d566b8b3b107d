"""Ground fluents: their arguments, their names, and the variables that they are."""

from __future__ import annotations

from collections.abc import Iterator

from introplan.factored.model import Kind, VariableInfo
from introplan.interop.rddl.lifted import FluentInfo, Place, World


def ground_places(world: World, fluent: FluentInfo) -> Iterator[Place]:
    """All arguments of a fluent, the last changing first."""
    yield from _products([len(world.objects[kind]) for kind in fluent.types])


def _products(counts: list[int]) -> Iterator[Place]:
    if not counts:
        yield ()
        return
    for head in range(counts[0]):
        for rest in _products(counts[1:]):
            yield head, *rest


def ground_name(world: World, fluent: FluentInfo, place: Place) -> str:
    """A fluent with its objects: `running(c1)`."""
    named = [world.objects[kind][o] for kind, o in zip(fluent.types, place, strict=True)]
    return f"{fluent.name}({', '.join(named)})" if named else fluent.name


KINDS = {"bool": Kind.BOOLEAN, "int": Kind.WHOLE, "real": Kind.REAL}


def variable_info(
    world: World, fluent: FluentInfo, place: Place, *, suffix: str = ""
) -> VariableInfo:
    """The variable of a ground fluent."""
    kind = KINDS.get(fluent.range, Kind.ENUMERATED)
    names = world.objects[fluent.range] if kind is Kind.ENUMERATED else ()
    start = world.values.get(fluent.name, {}).get(place, fluent.default)
    shown = ground_name(world, fluent, place) + suffix
    return VariableInfo(shown, kind, start, names, fluent.default)
