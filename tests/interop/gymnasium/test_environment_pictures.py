"""Frames for `render`: one size for every world."""

from __future__ import annotations

import numpy as np
import pytest

import introplan as ip
from introplan.interop.gymnasium.environment import FRAME_DOTS, ansi, rgb_array, svg


@pytest.mark.parametrize("name", ["bins", "blocks-world", "grid", "maze"])
def test_every_frame_has_the_same_size_and_shows_something(name: str) -> None:
    """Dots, letters and SVG of one state."""
    pytest.importorskip("matplotlib")
    task = ip.sample(name)
    frame = rgb_array(task, task.start)

    assert frame.shape == (*FRAME_DOTS, 3)
    assert frame.dtype == np.uint8
    assert (frame[0] == 255).all()
    assert len(np.unique(frame.reshape(-1, 3), axis=0)) > 2
    assert ansi(task, task.start)
    assert svg(task, task.start).startswith("<svg")


def test_a_world_that_draws_itself_as_svg_has_no_dots() -> None:
    """The message names the mode that works."""
    task = ip.program(
        actions=[1], transition=lambda s, a: s, reward=lambda s, a, t: 0, draw=lambda s: "<svg/>"
    ).task(0)

    assert svg(task, 0) == "<svg/>"
    with pytest.raises(ip.UsageError, match="render_mode='svg'"):
        rgb_array(task, 0)
