"""Where the shipped models are, and what generators need to build tasks in them."""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING

from introplan.deferred import deferred
from introplan.pddl import read_domain
from introplan.relational.domain import Domain, RelationalTask
from introplan.relational.formula import Constant, Literal
from introplan.relational.state import Objects, State

if TYPE_CHECKING:
    import pathlib
else:  # it takes longer to load than a small task takes to plan; only `model_path` needs it
    pathlib = deferred("pathlib")


def model_path(name: str) -> pathlib.Path:
    """The PDDL file of a shipped domain."""
    return pathlib.Path(_file(name))


def _file(name: str) -> str:
    return os.path.join(os.path.dirname(__file__), f"{name}.pddl")


@cache
def model(name: str) -> Domain:
    """The shipped domain, read once."""
    return read_domain(_file(name))


def numbered(letter: str, count: int) -> tuple[Constant, ...]:
    """Objects letter1, letter2, ...; padded with zeros so that they sort by number.

    >>> print(*numbered("b", 2), *numbered("i", 10)[-2:])
    b1 b2 i09 i10
    """
    width = len(str(count))
    return tuple(Constant(f"{letter}{i:0{width}}") for i in range(1, count + 1))


def build_task(
    name: str, objects: dict[str, tuple[Constant, ...]], facts: Iterable[Literal]
) -> RelationalTask:
    """The task in the shipped domain `name` with these objects by type and these facts."""
    domain = model(name)
    declared = [(c, (kind,)) for kind, members in objects.items() for c in members]
    size = "-".join(str(len(members)) for members in objects.values())
    state = State(Objects.build(declared, domain.ancestors), frozenset(facts))
    return RelationalTask(domain, state, name=f"{name}-{size}")
