"""Amounts of numbers that never change, settled: rows of plain numbers, one for each binding.

What an item is worth is a number of the problem, `(sum (?i - item) (if (did (pack ?i)) (worth
?i)))`, and the same in every state. As plain numbers such amounts have bounds, and every engine
can pay them; what changes stays an amount.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from math import prod

from introplan.relational.numbers import (
    FunctionTerm,
    functions_of,
    ground_function,
    mapped,
    value_of,
)
from introplan.relational.rewards import Amount, Reward, SumRow
from introplan.relational.rewriting import Binding, substitute
from introplan.relational.state import Objects
from introplan.relational.terms import Moment

MAX_SETTLED_ROWS = 10_000
"""Of one amount: each row is a condition of its own, about a microsecond of every step."""


def settled(
    reward: Reward,
    values: Mapping[FunctionTerm, float],
    objects: Objects,
    changing: frozenset[str],
) -> Reward:
    """The reward with plain rows in place of the amounts that are the same in every state."""
    fixed = [a for a in reward.amounts if _is_fixed(a, objects, changing)]
    if not fixed:
        return reward
    rows = [row for amount in fixed for row in _rows(amount, values, objects)]
    rest = tuple(amount for amount in reward.amounts if amount not in fixed)
    return Reward(reward.rows, (*reward.sums, *rows), rest)


def _is_fixed(amount: Amount, objects: Objects, changing: frozenset[str]) -> bool:
    count = prod(len(objects.of(v.types)) for v in amount.variables)
    read = {term.name for term in functions_of(amount.expression)}
    return count <= MAX_SETTLED_ROWS and read.isdisjoint(changing)


def _rows(
    amount: Amount, values: Mapping[FunctionTerm, float], objects: Objects
) -> Iterator[SumRow]:
    """A row for each binding that pays something; an undefined number pays nothing."""
    for choice in product(*(objects.of(v.types) for v in amount.variables)):
        binding: Binding = dict(zip(amount.variables, choice, strict=True))

        def ground(term: FunctionTerm, binding: Binding = binding) -> FunctionTerm:
            return ground_function(term, binding).at(Moment.AFTER)

        value = value_of(mapped(amount.expression, ground), values.get)
        if value:
            yield SumRow((), substitute(amount.condition, binding), value)
