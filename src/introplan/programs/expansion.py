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
whichever function and for whatever reason, raises `StatesChanged`; then planning starts again with
CAREFUL. So every expansion that a search builds on was one of the state that it is filed under. One
gap is left: in TRUSTING, a change by one action that a later action of the same state undoes. It
is looked for after each action in one of `EXPANSIONS_PER_CHECK` expansions, and plans are replayed
on copies in any case.

States that cannot be changed need none of this. A value that is equal by its class's own account
is its own key, so its key cannot show a change: such states are copied when they are found.
"""

from __future__ import annotations

import enum
import time
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from introplan.limits import Meter
from introplan.mdp import MAX_EXACT_FLOAT, Status
from introplan.programs.answers import (
    MAX_REWARD,
    as_actions,
    as_reward,
    as_state,
    as_status,
    check_state,
    not_allowed,
)
from introplan.programs.copying import copied, is_immutable
from introplan.programs.freezing import Snapshot
from introplan.programs.identity import PLAIN, is_plain, key_of
from introplan.programs.ownership import contents_of, has_own_equality
from introplan.programs.user_code import MISTAKES, PASSING, called, report

if TYPE_CHECKING:
    from introplan.programs.program import Program, ProgramTask

LEARNING_EXPANSIONS = 32
"""Expansions after which a transition that left its arguments alone is trusted to go on so."""

EXPANSIONS_PER_CHECK = 64
"""One in so many expansions is checked after each action: the cost does not show."""

REPORTED = (*MISTAKES, *PASSING)
"""What a transition raises that is no way to say that an action is not allowed."""

Step: TypeAlias = tuple[Any, Hashable, float, Status]
"""An action, the state after it as a search keeps it, the reward and the status."""


class Care(enum.Enum):
    """How much of what user code gets is copied."""

    LEARNING = 0
    IN_PLACE = 1
    TRUSTING = 2
    CAREFUL = 3


class StatesChanged(Exception):
    """A state that a search keeps is not what it was when it was found."""


@dataclass(slots=True)
class Conduct:
    """What the functions of a program were seen to do with their arguments."""

    care: Care = Care.LEARNING
    expansions: int = 0


def conduct_of(program: Program) -> Conduct:
    """What was seen of this program so far."""
    found: Conduct | None = program.analyses.get("conduct")
    if found is None:
        found = program.analyses["conduct"] = Conduct()
    return found


def with_care(program: Program, work: Callable[[], Any]) -> Any:
    """What `work` gives, which is done again with copies for each call if states changed."""
    try:
        return work()
    except StatesChanged:
        conduct_of(program).care = Care.CAREFUL
        return work()


def received(after: Any, task: ProgramTask) -> Hashable:
    """A state that the transition returned, as a search keeps it."""
    kind = type(after)
    if kind in PLAIN:
        if after is None:
            _check(after, task)
        return after  # type: ignore[no-any-return]
    if kind is tuple and PLAIN.issuperset(map(type, after)):  # in C, the usual case
        return after  # type: ignore[no-any-return]
    if is_plain(after):
        return after  # type: ignore[no-any-return]
    if kind is float:
        _check(after, task)
    return as_state(after, task.program.transition, _snapshot)  # type: ignore[no-any-return]


def _snapshot(after: Any) -> Snapshot:
    if is_immutable(after):
        return Snapshot(after, key_of(after), is_fixed=True)
    if has_own_equality(after):
        after = copied(after)
    return Snapshot(after, key_of(after))


def _check(after: Any, task: ProgramTask) -> None:
    check_state(after, task.program.transition, is_nothing_a_state=task.start is None)


def expand(task: ProgramTask, state: Hashable, meter: Meter) -> Iterator[Step]:
    """The steps that can be taken in a state, in the order of the actions, failures included.

    Raises `StatesChanged` after the last of them if user code has changed the state meanwhile.
    """
    if type(state) is Snapshot:
        if not state.is_fixed:
            return _expand_mutable(task, state, meter)
        value = state.value
    else:
        value = state
    return _steps(task, value, value, meter, _same)


def _expand_mutable(task: ProgramTask, state: Snapshot, meter: Meter) -> Iterator[Step]:
    conduct = conduct_of(task.program)
    conduct.expansions += 1
    match conduct.care:
        case Care.LEARNING:
            return _learn(task, state, meter, conduct)
        case Care.IN_PLACE:
            return _in_place(task, state, meter)
        case Care.TRUSTING:
            return _trusting(task, state, meter, conduct)
        case Care.CAREFUL:
            return _careful(task, state, meter)


def _learn(
    task: ProgramTask, state: Snapshot, meter: Meter, conduct: Conduct
) -> Iterator[Step]:
    value = state.value
    known = contents_of(value)
    given: list[Any] = []

    def own_copy(value: Any) -> Any:
        given.append(copied(value))
        return given[-1]

    for step in _steps(task, value, copied(value), meter, own_copy):
        # Whatever was returned may be the copy itself, changed: that is IN_PLACE as well.
        if given and contents_of(given.pop()) != known:
            conduct.care = Care.IN_PLACE
        given.clear()
        yield step
    _verify(state, value, known)
    if conduct.care is Care.LEARNING and conduct.expansions >= LEARNING_EXPANSIONS:
        conduct.care = Care.TRUSTING


def _in_place(task: ProgramTask, state: Snapshot, meter: Meter) -> Iterator[Step]:
    before = copied(state.value)
    known = contents_of(before) if has_own_equality(before) else None
    yield from _steps(task, state.value, before, meter, copied)
    _verify(state, before, known)


def _trusting(
    task: ProgramTask, state: Snapshot, meter: Meter, conduct: Conduct
) -> Iterator[Step]:
    value = state.value
    known = contents_of(value) if has_own_equality(value) else None
    is_checked = not conduct.expansions % EXPANSIONS_PER_CHECK
    for step in _steps(task, value, value, meter, _same):
        if is_checked:
            _verify(state, value, known)
        after = step[1]
        # The argument itself came back: changed, or as it was.
        if type(after) is Snapshot and after.value is value and after.key != state.key:
            raise StatesChanged
        yield step
    _verify(state, value, known)


def _verify(state: Snapshot, value: Any, known: Hashable) -> None:
    """Raise `StatesChanged` unless `value` still is the state that was found."""
    if key_of(value) != state.key or (known is not None and contents_of(value) != known):
        raise StatesChanged


def _careful(task: ProgramTask, state: Snapshot, meter: Meter) -> Iterator[Step]:
    for action in task.actions(state.value):
        meter.check_now()
        found = task.attempt_kept(state, action)
        if found is not None:
            yield action, *found


def _same(value: Any) -> Any:
    return value


def _actions_of(task: ProgramTask, before: Any) -> Iterable[Any]:
    actions = task.program.actions
    if type(actions) is tuple:
        return actions
    return as_actions(called("actions", actions, before), actions)  # type: ignore[arg-type]


def _steps(
    task: ProgramTask, value: Any, before: Any, meter: Meter, give: Callable[[Any], Any]
) -> Iterator[Step]:
    """The steps from a state: `transition` gets `give(value)`, all others get `before`.

    Written out in one loop: it runs once for each transition of worlds with millions of them.
    """
    program = task.program
    transition, reward_of, terminal = program.transition, program.reward, program.terminal
    copies = give is not _same
    limit = meter.limits.seconds
    until = None if limit is None else meter.started + limit
    ends_by_reward = terminal is None and task.r_max is not None and task.ends_by_reward
    clock, proceed = time.monotonic, Status.CONTINUE
    for action in _actions_of(task, before):
        if meter.interrupted or (until is not None and clock() > until):
            meter.check_now()
        try:
            after = transition(give(value) if copies else value, action)
        except BaseException as error:
            if not isinstance(error, Exception) or isinstance(error, REPORTED):
                not_allowed(transition, error)
            continue
        state = received(after, task)
        try:
            reward = reward_of(before, action, after)
        except BaseException as error:
            report("reward", reward_of, error)
        # Plain floats and small whole numbers are the rule.
        if type(reward) is int and -MAX_EXACT_FLOAT < reward < MAX_EXACT_FLOAT:
            reward = float(reward)
        elif type(reward) is not float or not -MAX_REWARD < reward < MAX_REWARD:
            reward = as_reward(reward, reward_of)
        status = proceed
        if terminal is not None:
            try:
                answer = terminal(before, action, after)
            except BaseException as error:
                report("terminal", terminal, error)
            if answer is not False:
                status = as_status(answer, terminal)
        elif ends_by_reward and reward >= task.r_max:  # type: ignore[operator]
            status = Status.SUCCESS
        yield action, state, reward, status
