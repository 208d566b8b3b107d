"""Certificates, checked: is it proven that a task has no plan?

Nothing here knows how a certificate was made. A wrong one is told with the state, the action and
what it leads to; a right one convinces whoever believes these few modules and the definitions in
`model/` and `logic/`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from introplan.model.certificate import Bounds, Certificate, ClosedSet, ClosedTexts
from introplan.model.domain import Task
from introplan.programs.program import ProgramTask
from introplan.verification.bounds import check_bounds
from introplan.verification.closed_sets import check_closed_set
from introplan.verification.closed_texts import check_closed_texts
from introplan.verification.verdict import NotProvenError, Verdict


def check_certificate(
    task: Task | ProgramTask, certificate: Certificate, *, tick: Callable[[], None] = lambda: None
) -> Verdict:
    """Does `certificate` prove that `task` has no plan? The verdict's reason says why not."""
    try:
        _check(task, certificate, tick)
    except NotProvenError as error:
        return Verdict(False, 0.0, None, str(error), 0.0, ())
    return Verdict(True, 0.0, None, "", 0.0, ())


def _check(task: Task | ProgramTask, certificate: Certificate, tick: Callable[[], None]) -> None:
    if isinstance(task, ProgramTask) != isinstance(certificate, ClosedTexts):
        raise NotProvenError("this kind of certificate is not for this kind of task")
    if isinstance(task, Task) and not task.can_succeed:
        raise NotProvenError("the task asks for no success, so every plan that runs is one")
    match certificate:
        case ClosedSet():
            assert isinstance(task, Task)
            check_closed_set(task, certificate, tick)
        case Bounds():
            assert isinstance(task, Task)
            check_bounds(task, certificate, tick)
        case ClosedTexts():
            assert isinstance(task, ProgramTask)
            check_closed_texts(task, certificate, tick)
        case _:
            assert_never(certificate)
