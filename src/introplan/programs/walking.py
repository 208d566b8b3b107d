"""Taking many steps in a row: long plans are replayed, and their middle is mostly ordinary.

What is out of the ordinary (an action that is not allowed, an end, a state that a function could
change, a reward that must be looked at) is left to the step that says all about it: nothing is
decided here but that none of it happens.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

from introplan.mdp import MAX_EXACT_FLOAT
from introplan.programs.answers import MAX_REWARD
from introplan.programs.identity import is_plain
from introplan.programs.program import ProgramTask
from introplan.programs.simple_keys import PLAIN
from introplan.programs.user_code import PASSING

STEPS_AT_ONCE = 32
"""Between two checks of the limits: a check costs half as much as a step."""


def walk(  # noqa: C901 - one loop without calls of our own: it is as fast as the user's functions
    task: ProgramTask, state: Hashable, actions: Sequence[Any], rewards: list[float]
) -> Hashable:
    """Take as many of the first `actions` as are ordinary; the state after them.

    What they pay is put behind `rewards`, so its length says how many were taken. The state after
    is plain, and the episode goes on. The step behind the last one may have called the user's
    functions already; where one raised, it is for the step itself to say what that means.
    """
    if task.program.step is not None or not is_plain(state):
        return state
    transition, reward = task.program.transition, task.program.reward
    terminal = task.program.terminal
    least_end = MAX_REWARD if task.r_max is None else task.r_max
    try:
        for action in actions:
            after = transition(state, action)
            kind = type(after)
            if kind is tuple:
                for part in after:
                    if type(part) not in PLAIN and not is_plain(part):
                        return state
            elif kind not in PLAIN or after is None:
                return state
            paid = reward(state, action, after)
            if type(paid) is int and -MAX_EXACT_FLOAT < paid < MAX_EXACT_FLOAT:
                paid = float(paid)
            if type(paid) is not float or not -MAX_REWARD < paid < least_end:
                return state
            if terminal is not None and terminal(state, action, after) is not False:
                return state
            rewards.append(paid)
            state = after
    except PASSING:
        raise
    except BaseException:  # also a call for exit
        pass
    return state
