"""Expanding a state of a Python world: all its actions in one loop, with as few copies as is safe.

User code may change what it is given, so a search must not lose its states to it. Most functions
change nothing, and copying for each of their calls takes longer than the calls. How much is copied
depends on what the functions of a program were seen to do (`Care`):

    LEARNING    the first expansions: `transition` gets a copy for each action, and it is noted
                whether the copy is still the same afterwards
    IN_PLACE    `transition` changes its argument: a copy for each action, and one for all calls of
                `reward` and `terminal`
    TRUSTING    it does not: all functions get the state itself
    CAREFUL     a state was changed behind our back: a copy for each call (`BlackBox.step`)

What makes this safe: the key of a state is taken when `transition` returns it, and compared with
the key of what is there after the state was expanded. A state that has changed in between, by
whichever function and for whatever reason, raises `StatesChangedError`; then planning starts again
with CAREFUL. So every expansion that a search builds on was one of the state that it is filed
under. One gap is left: in TRUSTING, a change by one action that a later action of the same state
undoes. It is looked for after each action in one of `EXPANSIONS_PER_CHECK` expansions, and plans
are replayed on copies in any case. The user's own start is never handed out.

States that cannot be changed need none of this. A value that is equal by its class's own account
is its own key, so its key cannot show a change: such states are copied when they are found.
"""

from __future__ import annotations

import enum
import math
import time
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from introplan.errors import IntroplanError
from introplan.limits import Meter
from introplan.mdp import MAX_EXACT_FLOAT, NotAllowedError, Status
from introplan.programs.answers import (
    MAX_REWARD,
    as_actions,
    as_reward,
    as_state,
    as_status,
    check_state,
)
from introplan.programs.copying import copied, is_immutable
from introplan.programs.freezing import Snapshot
from introplan.programs.identity import is_plain, key_of, key_of_immutable
from introplan.programs.ownership import Imprint, contents_of, has_own_equality
from introplan.programs.simple_keys import PLAIN, simple_key
from introplan.programs.stepping import is_derived, taken
from introplan.programs.user_code import MISTAKES, PASSING, called, report

if TYPE_CHECKING:
    from introplan.programs.program import Program, ProgramTask

LEARNING_EXPANSIONS = 32
"""Expansions after which a transition that left its arguments alone is trusted to go on so."""

EXPANSIONS_PER_CHECK = 64
"""One in so many expansions is checked after each action: the cost does not show."""

REPORTED = (*MISTAKES, *PASSING)
"""What a transition raises that is no way to say that an action is not allowed."""

Result = TypeVar("Result")

Give: TypeAlias = Callable[[Any], Any]
"""Makes what a function may change as it likes."""

Step: TypeAlias = tuple[Any, Hashable, float, Status]
"""An action, the state after it as a search keeps it, the reward and the status."""


class Care(enum.Enum):
    """How much of what user code gets is copied."""

    LEARNING = 0
    IN_PLACE = 1
    TRUSTING = 2
    CAREFUL = 3


class StatesChangedError(IntroplanError):
    """A state that a search keeps is not what it was when it was found."""


@dataclass(slots=True)
class Conduct:
    """What the functions of a program were seen to do with their arguments."""

    care: Care = Care.LEARNING
    expansions: int = 0

    def verify(self, state: Snapshot, value: Any, known: Imprint | None) -> None:
        """Raise `StatesChangedError` unless `value` is the state that was found.

        `known` is what a value with equality of its own held; None for others.
        """
        if key_of(value) != state.key or (known is not None and not known.is_intact()):
            self.care = Care.CAREFUL
            raise StatesChangedError("a state was changed while it was kept")


def conduct_of(program: Program) -> Conduct:
    """What was seen of this program so far."""
    found: Conduct | None = program.analyses.get("conduct")
    if found is None:
        found = program.analyses["conduct"] = Conduct()
    return found


def with_care(work: Callable[[], Result]) -> Result:
    """What `work` gives; it is done again, with copies for each call, if states were changed."""
    try:
        return work()
    except StatesChangedError:
        return work()


def expand(task: ProgramTask, state: Hashable, meter: Meter) -> Iterator[Step]:
    """The steps that can be taken in a state, in the order of the actions, failures included.

    Raises `StatesChangedError` after the last of them if user code has changed the state.
    """
    if type(state) is not Snapshot:
        return _steps(task, state, state, meter, None)
    if state.is_fixed:
        return _steps(task, state.value, state.value, meter, None)
    conduct = conduct_of(task.program)
    conduct.expansions += 1
    match conduct.care:
        case Care.LEARNING:
            return _learn(task, state, meter, conduct)
        case Care.IN_PLACE:
            return _in_place(task, state, meter, conduct)
        case Care.TRUSTING if state.value is task.start:
            return _in_place(task, state, meter, conduct)
        case Care.TRUSTING:
            return _trusting(task, state, meter, conduct)
        case Care.CAREFUL:
            return _careful(task, state, meter)


def _learn(task: ProgramTask, state: Snapshot, meter: Meter, conduct: Conduct) -> Iterator[Step]:
    """Every call gets a copy of its own, which is looked at afterwards."""
    known = contents_of(state.value)
    given: list[Any] = []

    def own_copy(value: Any) -> Any:
        given.append(copied(value))
        return given[-1]

    before = copied(state.value)
    intact = _imprint(before)
    yield from _steps(task, state.value, before, meter, own_copy)
    conduct.verify(state, before, intact)
    if any(contents_of(value) != known for value in given):
        conduct.care = Care.IN_PLACE
    elif conduct.expansions >= LEARNING_EXPANSIONS:
        conduct.care = Care.TRUSTING


def _in_place(
    task: ProgramTask, state: Snapshot, meter: Meter, conduct: Conduct
) -> Iterator[Step]:
    before = copied(state.value)
    known = _imprint(before)
    yield from _steps(task, state.value, before, meter, copied)
    conduct.verify(state, before, known)


def _trusting(
    task: ProgramTask, state: Snapshot, meter: Meter, conduct: Conduct
) -> Iterator[Step]:
    value = state.value
    known = _imprint(value)
    is_checked = not conduct.expansions % EXPANSIONS_PER_CHECK
    for step in _steps(task, value, value, meter, None):
        after = step[1]
        # Where the argument itself came back it may have been changed on the way.
        is_argument = type(after) is Snapshot and after.value is value
        if is_checked or is_argument:
            conduct.verify(state, value, known)
        yield step
    conduct.verify(state, value, known)


def _imprint(value: Any) -> Imprint | None:
    """What a value holds that is compared by an `__eq__` of the user's."""
    return Imprint(value) if has_own_equality(value) else None


def _careful(task: ProgramTask, state: Snapshot, meter: Meter) -> Iterator[Step]:
    for action in task.actions(state.value):
        meter.check_now()
        found = task.attempt_kept(state, action)
        if found is not None:
            meter.generated += 1
            yield action, *found


def _actions_of(task: ProgramTask, before: Any) -> Iterable[Any]:
    actions = task.program.actions
    if type(actions) is tuple:
        return actions
    return as_actions(called("actions", actions, before), actions)  # type: ignore[arg-type]


def _steps(  # noqa: C901, PLR0915 - the loop that runs most: a call saved is a tenth of its time
    task: ProgramTask, value: Any, before: Any, meter: Meter, give: Give | None
) -> Iterator[Step]:
    """The steps from a state: `transition` gets `give(value)`, all others get `before`."""
    program = task.program
    if program.step is not None:
        yield from _steps_at_once(task, value, before, meter, give)
        return
    transition, reward_of, terminal = program.transition, program.reward, program.terminal
    clock, proceed, plain = time.monotonic, Status.CONTINUE, PLAIN.issuperset
    limit = meter.limits.seconds
    until = math.inf if limit is None else meter.started + limit
    for action in _actions_of(task, before):
        if meter.interrupted or clock() > until:
            meter.check_now()
        try:
            after = transition(value if give is None else give(value), action)
        except BaseException as error:
            if not isinstance(error, Exception) or isinstance(error, REPORTED):
                report("transition", transition, error)
            continue
        if type(after) is tuple and plain(map(type, after)):  # in C, the usual case
            state: Hashable = after
        else:
            try:
                state = received(after, task)
            except NotAllowedError:
                continue
        try:
            reward = reward_of(before, action, after)
        except BaseException as error:
            report("reward", reward_of, error)
        # Plain floats and small whole numbers are the rule.
        if type(reward) is int and -MAX_EXACT_FLOAT < reward < MAX_EXACT_FLOAT:
            reward = float(reward)
        elif type(reward) is not float or not -MAX_REWARD < reward < MAX_REWARD:
            reward = as_reward(reward, reward_of)
        if terminal is None:
            status = task.status_by_reward(reward)
        else:
            try:
                answer = terminal(before, action, after)
            except BaseException as error:
                report("terminal", terminal, error)
            status = proceed if answer is False else as_status(answer, terminal)
        meter.generated += 1
        yield action, state, reward, status


def _steps_at_once(
    task: ProgramTask, value: Any, before: Any, meter: Meter, give: Give | None
) -> Iterator[Step]:
    """The same where one function says it all: it is called once for each action."""
    step = task.program.step
    assert step is not None
    for action in _actions_of(task, before):
        meter.check_now()
        try:
            answer = step(value if give is None else give(value), action)
        except BaseException as error:
            if not isinstance(error, Exception) or isinstance(error, REPORTED):
                report("step", step, error)
            continue
        try:
            after, paid, done = taken(step, answer)
            state = received(after, task)
        except NotAllowedError:
            continue
        meter.generated += 1
        yield action, state, *_judged_at_once(task, (before, action, after), paid, done)


def received(after: Any, task: ProgramTask) -> Hashable:
    """A state that the world returned, as a search keeps it.

    Raises `NotAllowedError` where there is none.
    """
    program = task.program
    role, world = ("transition", program.transition)
    if program.step is not None:
        role, world = "step", program.step
    if after is None or type(after) is float:
        check_state(after, world, role, is_nothing_a_state=task.start is None)
    if is_plain(after):
        return after  # type: ignore[no-any-return]
    return as_state(after, world, _snapshot, role)  # type: ignore[no-any-return]


def _snapshot(after: Any) -> Snapshot:
    if (key := simple_key(after)) is not None:
        return Snapshot(after, key)
    if is_immutable(after):
        return Snapshot(after, key_of_immutable(after), is_fixed=True)
    if has_own_equality(after):
        after = copied(after)
    return Snapshot(after, key_of(after))


def _judged_at_once(
    task: ProgramTask, transition: tuple[Any, Any, Any], paid: Any, done: Any
) -> tuple[float, Status]:
    """The reward and the status, where one function has said it all but what others say."""
    program = task.program
    step, terminal = program.step, program.terminal
    if is_derived(program.reward, step):
        reward = as_reward(paid, program.reward, "step", "the reward as")
    else:
        reward = as_reward(called("reward", program.reward, *transition), program.reward)
    if terminal is None:
        return reward, task.status_by_reward(reward)
    if not is_derived(terminal, step):
        return reward, task.status_after(*transition)
    if done is False:
        return reward, Status.CONTINUE
    return reward, as_status(done, terminal, "step", "done as")
