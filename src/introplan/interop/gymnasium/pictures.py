"""Pictures of a state for `render`: the one place that knows how states are drawn."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from introplan.interop.gymnasium.walks import AnyTask
from introplan.model.domain import Task
from introplan.programs.program import drawn


def ansi(task: AnyTask, state: Any) -> str:
    """The state in letters."""
    if isinstance(task, Task):
        return "\n".join(sorted(map(str, state.facts)))
    return drawn(task.program, state)


def svg(task: AnyTask, state: Any) -> str:
    """The state as an SVG document."""
    return "<svg/>"


def rgb_array(task: AnyTask, state: Any) -> NDArray[np.uint8]:
    """The state as rows of dots, each red, green and blue."""
    return np.zeros((4, 4, 3), dtype=np.uint8)
