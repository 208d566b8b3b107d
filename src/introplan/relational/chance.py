"""What an action with chance can do, by definition: every draw, each with its probability.

This is the semantics of PPDDL's probabilistic effects (Younes and Littman 2004): the branches of a
draw exclude each other, what their probabilities lack of 1 does nothing, draws are independent,
and every condition is read in the state before the action. `draws.py` does the same over rows, and
tests compare the two; the judge uses this one.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import fsum

from introplan.errors import UsageError
from introplan.relational.action import ActionSchema, Branch, Chance, ConditionalEffect
from introplan.relational.evaluation import Moments, holds
from introplan.relational.formula import Constant, Literal, Variable
from introplan.relational.numbers import (
    FunctionTerm,
    Lookup,
    NumericEffect,
    ground_values,
    substituted,
)
from introplan.relational.rewriting import Binding, replaced

ROUNDING = 1e-9
"""Probabilities that add up to 1 but for this much are meant to: three times 0.333333333."""

MAX_DRAWS = 20_000
"""Combinations of draws that are listed for one action: some ten million would fill memory."""


@dataclass(frozen=True, slots=True)
class Change:
    """What an action adds and deletes, and its effects on numbers, all of them ground."""

    adds: frozenset[Literal] = frozenset()
    deletes: frozenset[Literal] = frozenset()
    numeric: tuple[NumericEffect, ...] = ()

    def joined(self, other: Change) -> Change:
        """Both."""
        return Change(
            self.adds | other.adds, self.deletes | other.deletes, self.numeric + other.numeric
        )

    def values(self, lookup: Lookup) -> dict[FunctionTerm, float] | None:
        """The numbers that change; None if some are undefined, so that it cannot happen."""
        return ground_values(((effect, {}) for effect in self.numeric), lookup)


def whole(branches: Sequence[Branch]) -> list[tuple[float, Branch | None]]:
    """The branches with probabilities that add up to 1; None is what does nothing."""
    total = fsum(branch.probability for branch in branches)
    if total >= 1 - ROUNDING:
        return [(b.probability / total, b) for b in branches if b.probability > 0]
    return [*((b.probability, b) for b in branches if b.probability > 0), (1 - total, None)]


def too_many(what: object) -> UsageError:
    """The error that an action has more outcomes than can be listed."""
    listed = f"more than {MAX_DRAWS:,} outcomes"
    return UsageError(f"{what} has {listed}; task.sample draws one of them")


def possible_changes(
    schema: ActionSchema, binding: Binding, moments: Moments
) -> list[tuple[float, Change]]:
    """Everything that can happen, with its probability."""
    certain = _happening(schema.certain_effects, binding, moments)
    drawn = _combined(schema.chances, binding, moments)
    return [(probability, certain.joined(change)) for change, probability in drawn.items()]


def sampled_change(
    schema: ActionSchema, binding: Binding, moments: Moments, rng: random.Random
) -> Change:
    """One thing that can happen, drawn with `rng`."""
    change = _happening(schema.certain_effects, binding, moments)
    for drawn in _sampled(schema.chances, binding, moments, rng):
        change = change.joined(drawn)
    return change


def _sampled(
    chances: Iterable[Chance], binding: Binding, moments: Moments, rng: random.Random
) -> Iterator[Change]:
    for chance, full in _draws(chances, binding, moments):
        options = whole(chance.branches)
        weights = [probability for probability, _ in options]
        branch = rng.choices([branch for _, branch in options], weights)[0]
        if branch is not None:
            yield _happening(branch.effects, full, moments)
            yield from _sampled(branch.chances, full, moments, rng)


def _draws(
    chances: Iterable[Chance], binding: Binding, moments: Moments
) -> Iterator[tuple[Chance, Binding]]:
    """Every draw that is made."""
    for chance in chances:
        for full in _bindings(chance.variables, binding, moments):
            if holds(chance.condition, moments, full):
                yield chance, full


def _combined(
    chances: Iterable[Chance], binding: Binding, moments: Moments
) -> dict[Change, float]:
    """All ways in which these draws can come out together; equal ones are merged."""
    found = {Change(): 1.0}
    for chance, full in _draws(chances, binding, moments):
        both: dict[Change, float] = {}
        options = list(_options(chance, full, moments))
        for change, probability in found.items():
            for option, share in options:
                together = change.joined(option)
                both[together] = both.get(together, 0.0) + probability * share
        if len(both) > MAX_DRAWS:
            raise too_many("the action")
        found = both
    return found


def _options(chance: Chance, binding: Binding, moments: Moments) -> Iterator[tuple[Change, float]]:
    for probability, branch in whole(chance.branches):
        if branch is None:
            yield Change(), probability
            continue
        own = _happening(branch.effects, binding, moments)
        for inner, share in _combined(branch.chances, binding, moments).items():
            yield own.joined(inner), probability * share


def _happening(effects: Iterable[ConditionalEffect], binding: Binding, moments: Moments) -> Change:
    """What effects do that are not drawn, or have been."""
    adds: set[Literal] = set()
    deletes: set[Literal] = set()
    numeric: list[NumericEffect] = []
    for effect in effects:
        for full in _bindings(effect.variables, binding, moments):
            if holds(effect.condition, moments, full):
                adds.update(_grounded(effect.adds, full))
                deletes.update(_grounded(effect.deletes, full))
                numeric += [substituted(x, full) for x in effect.numeric]
    return Change(frozenset(adds), frozenset(deletes), tuple(numeric))


def _bindings(
    variables: tuple[Variable, ...], binding: Binding, moments: Moments
) -> Iterator[Binding]:
    choices: Iterator[tuple[Constant, ...]]
    choices = product(*(moments.objects.of(v.types) for v in variables))
    for choice in choices:
        yield {**binding, **dict(zip(variables, choice, strict=True))}


def _grounded(lifted: Iterable[Literal], binding: Binding) -> Iterator[Literal]:
    for literal in lifted:
        yield Literal(literal.predicate, tuple(replaced(t, binding) for t in literal.terms))
