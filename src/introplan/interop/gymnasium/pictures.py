"""Pictures of a state for `render`, from the drawings of `introplan.view`.

Dots are painted by matplotlib. Every frame of every world has the same size, as those who make
films of an episode need it: a drawing is scaled until it fits, and stands in the middle of white
paper.
"""

from __future__ import annotations

import importlib.util
import io
from typing import Any

import numpy as np
from numpy.typing import NDArray

from introplan.errors import UsageError
from introplan.mdp import Task
from introplan.view.draw import draw, draw_svg, draw_text
from introplan.view.drawing import Drawing
from introplan.view.png import png

HAS_PAINTER = importlib.util.find_spec("matplotlib") is not None
"""Without matplotlib there are no dots."""

FRAME = (480, 640)
"""Rows and columns of dots."""

MAX_SCALE = 3.0
"""Small drawings are not blown up beyond this."""


def ansi(task: Task, state: Any) -> str:
    """The state in letters."""
    return draw_text(state, task)


def svg(task: Task, state: Any) -> str:
    """The state as an SVG document."""
    return draw_svg(state, task)


def rgb_array(task: Task, state: Any) -> NDArray[np.uint8]:
    """The state as rows of dots, each red, green and blue."""
    drawing = draw(state, task)
    if not isinstance(drawing, Drawing):
        raise UsageError(
            "this world draws itself as SVG, which has no dots; use render_mode='svg'"
        )
    dots = _dots(drawing)
    rows, columns = dots.shape[:2]
    top, left = (FRAME[0] - rows) // 2, (FRAME[1] - columns) // 2
    frame = np.full((*FRAME, 3), 255, dtype=np.uint8)
    frame[top : top + rows, left : left + columns] = dots
    return frame


def _dots(drawing: Drawing) -> NDArray[np.uint8]:
    """The drawing as large as it fits into a frame."""
    fitting = min((FRAME[0] - 1) / drawing.height, (FRAME[1] - 1) / drawing.width)
    painted = io.BytesIO(png(drawing, scale=min(fitting, MAX_SCALE)))
    from matplotlib.image import imread

    shares = imread(painted, format="png")[: FRAME[0], : FRAME[1], :3]
    return np.asarray(np.rint(shares * 255), dtype=np.uint8)
