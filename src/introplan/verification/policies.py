"""The judge of policies: what is to be expected of one, by code of its own.

Where few states can be reached under the policy, its value is computed (`chains`). Else episodes
are simulated, and the answer is an interval. Outcomes are those of `chance_worlds`.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, replace
from statistics import NormalDist, fmean, stdev
from typing import Any

from introplan.errors import TooManyOutcomesError, UsageError
from introplan.mdp import (
    NotAllowedError,
    Status,
    Task,
    action_text,
    add,
    check_task,
    display_number,
)
from introplan.programs.chance_functions import as_drawn
from introplan.programs.doors import door_for
from introplan.programs.user_code import shown
from introplan.verification.asking import Asked, asked
from introplan.verification.chains import (
    Outcomes,
    TooManyError,
    expected_endless,
    expected_within,
)
from introplan.verification.chance_worlds import JudgedWorld, judged_world

MAX_STATES = 3_000
"""States of a policy whose outcomes are worked out one by one: seconds in a relational world."""

MAX_STEPS = 300_000
"""States in all moves together through which probabilities are carried: about a second."""

MAX_OPERATIONS = 3_000_000
"""Entries that elimination may touch: some seconds."""

RUNS = 1_000
"""Episodes that are simulated unless another number is asked for."""

MAX_EPISODE = 10_000
"""Moves after which a simulated episode without a horizon is cut."""

NEGLIGIBLE = 1e-12
"""What a reward is worth when a simulated episode with a discount need not go on."""

CONFIDENCE = 0.95

STATES_ASKED_AGAIN, TIMES_ASKED_AGAIN = 20, 3
"""States in which a function is asked again: one that draws evenly of two is missed in one of
10 ** 18 cases, if it comes to so many."""

DRAWS = "the policy draws: asked again it does something else, so episodes were simulated"

STUCK = object()
"""In the place of an action, where nothing can be done."""


class DrawsError(Exception):
    """The policy is not a function of the state."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The expected score of a policy.

    `exact`: it was computed from all states that the policy can come to. Otherwise `value` is the
    mean of `runs` simulated episodes, and `interval` contains the expected score in 95 % of cases.
    """

    value: float
    interval: tuple[float, float]
    runs: int
    exact: bool
    notes: tuple[str, ...] = ()

    def __str__(self) -> str:
        """One line for people."""
        if self.exact:
            return f"value {display_number(self.value)}, exact"
        low, high = (f"{end:.6g}" for end in self.interval)
        how = f"value {self.value:.6g}, between {low} and {high} with 95 % confidence"
        notes = "".join(f"\nnote: {note}" for note in self.notes)
        return f"{how} ({self.runs:,} episodes){notes}"


def evaluate(task: Task, policy: Any, runs: int | None = None, seed: int = 0) -> Evaluation:
    """The expected score of an episode of `task` in which `policy` says what to do.

    `policy` is a function of a state, or of a state and the number of moves left, or what
    `ip.policy` gives. Where it comes to few states its value is exact; with `runs`, or where
    there are too many states, that many episodes are simulated with `seed`.
    """
    check_task(task, "evaluate", hint=door_for)
    if runs is not None and (isinstance(runs, bool) or not isinstance(runs, int) or runs < 1):
        raise UsageError(f"runs must be a whole number above 0, got {shown(runs)}")
    task = as_drawn(task)
    judge = _Judge(task, judged_world(task), asked(policy))
    if getattr(task, "starts_at_goal", False):
        return Evaluation(1.0, (1.0, 1.0), 0, exact=True)
    if runs is None and not getattr(task, "is_sampled", False):
        try:
            return judge.computed()
        except (TooManyError, TooManyOutcomesError):
            pass
        except DrawsError:
            drawn = judge.simulated(RUNS, seed)
            return replace(drawn, notes=(*drawn.notes, DRAWS))
    return judge.simulated(RUNS if runs is None else runs, seed)


def episode_scores(
    task: Task, policy: Any, seeds: Iterable[int], *, check: Callable[[], None] = lambda: None
) -> Iterator[tuple[float, bool]]:
    """The score of an episode for each seed, and whether it came to its end.

    An episode that has the same seed draws the same numbers, whatever the policy: policies that
    are compared by common seeds differ by what they do more than by luck. `check` may raise.
    """
    check_task(task, "episode_scores", hint=door_for)
    task = as_drawn(task)
    judge = _Judge(task, judged_world(task), asked(policy))
    for seed in seeds:
        check()
        yield judge.episode(random.Random(seed))


@dataclass(slots=True)
class _Judge:
    task: Task
    world: JudgedWorld
    policy: Asked
    asked_again: int = 0
    """States in which the policy was asked more than once."""

    def computed(self) -> Evaluation:
        """The exact value; raises `TooManyError`."""
        known: dict[tuple[Hashable, Any], Outcomes] = {}

        def follow(state: Hashable, left: int | None) -> Outcomes:
            action = self.action(state, left)
            if action is STUCK:
                return []
            self.check_again(state, left, action)
            key = (state, action) if isinstance(action, Hashable) else (state, action_text(action))
            if key not in known:
                if len(known) >= MAX_STATES:
                    raise TooManyError
                known[key] = self.outcomes(state, action)
            return known[key]

        horizon, discount, start = self.task.horizon, self.task.discount, self.world.start
        if horizon is not None:
            value = expected_within(start, horizon, discount, follow, MAX_STEPS)
        else:
            value = expected_endless(start, discount, follow, MAX_STATES, MAX_OPERATIONS)
        if getattr(self.task, "is_sampled", False):
            raise TooManyError  # the outcomes were samples themselves
        notes = () if value == value else ("the gains and losses of a loop are even",)
        return Evaluation(value, (value, value), 0, exact=True, notes=notes)

    def outcomes(self, state: Hashable, action: Any) -> Outcomes:
        """What an action of the policy leads to."""
        try:
            return self.world.outcomes(state, action)
        except NotAllowedError as error:
            raise self._not_allowed(state, action, error) from None

    def _not_allowed(self, state: Hashable, action: Any, error: NotAllowedError) -> UsageError:
        where = shown(self.world.decoded(state))
        return UsageError(f"the policy does {action_text(action)} in {where}: {error}")

    def action(self, state: Hashable, left: int | None) -> Any:
        """What the policy does; `STUCK` where nothing can be done."""
        where = self.world.decoded(state)
        action = self.policy.action(where, left)
        if action is not None:
            return action
        offered = list(self.world.actions(state))
        if not offered:
            return STUCK
        if None in offered:
            return None
        raise UsageError(f"the policy gives no action in {shown(where)}")

    def check_again(self, state: Hashable, left: int | None, action: Any) -> None:
        """Raise `DrawsError` where a function gives another action when it is asked again."""
        if not self.policy.may_draw or self.asked_again >= STATES_ASKED_AGAIN:
            return
        self.asked_again += 1
        for _ in range(TIMES_ASKED_AGAIN):
            if action_text(self.action(state, left)) != action_text(action):
                raise DrawsError

    def simulated(self, runs: int, seed: int) -> Evaluation:
        """The mean score of episodes that are drawn."""
        rng = random.Random(seed)
        scores, cut = [], 0
        for _ in range(runs):
            score, is_whole = self.episode(rng)
            scores.append(score)
            cut += not is_whole
        value = fmean(scores)
        if not cut:
            return Evaluation(value, interval(scores), runs, exact=False)
        # What they would have been paid later is not known, so the mean says little.
        notes = (f"{cut:,} episodes were cut after {MAX_EPISODE:,} moves",)
        return Evaluation(value, (-math.inf, math.inf), runs, exact=False, notes=notes)

    def episode(self, rng: random.Random) -> tuple[float, bool]:
        """The score of an episode, and whether it came to its end."""
        state, score, worth = self.world.start, 0.0, 1.0
        horizon, discount = self.task.horizon, self.task.discount
        for taken in range(MAX_EPISODE if horizon is None else horizon):
            action = self.action(state, None if horizon is None else horizon - taken)
            if action is STUCK or worth < NEGLIGIBLE:
                return score, True
            try:
                state, reward, status = self.world.sample(state, action, rng)
            except NotAllowedError as error:
                raise self._not_allowed(state, action, error) from None
            score = add(score, reward if worth == 1 else worth * reward)
            worth *= discount
            if status is not Status.CONTINUE:
                return score, True
        return score, horizon is not None


def interval(scores: list[float]) -> tuple[float, float]:
    """Where the mean of a distribution lies with 95 % confidence, given some draws from it.

    Of two different values the share is estimated (Wilson 1927); else it is Student's interval,
    with the quantile of Cornish and Fisher (1937).
    """
    count, mean = len(scores), fmean(scores)
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    kinds = sorted(set(scores))
    if len(kinds) == 2:
        low, high = kinds
        share = scores.count(high) / count
        middle = (share + z * z / (2 * count)) / (1 + z * z / count)
        spread = math.sqrt(share * (1 - share) / count + (z / (2 * count)) ** 2)
        spread *= z / (1 + z * z / count)
        ends = (middle - spread, middle + spread)
        return low + (high - low) * max(ends[0], 0.0), low + (high - low) * min(ends[1], 1.0)
    if count < 2:
        return -math.inf, math.inf
    free = count - 1
    t = z + (z**3 + z) / (4 * free) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * free**2)
    half = t * stdev(scores) / math.sqrt(count)
    return mean - half, mean + half
