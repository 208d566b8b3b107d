"""What a reward pays in numbers that change, in a replay: every binding is tried at every step."""

from __future__ import annotations

from introplan.mdp import total
from introplan.relational.numbers import value_of
from introplan.relational.rewards import Amount
from introplan.verification.conditions import Compilation, Signed, conjuncts
from introplan.verification.numbers import Values
from introplan.verification.rows import Transition


class PaidAmount:
    """One amount of a reward, compiled."""

    def __init__(self, amount: Amount, compilation: Compilation) -> None:
        scope = {v.name: compilation.frame.slot() for v in amount.variables}
        bound = [(v, scope[v.name]) for v in amount.variables]
        conditions = list(conjuncts(Signed(amount.condition, True, scope)))
        self._solutions = compilation.solutions(bound, conditions, set())
        self._expression = amount.expression
        self._values = Values(compilation.frame, scope)

    def paid(self, step: Transition) -> float:
        """The sum over the bindings that hold; what is undefined pays nothing."""
        lookup = self._values.lookup(step)
        each = self._solutions.each(step)
        return total(sorted(value_of(self._expression, lookup) or 0.0 for _ in each))
