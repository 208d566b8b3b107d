"""Markov decision processes: the `Task` that every kind of world answers, and its black box.

A task is a simulator with a start. Relational tasks, worlds in Python and kinds that are added
later answer the same questions over states of their own kind. Planners that may not read the world
get a `Model` instead, which has two questions and states that can be hashed; an `Episode` is such
a model with its start, its horizon and what a plan is for.

An action that cannot be done raises `NotAllowedError` in `step`. `attempt` is the one place that
turns this into an answer, and `successors` the one loop over what can be done.
"""

from __future__ import annotations

import enum
import math
import random
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import singledispatch
from numbers import Integral
from typing import Any, Generic, NamedTuple, Protocol, Self, TypeVar

from introplan.errors import ChanceError, UsageError

S = TypeVar("S", bound=Hashable)
A = TypeVar("A")


class Status(enum.Enum):
    """The termination signal of a transition (the paper's -1, 0, 1, and one more).

    `OVER` says that the episode has ended and nothing about how well: what a plain `True` of
    `terminal` means. What it was worth is in the score.
    """

    FAILURE = -1
    CONTINUE = 0
    SUCCESS = 1
    OVER = 2

    def __str__(self) -> str:
        """The word used in model files."""
        return self.name.lower()


class Outcome(NamedTuple, Generic[S]):
    """What one step gives: the state after, the reward paid, the termination signal."""

    state: S
    reward: float
    status: Status


class NotAllowedError(Exception):
    """An action cannot be done in this state."""


class Model(Protocol[S, A]):
    """Two questions: what can be done here, and what happens then."""

    def actions(self, state: S) -> Sequence[A]:
        """The actions to try in `state`, in a fixed order."""
        ...

    def step(self, state: S, action: A) -> Outcome[S]:
        """The outcome of `action`; `NotAllowedError` if it cannot be done after all."""
        ...


def attempt(model: Model[S, A], state: S, action: A) -> Outcome[S] | None:
    """The outcome of `action` in `state`; None if it is not allowed there."""
    try:
        return model.step(state, action)
    except NotAllowedError:
        return None


def successors(model: Model[S, A], state: S) -> Iterator[tuple[A, Outcome[S]]]:
    """What can be done in `state` and where it leads, lazily and in the order of the actions."""
    for action in model.actions(state):
        outcome = attempt(model, state, action)
        if outcome is not None:
            yield action, outcome


class Wanted(enum.Enum):
    """What a plan is for; in each case the largest score counts first, then the least cost.

    Only what is paid once, `BEST_REWARD`, is to be had soonest, whatever is paid on the way.
    """

    SUCCESS = "to end the episode with success"
    SCORE = "to collect as much as possible until the episode ends"
    BEST_REWARD = "to be paid, once, the most that is paid anywhere"


class Task(Protocol):
    """A world with a start: what every kind of world answers, to users and to planners.

    States and actions are those of the kind itself: a relational `State` and `GroundAction`, or
    the user's own Python objects. What belongs to upper layers (introspecting, replaying, drawing)
    is a `functools.singledispatch` function there, with one registration per kind.
    """

    @property
    def name(self) -> str:
        """What the task is called."""
        ...

    @property
    def start(self) -> Any:
        """The state in which every episode begins."""
        ...

    @property
    def horizon(self) -> int | None:
        """The number of moves in an episode; None: any number."""
        ...

    @property
    def discount(self) -> float:
        """What a reward is worth one step later; 1.0: as much."""
        ...

    @property
    def wanted(self) -> Wanted:
        """What a plan is for."""
        ...

    @property
    def r_max(self) -> float | None:
        """The largest reward that a transition can pay; None if that is not known."""
        ...

    @property
    def engines(self) -> tuple[str, ...]:
        """The search engines that can run in this world, the fastest first."""
        ...

    @property
    def runs_user_code(self) -> bool:
        """Does a step call functions of the user's, which may loop, raise or change their mind?"""
        ...

    @property
    def has_action_costs(self) -> bool:
        """Do actions have costs of their own, other than 1 each?"""
        ...

    def actions(self, state: Any) -> Sequence[Any]:
        """The actions to try in `state`, in a fixed order."""
        ...

    def step(self, state: Any, action: Any) -> Outcome[Any]:
        """The outcome of `action`; raises `NotAllowedError` if it cannot be done in `state`."""
        ...

    def successors(self, state: Any) -> list[tuple[Any, Outcome[Any]]]:
        """Every action that can be done in `state`, with its outcome."""
        ...

    def outcomes(self, state: Any, action: Any) -> list[tuple[float, Outcome[Any]]]:
        """The possible outcomes of `action` with their probabilities; one without chance.

        Raises `NotAllowedError` if it cannot be done in `state`.
        """
        ...

    def sample(self, state: Any, action: Any, rng: random.Random) -> Outcome[Any]:
        """One outcome, drawn with `rng`; raises `NotAllowedError` like `step`."""
        ...

    def action_costs(self, plan: Sequence[Any]) -> list[float]:
        """What each action of a plan costs: 1 where actions have no costs of their own."""
        ...

    def note_on_costs(self, plan: Iterable[Any]) -> str:
        """A note on costs in `plan` that are nowhere given a value; empty where all are."""
        ...

    def milestone_reward(self, rewards: Sequence[float]) -> float | None:
        """The reward of milestones in an episode that paid `rewards`; None: it has none."""
        ...

    def with_r_max(self, reward: float) -> Self:
        """The same task where `reward` was found to be the largest that is paid anywhere."""
        ...

    def restarted(self, state: Any, *, horizon: int | None) -> Self:
        """The same task with another start and horizon."""
        ...


TASK_NAMES = tuple(name for name in vars(Task) if not name.startswith("_"))
"""The properties and methods of the protocol, in its order."""

MAX_NAMES_SHOWN = 4
"""Of the names that an object lacks to be a task: enough for those that lack a few."""


def missing_names(found: object) -> list[str]:
    """The names of the `Task` protocol that `found` lacks; no property of it is called."""
    kind = type(found)
    # The `__dict__` of a class holds what its instances have: a class of tasks is no task.
    own = {} if isinstance(found, type) else getattr(found, "__dict__", {})
    return [name for name in TASK_NAMES if not hasattr(kind, name) and name not in own]


def is_task(found: object) -> bool:
    """Does `found` have every name of the `Task` protocol?"""
    return not missing_names(found)


def check_task(
    found: object, asked_by: str, *, hint: Callable[[object], str] | None = None
) -> None:
    """Raise `UsageError` unless `found` is a task; `asked_by` is the name of the function.

    `hint` says in words what makes a task of such an object.
    """
    missing = missing_names(found)
    if not missing:
        return
    lack = ""
    # What has few of the names is not meant as a task, and neither is what belongs elsewhere.
    words = "" if hint is None else hint(found)
    if len(missing) < (len(TASK_NAMES) // 2 if words else len(TASK_NAMES)):
        rest = len(missing) - MAX_NAMES_SHOWN
        more = f" and {rest} more" if rest > 0 else ""
        lack = f", which has no {', '.join(missing[:MAX_NAMES_SHOWN])}{more}"
    advice = f"; {words}" if words else ""
    raise UsageError(f"{asked_by} takes a task, got {type(found).__name__}{lack}{advice}")


@singledispatch
def world_name(task: Task) -> str:
    """The world of a task: the name of its domain, or else what kind of world it is.

    Each kind registers itself beside its class; one that does not goes by the name of the class.
    """
    return type(task).__name__


def has_chance(task: object) -> bool:
    """Can an action have several outcomes? Kinds of tasks that do not say have one each."""
    return bool(getattr(task, "has_chance", False))


def check_no_chance(task: Task) -> None:
    """Raise `ChanceError` for a task whose actions can have several outcomes."""
    if has_chance(task):
        raise ChanceError(f"the task {task.name}")


def check_discount(discount: float) -> None:
    """Raise `UsageError` unless the discount is a number above 0 and at most 1."""
    is_number = isinstance(discount, int | float) and not isinstance(discount, bool)
    if not (is_number and 0 < discount <= 1):
        raise UsageError(f"the discount must be a number above 0 and at most 1, got {discount!r}")


def check_horizon(horizon: object) -> None:
    """Raise `UsageError` unless the horizon is a whole number of moves, or None."""
    if isinstance(horizon, bool) or not isinstance(horizon, int | None):
        raise UsageError(f"the horizon must be a whole number or None, got {horizon!r}")
    if horizon is not None and horizon < 0:
        raise UsageError(f"the horizon must not be negative, got {horizon}")


def unchanged(value: Any) -> Any:
    """The value as it is: how an `Episode` decodes what its model does not encode."""
    return value


@dataclass(frozen=True, slots=True)
class Episode(Generic[S, A]):
    """A black box, where it starts, and how many moves there are (None: any number).

    `distance` is the number d of the paper's experiments, in worlds that have one.
    `starts_at_goal`: the empty plan succeeds, and is paid 1. `decode_action` and `decode_state`
    give the task's own actions and states where the model has another form for them.
    """

    model: Model[S, A]
    start: S
    horizon: int | None = None
    wanted: Wanted = Wanted.SUCCESS
    distance: int | None = None
    starts_at_goal: bool = False
    discount: float = 1.0
    decode_action: Callable[[A], Any] = unchanged
    decode_state: Callable[[S], Any] = unchanged


def action_text(action: object) -> str:
    """An action on one line: a word as it is, the name of an enum member, else as it prints.

    >>> [action_text(a) for a in ("up", (0, 1), Status.SUCCESS, "two words", " ", "; x")]
    ['up', '(0, 1)', 'SUCCESS', 'two words', "' '", "'; x'"]
    """
    if isinstance(action, enum.Enum):
        return action.name
    if isinstance(action, str) and action != action.strip(" ;"):
        return repr(action)
    text = str(action)
    return text if text.isprintable() and text else " ".join(repr(action).split())


def action_texts(actions: Sequence[object]) -> list[str]:
    """The texts of many actions; that of one object is made once.

    >>> action_texts(["up", (0, 1), "up"])
    ['up', '(0, 1)', 'up']
    """
    texts = {number: action_text(one) for number, one in {id(a): a for a in actions}.items()}
    return [texts[id(action)] for action in actions]


@dataclass(frozen=True, slots=True)
class Verdict:
    """Is it a plan, what was it paid, how did the episode stand, and why not.

    `status` is None when the plan does not run; `score`, `cost` and `rewards` are then those of
    the steps before the wrong one.
    """

    valid: bool
    score: float
    status: Status | None
    reason: str
    cost: float
    rewards: tuple[float, ...]


class WrongStepError(Exception):
    """The plan does not run; the text says why."""


class NotProvenError(Exception):
    """The certificate proves nothing; the text says why."""


MAX_EXACT_FLOAT = 2**53
"""Up to here every whole number is a float; sums of larger ones are kept as `int`."""


def exact(number: float) -> float:
    """A number as a float, or as the `int` that it is where a float would round it."""
    is_small = -MAX_EXACT_FLOAT <= number <= MAX_EXACT_FLOAT
    return float(number) if is_small or type(number) is not int else number


def as_number(value: object) -> float:
    """A value of any numeric type as a number; whole numbers are never rounded.

    Raises `TypeError`, `ValueError` or `OverflowError` for what is no number.

    >>> as_number(1), as_number(2**53 + 1), as_number("0.5")
    (1.0, 9007199254740993, 0.5)
    """
    rounded = float(value)  # type: ignore[arg-type]
    if isinstance(value, Integral):
        return exact(int(value))
    if not isinstance(value, str) and MAX_EXACT_FLOAT <= abs(rounded) < math.inf:
        whole = int(value)  # type: ignore[call-overload]
        # Fractions and decimals can be whole numbers that a float rounds; a float is as it is.
        return whole if value == whole != rounded else rounded
    return rounded


def add(score: float, reward: float) -> float:
    """The score after a reward: whole numbers exactly, others with one rounding.

    >>> add(0.5, 1.0), add(float(2**53), 1.0), add(2**53 + 1, -1.0)
    (1.5, 9007199254740993, 9007199254740992.0)
    """
    paid = score + reward
    # The usual case, decided without a conversion: searches add up at every node.
    if type(score) is type(reward) is float and -MAX_EXACT_FLOAT < paid < MAX_EXACT_FLOAT:
        return paid
    if not (float(score).is_integer() and float(reward).is_integer()):
        return paid
    return exact(int(score) + int(reward))


SIGNIFICANT_DIGITS = 12
"""A float has nearly 16; sums of a few thousand rewards lose up to four of them."""


def display_number(value: float) -> str:
    """A number for people: without the digits that rounding makes, whole ones with all of theirs.

    >>> display_number(3.7999999999999994), display_number(2.0), display_number(float(2**53))
    ('3.8', '2', '9007199254740992')
    """
    is_whole = abs(value) <= MAX_EXACT_FLOAT and value == int(value)
    if isinstance(value, int) or is_whole:
        return str(int(value))
    return f"{value:.{SIGNIFICANT_DIGITS}g}"


MANY_REWARDS = 1_000
"""So many are counted before they are added up: most of them are equal."""


def total(rewards: Iterable[float], discount: float = 1.0) -> float:
    """The score of an episode: the discounted sum in order, one rounding per step.

    So an agent would add up; `sum` rounds less.

    >>> total([1.0, 1.0, 1.0]), total([1.0, 1.0, 1.0], 0.5)
    (3.0, 1.75)
    """
    if discount == 1 and isinstance(rewards, Sequence) and len(rewards) >= MANY_REWARDS:
        times = Counter(rewards)
        is_whole = all(float(reward).is_integer() for reward in times)
        if is_whole and sum(abs(r) * n for r, n in times.items()) < MAX_EXACT_FLOAT:
            return float(sum(int(r) * n for r, n in times.items()))  # no sum of them is rounded
    paid, worth = 0.0, 1.0
    for reward in rewards:
        paid = add(paid, reward if worth == 1 else worth * reward)
        worth *= discount
    return paid


def cost_of_plan(task: Task, plan: Sequence[Any]) -> float:
    """The sum of the actions' costs, one rounding per step as the judge adds them up."""
    return total(task.action_costs(plan))
