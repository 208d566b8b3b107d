"""What to say about a plan, in words: one place for the wording, for every kind of world.

Each note is one sentence for people; `PlanResult.notes` carries them to the terminal and to JSON.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from introplan.mdp import Wanted, action_text, display_number
from introplan.planners.loops import Loop
from introplan.planners.status import PlanStatus

if TYPE_CHECKING:
    from introplan.planners.question import Solution

MAX_ACTIONS_SHOWN = 12
"""Of a loop: more would be no sentence any more."""

NO_END = (
    "no step that ends the episode can be reached, so this is a plan for the largest reward, once"
)

NO_END_FOUND = (
    "no step that ends the episode was found, so this is a plan for the largest reward, once"
)

LATER_IS_NOTHING = "what comes later is worth less than a billionth of what is at stake"

BLIND = "nothing was understood of the code, so this was blind search"


def actions_text(actions: Sequence[Any]) -> str:
    """Actions in a row, cut short."""
    shown = [action_text(action) for action in actions[:MAX_ACTIONS_SHOWN]]
    rest = len(actions) - len(shown)
    return ", ".join(shown) + (f" and {rest} more" if rest > 0 else "")


def steps_text(count: int) -> str:
    """A number of steps in words.

    >>> steps_text(1), steps_text(2000)
    ('1 step', '2,000 steps')
    """
    return f"{count:,} step{'' if count == 1 else 's'}"


def pays_forever(loop: Loop) -> str:
    """A loop pays more each time, so there is no largest score."""
    where = f"after {steps_text(len(loop.way))}" if loop.way else "from the start"
    return (
        f"a loop can be paid without end: {where}, {actions_text(loop.actions)} pays "
        f"{display_number(loop.pays)} per round; there is no largest score without a horizon or "
        "a discount, so give the task one"
    )


def goes_on(loop: Loop, *, succeeds: bool = False) -> str:
    """The best episode never ends; one that must succeed goes round as long as that counts."""
    where = f"after {steps_text(len(loop.way))}" if loop.way else "from the start"
    round_ = f"{where} the plan goes round a loop, {actions_text(loop.actions)}"
    if succeeds:
        return f"going round longer always pays more: {round_}, as long as that counts"
    return f"the best episode does not end: {round_}, again and again"


def goes_on_with(actions: Sequence[Any], *, succeeds: bool = False) -> str:
    """A discounted episode never ends, and its plan is cut where nothing is left to gain."""
    if succeeds:
        round_ = f"the plan goes round a loop, {actions_text(actions)}"
        return f"going round longer always pays more: {round_}, as long as that counts"
    return f"the episode goes on with {actions_text(actions)} again and again; {LATER_IS_NOTHING}"


def goes_on_after(steps: int) -> str:
    """The same, where no loop is known."""
    return f"the episode goes on after these {steps_text(steps)}; {LATER_IS_NOTHING}"


def notes_on_loops(solution: Solution, wanted: Wanted) -> tuple[str, ...]:
    """What an exact solution found out about loops and ends."""
    notes: list[str] = []
    if solution.pays_forever is not None:
        notes.append(pays_forever(solution.pays_forever))
    if solution.goes_on is not None:
        succeeds = solution.status is PlanStatus.SUCCESS
        notes.append(goes_on(solution.goes_on, succeeds=succeeds))
    is_plan = solution.status is not PlanStatus.UNSOLVABLE
    if is_plan and wanted is Wanted.SCORE and solution.wanted is Wanted.BEST_REWARD:
        notes.append(NO_END)
    return tuple(notes)


def below_bound(score: float, bound: float, why: str, *, is_for_proof: bool = False) -> str:
    """A better plan may exist; where a proof was asked for, a limit stopped it."""
    advice = "optimal=True (--optimal) goes on until that is decided"
    if is_for_proof:
        advice = "a larger limit goes on"
    return (
        f"the score {display_number(score)} is below the bound {display_number(bound)}: {why}, so "
        f"a better plan may exist; {advice}"
    )


def draws_numbers(text: str, place: str) -> str:
    """Code that draws random numbers, of which nothing was seen in the answers."""
    return f"{text} at {place} draws random numbers; the plan holds if no answer depends on them"


def success_pays_less(reward: float, largest: float) -> str:
    """The last step is not paid the largest reward that there is."""
    return (
        f"success pays {display_number(reward)} here, less than the largest reward of a step, "
        f"{display_number(largest)}"
    )


def ends_without_largest(largest: float, *, is_best: bool) -> str:
    """An end is not success: what pays most was not on the way to it."""
    what = f"the largest reward of a step, {display_number(largest)}"
    if is_best:
        return f"the episode ends without {what}: the best score does without it"
    return (
        f"the episode ends without {what}, which may mean that it ends badly; let terminal name "
        "success, or ask for optimal=True (--optimal)"
    )


def reward_never_changes(reward: float, steps: int) -> str:
    """Nothing tells one step from another."""
    return f"the reward was {display_number(reward)} in each of the {steps:,} steps seen"


def never_allowed(action: Any, error: str, place: str) -> str:
    """An action raised wherever it was tried."""
    where = f" at {place}" if place else ""
    return (
        f"action {action_text(action)} raised in every state where it was tried{where}: {error}; "
        "is that a rule, or a slip?"
    )
