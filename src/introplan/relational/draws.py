"""Draws over rows: the outcomes of an action with chance, merged as they are found.

Draws that are independent multiply: twenty coins have a million outcomes. What comes out the same
is merged after each draw, and beyond `MAX_DRAWS` different ones the list is refused.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from introplan.relational.chance import MAX_DRAWS, too_many
from introplan.relational.numeric_queries import CompiledNumericEffect, NumericChanges
from introplan.relational.query import Facts, Row, Slots
from introplan.relational.schemas import (
    Arguments,
    CompiledBranch,
    CompiledChance,
    CompiledEffect,
    CompiledSchema,
)


class Drawn(NamedTuple):
    """What happens together: rows to add and to delete, and effects on numbers."""

    adds: frozenset[Row] = frozenset()
    deletes: frozenset[Row] = frozenset()
    numeric: tuple[tuple[CompiledNumericEffect, tuple[object, ...]], ...] = ()

    def joined(self, other: Drawn) -> Drawn:
        """Both."""
        return Drawn(
            self.adds | other.adds, self.deletes | other.deletes, self.numeric + other.numeric
        )


def net_changes(drawn: Drawn, facts: Facts) -> tuple[list[Row], list[Row]] | None:
    """The rows that become true and false, adds first; None where a number is undefined."""
    added = [row for row in drawn.adds if row not in facts]
    deleted = [row for row in drawn.deletes if row not in drawn.adds and row in facts]
    if drawn.numeric:
        changes = NumericChanges(facts.values.get)
        for effect, slots in drawn.numeric:
            changes.gather((effect,), list(slots))
        values = changes.new_values()
        if values is None:
            return None
        for row, value in values.items():
            added.append((*row, value))
            if row in facts.values:
                deleted.append((*row, facts.values[row]))
    return added, deleted


def listed(
    schema: CompiledSchema, facts: Facts, arguments: Arguments
) -> list[tuple[float, Drawn]]:
    """Everything that can happen, with its probability."""
    values = schema.bound(arguments)
    certain = _happening(schema.effects, facts, values)
    found = _combined(schema.chances, facts, values)
    return [(probability, certain.joined(drawn)) for drawn, probability in found.items()]


def sampled(
    schema: CompiledSchema, facts: Facts, arguments: Arguments, rng: random.Random
) -> Drawn:
    """One thing that can happen, by its probability."""
    values = schema.bound(arguments)
    found = _happening(schema.effects, facts, values)
    for drawn in _sampled(schema.chances, facts, values, rng):
        found = found.joined(drawn)
    return found


def _sampled(
    chances: Iterable[CompiledChance], facts: Facts, values: Slots, rng: random.Random
) -> Iterator[Drawn]:
    for chance in chances:
        for bound in chance.bindings(facts, values):
            branch = _one_of(chance.branches, rng)
            yield _happening(branch.effects, facts, bound)
            yield from _sampled(branch.chances, facts, bound, rng)


def _one_of(branches: Sequence[CompiledBranch], rng: random.Random) -> CompiledBranch:
    left = rng.random()
    for branch in branches:
        left -= branch.probability
        if left < 0:
            return branch
    return branches[-1]


def _combined(
    chances: Iterable[CompiledChance], facts: Facts, values: Slots
) -> dict[Drawn, float]:
    found = {Drawn(): 1.0}
    for chance in chances:
        for bound in chance.bindings(facts, values):
            options = _options(chance, facts, bound)
            both: dict[Drawn, float] = {}
            for drawn, probability in found.items():
                for option, share in options.items():
                    together = drawn.joined(option)
                    both[together] = both.get(together, 0.0) + probability * share
            if len(both) > MAX_DRAWS:
                raise too_many("the action")
            found = both
    return found


def _options(chance: CompiledChance, facts: Facts, values: Slots) -> dict[Drawn, float]:
    found: dict[Drawn, float] = {}
    for branch in chance.branches:
        own = _happening(branch.effects, facts, values)
        for drawn, share in _combined(branch.chances, facts, values).items():
            together = own.joined(drawn)
            found[together] = found.get(together, 0.0) + branch.probability * share
    return found


def _happening(effects: Iterable[CompiledEffect], facts: Facts, values: Slots) -> Drawn:
    adds: set[Row] = set()
    deletes: set[Row] = set()
    numeric: list[tuple[CompiledNumericEffect, tuple[object, ...]]] = []
    for effect in effects:
        for bound in effect.bindings(facts, values):
            adds.update(p.row(bound) for p in effect.adds)
            deletes.update(p.row(bound) for p in effect.deletes)
            numeric += [(x, tuple(bound)) for x in effect.numeric]
    return Drawn(frozenset(adds), frozenset(deletes), tuple(numeric))
