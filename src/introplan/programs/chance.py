"""Worlds with chance as ordinary Python functions.

    model = program(actions=ACTIONS, outcomes=outcomes, reward=reward)
    model = program(actions=ACTIONS, transition=transition, reward=reward)  # takes s, a and rng
    task = model.task(start, horizon=40)

`outcomes(s, a)` lists what can happen (`outcome_lists`). `transition(s, a, rng)`
and `step(s, a, rng)` draw; they are run with a generator that forks (`forking.py`), so that every
way they can come out is listed with its probability. What cannot be listed, such as `rng.gauss`,
is sampled: the task then says so (`is_sampled`), and nothing about it is proven.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from introplan.deferred import deferred
from introplan.errors import ChanceError
from introplan.mdp import (
    NotAllowedError,
    Outcome,
    Status,
    Wanted,
    check_discount,
    check_horizon,
    world_name,
)
from introplan.pictures import picture
from introplan.programs.answers import (
    as_actions,
    as_reward,
    as_state,
    as_status,
    checked_actions,
    not_allowed,
)
from introplan.programs.copying import copied, safe
from introplan.programs.freezing import kept, value_of
from introplan.programs.outcome_lists import weighted
from introplan.programs.scripts import NotListedError
from introplan.programs.signatures import wants_numpy
from introplan.programs.stepping import taken
from introplan.programs.user_code import (
    WrongPartError,
    called,
    check_function,
    shown,
    wrong_answer,
)

if TYPE_CHECKING:
    from introplan.programs import forking
else:  # for worlds that draw; those without chance are told apart here, too
    forking = deferred("introplan.programs.forking")

SAMPLES = 1_000
"""Draws that stand for a distribution that cannot be listed: its probabilities are then right to
about 0.03 (two standard deviations), and a step takes as many calls."""


@dataclass(frozen=True, slots=True, eq=False)
class ChanceProgram:
    """The rules and the reward of a world with chance, as functions to call.

    One of `outcomes`, `transition` and `step` says what happens.
    """

    actions: tuple[Any, ...] | Callable[[Any], Iterable[Any]]
    outcomes: Callable[[Any, Any], Any] | None = None
    transition: Callable[[Any, Any, Any], Any] | None = None
    step: Callable[[Any, Any, Any], Any] | None = None
    reward: Callable[[Any, Any, Any], float] | None = None
    terminal: Callable[[Any, Any, Any], Status | bool | str | None] | None = None
    name: str = "program"
    draw: Callable[[Any], str] | None = None

    def task(
        self,
        start: Any,
        horizon: int | None = None,
        *,
        name: str | None = None,
        discount: float = 1.0,
    ) -> ChanceTask:
        """The task that begins in `start` and lasts `horizon` moves (None: any number)."""
        check_horizon(horizon)
        check_discount(discount)
        kept(safe(start))  # raises for states that cannot be distinguished or copied
        return ChanceTask(self, start, horizon, name or self.name, discount)

    @property
    def drawing(self) -> Callable[..., Any] | None:
        """The function that takes a generator, if one does."""
        return self.transition if self.step is None else self.step


@dataclass(frozen=True, slots=True, eq=False)
class ChanceTask:
    """A world with chance in Python, where it starts, and how many moves there are."""

    program: ChanceProgram
    start: Any
    horizon: int | None = None
    name: str = "program"
    discount: float = 1.0
    # Draws that could not be listed, found while outcomes were asked for.
    _unlisted: dict[str, None] = field(default_factory=dict, init=False, repr=False)

    @property
    def has_chance(self) -> bool:
        """Always, as far as is known before anything is called."""
        return True

    @property
    def is_sampled(self) -> bool:
        """Were outcomes sampled, so far, because they could not be listed?"""
        return bool(self._unlisted)

    @property
    def unlisted(self) -> tuple[str, ...]:
        """The draws that could not be listed."""
        return tuple(self._unlisted)

    @property
    def wanted(self) -> Wanted:
        """The score: what is expected of it is the value of a policy."""
        return Wanted.SCORE

    @property
    def r_max(self) -> float | None:
        """Not known."""
        return None

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

    def actions(self, state: Any) -> tuple[Any, ...]:
        """The actions to try in `state`; those that are not allowed may be among them."""
        actions = self.program.actions
        if isinstance(actions, tuple):
            return actions
        return as_actions(called("actions", actions, safe(state)), actions)

    def step(self, state: Any, action: Any) -> Outcome[Any]:
        """The outcome of `action` where there is only one; else `ChanceError`."""
        found = self.outcomes(state, action)
        if len(found) > 1:
            raise ChanceError(f"the step {shown(action)}")
        return found[0][1]

    def successors(self, state: Any) -> list[tuple[Any, Outcome[Any]]]:
        """Every action that is allowed in `state` with its outcome; `ChanceError` for several."""
        found = []
        for action in self.actions(state):
            try:
                found.append((action, self.step(state, action)))
            except NotAllowedError:
                continue
        return found

    def outcomes(self, state: Any, action: Any) -> list[tuple[float, Outcome[Any]]]:
        """What `action` can lead to, with probabilities; equal outcomes are one."""
        merged: dict[Hashable, tuple[float, Outcome[Any]]] = {}
        for probability, outcome in self._all(state, action):
            key = (kept(outcome.state), outcome.reward, outcome.status)
            known = merged.get(key)
            before = 0.0 if known is None else known[0]
            merged[key] = (before + probability, outcome if known is None else known[1])
        return list(merged.values())

    def sample(self, state: Any, action: Any, rng: random.Random) -> Outcome[Any]:
        """One outcome of `action`, drawn with `rng`."""
        self._check_listed(action)
        if self.program.drawing is not None:
            return self._drawn(state, action, self._generator(rng))
        found = self.outcomes(state, action)
        return rng.choices([o for _, o in found], [p for p, _ in found])[0]

    def restarted(self, state: Any, *, horizon: int | None) -> ChanceTask:
        """The same task with another start and horizon."""
        return replace(self, start=state, horizon=horizon)

    def with_r_max(self, reward: float) -> ChanceTask:
        """The same task: no reward ends an episode."""
        return self

    def action_costs(self, plan: Sequence[Any]) -> list[float]:
        """Every action costs 1."""
        return [1.0] * len(plan)

    def note_on_costs(self, plan: Iterable[Any]) -> str:
        """Nothing: every action costs 1."""
        return ""

    def milestone_reward(self, rewards: Sequence[float]) -> float | None:
        """None: milestones are of plans."""
        return None

    def _check_listed(self, action: Any) -> None:
        actions = self.program.actions
        if isinstance(actions, tuple) and action not in actions:
            raise NotAllowedError(f"there is no action {shown(action)}")

    def _all(self, state: Any, action: Any) -> list[tuple[float, Outcome[Any]]]:
        self._check_listed(action)
        if self.program.outcomes is not None:
            return self._listed(self.program.outcomes, state, action)
        try:
            return forking.all_ways(lambda rng: self._drawn(state, action, rng))
        except NotListedError as unlisted:
            self._unlisted[str(unlisted)] = None
            # The same draws every time: a world that changes between two questions has no values.
            rng = self._generator(random.Random(0))
            return [(1 / SAMPLES, self._drawn(state, action, rng)) for _ in range(SAMPLES)]

    def _listed(
        self, outcomes: Callable[[Any, Any], Any], state: Any, action: Any
    ) -> list[tuple[float, Outcome[Any]]]:
        """What the user's list says, checked."""
        try:
            answer = outcomes(copied(state), action)
        except BaseException as error:
            not_allowed(outcomes, error, "outcomes")
        return [
            (weight, self._judged(outcomes, "outcomes", state, action, entry))
            for weight, entry in weighted(outcomes, answer)
        ]

    def _drawn(self, state: Any, action: Any, rng: Any) -> Outcome[Any]:
        """What happens with this generator."""
        drawing = self.program.drawing
        assert drawing is not None, "a world without a list of outcomes draws"
        role = "transition" if self.program.step is None else "step"
        try:
            answer = drawing(copied(state), action, rng)
        except NotListedError:
            raise
        except BaseException as error:
            not_allowed(drawing, error, role)
        if self.program.step is not None:
            return self._judged(drawing, role, state, action, taken(drawing, answer))
        if answer is None and self.start is not None:
            raise NotAllowedError(f"{role} returned None")
        return self._judged(drawing, role, state, action, (answer,))

    def _judged(
        self,
        function: Callable[..., Any],
        role: str,
        state: Any,
        action: Any,
        answer: tuple[Any, ...],
    ) -> Outcome[Any]:
        """The outcome with the reward and the end of functions beside, where there are such."""
        world = self.program
        after = as_state(answer[0], function, copied, role)
        if world.reward is not None:
            paid = called("reward", world.reward, safe(state), action, safe(after))
            reward = as_reward(paid, world.reward)
        elif len(answer) > 1:
            reward = as_reward(answer[1], function)
        else:
            wrong = "must return rewards as well, or give reward="
            raise wrong_answer(role, function, wrong)
        status = Status.CONTINUE
        if world.terminal is not None:
            given = called("terminal", world.terminal, safe(state), action, safe(after))
            status = as_status(given, world.terminal)
        elif len(answer) > 2:
            status = as_status(answer[2], function, role, "done as")
        return Outcome(after, reward, status)

    def _generator(self, rng: random.Random) -> Any:
        """The generator that the function wants: numpy's where its parameter says so."""
        drawing = self.program.drawing
        assert drawing is not None
        if not wants_numpy(drawing):
            return rng
        import numpy  # the user's module has it: its annotation names it

        return numpy.random.default_rng(rng.getrandbits(64))

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        return picture(self)


@world_name.register(ChanceTask)
def _(task: ChanceTask) -> str:
    return "a world with chance in Python"


@dataclass(frozen=True, slots=True, eq=False)
class ChanceBox:
    """A task's model over states that can be hashed."""

    task: ChanceTask

    def actions(self, state: Hashable) -> tuple[Any, ...]:
        """The actions to try."""
        return self.task.actions(value_of(state))

    def outcomes(self, state: Hashable, action: Any) -> list[tuple[float, Outcome[Hashable]]]:
        """What `action` can lead to."""
        found = self.task.outcomes(value_of(state), action)
        return [(p, outcome._replace(state=kept(outcome.state))) for p, outcome in found]


def chance_program(
    *,
    actions: Iterable[Any] | Callable[[Any], Iterable[Any]],
    outcomes: Callable[[Any, Any], Any] | None = None,
    transition: Callable[[Any, Any, Any], Any] | None = None,
    step: Callable[[Any, Any, Any], Any] | None = None,
    reward: Callable[[Any, Any, Any], float] | None = None,
    terminal: Callable[[Any, Any, Any], Status | bool | str | None] | None = None,
    name: str = "program",
    draw: Callable[[Any], str] | None = None,
) -> ChanceProgram:
    """A world with chance made of functions: what `program` gives where something is drawn."""
    given = {"outcomes": outcomes, "transition": transition, "step": step}
    named = [role for role, function in given.items() if function is not None]
    if len(named) != 1:
        raise WrongPartError(f"give one of {', '.join(given)}, not {' and '.join(named)}", "step")
    if outcomes is not None:
        check_function("outcomes", outcomes, ("state", "action"))
    if transition is not None and reward is None:
        raise WrongPartError("a transition needs a reward(state, action, new_state)", "reward")
    for role, function in (("reward", reward), ("terminal", terminal)):
        if function is not None:
            check_function(role, function, ("state", "action", "new_state"))
    if draw is not None:
        check_function("draw", draw, ("state",))
    parts = outcomes, transition, step, reward, terminal, name, draw
    return ChanceProgram(checked_actions(actions), *parts)


def chance_table(table: Any, choices: tuple[Any, ...], name: str) -> ChanceProgram | None:
    """The world of a table of rows (probability, state, reward, is over).

    None if no step has several outcomes.
    """
    rows = {
        (int(state), int(action)): [
            (float(p), int(s), float(r), bool(d)) for p, s, r, d in entries
        ]
        for state, by_action in table.items()
        for action, entries in by_action.items()
    }
    if all(len({row[1:] for row in entries if row[0] > 0}) == 1 for entries in rows.values()):
        return None

    def outcomes(state: int, action: int) -> list[tuple[float, int, float, bool]]:
        return rows[state, action]

    outcomes.rows = rows  # type: ignore[attr-defined]
    return chance_program(actions=choices, outcomes=outcomes, name=name)


def table_of(task: ChanceTask) -> dict[tuple[Any, Any], list[tuple[Any, ...]]] | None:
    """The rows by state and action of a world that is a table; None for others."""
    return getattr(task.program.outcomes, "rows", None)
