"""Amounts of numbers that no action changes: every binding is a row of a sum, with its number.

`(sum (?p) (if (taken ?p) (value ?p)))` pays by a table of the problem. As rows with constant
values it can be read like any other sum: what a step pays at most, what to aim for, bounds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import product

from introplan.relational.numbers import Numbers, functions_of, ground_function, mapped, value_of
from introplan.relational.rewards import Amount, Reward, SumRow
from introplan.relational.rewriting import Binding, substitute
from introplan.relational.state import Objects

MAX_BINDINGS = 10_000
"""Of one amount; of more it stays what it is. Each row takes part in every step's sum."""


def with_fixed_amounts(
    reward: Reward, objects: Objects, numbers: Numbers, changing: frozenset[str]
) -> Reward:
    """The reward with rows of sums in place of the amounts that never change."""
    rows: list[SumRow] = []
    amounts: list[Amount] = []
    for amount in reward.amounts:
        if _is_fixed(amount, objects, changing):
            rows += _rows(amount, objects, numbers)
        else:
            amounts.append(amount)
    return replace(reward, sums=(*reward.sums, *rows), amounts=tuple(amounts))


def _is_fixed(amount: Amount, objects: Objects, changing: frozenset[str]) -> bool:
    if any(term.name in changing for term in functions_of(amount.expression)):
        return False
    probe = SumRow(amount.variables, amount.condition, 0.0)
    return probe.most_bindings(objects) <= MAX_BINDINGS


def _rows(amount: Amount, objects: Objects, numbers: Numbers) -> Iterator[SumRow]:
    """A row for each binding whose number is known and not 0."""
    for choice in product(*(objects.of(v.types) for v in amount.variables)):
        binding: Binding = dict(zip(amount.variables, choice, strict=True))
        ground = mapped(amount.expression, partial(ground_function, binding=binding))
        value = value_of(ground, numbers.value)
        if value:
            yield SumRow((), substitute(amount.condition, binding), value)
