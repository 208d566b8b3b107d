"""Amounts of numbers that never change are sums with weights: `(worth ?p)` becomes 3, 5 and so on.

An amount pays what an expression says. If it reads only functions that no action changes, its
value is known for every choice of the objects in it, so it is one row of a sum for each of these
choices (constant folding). Rows with weights have bounds, and both engines count them.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import replace
from functools import partial
from itertools import product
from math import prod

from introplan.relational.numbers import (
    Numbers,
    functions_of,
    ground_function,
    mapped,
    value_of,
)
from introplan.relational.rewards import Amount, Reward, SumRow
from introplan.relational.rewriting import substitute
from introplan.relational.state import Objects
from introplan.relational.terms import Variable

MAX_ROWS = 20_000
"""Choices of objects for one amount; with more, an amount is left to be read at every step."""


def with_folded_amounts(
    reward: Reward,
    objects: Objects,
    numbers: Numbers,
    *,
    changing: Set[str],
) -> Reward:
    """The reward with a sum in place of every amount that reads no function of `changing`."""
    kept: list[Amount] = []
    sums = list(reward.sums)
    for amount in reward.amounts:
        read = {term.name for term in functions_of(amount.expression)}
        chosen = _variables(amount)
        count = prod(len(objects.of(v.types)) for v in chosen)
        if read & changing or count > MAX_ROWS:
            kept.append(amount)
        else:
            sums += _rows(amount, chosen, objects, numbers)
    return replace(reward, sums=tuple(sums), amounts=tuple(kept))


def _variables(amount: Amount) -> tuple[Variable, ...]:
    """The variables of an amount on which its value depends."""
    used = {term for function in functions_of(amount.expression) for term in function.terms}
    return tuple(v for v in amount.variables if v in used)


def _rows(
    amount: Amount,
    chosen: tuple[Variable, ...],
    objects: Objects,
    numbers: Numbers,
) -> Iterator[SumRow]:
    """A row for each choice of objects that is worth something; what is undefined pays nothing."""
    others = tuple(v for v in amount.variables if v not in chosen)
    for choice in product(*(objects.of(v.types) for v in chosen)):
        binding = dict(zip(chosen, choice, strict=True))
        ground = mapped(amount.expression, partial(ground_function, binding=binding))
        value = value_of(ground, numbers.value)
        if value:
            yield SumRow(others, substitute(amount.condition, binding), value)
