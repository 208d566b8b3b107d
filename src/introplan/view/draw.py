"""The one door to drawings of states: as a value, as SVG, as text for a terminal, as PNG.

draw(state)                    a state of a relational world
draw(state, task)              a state of any world; worlds in Python are known by their task
draw(task)                     where a task starts
"""

from __future__ import annotations

from typing import Any, TypeAlias

from introplan.errors import UsageError
from introplan.programs.program import ProgramTask
from introplan.relational.domain import Task
from introplan.relational.dynamics import closed
from introplan.relational.state import State
from introplan.view.blocks import blocks_scene, blocks_text
from introplan.view.board import board_scene, board_text
from introplan.view.containers import containers_scene, containers_text
from introplan.view.fields import fields_drawing, fields_text
from introplan.view.png import png
from introplan.view.program_scenes import OwnPicture, Picture, program_scene, state_text
from introplan.view.situation import Scene, Situation, Situations, situation_of
from introplan.view.svg import svg

AnyTask: TypeAlias = Task | ProgramTask


def relational_scene(situations: Situations) -> Scene:
    """Drawings of a plan by whoever knows such a world, or else on a board of literals."""
    return blocks_scene(situations) or containers_scene(situations) or board_scene(situations)


def draw(what: Any, task: AnyTask | None = None, *, before: Any = None) -> Picture:
    """A picture of a state, or of the start of a task; what changed since `before` is marked."""
    state, task = _state_and_task(what, task)
    if isinstance(state, State):
        now, earlier = _situations(state, before, task)
        return relational_scene([earlier, now] if earlier else [now])(now)
    if isinstance(task, ProgramTask):
        states = [s for s in (before, state) if s is not None]
        return program_scene(task.program, states)(state, before)
    return fields_drawing(state, before)


def draw_svg(what: Any, task: AnyTask | None = None, *, before: Any = None) -> str:
    """The picture as an SVG document."""
    picture = draw(what, task, before=before)
    return picture.svg if isinstance(picture, OwnPicture) else svg(picture)


def draw_png(what: Any, task: AnyTask | None = None, *, before: Any = None) -> bytes:
    """The picture as PNG; needs matplotlib."""
    picture = draw(what, task, before=before)
    if isinstance(picture, OwnPicture):
        raise UsageError("this world draws itself as SVG, which cannot be made into PNG here")
    return png(picture)


def draw_text(what: Any, task: AnyTask | None = None, *, before: Any = None) -> str:
    """The picture in letters, for a terminal.

    >>> import introplan as ip
    >>> print(draw_text(ip.sample("blocks-world", blocks=4, seed=2)))
    hand: empty
    <BLANKLINE>
    [b3] [b2]
    [b1] [b4]
    =========
    """
    state, task = _state_and_task(what, task)
    if isinstance(state, State):
        now, _ = _situations(state, before, task)
        return situation_text(now)
    if isinstance(task, ProgramTask):
        return state_text(task.program, state, before)
    return fields_text(state, before)


def situation_text(situation: Situation) -> str:
    """A situation in letters."""
    return blocks_text(situation) or containers_text(situation) or board_text(situation)


def _state_and_task(what: Any, task: AnyTask | None) -> tuple[Any, AnyTask | None]:
    return (what.start, what) if isinstance(what, Task | ProgramTask) else (what, task)


def _situations(
    state: State, before: State | None, task: AnyTask | None
) -> tuple[Situation, Situation | None]:
    """The state with what follows from its rules, and the one before, where there is one."""
    if isinstance(task, Task):
        state = closed(task.domain, state)
        before = None if before is None else closed(task.domain, before)
    earlier = None if before is None else situation_of(before)
    return situation_of(state, before), earlier
