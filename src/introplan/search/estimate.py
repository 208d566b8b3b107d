"""How much it costs at least to meet a goal: unmet literals over what one action can fix.

The distance to a goal is its number of unmet literals (`circuit.py`), and one action lessens it by
no more than the literals that its effects make right, each as often as it occurs in the goal. So
every unmet literal costs at least the least price per literal among all actions, and the product
never is more than what is really needed: the estimate is admissible. It is consistent, too: a step
lessens it by no more than the step costs.

What an effect does under a condition, or a derived rule anywhere, may be any number of literals at
once; then all literals of that predicate count.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from introplan.logic.formula import Moment
from introplan.logic.goal import Goal, wants
from introplan.search.prices import Prices
from introplan.search.world import World

Direction = tuple[int, bool]
"""A predicate's key and the truth that is wanted of its literals."""


class Estimate:
    """The least cost per unmet literal of a goal."""

    def __init__(self, world: World, goal: Goal, prices: Prices) -> None:
        self._is_whole = prices.is_whole
        fixed = _fixed(world, goal)
        pairs = [(least, most) for least, most in zip(prices.least, fixed, strict=True) if most]
        rate = _exactly if self._is_whole else _nearly
        self._least, self._most = min(pairs, key=rate, default=(0.0, 1))

    def cost(self, unmet: int) -> float:
        """No plan that meets this many unmet literals costs less.

        Whole numbers are divided exactly; sums of fractions are not exact, so a hair's breadth is
        left.
        """
        if self._is_whole:
            return float(-(-unmet * int(self._least) // self._most))
        return unmet * (self._least / self._most) * (1 - 1e-9)


def _exactly(pair: tuple[float, int]) -> Fraction:
    return Fraction(pair[0]) / pair[1]


def _nearly(pair: tuple[float, int]) -> float:
    return pair[0] / pair[1]


def _fixed(world: World, goal: Goal) -> list[int]:
    """For every schema the most that one of its actions can lessen the distance by."""
    single: dict[Direction, int] = {}
    every: Counter[Direction] = Counter()
    done: dict[int, int] = {}
    occurrences = Counter(
        (world.compiled.encode(want.literal), want.truth, want.literal.moment is Moment.DID)
        for want in wants(goal)
    )
    for (row, truth, is_action), count in occurrences.items():
        if is_action:
            done[row[0]] = max(done.get(row[0], 0), count)
            continue
        single[row[0], truth] = max(single.get((row[0], truth), 0), count)
        every[row[0], truth] += count
    derived = sum(count for (key, _), count in every.items() if key in world.derivation.keys)
    most: list[int] = []
    for number, schema in enumerate(world.compiled.schemas):
        fixed = derived + done.get(number, 0)
        for effect in schema.effects:
            counts = single if effect.query is None else every
            fixed += sum(counts.get((p.key, True), 0) for p in effect.adds)
            fixed += sum(counts.get((p.key, False), 0) for p in effect.deletes)
        most.append(fixed)
    return most
