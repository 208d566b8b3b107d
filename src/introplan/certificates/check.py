"""The certificate checker: is it proved that a task has no plan?

`check_certificate` is the door. Closed sets and bounds of relational tasks are checked in modules
of their own; a closed set of a world in Python is checked here, by calling the user's functions
from the start on. Each state that they lead to must be listed by its text. States are compared by
value all the same: two states with one text can make a certificate fail, never pass.

Nothing here knows how a certificate was made. The reason of a verdict against one names the state,
the action, and where it leads.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import singledispatch

from introplan.certificates.bounds import check_bounds
from introplan.certificates.certificate import Bounds, Certificate, ClosedTexts
from introplan.certificates.closed_sets import check_closed_set
from introplan.mdp import (
    NotProvenError,
    Status,
    Task,
    Verdict,
    Wanted,
    action_text,
    attempt,
)
from introplan.programs.freezing import kept, state_text
from introplan.programs.program import BlackBox, ProgramTask
from introplan.relational.domain import RelationalTask

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
    if isinstance(certificate, ClosedTexts):
        raise NotProvenError(WRONG_KIND)
    if not task.can_succeed:
        raise NotProvenError("the task asks for no success, so every plan that runs is one")
    if isinstance(certificate, Bounds):
        check_bounds(task, certificate, check)
    else:
        check_closed_set(task, certificate, check)


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
