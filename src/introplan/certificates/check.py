"""The certificate checker: is it proved that a task has no plan?

`check_certificate` is the door. Closed sets of relational tasks are checked in `closed_sets.py`;
bounds on what can ever become true and false are checked here, and so is a closed set of a world
in Python, by calling the user's functions from the start on. Each state that they lead to must be
listed by its text. States are compared by value all the same: two states with one text can make a
certificate fail, never pass.

Nothing here knows how a certificate was made. The reason of a verdict against one names the state,
the action, and where it leads.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import singledispatch

from introplan.certificates.certificate import Bounds, Certificate, ClosedTexts
from introplan.certificates.closed_sets import check_closed_set, check_ground
from introplan.certificates.ground_conditions import May
from introplan.certificates.ground_rules import Grounding, Move
from introplan.mdp import (
    NotProvenError,
    Status,
    Task,
    Verdict,
    Wanted,
    action_text,
    attempt,
    successors,
)
from introplan.programs.freezing import kept, state_text
from introplan.programs.program import BlackBox, ProgramTask
from introplan.relational.domain import RelationalTask
from introplan.relational.rewards import condition_for
from introplan.relational.state import row_of

MAX_STATE_CHARACTERS = 200
"""A state in a message is cut after so many characters: about two lines of a terminal."""


def check_certificate(
    task: Task, certificate: Certificate, *, check: Callable[[], None] = lambda: None
) -> Verdict:
    """Does `certificate` prove that `task` has no plan? The verdict's reason says why not."""
    try:
        prove(task, certificate, check)
    except NotProvenError as error:
        return Verdict(False, 0.0, None, str(error), 0.0, ())
    return Verdict(True, 0.0, None, "", 0.0, ())


WRONG_KIND = "this kind of certificate is not for this kind of task"


@singledispatch
def prove(task: Task, certificate: Certificate, check: Callable[[], None]) -> None:
    """Raise `NotProvenError` unless `certificate` proves that `task` has no plan."""
    raise NotProvenError(WRONG_KIND)


@prove.register(ProgramTask)
def _(task: ProgramTask, certificate: Certificate, check: Callable[[], None]) -> None:
    if not isinstance(certificate, ClosedTexts):
        raise NotProvenError(WRONG_KIND)
    check_closed_texts(task, certificate, check)


@prove.register(RelationalTask)
def _(task: RelationalTask, certificate: Certificate, check: Callable[[], None]) -> None:
    if task.is_numeric:
        raise NotProvenError("a certificate says nothing about numbers that change")
    if isinstance(certificate, ClosedTexts):
        raise NotProvenError(WRONG_KIND)
    if not task.can_succeed:
        raise NotProvenError("the task asks for no success, so every plan that runs is one")
    if task.is_sum_paid_once:
        raise NotProvenError("the task asks for the largest sum, and some step always pays it")
    steps = successors(task, task.start) if task.is_paid_once else ()
    if any(outcome.status is not Status.FAILURE for _, outcome in steps):
        raise NotProvenError("a step can be taken at the start, so some reward is the largest")
    if isinstance(certificate, Bounds):
        check_bounds(task, certificate, check)
    else:
        check_closed_set(task, certificate, check)


def check_bounds(task: RelationalTask, certificate: Bounds, check: Callable[[], None]) -> None:
    """Raise `NotProvenError` unless the bounds prove that the task has no plan."""
    changing = Grounding(task, lambda: None).changing
    check_ground(task, (*certificate.true, *certificate.false), changing)
    _Inspection(task, certificate, check).run()


class _Inspection:
    """The bounds as masks, and what they must hold for.

    What may be true is what is true at the start or listed; what may be false is what is false at
    the start, or listed, or derived. Every action whose precondition may hold must stay within
    that, and so must every effect and every derived rule whose condition may hold. By induction
    no state that can be reached is outside. Success is ruled out if its condition may not hold
    after any of these actions.
    """

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


def check_closed_texts(
    task: ProgramTask, certificate: ClosedTexts, check: Callable[[], None]
) -> None:
    """Raise `NotProvenError` unless the set proves that the task has no plan."""
    if task.wanted is Wanted.SCORE:
        raise NotProvenError("the task asks for a score, so every plan that runs is one")
    _Walk(task, certificate, check).run()


class _Walk:
    """The states met so far."""

    def __init__(
        self, task: ProgramTask, certificate: ClosedTexts, check: Callable[[], None]
    ) -> None:
        self.model = BlackBox(task)
        self.check = check
        self.listed = frozenset(certificate.states)
        self.is_paid = task.wanted is Wanted.BEST_REWARD
        self.start = kept(task.start)
        self.met: set[Hashable] = set()
        self.waiting: list[Hashable] = []

    def run(self) -> None:
        """Take every action in every state that is reached."""
        self._meet(self.start, "the start")
        while self.waiting:
            state = self.waiting.pop()
            for action in self.model.actions(state):
                self.check()
                self._take(state, action)

    def _take(self, state: Hashable, action: object) -> None:
        outcome = attempt(self.model, state, action)
        if outcome is None:
            return
        after, _, status = outcome
        step = f"{action_text(action)} in {_shown(state)}"
        if self.is_paid:
            raise NotProvenError(f"{step} is allowed, and some reward is the largest then")
        if status is Status.SUCCESS:
            raise NotProvenError(f"{step} ends with success")
        if status is Status.CONTINUE:
            self._meet(after, step)

    def _meet(self, state: Hashable, how: str) -> None:
        if state in self.met:
            return
        if state_text(state) not in self.listed:
            leads = "" if state == self.start else f" leads out of the set, to {_shown(state)}"
            raise NotProvenError(f"{how}{leads or ' is not among the states'}")
        self.met.add(state)
        self.waiting.append(state)
        if len(self.met) > len(self.listed):
            raise NotProvenError("different states have the same text")


def _shown(state: Hashable) -> str:
    text = state_text(state)
    return text if len(text) <= MAX_STATE_CHARACTERS else f"{text[:MAX_STATE_CHARACTERS]}..."
