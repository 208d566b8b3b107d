"""`TaskEnv`: any task, relational or in Python, as a Gymnasium environment.

An episode is an episode of the task, and rewards are what the world pays. `terminated` means that
the task says so (`success`, `failure`, or `over`: an end that is nothing but an end), or that
nothing can be done any more; `truncated` means that the moves of the horizon are used up. The
`status` in the info is that of the last step. A reset goes back to the same start, unless
`resample` is set: then each reset draws a new task, and `reset(seed=)` says which ones follow.

In a world with chance the environment's own generator, `np_random`, draws what happens: episodes
after `reset(seed=n)` are the same each time. `slippery` makes a world with chance of any: with
that probability another action that is allowed is done, each as likely; `task` is then that world.

An action that cannot be done is never ignored in silence: it costs `penalty` and a move (`invalid=
"penalize"`), or it is an error (`invalid="raise"`).

An environment is copied and pickled by what it was made of and the actions since the last reset,
which are done again; tasks are made of functions, and those know nothing of copies.

`render` takes the drawings of `introplan.view`; matplotlib paints the dots.
"""

from __future__ import annotations

import importlib.util
import io
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import singledispatch
from typing import Any, Literal, TypeAlias

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Discrete, Space
from numpy.typing import NDArray

from introplan.errors import MissingExtraError, UsageError, did_you_mean
from introplan.interop.gymnasium.backend import Backend, Observation, Observe, View
from introplan.interop.gymnasium.chance_backend import ChanceBackend, DrawnBackend, SlipperyBackend
from introplan.interop.gymnasium.draws import Draws, continued
from introplan.interop.gymnasium.program_backend import ProgramBackend
from introplan.interop.gymnasium.relational_backend import RelationalBackend, Table, typed_table
from introplan.mdp import Status, Task, action_text, check_task, has_chance
from introplan.programs.program import ProgramTask
from introplan.relational.domain import RelationalTask
from introplan.relational.formula import Literal as GroundLiteral
from introplan.slipping import SlipperyTask, check_probability, slippery
from introplan.view.draw import draw, draw_svg, draw_text
from introplan.view.drawing import Drawing
from introplan.view.png import png

HAS_PAINTER = importlib.util.find_spec("matplotlib") is not None
"""Without matplotlib there are no dots."""

FRAME_DOTS = (480, 640)
"""Rows and columns of every frame of every world (VGA): films of an episode need frames of one
size, so a drawing is scaled until it fits, and stands in the middle of white paper."""

MAX_DOTS_PER_UNIT = 3.0
"""Small drawings are not blown up beyond this: a world of two cells would fill the frame."""


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
    top, left = (FRAME_DOTS[0] - rows) // 2, (FRAME_DOTS[1] - columns) // 2
    frame = np.full((*FRAME_DOTS, 3), 255, dtype=np.uint8)
    frame[top : top + rows, left : left + columns] = dots
    return frame


def _dots(drawing: Drawing) -> NDArray[np.uint8]:
    """The drawing as large as it fits into a frame."""
    fitting = min((FRAME_DOTS[0] - 1) / drawing.height, (FRAME_DOTS[1] - 1) / drawing.width)
    painted = io.BytesIO(png(drawing, scale=min(fitting, MAX_DOTS_PER_UNIT)))
    from matplotlib.image import imread

    shares = imread(painted, format="png")[: FRAME_DOTS[0], : FRAME_DOTS[1], :3]
    return np.asarray(np.rint(shares * 255), dtype=np.uint8)


TaskSource: TypeAlias = Callable[[int], Task]
"""Gives the task number n."""

Invalid: TypeAlias = Literal["penalize", "raise"]

RENDERERS: dict[str, Callable[[Task, Any], Any]] = {
    "ansi": ansi,
    "rgb_array": rgb_array,
    "svg": svg,
}


@dataclass(slots=True)
class Shared:
    """What all tasks of one environment have in common; `is_alone`: there is only one.

    `view` replaces the observation of worlds in Python. `table` numbers the actions and literals
    of relational tasks: the first one sets it, so that those drawn later fit the same spaces.
    """

    view: View | None
    is_alone: bool
    table: Table | None = None


@singledispatch
def backend_of(task: Task, shared: Shared) -> Backend:
    """The task in numbers, as an environment plays it; one registration per kind of task."""
    return ChanceBackend(task, shared.view, is_alone=shared.is_alone)


@backend_of.register
def _(task: SlipperyTask, shared: Shared) -> Backend:
    return SlipperyBackend(backend_of(task.base, shared), task.probability)


@backend_of.register
def _(task: ProgramTask, shared: Shared) -> Backend:
    return ProgramBackend(task, shared.view, is_alone=shared.is_alone)


@backend_of.register
def _(task: RelationalTask, shared: Shared) -> Backend:
    if not shared.is_alone and shared.table is None:
        shared.table = typed_table(task)
    kind = DrawnBackend if task.has_chance else RelationalBackend
    return kind(task, shared.table)


class TaskEnv(gymnasium.Env[Observation, np.int64]):
    """A task to be played move by move.

    `task` is a task, or a function that gives the task number n; `seed` is the number of the first
    one. With the probability `slippery` another action is done than the one that was chosen. For
    worlds in Python `observe`, a function of a state and its task, and `observation_space` replace
    the observation.
    """

    metadata = {  # noqa: RUF012 - Gymnasium's way
        "render_modes": [mode for mode in RENDERERS if HAS_PAINTER or mode != "rgb_array"],
        "render_fps": 4,
    }

    def __init__(
        self,
        task: Task | TaskSource,
        render_mode: str | None = None,
        *,
        seed: int = 0,
        resample: bool = False,
        invalid: Invalid = "penalize",
        penalty: float = 1.0,
        slippery: float = 0.0,
        observe: Observe | None = None,
        observation_space: Space[Any] | None = None,
    ) -> None:
        _check_choice("render_mode", render_mode, (None, *RENDERERS))
        if render_mode == "rgb_array" and not HAS_PAINTER:
            raise MissingExtraError("rgb_array needs matplotlib: pip install introplan[gym]")
        _check_choice("invalid", invalid, ("penalize", "raise"))
        if not 0 <= penalty < math.inf:
            raise UsageError(
                f"the penalty is what a move costs: a number from 0 on, not {penalty}"
            )
        check_probability(slippery)
        if resample and not callable(task):
            raise UsageError("resample needs a function that gives the task number n, got a task")
        self.render_mode = render_mode
        self.resample = resample
        self.invalid = invalid
        self.penalty = float(penalty)
        self.slippery = float(slippery)
        self._source = task
        self._number = seed
        self._shared = Shared(_view(observe, observation_space), is_alone=not resample)
        self._taken: list[int] = []
        self._drawn_from: Any = None
        self._is_over = True
        self._backend = self._new_backend()
        self.action_space: Discrete = Discrete(len(self._backend.actions))
        self.observation_space = self._backend.space

    @property
    def task(self) -> Task:
        """The task that is being played."""
        return self._backend.task

    @property
    def actions(self) -> Sequence[Any]:
        """What the numbers of the action space mean."""
        return self._backend.actions

    @property
    def literals(self) -> tuple[GroundLiteral, ...]:
        """What the numbers of an observation mean; a world in Python has no literals."""
        table: Table | None = getattr(self._backend, "table", None)
        return () if table is None else table.literals

    @property
    def state(self) -> Any:
        """The present state, as the model has it."""
        return self._backend.state

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin an episode: the same again, or a newly drawn one."""
        super().reset(seed=seed)
        if self.resample:
            self._number = int(self.np_random.integers(2**31))
            self._backend = self._new_backend()
        else:
            self._backend.restart()
        self._taken = []
        if has_chance(self.task):
            self._drawn_from = self.np_random.bit_generator.state
        self._is_over = False
        return self._backend.observation(), self._info(Status.CONTINUE, is_valid=True)

    def step(
        self, action: np.int64 | int
    ) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make one move."""
        if self._is_over:
            raise ResetNeeded("the episode is over, or has not begun: call reset() first")
        if not self.action_space.contains(action):
            most = self.action_space.n - 1
            raise UsageError(f"actions are the numbers 0 to {most}, got {action!r:.80}")
        number = int(action)
        made = self._backend.take(number, Draws(lambda: self.np_random))
        if made is None and self.invalid == "raise":
            raise UsageError(f"{self.action_text(number)} cannot be done in this state")
        self._taken.append(number)
        reward, status = (-self.penalty, Status.CONTINUE) if made is None else made
        info = self._info(status, is_valid=made is not None)
        terminated = status is not Status.CONTINUE or not info["action_mask"].any()
        horizon = self.task.horizon
        truncated = not terminated and horizon is not None and len(self._taken) >= horizon
        self._is_over = terminated or truncated
        return self._backend.observation(), float(reward), terminated, truncated, info

    def render(self) -> Any:
        """The present state: a text, an array of colours, or an SVG document."""
        if self.render_mode is None:
            return None
        return RENDERERS[self.render_mode](self.task, self.state)

    def action_text(self, number: int) -> str:
        """An action in words, such as (pick b1)."""
        return action_text(self.actions[number])

    def _info(self, status: Status, *, is_valid: bool) -> dict[str, Any]:
        is_open = status is Status.CONTINUE
        count = len(self._backend.actions)
        return {
            "state": self._backend.state,
            "action_mask": self._backend.mask() if is_open else np.zeros(count, dtype=np.int8),
            "status": str(status),
            "is_success": status is Status.SUCCESS,
            "is_valid": is_valid,
            "steps": len(self._taken),
        }

    def _new_backend(self) -> Backend:
        task = self._source(self._number) if callable(self._source) else self._source
        check_task(task, "TaskEnv")
        world = task if self.slippery == 0 else slippery(task, self.slippery)
        return backend_of(world, self._shared)

    def __getstate__(self) -> dict[str, Any]:
        """All but the backend, which is made again."""
        return {name: value for name, value in vars(self).items() if name != "_backend"}

    def __setstate__(self, values: dict[str, Any]) -> None:
        vars(self).update(values)
        self._backend = self._new_backend()
        if not self._taken:
            return
        # What was drawn is drawn again, beside the environment's generator, which is further on.
        generator = None if self._drawn_from is None else continued(self._drawn_from)
        again = Draws(lambda: self.np_random if generator is None else generator)
        for number in self._taken:
            self._backend.take(number, again)


def _view(observe: Observe | None, space: Space[Any] | None) -> View | None:
    if observe is None and space is None:
        return None
    if observe is None or space is None:
        raise UsageError("observe and observation_space belong together; give both or neither")
    return View(observe, space)


def _check_choice(name: str, value: object, known: tuple[str | None, ...]) -> None:
    if value not in known:
        words = [word for word in known if word is not None]
        raise UsageError(f"unknown {name} {value!r}{did_you_mean(str(value), words)}")
