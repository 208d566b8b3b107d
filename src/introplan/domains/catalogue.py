"""The shipped domains by name: what they are about, their parameters, and tasks in them."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, overload

from introplan.deferred import deferred
from introplan.domains import generators
from introplan.domains.generators import model, model_path
from introplan.errors import UsageError, did_you_mean
from introplan.mdp import Task
from introplan.pddl import print_problem
from introplan.programs.program import ProgramTask
from introplan.relational.domain import Domain, RelationalTask

if TYPE_CHECKING:
    from pathlib import Path

    from introplan.domains import python_worlds as worlds
else:
    worlds = deferred("introplan.domains.python_worlds")


@dataclass(frozen=True, slots=True)
class Parameter:
    """A number that a generator asks for."""

    name: str
    default: int
    minimum: int
    description: str


MAX_PARAMETER = 1_000_000_000
"""No parameter is larger: it would be a slip of the pen."""


@dataclass(frozen=True, slots=True)
class ShippedDomain:
    """A domain that comes with the package; `build` makes a task of a value per parameter.

    `text` writes that task to a file. `bounds` gives the lowest and the highest score of an
    episode, where that is known.
    """

    name: str
    description: str
    parameters: tuple[Parameter, ...]
    build: Callable[[random.Random, dict[str, int]], Task]
    text: Callable[[random.Random, dict[str, int]], str]
    bounds: Callable[[Any], tuple[float, float]] | None = None
    is_python: bool = False


def _blocks_world(rng: random.Random, values: dict[str, int]) -> RelationalTask:
    return generators.blocks_world(rng, **values)


def _drawers(rng: random.Random, values: dict[str, int]) -> RelationalTask:
    return generators.drawers(rng, **values)


def _bins(rng: random.Random, values: dict[str, int]) -> RelationalTask:
    return generators.bins(rng, **values)


def _grid(rng: random.Random, values: dict[str, int]) -> ProgramTask:
    task = worlds.sampled(
        "grid", worlds.grid_constants(rng, **values), f"grid-{values['distance']}"
    )
    return replace(task, distance=values["distance"])


def _maze(rng: random.Random, values: dict[str, int]) -> ProgramTask:
    name = "-".join(["maze", *map(str, values.values())])
    return worlds.sampled("maze", worlds.maze_constants(rng, **values), name)


def _problem(
    build: Callable[[random.Random, dict[str, int]], RelationalTask],
) -> Callable[..., str]:
    """The generator of problem files that belongs to a generator of tasks."""
    return lambda rng, values: print_problem(build(rng, values))


SHIPPED: dict[str, ShippedDomain] = {
    shipped.name: shipped
    for shipped in (
        ShippedDomain(
            "blocks-world",
            "unstack all towers of blocks with one hand",
            (Parameter("blocks", 10, 1, "how many blocks there are"),),
            _blocks_world,
            _problem(_blocks_world),
        ),
        ShippedDomain(
            "drawers",
            "sort items into the drawers of their labels and close all drawers",
            (
                Parameter("drawers", 3, 1, "how many drawers (and labels) there are"),
                Parameter("items", 6, 0, "how many items there are"),
            ),
            _drawers,
            _problem(_drawers),
        ),
        ShippedDomain(
            "bins",
            "empty all bins and close each one: a reward for every empty bin that is closed",
            (
                Parameter("bins", 3, 1, "how many bins there are"),
                Parameter("items", 6, 0, "how many items there are"),
            ),
            _bins,
            _problem(_bins),
        ),
        ShippedDomain(
            "grid",
            "walk to the origin of an endless grid and stay near it",
            (Parameter("distance", 10, 0, "how many steps the start is from the origin"),),
            _grid,
            lambda rng, values: worlds.world_text("grid", worlds.grid_constants(rng, **values)),
            lambda task: worlds.grid_bounds(task),
            is_python=True,
        ),
        ShippedDomain(
            "maze",
            "walk through a maze to the nearest of several destinations",
            (
                Parameter("width", 21, 5, "how many columns the map has, walls included"),
                Parameter("height", 11, 5, "how many rows the map has, walls included"),
                Parameter("goals", 3, 1, "how many destinations there are"),
            ),
            _maze,
            lambda rng, values: worlds.world_text("maze", worlds.maze_constants(rng, **values)),
            is_python=True,
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
    if shipped_domain(name).is_python:
        raise UsageError(f"{name} is a world in Python: it has no problem files, only parameters")
    return model(name)


def domain_path(name: str) -> Path:
    """The file of a shipped domain."""
    return worlds.world_path(name) if shipped_domain(name).is_python else model_path(name)


@overload
def sample(
    name: Literal["blocks-world", "drawers", "bins"], *, seed: int = 0, **params: int
) -> RelationalTask: ...


@overload
def sample(name: Literal["grid", "maze"], *, seed: int = 0, **params: int) -> ProgramTask: ...


@overload
def sample(name: str, *, seed: int = 0, **params: int) -> Any: ...


def sample(name: str, *, seed: int = 0, **params: int) -> Task:
    """The task number `seed` of a shipped domain: the same numbers give the same task."""
    return shipped_domain(name).build(random.Random(seed), _values(name, params))


def generate(name: str, *, seed: int = 0, **params: int) -> str:
    """The same task as the text of a file: a problem, or a world in Python."""
    return shipped_domain(name).text(random.Random(seed), _values(name, params))


def normalized_score(name: str, task: Task, score: float) -> float:
    """The score of an episode from 0, the worst there is, to 1, the best (the paper's measure)."""
    bounds = shipped_domain(name).bounds
    if bounds is None:
        raise UsageError(f"the lowest and the highest score in {name} are not known")
    worst, best = bounds(task)
    return 1.0 if best == worst else (score - worst) / (best - worst)


def check_parameters(name: str, params: dict[str, int]) -> None:
    """Complain about parameters that the domain does not have, or not with such values."""
    _values(name, params)


def _values(name: str, params: dict[str, int]) -> dict[str, int]:
    """A value for every parameter."""
    parameters = shipped_domain(name).parameters
    known = {parameter.name for parameter in parameters}
    for given in params:
        if given not in known:
            raise UsageError(f"{name} has no parameter {given!r}{did_you_mean(given, known)}")
    return {p.name: _checked(p, params.get(p.name, p.default)) for p in parameters}


def _checked(parameter: Parameter, value: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise UsageError(f"{parameter.name} must be a whole number, got {value!r}")
    if value < parameter.minimum:
        raise UsageError(f"{parameter.name} must be at least {parameter.minimum}, got {value}")
    if value > MAX_PARAMETER:
        raise UsageError(f"{parameter.name} must be at most {MAX_PARAMETER:,}, got {value}")
    return value
