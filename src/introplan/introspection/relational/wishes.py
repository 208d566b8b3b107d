"""The reward of a relational task as wishes: what pays how much, and what costs how much.

A row of the decision list is a wish whose condition is that the row holds and none above it; a row
of a sum is a wish for each binding of its variables, kept lifted. The values of all that hold on a
step add up to its reward.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from introplan.introspection.returns.wishes import Wish
from introplan.relational.domain import RelationalTask
from introplan.relational.evaluation import Moments, holds
from introplan.relational.formula import Formula, Not, Variable, conjunction, declare
from introplan.relational.numbers import Expression, expression_text
from introplan.relational.rewards import Amount, DecisionList, Reward
from introplan.relational.rewriting import substitute
from introplan.relational.state import Objects


@dataclass(frozen=True, slots=True)
class ForEach:
    """A formula that counts once for each binding of its variables under which it holds.

    Where the reward pays a number that changes, `amount` is that number, and counts.
    """

    variables: tuple[Variable, ...]
    formula: Formula
    amount: Expression | None = None

    def ground(self, objects: Objects) -> Iterator[Formula]:
        """The formula for each binding; without variables it is the one as it stands."""
        for choice in product(*(objects.of(v.types) for v in self.variables)):
            yield substitute(self.formula, dict(zip(self.variables, choice, strict=True)))

    def count(self, moments: Moments) -> float:
        """How often it counts on a transition, or how much the number is."""
        if self.amount is not None:
            own = Amount(self.variables, self.formula, self.amount)
            return Reward(amounts=(own,)).value(moments)
        return sum(holds(formula, moments) for formula in self.ground(moments.objects))

    def __str__(self) -> str:
        text = str(self.formula)
        if self.amount is not None:
            text = f"{expression_text(self.amount)} if {text}"
        return f"{text} for each {declare(self.variables)[1:-1]}" if self.variables else text


def relational_wishes(task: RelationalTask) -> list[Wish]:
    """What the reward of a task pays for, heaviest first, and as it is written: list, sums."""
    found = list(_listed(task.reward.rows))
    for row in task.reward.sums:
        if row.value != 0:
            condition = ForEach(row.variables, row.condition)
            found.append(Wish(abs(row.value), condition, row.value > 0))
    for amount in task.reward.amounts:
        condition = ForEach(amount.variables, amount.condition, amount.expression)
        found.append(Wish(1.0, condition, True))
    return sorted(found, key=lambda wish: -wish.weight)


def _listed(rows: DecisionList[float]) -> Iterator[Wish]:
    """The rows that pay something other than 0, and the default if it does."""
    above: list[Formula] = []
    for rule in rows.rules:
        if rule.value != 0:
            condition = conjunction(*above, rule.condition)
            yield Wish(abs(rule.value), ForEach((), condition), rule.value > 0)
        above.append(Not(rule.condition))
    if rows.default != 0:
        yield Wish(abs(rows.default), ForEach((), conjunction(*above)), rows.default > 0)
