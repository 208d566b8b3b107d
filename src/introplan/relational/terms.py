"""Terms: the objects that formulas speak of, variables in their place, and moments."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

OBJECT = "object"
"""The type every object has."""


class Moment(enum.Enum):
    """When a literal of a transition (s, a, s') is read."""

    BEFORE = "before"
    DID = "did"
    AFTER = "after"


@dataclass(frozen=True, slots=True, order=True)
class Constant:
    """An object of the world, by name."""

    name: str

    def __hash__(self) -> int:
        return hash(self.name)

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Variable:
    """A placeholder for objects of the given types (several: `either`)."""

    name: str
    types: tuple[str, ...] = (OBJECT,)

    def __str__(self) -> str:
        return f"?{self.name}"


Term: TypeAlias = Constant | Variable


def declare(variables: tuple[Variable, ...]) -> str:
    """Variables with their types as a PDDL list; runs of one type share it: `?x ?y - block`."""
    words: list[str] = []
    for i, variable in enumerate(variables):
        words.append(str(variable))
        last_of_run = i + 1 == len(variables) or variables[i + 1].types != variable.types
        if last_of_run and (variable.types != (OBJECT,) or i + 1 < len(variables)):
            words.append(f"- {type_text(variable.types)}")
    return f"({' '.join(words)})"


def type_text(types: tuple[str, ...]) -> str:
    """`block`, or `(either block tower)`."""
    return types[0] if len(types) == 1 else f"(either {' '.join(types)})"


def types_above(parents: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """For each type the types above it, near ones first."""
    above: dict[str, tuple[str, ...]] = {}
    for name in parents:
        found: dict[str, None] = {}
        waiting = list(parents[name])
        while waiting:
            kind = waiting.pop(0)
            if kind not in found:
                found[kind] = None
                waiting.extend(parents.get(kind, ()))
        above[name] = tuple(found)
    return above
