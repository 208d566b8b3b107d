"""How a command tells the shell what came of it, in the blocks of Fast Downward."""

from __future__ import annotations

import enum

from introplan.planners.result import PlanStatus


class ExitCode(enum.IntEnum):
    """The numbers that scripts can rely on."""

    DONE = 0
    INTERNAL_ERROR = 1
    UNSOLVABLE = 11
    GAVE_UP = 12
    OUT_OF_MEMORY = 22
    OUT_OF_TIME = 23
    BAD_INPUT = 31
    INVALID_PLAN = 32
    BAD_USAGE = 33
    INTERRUPTED = 130


OF_STATUS = {
    PlanStatus.SUCCESS: ExitCode.DONE,
    PlanStatus.HORIZON: ExitCode.GAVE_UP,
    PlanStatus.UNSOLVABLE: ExitCode.UNSOLVABLE,
    PlanStatus.INCOMPLETE: ExitCode.GAVE_UP,
    PlanStatus.OUT_OF_TIME: ExitCode.OUT_OF_TIME,
    PlanStatus.OUT_OF_MEMORY: ExitCode.OUT_OF_MEMORY,
    PlanStatus.OUT_OF_NODES: ExitCode.GAVE_UP,
}
