"""Do bounds on what can ever become true and false hold, and do they rule out success?

What may be true is what is true at the start or listed; what may be false is what is false at the
start, or listed, or derived. Every action whose precondition may hold must stay within that, and
so must every effect and every derived rule whose condition may hold. By induction no state that
can be reached is outside. Success is ruled out if its condition may not hold after any of these
actions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from introplan.certificates.certificate import Bounds
from introplan.certificates.closed_sets import check_ground
from introplan.certificates.ground_conditions import May
from introplan.certificates.ground_rules import Grounding, Move
from introplan.mdp import NotProvenError, Status
from introplan.relational.domain import RelationalTask
from introplan.relational.rewards import condition_for
from introplan.relational.state import row_of


def check_bounds(task: RelationalTask, certificate: Bounds, check: Callable[[], None]) -> None:
    """Raise `NotProvenError` unless the bounds prove that the task has no plan."""
    changing = Grounding(task, lambda: None).changing
    check_ground(task, (*certificate.true, *certificate.false), changing)
    _Inspection(task, certificate, check).run()


class _Inspection:
    """The bounds as masks, and what they must hold for."""

    def __init__(
        self, task: RelationalTask, certificate: Bounds, check: Callable[[], None]
    ) -> None:
        self.task = task
        self.check = check
        self.grounding = grounding = Grounding(task, check)
        start = grounding.start
        true = start | grounding.mask(map(row_of, certificate.true))
        self.moves = list(grounding.moves(grounding.rows(true)))
        self.rules = [rule for stratum in grounding.rules() for rule in stratum]
        lost = grounding.mask(map(row_of, certificate.false))
        self.may = May(true, ~start | lost)  # derived literals are no facts of the start

    def run(self) -> None:
        """Look at every action and rule that may apply."""
        for rule in self.rules:
            self.check()
            if rule.body.possible(self.may):
                self._check("its rule may apply", rule.head, 0)
        possible = [move for move in self.moves if move.condition.possible(self.may)]
        for move in possible:
            self.check()
            self._check(f"{move} may become possible", move.adds, move.deletes)
            for effect in move.effects:
                if effect.condition.possible(self.may):
                    self._check(f"{move} may become possible", effect.adds, effect.deletes)
        self._check_success(possible)

    def _check(self, cause: str, adds: int, deletes: int) -> None:
        if beyond := adds & ~self.may.true:
            raise NotProvenError(f"{self._first(beyond)} is not listed as becoming true: {cause}")
        if beyond := deletes & ~self.may.false:
            raise NotProvenError(f"{self._first(beyond)} is not listed as becoming false: {cause}")

    def _check_success(self, possible: Iterable[Move]) -> None:
        task, condition = self.task, self.grounding.condition
        if task.is_classical:
            assert task.goal is not None
            if condition(task.goal, {}).possible(self.may):
                raise NotProvenError("the goal may hold within these bounds")
            return
        success = condition_for(task.termination, Status.SUCCESS)
        for move in possible:
            self.check()
            if condition(success, {}, move.done).possible(self.may):
                raise NotProvenError(f"{move} may end with success within these bounds")

    def _first(self, facts: int) -> str:
        return f"({' '.join(self.grounding.rows(facts)[0])})"
