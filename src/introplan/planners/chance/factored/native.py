"""The one door to `native/factored_*.cpp`, and to the twins in Python where it is not there."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from introplan.factored.code import Code
from introplan.planners.chance.factored.cones import classes_of
from introplan.planners.chance.factored.layers import RelaxedCode
from introplan.planners.chance.factored.simulation import Simulation
from introplan.planners.chance.factored.twin_planner import TwinPlanner
from introplan.planners.chance.factored.twin_tables import TwinTable

try:
    from introplan import _kernel
except ImportError:
    _kernel = None  # type: ignore[assignment]

IS_AVAILABLE = hasattr(_kernel, "FactoredPlanner")
"""Was the package built with the native engine?"""

MAX_LISTED = 512
"""Joint actions up to which all are looked at; else they are composed, choice by choice."""

ALL_LAYERS = 1 << 20
"""More than any horizon: the relaxed return is not cut."""


class Way(enum.IntEnum):
    """How a decision is made, in the numbers of `native/factored_bindings.cpp`."""

    GREEDY = 0
    TREE = 1
    ROLLOUT = 2
    FIRST = 3


@dataclass(frozen=True, slots=True)
class Estimate:
    """What actions are judged by: tables, and the relaxed return of the terms that none covers.

    `shared`: wishes that are shared out among tables of actors, with the values that meet them.
    `timed`: by table, whether it looks ahead anew from each decision.
    """

    tables: tuple[Any, ...] = ()
    covered: tuple[bool, ...] = ()
    relaxed: RelaxedCode | None = None
    layers: int = ALL_LAYERS
    shared: tuple[tuple[int, float], ...] = field(default=())
    timed: tuple[bool, ...] = ()


def native_code(code: Code) -> Any:
    """Register code, handed over."""
    first, operands = [0], list[int]()
    for parts in code.operands:
        operands += parts
        first.append(len(operands))
    return _kernel.FactoredCode(code.kinds, code.numbers, first, operands)


def native_layer(simulation: Simulation, relaxed: RelaxedCode, layers: int) -> Any:
    """The layer of the relaxed return."""
    model = simulation.model
    return _kernel.RelaxedLayer(
        code=native_code(relaxed.code),
        next=list(relaxed.next),
        paid=list(relaxed.paid),
        polarity=list(relaxed.polarity),
        is_boolean=simulation.is_boolean,
        concurrency=min(model.concurrency, max(1, len(model.actions))),
        discount=model.discount,
        layers=layers,
    )


def planner(simulation: Simulation, estimate: Estimate, *, is_native: bool = IS_AVAILABLE) -> Any:
    """What decides by an estimate."""
    if is_native:
        return _native_planner(simulation, estimate)
    places = frozenset(range(len(simulation.model.actions)))
    listed, _ = classes_of(simulation.model, places)
    return TwinPlanner(
        simulation, listed, estimate.tables, estimate.relaxed, estimate.covered, estimate.layers
    )


def _native_planner(simulation: Simulation, estimate: Estimate) -> Any:
    model, relaxed = simulation.model, estimate.relaxed
    world = _kernel.FactoredWorld(
        step=native_code(simulation.step),
        conditions=native_code(simulation.conditions),
        next=list(simulation.next),
        paid=list(simulation.paid),
        allowed=list(simulation.allowed),
        ends=list(simulation.ends),
        defaults=simulation.defaults,
        choices=[(choice.place, choice.value) for choice in model.choices],
        concurrency=min(model.concurrency, len(model.actions)),
        discount=model.discount,
    )
    layer = None if relaxed is None else native_layer(simulation, relaxed, estimate.layers)
    return _kernel.FactoredPlanner(
        world=world,
        limit=MAX_LISTED,
        tables=list(estimate.tables),
        layer=layer,
        covered=list(estimate.covered),
        shared=list(estimate.shared),
        timed=list(estimate.timed),
    )


def effort(
    *, trials: int, seconds: float | None, seed: int, prior: float, exploration: float
) -> Any:
    """What a decision may cost; nothing where there is no native code, which alone searches."""
    if not IS_AVAILABLE:
        return None
    return _kernel.SearchEffort(
        trials=trials, seconds=seconds, seed=seed, prior=prior, exploration=exploration
    )


def table(
    *,
    code: Code,
    classes: Sequence[Sequence[int]],
    is_native: bool = IS_AVAILABLE,
    **parts: Any,
) -> Any:
    """A value table, not yet explored."""
    own = [list(one) for one in classes]
    if is_native:
        return _kernel.FactoredTable(code=native_code(code), classes=own, **parts)
    return TwinTable(code=code, classes=own, **parts)
