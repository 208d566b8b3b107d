"""A state: typed objects and the ground literals that are true."""

from __future__ import annotations

from dataclasses import dataclass, field

from introplan.logic.formula import Literal
from introplan.logic.objects import Objects
from introplan.pictures import picture


@dataclass(frozen=True, slots=True)
class State:
    """What is true now; every literal that is not a fact is false."""

    objects: Objects = field(hash=False, repr=False)
    facts: frozenset[Literal]

    def __str__(self) -> str:
        """The facts as the `:init` section of a problem file, sorted."""
        return f"({' '.join([':init', *sorted(map(str, self.facts))])})"

    def _repr_svg_(self) -> str:
        """What a notebook shows."""
        return picture(self)
