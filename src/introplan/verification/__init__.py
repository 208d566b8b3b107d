"""The judge of plans: replay a plan in the plain model and say what it is worth.

Nothing here is shared with search. `relational` goes through a plan of a relational task, where
`world` holds what is true and `rules` says what actions change and what is paid; `programs` goes
through a plan of a program by calling the user's functions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from introplan.model.domain import Task
from introplan.programs.program import ProgramTask
from introplan.verification.programs import ProgramReplay
from introplan.verification.relational import RelationalReplay
from introplan.verification.verdict import Verdict, WrongStepError

__all__ = ["Verdict", "verify"]


def verify(
    task: Task | ProgramTask,
    plan: Iterable[Any] | None,
    *,
    tick: Callable[[], None] = lambda: None,
) -> Verdict:
    """What `plan` is worth in `task`; actions may be text such as "(pick i1 d1)" or "up".

    A task with a reward asks for success, with which the episode ends; where nothing can succeed
    the plan must only run within the horizon without failure. A plain PDDL task asks that the
    goal holds at the end, wherever the plan came through before, and pays 1 for it.

    The plan of a program must run within its horizon without failure; without a horizon it must
    end with success, which is the first maximal reward where nothing else is. `tick` is called all
    along and may raise to end a long replay.
    """
    replay: ProgramReplay | RelationalReplay
    replay = RelationalReplay(task, tick) if isinstance(task, Task) else ProgramReplay(task, tick)
    if plan is None:
        return replay.verdict(valid=False, status=None, reason="there is no plan")
    try:
        for action in plan:
            replay.take(action)
    except WrongStepError as error:
        return replay.verdict(valid=False, status=None, reason=str(error))
    return replay.judged()
