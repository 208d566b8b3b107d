"""A fault that could be in the code."""

from __future__ import annotations

import enum
from dataclasses import dataclass


class Kind(enum.StrEnum):
    """What part of the work goes wrong."""

    EVALUATION = "evaluation"
    SIMULATION = "simulation"
    SEARCH = "search"
    INTROSPECTION = "introspection"
    VERIFICATION = "verification"
    PROGRAMS = "programs"
    MACHINE = "machine"
    CHANCE = "chance"


@dataclass(frozen=True, slots=True)
class Fault:
    """In `file`, `old` stands once; with `new` in its place, `about` is wrong."""

    kind: Kind
    about: str
    file: str
    old: str
    new: str

    @property
    def is_native(self) -> bool:
        """Does the extension have to be built again?"""
        return self.file.startswith("native/")
