"""The environments that `gymnasium.make` knows by name once this package is imported.

    introplan/BlocksWorld-v0    blocks=10                  unstack all towers
    introplan/Drawers-v0        drawers=3, items=6         sort items into drawers
    introplan/Bins-v0           bins=3, items=6            empty all bins and close them
    introplan/Grid-v0           distance=10                walk to the origin and stay near it
    introplan/Maze-v0           width=21, height=11, goals=3
    introplan/Pddl-v0           domain=, problem=          files, or their text
    introplan/Python-v0         world=                     a file with a world in Python
    introplan/Task-v0           task=                      any task

The first five take `seed=`, the number of the task, and `resample=True`; the first three take
`problem=` instead. All take `render_mode=`, `invalid=`, `penalty=` and `slippery=`, as `TaskEnv`
does.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar, TypeAlias

import gymnasium
import numpy as np
from gymnasium.spaces import Box

from introplan.domains.catalogue import domain as shipped_model
from introplan.domains.catalogue import sample, shipped_domain
from introplan.errors import UsageError
from introplan.interop.gymnasium.backend import Observation
from introplan.interop.gymnasium.environment import TaskEnv
from introplan.mdp import Task
from introplan.pddl import parse_domain, parse_problem, read_domain
from introplan.pddl.problems import read_problem
from introplan.programs.loading import read_program
from introplan.programs.program import ProgramTask, drawn
from introplan.relational.domain import Domain, RelationalTask

Text: TypeAlias = str | os.PathLike[str]
"""A file by its path, or what would stand in it."""

MARKS = ".#*@"
"""Free, wall, destination, player: what the numbers of a map that is observed mean."""


@dataclass(frozen=True, slots=True)
class ShippedTasks:
    """The tasks of a shipped domain, by number."""

    name: str
    params: tuple[tuple[str, int], ...]

    def __call__(self, number: int) -> Task:
        """The task number `number`."""
        is_plain = all(type(value) is int for _, value in (*self.params, ("seed", number)))
        return _sampled(self, number) if is_plain else _sampled.__wrapped__(self, number)


@dataclass(frozen=True, slots=True)
class WorldFile:
    """The one task of a file with a world in Python."""

    path: Text

    def __call__(self, number: int) -> ProgramTask:
        """The task as the file describes it now."""
        path = Path(self.path).resolve()
        return _read(path, path.stat().st_mtime_ns) if path.exists() else read_program(path)


# Equal states of a task in Python are equal only if they are of one class: it must be one task.
@lru_cache(maxsize=256)
def _sampled(tasks: ShippedTasks, number: int) -> Task:
    return sample(tasks.name, seed=number, **dict(tasks.params))  # type: ignore[no-any-return]


@lru_cache(maxsize=256)
def _read(path: Path, changed: int) -> ProgramTask:
    return read_program(path)


class ShippedEnv(TaskEnv):
    """A task of a shipped domain: number `seed`, or the one that `problem` describes.

    With `domain` the problem is one of another domain, such as a variant of the shipped one.
    """

    shipped: ClassVar[str]

    def __init__(
        self,
        render_mode: str | None = None,
        *,
        problem: Text | None = None,
        domain: Text | None = None,
        resample: bool = False,
        invalid: Any = "penalize",
        penalty: float = 1.0,
        slippery: float = 0.0,
        seed: int = 0,
        **params: int,
    ) -> None:
        if problem is not None and (params or resample):
            raise UsageError("problem is one task; it goes with no other parameter of the domain")
        if problem is None and domain is not None:
            raise UsageError("domain is the one that problem belongs to; give problem as well")
        params = {name: _plain(value) for name, value in params.items()}
        named = ShippedTasks(self.shipped, tuple(sorted(params.items())))
        super().__init__(
            named if problem is None else self._described(domain, problem),
            render_mode,
            seed=_plain(seed),
            resample=resample,
            invalid=invalid,
            penalty=penalty,
            slippery=slippery,
            **self.view(params) if resample else {},
        )

    def view(self, params: dict[str, int]) -> dict[str, Any]:
        """What is observed where every episode has a task of its own."""
        return {}

    def _described(self, domain: Text | None, problem: Text) -> RelationalTask:
        model = shipped_model(self.shipped) if domain is None else domain_in(domain)
        return problem_in(model, problem)


class BlocksWorldEnv(ShippedEnv):
    """Blocks-world: unstack all towers with one hand."""

    shipped = "blocks-world"


class DrawersEnv(ShippedEnv):
    """Drawers: sort items into the drawers of their labels."""

    shipped = "drawers"


class BinsEnv(ShippedEnv):
    """Bins: empty all bins and close each one."""

    shipped = "bins"


class GridEnv(ShippedEnv):
    """Grid: walk to the origin and stay near it."""

    shipped = "grid"


class MazeEnv(ShippedEnv):
    """Maze: walk to the nearest destination; with `resample` the whole map is observed."""

    shipped = "maze"

    def view(self, params: dict[str, int]) -> dict[str, Any]:
        """The map, row by row."""
        sizes = {p.name: p.default for p in shipped_domain(self.shipped).parameters} | params
        shape = (sizes["height"] * sizes["width"],)
        space = Box(0, len(MARKS) - 1, shape, dtype=np.int64)
        return {"observe": map_of, "observation_space": space}


class PddlEnv(TaskEnv):
    """The task of a domain and a problem in PDDL."""

    def __init__(
        self, domain: Text | Domain, problem: Text, render_mode: str | None = None, **options: Any
    ) -> None:
        model = domain if isinstance(domain, Domain) else domain_in(domain)
        super().__init__(problem_in(model, problem), render_mode, **options)


class PythonEnv(TaskEnv):
    """The task of a file with a world in Python."""

    def __init__(self, world: Text, render_mode: str | None = None, **options: Any) -> None:
        super().__init__(WorldFile(world), render_mode, **options)


ENVIRONMENTS: dict[str, type[TaskEnv]] = {
    "introplan/BlocksWorld-v0": BlocksWorldEnv,
    "introplan/Drawers-v0": DrawersEnv,
    "introplan/Bins-v0": BinsEnv,
    "introplan/Grid-v0": GridEnv,
    "introplan/Maze-v0": MazeEnv,
    "introplan/Pddl-v0": PddlEnv,
    "introplan/Python-v0": PythonEnv,
    "introplan/Task-v0": TaskEnv,
}


def register_environments() -> None:
    """Tell Gymnasium about all of them; a second time changes nothing."""
    for name, kind in ENVIRONMENTS.items():
        if name not in gymnasium.registry:
            gymnasium.register(name, entry_point=f"{kind.__module__}:{kind.__name__}")


def domain_in(text: Text) -> Domain:
    """The domain of a file, or of its text."""
    return parse_domain(str(text)) if _is_content(text) else read_domain(text)


def problem_in(domain: Domain, text: Text) -> RelationalTask:
    """The task of a problem file, or of its text."""
    return parse_problem(domain, str(text)) if _is_content(text) else read_problem(domain, text)


def map_of(state: Any, task: ProgramTask) -> Observation:
    """A maze as it is drawn, mark by mark."""
    text = drawn(task.program, state).replace("\n", "")
    return np.array([MARKS.index(mark) for mark in text], dtype=np.int64)


def _plain(value: int) -> int:
    """A whole number of numpy's as Python has it."""
    return int(value) if isinstance(value, np.integer) else value


def _is_content(text: Text) -> bool:
    """Is this what stands in a file, rather than its name?"""
    return isinstance(text, str) and "(define" in text.lower().replace("( ", "(")
