"""A world as ordinary Python functions, and tasks in it.

    model = program(actions=ACTIONS, transition=transition, reward=reward)
    task = model.task(start)

What counts in a task follows from what it is given (`Task.wanted`). Where `terminal` names
success, the episode is to end with it. Otherwise the score until the episode ends counts: until
`terminal` says True, until the horizon, or without end where there is a discount. A task that has
none of these asks for the largest reward, once. Calling functions does not show what that maximum
is: `r_max` is None until an analysis of the code has found it.

`transition` says that an action is not allowed by raising or by returning None; errors that only
a slip of the pen makes (`user_code.MISTAKES`) are reported instead. `answers.py` checks what the
functions return. One function `step` may stand for transition, reward and end (`stepping.py`).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, cast

from introplan.deferred import deferred
from introplan.errors import UsageError
from introplan.limits import Meter
from introplan.mdp import (
    MAX_EXACT_FLOAT,
    Episode,
    NotAllowedError,
    Outcome,
    Status,
    Wanted,
    attempt,
    check_discount,
    successors,
    world_name,
)
from introplan.pictures import picture
from introplan.programs.answers import (
    MAX_REWARD,
    as_actions,
    as_reward,
    as_state,
    as_status,
    check_state,
    checked_actions,
    not_allowed,
)
from introplan.programs.copying import copied, is_immutable, safe
from introplan.programs.expansion import Step, conduct_of, expand
from introplan.programs.freezing import Snapshot, State, kept, value_of
from introplan.programs.identity import is_plain
from introplan.programs.signatures import takes_generator
from introplan.programs.stepping import (
    has_end,
    is_derived,
    reward_of,
    taken,
    terminal_of,
    transition_of,
)
from introplan.programs.user_code import (
    WrongPartError,
    called,
    check_function,
    report,
    shown,
)

if TYPE_CHECKING:
    from introplan.programs import chance, naming
else:  # asked of worlds in Python only, or of those with chance; every command knows their class
    chance = deferred("introplan.programs.chance")
    naming = deferred("introplan.programs.naming")

Action: TypeAlias = Any
"""Whatever the user's functions take for an action."""


@dataclass(frozen=True, slots=True, eq=False)
class Origin:
    """How to make a program again in another process, which cannot import its functions.

    `make` gives the program with the task it came with, of which `start` is the start.
    """

    make: Callable[[], ProgramTask]
    start: State


@dataclass(frozen=True, slots=True, eq=False)
class Program:
    """The rules and the reward of a world, as functions to call."""

    actions: tuple[Action, ...] | Callable[[State], Iterable[Action]]
    transition: Callable[[State, Action], State]
    reward: Callable[[State, Action, State], float]
    terminal: Callable[[State, Action, State], Status | bool | str | None] | None = None
    name: str = "program"
    draw: Callable[[State], str] | None = None
    origin: Origin | None = None
    step: Callable[[State, Action], Any] | None = None
    """One function for transition, reward and end, where there is one (`stepping.py`): those of
    the three that were derived from it are what it says."""

    # What analyses of the code found, by their names: it stays the same, and reading takes time.
    analyses: dict[str, Any] = field(default_factory=dict, init=False, repr=False)

    @property
    def names_success(self) -> bool:
        """Can `terminal` answer success, and not only that the episode is over?"""
        if "names_success" not in self.analyses:
            self.analyses["names_success"] = naming.names_success(self.terminal)
        return bool(self.analyses["names_success"])

    def __reduce__(self) -> tuple[Any, ...]:
        """What pickle keeps: the functions by their names, unless there is an origin."""
        if self.origin is not None:
            return _made_again, (self.origin.make,)
        parts = (getattr(self, part.name) for part in fields(self) if part.init)
        return _program_again, tuple(None if is_derived(p, self.step) else p for p in parts)

    def task(
        self,
        start: State,
        horizon: int | None = None,
        *,
        name: str | None = None,
        discount: float = 1.0,
    ) -> ProgramTask:
        """The task that begins in `start` and lasts `horizon` moves (None: any number).

        With a `discount` below 1 a reward is worth that much of itself with each step.
        """
        if isinstance(horizon, bool) or not isinstance(horizon, int | None):
            message = f"the horizon must be a whole number or None, got {shown(horizon)}"
            raise WrongPartError(message, "HORIZON")
        if horizon is not None and horizon < 0:
            raise WrongPartError(f"the horizon must not be negative, got {horizon}", "HORIZON")
        try:
            check_discount(discount)
        except UsageError as error:
            raise WrongPartError(str(error), "DISCOUNT") from None
        try:
            kept(safe(start))  # raises for states that cannot be distinguished or copied
        except UsageError as error:
            raise WrongPartError(str(error), "START") from None
        return ProgramTask(self, start, horizon, name or self.name, discount=discount)


@dataclass(frozen=True, slots=True, eq=False)
class ProgramTask:
    """A program, a start, a horizon and a discount: a model of states as the user writes them."""

    program: Program
    start: State
    horizon: int | None = None
    name: str = "program"
    r_max: float | None = None
    """The largest reward that a transition can pay; None if that is not known, as in every task
    whose code was not read. Being paid it ends an episode that nothing else ends: one with neither
    a horizon nor a discount nor a `terminal`."""
    distance: int | None = None
    """The number d of the paper's experiments, in tasks that have one."""
    discount: float = 1.0

    def __post_init__(self) -> None:
        check_discount(self.discount)

    def __reduce__(self) -> tuple[Any, ...]:
        """What pickle keeps: a start that came with the program is made again with it."""
        rest = (self.horizon, self.name, self.r_max, self.distance, self.discount)
        origin = self.program.origin
        if origin is not None and origin.start is self.start:
            return _task_made_again, (origin.make, *rest)
        return ProgramTask, (self.program, self.start, *rest)

    @property
    def wanted(self) -> Wanted:
        """What a plan is for.

        Where no end can be reached, `SCORE` without horizon and discount turns out to be
        `BEST_REWARD`: then plan the task `without_ends`.
        """
        program = self.program
        if program.names_success:
            return Wanted.SUCCESS
        if self.horizon is not None or self.discount != 1 or program.terminal is not None:
            return Wanted.SCORE
        return Wanted.BEST_REWARD if self.r_max is None else Wanted.SUCCESS

    def without_ends(self) -> ProgramTask:
        """The same task where nothing ends an episode."""
        endless = replace(self.program, terminal=None)
        endless.analyses["conduct"] = conduct_of(self.program)
        return replace(self, program=endless)

    @property
    def engines(self) -> tuple[str, ...]:
        """Functions of the user's can only be called from Python."""
        return ("python",)

    @property
    def runs_user_code(self) -> bool:
        """Always: a step is a call of the user's functions."""
        return True

    @property
    def has_action_costs(self) -> bool:
        """Every action costs 1."""
        return False

    def actions(self, state: State) -> tuple[Action, ...]:
        """The actions to try in `state`; those that are not allowed may be among them."""
        actions = self.program.actions
        if isinstance(actions, tuple):
            return actions
        return as_actions(called("actions", actions, safe(state)), actions)

    def step(self, state: State, action: Action) -> Outcome[Any]:
        """What `action` leads to; raises `NotAllowedError` where the transition raises.

        So does an action that is not in the list of actions; where they are a function, the
        transition alone decides.
        """
        actions = self.program.actions
        if isinstance(actions, tuple) and not _is_listed(action, actions):
            raise NotAllowedError(f"there is no action {shown(action)}")
        return self._step(state, action, is_fixed=is_immutable(state))[0]

    def successors(self, state: State) -> list[tuple[Action, Outcome[Any]]]:
        """Every action that is allowed in `state`, with its outcome."""
        return list(successors(self, state))

    def outcomes(self, state: State, action: Action) -> list[tuple[float, Outcome[Any]]]:
        """The one outcome of `action`, with probability 1; raises as `step` does."""
        return [(1.0, self.step(state, action))]

    def sample(self, state: State, action: Action, rng: random.Random) -> Outcome[Any]:
        """The one outcome of `action`; nothing is drawn."""
        return self.step(state, action)

    def with_r_max(self, reward: float) -> ProgramTask:
        """The same task, in which being paid `reward` ends an episode that nothing else ends."""
        return replace(self, r_max=reward)

    def restarted(self, state: State, *, horizon: int | None) -> ProgramTask:
        """The same task with another start and horizon."""
        return replace(self, start=state, horizon=horizon)

    def action_costs(self, plan: Sequence[Action]) -> list[float]:
        """Every action costs 1."""
        return [1.0] * len(plan)

    def note_on_costs(self, plan: Iterable[Action]) -> str:
        """Nothing: every action costs 1."""
        return ""

    def milestone_reward(self, rewards: Sequence[float]) -> float | None:
        """The largest reward, or, where that is not known, the largest of this episode.

        That one counts if something is paid, or if the last step pays more than all before it:
        the least of several penalties is no milestone.
        """
        if self.r_max is not None or not rewards:
            return self.r_max
        *before, last = rewards
        is_best_end = bool(before) and last > max(before)
        best = max(rewards)
        return best if best > 0 or is_best_end else None

    def _step(self, state: State, action: Action, *, is_fixed: bool) -> tuple[Outcome[Any], bool]:
        """The outcome of `action`, and whether the state after it is plain (`is_plain`).

        `is_fixed` says that `state` cannot be changed: functions then get it, and not a copy.
        Raises `NotAllowedError` where the transition raises.
        """
        program = self.program
        if program.step is not None:
            return self._step_at_once(program.step, state, action, is_fixed=is_fixed)
        try:
            after = program.transition(state if is_fixed else copied(state), action)
        except BaseException as error:
            not_allowed(program.transition, error)
        if after is None or type(after) is float:
            check_state(after, program.transition, is_nothing_a_state=self.start is None)
        plain = is_plain(after)
        stays = plain or is_immutable(after)
        before = state if is_fixed else copied(state)
        given = after  # the user's function may change it, and the model use it again
        after = after if stays else as_state(after, program.transition, copied)
        try:
            reward = program.reward(before, action, given)
        except BaseException as error:
            report("reward", program.reward, error)
        # Plain floats and small whole numbers are the rule; everything else is looked at more
        # closely elsewhere.
        if type(reward) is int and -MAX_EXACT_FLOAT < reward < MAX_EXACT_FLOAT:
            reward = float(reward)
        elif type(reward) is not float or not -MAX_REWARD < reward < MAX_REWARD:
            reward = as_reward(reward, program.reward)
        if program.terminal is not None:
            old = state if is_fixed else safe(state)
            status = self.status_after(old, action, after if stays else safe(after))
        else:
            status = self.status_by_reward(reward)
        return Outcome(after, reward, status), plain

    def _step_at_once(
        self, step: Callable[[State, Action], Any], state: State, action: Action, *, is_fixed: bool
    ) -> tuple[Outcome[Any], bool]:
        """The same where one function says it all: it is called once."""
        program = self.program
        try:
            answer = step(state if is_fixed else copied(state), action)
        except BaseException as error:
            not_allowed(step, error, "step")
        after, reward, done = taken(step, answer)
        if after is None or type(after) is float:
            check_state(after, step, "step", is_nothing_a_state=self.start is None)
        plain = is_plain(after)
        stays = plain or is_immutable(after)
        after = after if stays else as_state(after, step, copied, "step")
        if is_derived(program.reward, step):
            paid = as_reward(reward, step, "step", "the reward as")
        else:
            reward = called("reward", program.reward, safe(state), action, safe(after))
            paid = as_reward(reward, program.reward)
        if program.terminal is None:
            status = self.status_by_reward(paid)
        elif is_derived(program.terminal, step):
            status = Status.CONTINUE if done is False else as_status(done, step, "step", "done as")
        else:
            status = self.status_after(safe(state), action, safe(after))
        return Outcome(after, paid, status), plain

    def status_by_reward(self, reward: float) -> Status:
        """The status of a step that nothing but the largest reward could end."""
        if self.r_max is None or reward < self.r_max:
            return Status.CONTINUE
        return Status.SUCCESS if self.horizon is None and self.discount == 1 else Status.CONTINUE

    def status_after(self, before: State, action: Action, after: State) -> Status:
        """What `terminal` answers; it gets the states as they are given here."""
        terminal = self.program.terminal
        assert terminal is not None
        try:
            answer = terminal(before, action, after)
        except BaseException as error:
            report("terminal", terminal, error)
        if answer is False:  # nearly every step: decided without a call
            return Status.CONTINUE
        return as_status(answer, terminal)

    def episode(self) -> Episode[Hashable, Action]:
        """The task as a black box whose states can be hashed."""
        return Episode(
            BlackBox(self),
            kept(self.start),
            self.horizon,
            self.wanted,
            self.distance,
            discount=self.discount,
            decode_state=value_of,
        )

    def attempt_kept(self, state: Snapshot, action: Action) -> Outcome[Hashable] | None:
        """What `action` leads to, every call on a copy of its own; None if it is not allowed."""
        return attempt(BlackBox(self), state, action)

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        return picture(self)


@world_name.register(ProgramTask)
def _(task: ProgramTask) -> str:
    return "a world in Python"


@dataclass(frozen=True, slots=True, eq=False)
class BlackBox:
    """A task's model over states that can be hashed: `mdp.Model`."""

    task: ProgramTask

    def actions(self, state: Hashable) -> tuple[Action, ...]:
        """The actions to try."""
        return self.task.actions(value_of(state))

    def step(self, state: Hashable, action: Action) -> Outcome[Hashable]:
        """What `action` leads to."""
        if isinstance(state, Snapshot):
            outcome, plain = self.task._step(state.value, action, is_fixed=state.is_fixed)
        else:
            outcome, plain = self.task._step(state, action, is_fixed=True)
        if plain:
            return outcome
        return outcome._replace(state=as_state(outcome.state, self.task.program.transition, kept))

    def expand(self, state: Hashable, meter: Meter) -> Iterator[Step]:
        """All steps from a state in one loop, with as few copies as is safe (`expansion`)."""
        return expand(self.task, state, meter)


def program(
    *,
    actions: Iterable[Action] | Callable[[State], Iterable[Action]],
    transition: Callable[..., State] | None = None,
    reward: Callable[[State, Action, State], float] | None = None,
    terminal: Callable[[State, Action, State], Status | bool | str | None] | None = None,
    step: Callable[..., Any] | None = None,
    outcomes: Callable[[State, Action], Any] | None = None,
    name: str = "program",
    draw: Callable[[State], str] | None = None,
) -> Program:
    """A world made of functions; `actions` is a list, or a function of a state that gives one.

    `transition(s, a)` gives the state after; where the action is not allowed it raises or gives
    None (which is a state only where the start is None);
    `reward(s, a, s2)` says what the step pays. `terminal(s, a, s2)` answers True where the episode
    is over, which says nothing about how well, or a `Status` or its word: `Status.SUCCESS` names
    success, and then only plans that end with it are plans; no plan takes a step to
    `Status.FAILURE`. `draw(s)` is a text or an SVG.

    Instead of transition and reward, one function `step(s, a)` may give `(s2, reward)`,
    `(s2, reward, done)` or Gymnasium's five; it may change `s`. A `reward` or a `terminal` beside
    it takes the place of what `step` says of it.

    A world with chance has `outcomes(s, a)`, a list of (probability, s2) or (probability, s2,
    reward, is over), or a `transition(s, a, rng)` or `step(s, a, rng)` that draws with `rng`. It
    is a `ChanceProgram`; `ip.policy` is for its tasks.

    >>> line = program(actions=[-1, 1], transition=lambda s, a: s + a, reward=lambda s, a, t: t)
    >>> line.task(5).step(5, 1)
    Outcome(state=6, reward=6.0, status=<Status.CONTINUE: 0>)
    >>> line = program(actions=[-1, 1], step=lambda s, a: (s + a, s + a, s + a == 6))
    >>> line.task(5).step(5, 1)
    Outcome(state=6, reward=6.0, status=<Status.OVER: 2>)
    """
    if outcomes is not None or any(map(takes_generator, (transition, step))):
        parts = {"outcomes": outcomes, "transition": transition, "step": step}
        rules = {"reward": reward, "terminal": terminal, "name": name, "draw": draw}
        found = chance.chance_program(actions=actions, **parts, **rules)  # type: ignore[arg-type]
        # Callers of the usual kind would have to tell the two apart for the rare one's sake.
        return cast(Program, found)
    if step is not None:
        if transition is not None:
            raise WrongPartError("give either step or transition, not both", "step")
        check_function("step", step, ("state", "action"))
    else:
        check_function("transition", transition, ("state", "action"))
        check_function("reward", reward, ("state", "action", "new_state"))
    if reward is not None:
        check_function("reward", reward, ("state", "action", "new_state"))
    if terminal is not None:
        check_function("terminal", terminal, ("state", "action", "new_state"))
    if draw is not None:
        check_function("draw", draw, ("state",))
    rest = (name, draw, None, step)
    return _program_again(checked_actions(actions), transition, reward, terminal, *rest)


def _program_again(
    actions: Any, transition: Any, reward: Any, terminal: Any, *rest: Any
) -> Program:
    """A program in which parts that are missing beside a `step` are derived from it."""
    step = rest[3]
    if step is not None:
        transition = transition_of(step)
        reward = reward_of(step) if reward is None else reward
        if terminal is None and has_end(step):
            terminal = terminal_of(step)
    return Program(actions, transition, reward, terminal, *rest)


def _made_again(make: Callable[[], ProgramTask]) -> Program:
    return make().program


def _task_made_again(make: Callable[[], ProgramTask], *rest: Any) -> ProgramTask:
    task = make()
    return ProgramTask(task.program, task.start, *rest)


def _is_listed(action: Action, actions: tuple[Action, ...]) -> bool:
    """Is the action one of these? Those that cannot be compared, such as arrays, are believed."""
    try:
        return action in actions
    except Exception:
        return True


class HasDrawing(Protocol):
    """A world that may have a function which draws its states."""

    @property
    def draw(self) -> Callable[[Any], str] | None:
        """The function."""
        ...


def drawn(world: HasDrawing, state: State) -> str:
    """A state as the user draws it, or else as it prints."""
    return str(state if world.draw is None else called("draw", world.draw, state))
