"""The one door to drawings of states: as a value, as SVG, as text for a terminal, as PNG.

draw(state)                    a state of a relational world
draw(state, task)              a state of any world; worlds in Python are known by their task
draw(task)                     where a task starts
"""

from __future__ import annotations

from contextlib import suppress
from functools import singledispatch
from itertools import islice
from typing import Any

from introplan.checking import guarded
from introplan.errors import UsageError
from introplan.limits import LimitReached, Limits, Meter
from introplan.mdp import Task, is_task
from introplan.programs.chance import ChanceTask
from introplan.programs.program import ProgramTask
from introplan.relational.domain import RelationalTask
from introplan.relational.dynamics import closed
from introplan.relational.state import State
from introplan.slipping import SlipperyTask, is_allowed
from introplan.view.blocks import blocks_scene, blocks_text
from introplan.view.board import board_scene, board_text
from introplan.view.containers import containers_scene, containers_text
from introplan.view.drawing import Drawing
from introplan.view.fields import fields_drawing, fields_text
from introplan.view.png import png
from introplan.view.program_scenes import OwnPicture, Picture, program_scene, program_text
from introplan.view.situation import Scene, Situation, Situations, situation_of
from introplan.view.svg import svg

MAX_STEPS_TRIED = 16
"""Actions that are tried to see how a state is laid out: all of most puzzles."""

SECONDS_OF_STEPS = 0.1
"""For all of them: a step that never returns must not keep an answer from being printed."""


def relational_scene(situations: Situations) -> Scene:
    """Drawings of blocks, of bins or drawers, or else of a board of literals."""
    return blocks_scene(situations) or containers_scene(situations) or board_scene(situations)


def draw(what: Any, task: Task | None = None, *, before: Any = None) -> Picture:
    """A picture of a state, or of the start of a task; what changed since `before` is marked."""
    state, world = (what.start, what) if is_task(what) else (what, task)
    return state_picture(world, state, before)


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
    state, world = (what.start, what) if is_task(what) else (what, task)
    return state_text(world, state, before)


def situation_text(situation: Situation) -> str:
    """A situation in letters."""
    return blocks_text(situation) or containers_text(situation) or board_text(situation)


# One registration per kind of task, here and below. Without a task a state goes by what it is.


@singledispatch
def state_picture(task: object, state: Any, before: Any) -> Picture:
    """A picture of a state of a task; what changed since `before` is marked."""
    if isinstance(state, State):
        return _relational_picture(state, before)
    return fields_drawing(state, before)


@state_picture.register
def _(task: RelationalTask, state: Any, before: Any) -> Picture:
    return _relational_picture(*_closed(task, state, before))


@state_picture.register
def _(task: SlipperyTask, state: Any, before: Any) -> Picture:
    return state_picture(task.base, state, before)


@state_picture.register(ProgramTask)
@state_picture.register(ChanceTask)
def _(task: ProgramTask | ChanceTask, state: Any, before: Any) -> Picture:
    states = [s for s in (before, state) if s is not None]
    return program_scene(task.program, states, _nearby(task, state))(state, before)


@singledispatch
def state_text(task: object, state: Any, before: Any) -> str:
    """A state of a task in letters; what changed since `before` is marked."""
    if isinstance(state, State):
        return situation_text(situation_of(state, before))
    return fields_text(state, before)


@state_text.register
def _(task: RelationalTask, state: Any, before: Any) -> str:
    return situation_text(situation_of(*_closed(task, state, before)))


@state_text.register
def _(task: SlipperyTask, state: Any, before: Any) -> str:
    return state_text(task.base, state, before)


@state_text.register(ProgramTask)
@state_text.register(ChanceTask)
def _(task: ProgramTask | ChanceTask, state: Any, before: Any) -> str:
    return program_text(task.program, state, before, _nearby(task, state))


def _nearby(task: ProgramTask | ChanceTask, state: Any) -> list[Any]:
    """States one step away, each followed by `state`: how a board is laid out shows in steps."""
    if task.program.draw is not None:
        return []
    found: list[Any] = []
    meter = Meter(Limits(SECONDS_OF_STEPS))
    # A world whose steps fail is drawn as well.
    with suppress(Exception, LimitReached), guarded(task, meter):
        for action in islice(task.actions(state), MAX_STEPS_TRIED):
            if is_allowed(task, state, action):
                for _, outcome in task.outcomes(state, action)[:MAX_STEPS_TRIED]:
                    found += [state, outcome.state]
    return found


def _relational_picture(state: State, before: State | None) -> Drawing:
    now = situation_of(state, before)
    earlier = [] if before is None else [situation_of(before)]
    return relational_scene([*earlier, now])(now)


def _closed(
    task: RelationalTask, state: State, before: State | None
) -> tuple[State, State | None]:
    """The states with what follows from the rules of the domain."""
    earlier = None if before is None else closed(task.domain, before)
    return closed(task.domain, state), earlier
