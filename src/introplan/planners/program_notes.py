"""Warnings about a plan in a Python world, from what the planner saw on its way."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from introplan.introspection.programs.randomness import draws
from introplan.introspection.programs.sample import sampled
from introplan.limits import Meter
from introplan.mdp import NotAllowedError, Outcome, Status, Wanted
from introplan.planners.program_scores import ScorePlanner
from introplan.planners.status import NO_ACTION, Method, PlanStatus
from introplan.planners.warnings import (
    BLIND,
    below_bound,
    draws_numbers,
    ends_without_largest,
    never_allowed,
    reward_never_changes,
    success_pays_less,
)
from introplan.programs.copying import copied
from introplan.programs.freezing import kept, value_of
from introplan.programs.identity import key_of
from introplan.programs.places import place_of_error
from introplan.programs.program import ProgramTask
from introplan.programs.stepping import is_derived
from introplan.programs.user_code import error_text, wrong_answer
from introplan.symbolic.budget import allowed

if TYPE_CHECKING:
    from introplan.introspection.programs.finder import Finder

MAX_STEPS_REPEATED = 12
"""Steps that are taken again before planning, to see whether a model draws random numbers."""

REPEATS_WHERE_NUMBERS_ARE_DRAWN = 30
"""How often each is taken where the code draws numbers: what has a chance of one in ten is missed
by all thirty in one of twenty-five runs, for one action."""

MIN_STEPS_FOR_NOTE = 10
"""Steps that must have been seen before a reward is said never to change."""

MAX_ACTIONS_NOTED = 3
"""Actions that are named because they were never allowed."""

LOOK_AROUND_SECONDS = 0.1
"""For steps near the start, where a search keeps no record of those it took."""

TWO_ANSWERS = (
    "gave two answers to the same question{}: it must depend on its arguments alone; keep random "
    "numbers in the state, or leave chance out"
)

NOT_READ = "not read: a blind search was over before reading was worth its time"

END_READ = "read: end; not read: rules and reward: the search for the end was over before"

SLIPS = (ArithmeticError, AttributeError, LookupError, NameError, TypeError)
"""Errors that seldom are a rule of a world: they are worth a note though the action may well be
allowed in states that were not looked at."""


def refuse_chance(task: ProgramTask, meter: Meter) -> None:
    """Raise `ModelError` if the same step, taken twice, gives two answers."""
    actions = task.program.actions
    if callable(actions) and not _is_same(task.actions(task.start), task.actions(task.start)):
        raise wrong_answer("actions", actions, TWO_ANSWERS.format(""))
    drawn = list(draws(task.program))
    is_redrawn = getattr(task.program.step, "__redraws__", False)  # each step, by itself
    repeats = REPEATS_WHERE_NUMBERS_ARE_DRAWN if drawn and not is_redrawn else 2
    for action in islice(task.actions(task.start), MAX_STEPS_REPEATED):
        meter.check_now()
        first = _outcome(task, action)
        answers = (_outcome(task, action) for _ in range(repeats - 1))
        second = next((answer for answer in answers if answer != first), first)
        if first == second or _equals_nothing(first):
            continue
        role = "transition"
        if first is not None and second is not None and first[0] == second[0]:
            role = "reward" if first[1] != second[1] else "terminal"
        function = getattr(task.program, role)
        found = next((d for d in drawn if d.part == role), None)
        where = "" if found is None else f" ({found.text} at {found.file}:{found.line})"
        is_step = is_derived(function, task.program.step)
        raise wrong_answer("step" if is_step else role, function, TWO_ANSWERS.format(where))


def _is_same(actions: tuple[Any, ...], others: tuple[Any, ...]) -> bool:
    """Are two lists of actions equal, by their own idea or by content?

    Objects of a class without `__eq__` equal nothing but themselves, and are made anew each time.
    Those that cannot be compared at all, such as arrays, are equal.
    """
    try:
        return bool(actions == others) or key_of([*actions]) == key_of([*others])
    except Exception:
        return len(actions) == len(others)


def _outcome(task: ProgramTask, action: Any) -> tuple[Any, float, Status] | None:
    try:
        found: Outcome[Any] = task.step(task.start, action)
    except NotAllowedError:
        return None
    return kept(found.state), found.reward, found.status


def _equals_nothing(outcome: tuple[Any, float, Status] | None) -> bool:
    """Is the state no equal of its own copy? Then its `__eq__` tells no answer from another."""
    return outcome is not None and kept(copied(value_of(outcome[0]))) != outcome[0]


def what_was_read(finder: Finder | None) -> str:
    """One line on what was and what was not understood of the code; None: it was not read."""
    return NOT_READ if finder is None else finder.summary()


def notes_on_plan(planner: ScorePlanner) -> Iterator[str]:
    """What there is to say about the plan that a planner has."""
    draft = planner.draft
    if draft.actions is not None:
        yield from _on_score(planner)
    yield from _on_world(planner)


def notes_on_steps(task: ProgramTask, rewards: list[float]) -> Iterator[str]:
    """What a look around the start shows, and the rewards of a plan that has no other record."""
    sample = sampled(task, allowed(LOOK_AROUND_SECONDS))
    if sample.error is not None:
        return
    seen = [reward for *_, reward, _ in sample.transitions] + rewards
    is_said = task.wanted is Wanted.BEST_REWARD and len(seen) >= MIN_STEPS_FOR_NOTE
    if is_said and min(seen) == max(seen):
        yield reward_never_changes(seen[0], len(seen))
    tried = [action for _, action, *_ in sample.transitions]
    if tried or sample.is_complete:
        yield from _never_taken(task, tried, (Exception,) if sample.is_complete else SLIPS)


def _on_score(planner: ScorePlanner) -> Iterator[str]:
    draft = planner.draft
    bound = draft.bound
    is_open = bound is not None and not math.isinf(bound) and not draft.is_optimal
    if is_open and bound is not None and not draft.meets(bound):
        why = f"{planner.meter.expanded:,} states were looked at, and that proves no more"
        yield below_bound(draft.score, bound, why, is_for_proof=planner.optimal)
    largest = _largest_reward(planner)
    if largest is None or not draft.rewards or max(draft.rewards) >= largest:
        return
    if draft.status is PlanStatus.SUCCESS and planner.needs_success:
        yield success_pays_less(draft.rewards[-1], largest)
    elif draft.status is PlanStatus.ENDED and largest > 0:
        yield ends_without_largest(largest, is_best=draft.is_optimal)


def _largest_reward(planner: ScorePlanner) -> float | None:
    """The largest reward that a step is known to pay."""
    if planner.finder is not None and planner.finder.r_max.status == "exact":
        return planner.finder.r_max.value
    return max(planner.exploration.graph.rewards, default=None)


def _on_world(planner: ScorePlanner) -> Iterator[str]:
    rewards = _rewards_seen(planner)
    # A constant cost for each step is a way to ask for the shortest plan; anything else that never
    # changes leaves nothing to plan for.
    is_cost = planner.task.program.terminal is not None and min(rewards, default=0.0) < 0
    is_for_score = planner.task.wanted is Wanted.SCORE and not is_cost
    if is_for_score and len(rewards) >= MIN_STEPS_FOR_NOTE and min(rewards) == max(rewards):
        yield reward_never_changes(rewards[0], len(rewards))
    yield from _on_actions(planner)
    for drawn in islice(draws(planner.task.program), 1):
        yield draws_numbers(drawn.text, f"{drawn.file}:{drawn.line}")
    finder = planner.finder
    is_guided = planner.draft.method is Method.GOAL_COUNTING  # by the end, which was read alone
    if finder is None or is_guided:
        return
    if finder.reading.operators is None and finder.reading.payments is None:
        yield BLIND


def _rewards_seen(planner: ScorePlanner) -> list[float]:
    seen = planner.exploration.graph.rewards
    if not seen and planner.finder is not None:
        seen = [reward for *_, reward, _ in planner.finder.reading.sample.transitions]
    return seen + planner.draft.rewards


def _on_actions(planner: ScorePlanner) -> Iterator[str]:
    seen = list(planner.exploration.graph.actions)
    if not seen and planner.finder is not None:
        seen = [action for _, action, *_ in planner.finder.reading.sample.transitions]
    if seen or planner.draft.reason == NO_ACTION:
        yield from _never_taken(planner.task, seen, (Exception,))


def _never_taken(
    task: ProgramTask, taken: list[Any], errors: tuple[type[Exception], ...]
) -> Iterator[str]:
    """Actions of the task that were never taken, if what they raise at the start is of a kind."""
    actions = task.program.actions
    if not isinstance(actions, tuple):
        return
    met = {id(action) for action in taken}
    never = [action for action in actions if id(action) not in met]
    for action in never[:MAX_ACTIONS_NOTED]:
        yield from _on_action(task, action, errors)


def _on_action(
    task: ProgramTask, action: Any, errors: tuple[type[Exception], ...]
) -> Iterator[str]:
    """Where an action raises, tried once more at the start; nothing if it does not."""
    try:
        task.program.transition(copied(task.start), action)
    except Exception as error:
        if isinstance(error, errors):
            place = place_of_error(error)
            where = "" if place is None else f"{place.file}:{place.line}"
            yield never_allowed(action, error_text(error), where)
