"""The shipped domains by name: what they are about, their parameters, and tasks in them."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from introplan.domains import bins, blocks_world, drawers
from introplan.domains.models import model, model_path
from introplan.errors import UsageError, did_you_mean
from introplan.model.domain import Domain, Task


@dataclass(frozen=True, slots=True)
class Parameter:
    """A number that a generator asks for."""

    name: str
    default: int
    minimum: int
    description: str


@dataclass(frozen=True, slots=True)
class ShippedDomain:
    """A domain that comes with the package; `build` makes a task of a value per parameter."""

    name: str
    description: str
    parameters: tuple[Parameter, ...]
    build: Callable[[random.Random, dict[str, int]], Task]


def _blocks_world(rng: random.Random, values: dict[str, int]) -> Task:
    return blocks_world.sample_task(blocks_world.BlocksWorldParams(**values), rng)


def _drawers(rng: random.Random, values: dict[str, int]) -> Task:
    return drawers.sample_task(drawers.DrawersParams(**values), rng)


def _bins(rng: random.Random, values: dict[str, int]) -> Task:
    return bins.sample_task(bins.BinsParams(**values), rng)


SHIPPED: dict[str, ShippedDomain] = {
    shipped.name: shipped
    for shipped in (
        ShippedDomain(
            "blocks-world",
            "unstack all towers of blocks with one hand",
            (Parameter("blocks", 10, 1, "how many blocks there are"),),
            _blocks_world,
        ),
        ShippedDomain(
            "drawers",
            "sort items into the drawers of their labels and close all drawers",
            (
                Parameter("drawers", 3, 1, "how many drawers (and labels) there are"),
                Parameter("items", 6, 0, "how many items there are"),
            ),
            _drawers,
        ),
        ShippedDomain(
            "bins",
            "empty all bins and close each one: a reward for every empty bin that is closed",
            (
                Parameter("bins", 3, 1, "how many bins there are"),
                Parameter("items", 6, 0, "how many items there are"),
            ),
            _bins,
        ),
    )
}


def shipped_domain(name: str) -> ShippedDomain:
    """The entry called `name`."""
    if name not in SHIPPED:
        raise UsageError(f"unknown domain {name!r}{did_you_mean(name, SHIPPED)}")
    return SHIPPED[name]


def domain(name: str) -> Domain:
    """The model of a shipped domain."""
    return model(shipped_domain(name).name)


def domain_path(name: str) -> Path:
    """The PDDL file of a shipped domain."""
    return model_path(shipped_domain(name).name)


def sample(name: str, *, seed: int = 0, **params: int) -> Task:
    """The task number `seed` of a shipped domain: the same numbers give the same task."""
    shipped = shipped_domain(name)
    known = {parameter.name for parameter in shipped.parameters}
    for given in params:
        if given not in known:
            raise UsageError(f"{name} has no parameter {given!r}{did_you_mean(given, known)}")
    values = {p.name: _checked(p, params.get(p.name, p.default)) for p in shipped.parameters}
    return shipped.build(random.Random(seed), values)


def _checked(parameter: Parameter, value: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise UsageError(f"{parameter.name} must be a whole number, got {value!r}")
    if value < parameter.minimum:
        raise UsageError(f"{parameter.name} must be at least {parameter.minimum}, got {value}")
    return value
