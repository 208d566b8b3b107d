"""States: typed objects, the ground literals that are true, and the values of numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from introplan.pictures import picture
from introplan.relational.formula import OBJECT, Constant, Literal
from introplan.relational.numbers import NO_NUMBERS, Numbers

Row: TypeAlias = tuple[str, ...]
"""A ground literal, or an action, as names: ("on", "a", "b")."""


def row_of(literal: Literal) -> Row:
    """The row of a ground literal."""
    return (literal.predicate.name, *[t.name for t in literal.terms])


@dataclass(frozen=True, slots=True)
class Objects:
    """Typed objects in the order of declaration; `of` finds them by type, sorted by name."""

    declared: tuple[tuple[Constant, tuple[str, ...]], ...]
    members: Mapping[str, tuple[Constant, ...]] = field(compare=False, repr=False)

    @classmethod
    def build(
        cls,
        declared: Iterable[tuple[Constant, tuple[str, ...]]],
        ancestors: Mapping[str, Iterable[str]],
    ) -> Objects:
        """Objects with their own types; `ancestors` gives the types above each type."""
        declared = tuple(declared)
        members: dict[str, set[Constant]] = {OBJECT: {c for c, _ in declared}}
        for constant, types in declared:
            for own in types:
                for kind in (own, *ancestors.get(own, ())):
                    members.setdefault(kind, set()).add(constant)
        return cls(declared, {kind: tuple(sorted(found)) for kind, found in members.items()})

    def of(self, types: tuple[str, ...]) -> tuple[Constant, ...]:
        """The objects that have one of `types`, sorted by name."""
        if len(types) == 1:
            return self.members.get(types[0], ())
        return tuple(sorted({c for kind in types for c in self.members.get(kind, ())}))

    def __len__(self) -> int:
        return len(self.declared)


@dataclass(frozen=True, slots=True)
class State:
    """What is true now, and the values of numbers; a literal that is not a fact is false."""

    objects: Objects = field(hash=False, repr=False)
    facts: frozenset[Literal]
    numbers: Numbers = NO_NUMBERS

    def __str__(self) -> str:
        """The facts, then the numbers, as the `:init` section of a problem file, sorted."""
        return f"({' '.join([':init', *sorted(map(str, self.facts)), *self.numbers.texts])})"

    def __repr__(self) -> str:
        return str(self)

    def _repr_svg_(self) -> str:
        """What a notebook shows."""
        return picture(self)
