"""The real worlds by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Make = Callable[[], Any]


@dataclass(frozen=True, slots=True)
class World:
    """How a task of a source is made."""

    source: str
    make: Make


WORLDS: dict[str, World] = {}


def world(source: str, name: str | None = None) -> Callable[[Make], Make]:
    """Registers a function that makes a task of a source."""

    def registered(make: Make) -> Make:
        WORLDS[name or make.__name__] = World(source, make)
        return make

    return registered
