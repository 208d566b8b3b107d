"""Is a set of states of a world in Python closed? By walking from the start once more.

The user's functions are called from the start on, and every state that they lead to must be in
the set by its text. States are told apart by value all the same: texts can only make a certificate
fail, never pass.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable

from introplan.mdp import NotAllowedError, Status, Wanted, action_text
from introplan.model.certificate import ClosedTexts
from introplan.programs.program import BlackBox, ProgramTask
from introplan.programs.snapshots import kept
from introplan.programs.state_texts import state_text
from introplan.verification.verdict import NotProvenError

LONGEST_TEXT = 200


def check_closed_texts(
    task: ProgramTask, certificate: ClosedTexts, tick: Callable[[], None]
) -> None:
    """Raise `NotProvenError` unless the set proves that the task has no plan."""
    if task.wanted is Wanted.SCORE:
        raise NotProvenError("the task asks for a score, so every plan that runs is one")
    _Walk(task, certificate, tick).run()


class _Walk:
    """The states met so far."""

    def __init__(
        self, task: ProgramTask, certificate: ClosedTexts, tick: Callable[[], None]
    ) -> None:
        self.model = BlackBox(task)
        self.tick = tick
        self.listed = frozenset(certificate.states)
        self.is_paid = task.wanted is Wanted.BEST_REWARD
        self.start = kept(task.start)
        self.met: set[Hashable] = set()
        self.waiting: list[Hashable] = []

    def run(self) -> None:
        """Do everything that can be done, everywhere."""
        self._meet(self.start, "the start")
        while self.waiting:
            state = self.waiting.pop()
            for action in self.model.actions(state):
                self.tick()
                self._take(state, action)

    def _take(self, state: Hashable, action: object) -> None:
        try:
            after, _, status = self.model.step(state, action)
        except NotAllowedError:
            return
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
    return text if len(text) <= LONGEST_TEXT else f"{text[:LONGEST_TEXT]}..."
