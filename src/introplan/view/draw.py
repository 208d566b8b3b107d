"""The one door to drawings of states: as a value, as SVG, as text for a terminal, as PNG.

draw(state)                    a state of a relational world
draw(state, task)              a state of any world; worlds in Python are known by their task
draw(task)                     where a task starts
"""

from __future__ import annotations

from functools import singledispatch
from typing import Any

from introplan.errors import UsageError
from introplan.mdp import Task, is_task
from introplan.programs.program import ProgramTask
from introplan.relational.domain import RelationalTask
from introplan.relational.dynamics import closed
from introplan.relational.state import State
from introplan.view.blocks import blocks_scene, blocks_text
from introplan.view.board import board_scene, board_text
from introplan.view.containers import containers_scene, containers_text
from introplan.view.fields import fields_drawing, fields_text
from introplan.view.png import png
from introplan.view.programs import OwnPicture, Picture, program_scene, state_text
from introplan.view.situation import Journey, Scene, Situation, situation_of
from introplan.view.svg import svg


def relational_scene(journey: Journey) -> Scene:
    """Drawings of a journey by whoever knows such a world, or else on a board of literals."""
    return blocks_scene(journey) or containers_scene(journey) or board_scene(journey)


def draw(what: Any, task: Task | None = None, *, before: Any = None) -> Picture:
    """A picture of a state, or of the start of a task; what changed since `before` is marked."""
    state, task = _state_and_task(what, task)
    if isinstance(state, State):
        now, earlier = _situations(state, before, task)
        return relational_scene([earlier, now] if earlier else [now])(now)
    return _drawing(task, state, before)


@singledispatch
def _drawing(task: Task | None, state: Any, before: Any) -> Picture:
    """The picture of a state that is no relational one: its fields, unless the task can draw."""
    return fields_drawing(state, before)


@_drawing.register(ProgramTask)
def _(task: ProgramTask, state: Any, before: Any) -> Picture:
    states = [s for s in (before, state) if s is not None]
    return program_scene(task.program, states)(state, before)


def draw_svg(what: Any, task: Task | None = None, *, before: Any = None) -> str:
    """The picture as an SVG document."""
    picture = draw(what, task, before=before)
    return picture.svg if isinstance(picture, OwnPicture) else svg(picture)


def draw_png(what: Any, task: Task | None = None, *, before: Any = None) -> bytes:
    """The picture as PNG; needs matplotlib."""
    picture = draw(what, task, before=before)
    if isinstance(picture, OwnPicture):
        raise UsageError("this world draws itself as SVG, which cannot be made into PNG here")
    return png(picture)


def draw_text(what: Any, task: Task | None = None, *, before: Any = None) -> str:
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
    return _letters(task, state, before)


@singledispatch
def _letters(task: Task | None, state: Any, before: Any) -> str:
    return fields_text(state, before)


@_letters.register(ProgramTask)
def _(task: ProgramTask, state: Any, before: Any) -> str:
    return state_text(task.program, state, before)


def situation_text(situation: Situation) -> str:
    """A situation in letters."""
    return blocks_text(situation) or containers_text(situation) or board_text(situation)


def _state_and_task(what: Any, task: Task | None) -> tuple[Any, Task | None]:
    return (what.start, what) if is_task(what) else (what, task)


def _situations(
    state: State, before: State | None, task: Task | None
) -> tuple[Situation, Situation | None]:
    """The state with what follows from its rules, and the one before, where there is one."""
    state, before = _closed(task, state), None if before is None else _closed(task, before)
    earlier = None if before is None else situation_of(before)
    return situation_of(state, before), earlier


@singledispatch
def _closed(task: Task | None, state: State) -> State:
    """The state with what the rules of a task derive from it."""
    return state


@_closed.register(RelationalTask)
def _(task: RelationalTask, state: State) -> State:
    return closed(task.domain, state)
