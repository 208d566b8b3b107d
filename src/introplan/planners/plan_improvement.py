"""After the search: a plan that succeeds is made shorter, and its milestones are found again.

Action elimination and plan neighbourhood search (Nakhost and Müller 2010), window by window
(Siddiqui and Haslum 2015). First the steps that success does not need are dropped
(`search/action_elimination.py`). Then windows of the plan are searched: is there a cheaper way
from the state before to the state after, or from there to success? The search for it is exact
(`search/astar.py`) and limited in the children it may generate, not in seconds, so that the same
input gives the same plan. A new plan is taken if it costs less and scores as much; the score of
the first plan is never lost.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from introplan.limits import LimitReached, StopReason
from introplan.mdp import Status, total
from introplan.planners.answer import Answer, is_about_score
from introplan.search.requests import AnyGoal, CheapestPathRequest, Engine, SearchNode

LOOK_AHEAD_MILESTONES = 8
"""A shorter plan reaches its milestones in nearly the old order, so a step is compared with the
next few of the old ones only: comparing with all would be quadratic in long plans."""

FIRST_WINDOW_STEPS = 8
"""Steps in a window at first."""

FIRST_WINDOW_CHILDREN = 200
"""Children that the search in a window may generate, at first."""

MIN_BUDGET_CHILDREN = 2_000
"""Children for all windows together, unless planning took more than four times as many: small
plans are improved at once, and in large ones no more than a fifth of the time goes into this."""

MIN_WINDOW_CHILDREN = 20
"""What a window takes from the budget even if its search ends at once; else a plan of a million
steps would be walked through to its end."""


def improve_a_little(engine: Engine, answer: Answer, success: AnyGoal) -> None:
    """Drop what the plan does not need, and spend a little on windows.

    A limit that strikes here leaves the best plan so far: what was asked for has been found.
    Where actions can cost less than nothing, fewer of them may cost more: then nothing is done.
    What is spent here is not counted: nodes are those of the search that found the plan.
    """
    if answer.node is None or engine.task.has_refunds:
        return
    meter = engine.meter
    counts = meter.expanded, meter.generated
    # MemoryError, too: the plan is found, and must not be lost to an attempt to polish it.
    with suppress(LimitReached, MemoryError):
        shorten(engine, answer)
        budget = max(MIN_BUDGET_CHILDREN, meter.generated // 4)
        window = Window(FIRST_WINDOW_STEPS, FIRST_WINDOW_CHILDREN)
        Windows(engine, answer, success).look(window, budget)
    meter.expanded, meter.generated = counts


def shorten(engine: Engine, answer: Answer) -> None:
    """Drop what the plan does not need."""
    assert answer.node is not None
    replace_plan(engine, answer, engine.eliminate_actions(answer.node))


def replace_plan(engine: Engine, answer: Answer, end: SearchNode) -> None:
    """Make the plan that ends at `end` the answer; what its milestones met goes along."""
    if answer.node is None or end == answer.node:
        answer.node = end
        return
    ways = [
        answer.mutation_goals[p] for p in engine.path(answer.node) if p in answer.mutation_goals
    ]
    answer.take(end)
    for place in engine.path(end):
        if place.reward >= engine.task.milestone_value:
            nearest = ways[:LOOK_AHEAD_MILESTONES]
            met = next((way for way in nearest if engine.meets(place, way.goal)), None)
            if met is not None:
                answer.mutation_goals[place] = met
                ways.remove(met)


@dataclass(frozen=True, slots=True)
class Window:
    """How many steps to replace together, and how many children to generate for each."""

    steps: int
    max_children: int


class Windows:
    """Looks for cheaper parts of a plan, window by window.

    `is_done` once a window that covers the whole plan has been searched to the end. `tell` is
    called whenever the plan has become cheaper.
    """

    def __init__(
        self,
        engine: Engine,
        answer: Answer,
        success: AnyGoal,
        *,
        tell: Callable[[], None] = lambda: None,
    ) -> None:
        self.engine = engine
        self.answer = answer
        self.success = success
        self.tell = tell
        self.is_done = False
        self._read_plan()

    def _read_plan(self) -> None:
        assert self.answer.node is not None
        self.end = self.answer.node
        self.places = [self.engine.root, *self.engine.path(self.end)]
        self.actions = self.engine.plan_to(self.end)
        self.costs = self.engine.task.action_costs(self.actions)

    def look(self, window: Window, budget: float = math.inf) -> bool:
        """Move the window along the plan until the budget is spent; is the plan cheaper now?"""
        first, is_better, meter = 0, False, self.engine.meter
        while budget > 0 and not self.is_done:
            generated, last = meter.generated, min(first + window.steps, len(self.actions))
            if self._improve(first, last, window.max_children):
                is_better = True
                shorten(self.engine, self.answer)
                self._read_plan()
                self.tell()
            elif last == len(self.actions):
                break
            else:
                # Windows overlap by half: a detour across a border is inside the next one.
                first += max(1, window.steps // 2)
            budget -= max(MIN_WINDOW_CHILDREN, meter.generated - generated)
        return is_better

    def _improve(self, first: int, last: int, max_children: int) -> bool:
        """Look for a cheaper way from the state after `first` steps to that after `last`.

        Nothing cheaper in place of the whole plan means that nothing cheaper succeeds.
        """
        is_end, horizon = last == len(self.actions), self.engine.task.horizon
        request = CheapestPathRequest(
            self.success,
            target=None if is_end else self.places[last],
            max_depth=None if horizon is None else horizon - (len(self.actions) - last),
            below=total(self.costs[first:last]),
            max_generated=max_children,
        )
        found = self.engine.cheapest_path(self.places[first], request)
        if found.node is not None and self._take(found.node, found.status, last):
            return True
        if first == 0 and is_end and found.reason is not StopReason.EFFORT:
            self.is_done = True
            self.answer.is_cheapest = found.reason is StopReason.EXHAUSTED
            # Where plans differ in their score the cheapest one need not be the best.
            self.answer.is_optimal = self.answer.is_cheapest and not is_about_score(
                self.engine.task
            )
        return False

    def _take(self, new: SearchNode, status: Status, last: int) -> bool:
        """Put what was found in place of the window, unless the plan scores less then."""
        if status is not Status.SUCCESS:
            followed = self.engine.follow(new, self.actions[last:])
            assert followed.status is Status.SUCCESS, "the rest of the plan begins where it did"
            new = followed.node
        if new.score < self.end.score:
            return False
        replace_plan(self.engine, self.answer, new)
        return True
