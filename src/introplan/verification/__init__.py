"""The judge of plans: replay a plan in the plain model and say what it is worth.

Nothing here is shared with search. `relational` goes through a plan of a relational task, where
`world` holds what is true and `rules` says what actions change and what is paid; `programs` goes
through a plan of a program by calling the user's functions. `certificates` judges proofs that
there is no plan; `closed_sets`, `bounds` and `closed_texts` look at one kind each, the first two
over `ground_rules`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import singledispatch
from typing import Any, Protocol

from introplan.certificates.certificate import Bounds, Certificate, ClosedSet, ClosedTexts
from introplan.certificates.check import check_certificate
from introplan.errors import UsageError
from introplan.mdp import Status, Task, Verdict, WrongStepError
from introplan.programs.program import ProgramTask
from introplan.relational.domain import RelationalTask
from introplan.verification.programs import ProgramReplay
from introplan.verification.relational import RelationalReplay

__all__ = ["Verdict", "verify"]


class Replay(Protocol):
    """A plan under way in the plain model of a task."""

    def take(self, action: Any) -> None:
        """Do one action of the plan; `WrongStepError` says why it cannot be done."""
        ...

    def judged(self) -> Verdict:
        """The verdict on a plan that ran to its end."""
        ...

    def verdict(self, *, valid: bool, status: Status | None, reason: str) -> Verdict:
        """A verdict with what was counted so far."""
        ...


@singledispatch
def replay_of(task: Task, check: Callable[[], None]) -> Replay:
    """A replay of plans for `task`, at its start; `check` is called at every step."""
    raise UsageError(f"verify takes a task, got {type(task).__name__}")


@replay_of.register
def _(task: RelationalTask, check: Callable[[], None]) -> Replay:
    return RelationalReplay(task, check)


@replay_of.register
def _(task: ProgramTask, check: Callable[[], None]) -> Replay:
    return ProgramReplay(task, check)


def verify(
    task: Task,
    plan: Iterable[Any] | Certificate | None,
    *,
    check: Callable[[], None] = lambda: None,
) -> Verdict:
    """What `plan` is worth in `task`; actions may be text such as "(pick i1 d1)" or "up".

    A task with a reward asks for success, with which the episode ends; where nothing can succeed
    the plan must only run within the horizon without failure. A plain PDDL task asks that the
    goal holds at the end, wherever the plan came through before, and pays 1 for it.

    The plan of a program must run within its horizon without failure; without a horizon it must
    end with success, which is the first maximal reward where nothing else is. `check` is called
    all along and may raise to end a long replay.

    A certificate in place of a plan is valid if it proves that there is no plan.
    """
    if isinstance(plan, str):
        raise UsageError(f"a plan is a list of actions, got the text {plan[:40]!r}; write [...]")
    replay = replay_of(task, check)
    if isinstance(plan, ClosedSet | Bounds | ClosedTexts):
        return check_certificate(task, plan, check=check)
    if plan is None:
        return replay.verdict(valid=False, status=None, reason="there is no plan")
    try:
        for action in plan:
            replay.take(action)
    except WrongStepError as error:
        return replay.verdict(valid=False, status=None, reason=str(error))
    return replay.judged()
