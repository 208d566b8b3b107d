"""What a reward pays in numbers that change: every ground amount, worked out on a transition.

Whether the condition of an amount holds is counted along as all conditions are
(`goal_counters.py`); its number is worked out from the values after the step, and before it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from introplan.relational.formula import Moment
from introplan.relational.grounding import Grounder
from introplan.relational.numbers import FunctionTerm, functions_of, ground_function, mapped
from introplan.relational.numeric_queries import Evaluator, compiled_expression
from introplan.relational.query import Facts, Row, Slots
from introplan.relational.rewards import Amount
from introplan.relational.rewriting import Binding
from introplan.search.compiled import Symbols
from introplan.search.goal_counters import GoalCounters


class Amounts:
    """The amounts of a reward, ground for one world."""

    def __init__(self, amounts: tuple[Amount, ...], symbols: Symbols, facts: Facts) -> None:
        self._amounts = amounts
        self._symbols = symbols
        self._facts = facts
        self._ground: list[list[Evaluator]] = []

    def ground(self, grounder: Grounder, counters: GoalCounters) -> None:
        """Add the conditions of all bindings to the counters, each as a group of its own."""
        for amount in self._amounts:
            evaluators: list[Evaluator] = []
            for binding in grounder.instances(amount.variables, amount.condition):
                counters.add_group([grounder.ground(amount.condition, binding)])
                evaluators.append(self._evaluator(amount, binding))
            self._ground.append(evaluators)
            moments = {term.moment for term in functions_of(amount.expression)}
            if Moment.BEFORE in moments:
                counters.reads_numbers_before = True

    def paid(self, added: Sequence[Row], met: Sequence[int]) -> list[list[float]]:
        """The numbers of each amount on a transition; `met` says which conditions hold."""
        new = {row[:-1]: row[-1] for row in added if row[0] in self._facts.numeric}
        values = self._facts.values

        def read(row: Row) -> float | None:
            is_before, key = row
            return new[key] if not is_before and key in new else values.get(key)

        holding = iter(met)
        return [
            [evaluate(read, []) or 0.0 for evaluate in evaluators if next(holding)]
            for evaluators in self._ground
        ]

    def _evaluator(self, amount: Amount, binding: Binding) -> Evaluator:
        def row_of(term: FunctionTerm) -> Callable[[Slots], Row]:
            row = (term.moment is Moment.BEFORE, self._symbols.value_row(term))
            return lambda _: row

        ground = mapped(amount.expression, lambda term: ground_function(term, binding))
        return compiled_expression(ground, row_of)
