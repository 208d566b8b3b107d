"""The paper's planner: greedy search in milestone space over mutations, guided search inside.

`introspector` plans a task of any kind. On relational tasks it is Algorithm 5 of the paper,
`MilestoneSearch`, on a search engine; on worlds in Python it is `program_introspector.py`, which
searches along what symbolic execution finds in the code.

The outer search keeps partial plans that end at milestones and takes up the one with the highest
score, then the one with the most moves left (Algorithm 5). From its state introspection lists
mutations, nearest first; one of them is handed to the inner search, which looks for a path that
meets it (or ends with success on the way). The milestone found becomes a new partial plan.

What the paper's text promises and its pseudocode leaves out:

* One mutation at a time. A partial plan goes back into the queue with the rest of its mutations
  untried; once all were tried, each is tried again avoiding the milestones it led to before.
* An inner search that runs out of states has seen everything there is to see from there, and no
  success: that milestone is a dead end, and if it is the start, there is no plan at all.
* An inner search that makes no progress is postponed. When the outer search has spent its share, a
  search straight for success over the whole space gets as much, and then both shares grow. So a
  plan is found if there is one, and "there is none" is only said when a search ran out of states.
* A search that does not get nearer for longer than any plateau is blind: it goes on with h_FF
  (Hoffmann and Nebel 2001) instead of goal counting. Where the goal is the whole task, the search
  straight for success then goes on to the end.
* The plan is cleaned up (`plan_improvement.py`): counting literals takes steps back and forth.
* Without any way to succeed the score over the horizon counts: milestones as long as there are
  moves, then the best use of the moves that are left.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import singledispatch
from typing import TYPE_CHECKING, TypeAlias

from introplan.deferred import deferred
from introplan.errors import UsageError
from introplan.limits import LimitReached, Meter, StopReason
from introplan.mdp import Status, Task
from introplan.planners.answer import Answer, is_about_score, run_strategy
from introplan.planners.best_score import ScoreSearch
from introplan.planners.discounted import (
    MAX_STATES_IN_PASSING,
    is_endless,
    plan_endless,
)
from introplan.planners.goal_generators import goal_generator
from introplan.planners.largest import pay_largest
from introplan.planners.plan_improvement import improve_a_little
from introplan.planners.result import Method, PlanResult, PlanStatus
from introplan.programs.program import ProgramTask
from introplan.relational.domain import RelationalTask
from introplan.relational.formula import OBJECT
from introplan.search.requests import (
    AnyGoal,
    Engine,
    MutationGoal,
    OpenEngine,
    SearchNode,
    SearchRequest,
    SearchResult,
)

if TYPE_CHECKING:
    from introplan.factored import task as factored
    from introplan.planners import program_introspector, unread
else:  # reading code takes some fifty modules, which planning on relations does not need
    program_introspector = deferred("introplan.planners.program_introspector")
    factored, unread = deferred("introplan.factored.task"), deferred("introplan.planners.unread")

FIRST_SHARE_NODES = 2_000
"""Nodes that milestones may expand before the search straight for success gets its turn:
the compiled engine spends them in a fraction of a second, so that little is lost by either."""

SHARE_GROWTH_FACTOR = 4
"""Both shares grow by it each time: all shares before the last one together are then a third of
it, so that starting small costs no more than a constant factor."""

STALLED_FRACTION_OF_SHARE = 4
"""One inner search may spend 1/4 of the share without progress: a share has room
for at least four mutations that lead nowhere before the search straight for success."""

PROGRESS_DISCOUNT = 16
"""Nodes of an inner search that raised the score count 1/16 (and at least one node, so that the
share ends): while the score grows, the search straight for success should not interrupt."""

PLATEAU_NODES = 1_000
"""With n objects, goal counting gives way to h_FF after PLATEAU_NODES + n * min(n, crowd) nodes in
a row without progress: small worlds have plateaus, too, and to cross one by counting is cheap."""

MAX_CROWD_OBJECTS = 100
"""The crowd. Moving every object past every other one is still a plateau on which counting finds
its way, hence n * n; with more than a hundred objects it would take minutes to notice that it
does not."""

MAX_CROWD_OBJECTS_CLASSICAL = 10
"""The crowd of a plain PDDL goal, which has no milestones on the way to show progress: there h_FF
is worth its price sooner."""


@singledispatch
def introspector(task: Task, meter: Meter, open_engine: OpenEngine) -> PlanResult:
    """Plan `task` by introspection. For a proof of optimality see `optimal.py`."""
    if isinstance(task, factored.FactoredTask):
        return unread.plan_unread(task, meter)
    raise UsageError(f"the introspector cannot read {type(task).__name__}; other planners can run")


@introspector.register(RelationalTask)
def _(task: RelationalTask, meter: Meter, open_engine: OpenEngine) -> PlanResult:
    return run_strategy(task, meter, _plan, open_engine=open_engine, stage=Method.MILESTONES)


@introspector.register(ProgramTask)
def _(task: ProgramTask, meter: Meter, open_engine: OpenEngine) -> PlanResult:
    return program_introspector.plan_program(task, meter)


def _plan(engine: Engine, answer: Answer) -> PlanStatus:
    planner = MilestoneSearch(engine, answer)
    status = find_plan(planner)
    if status is PlanStatus.SUCCESS:
        improve_a_little(engine, answer, planner.goal_generator.success)
    return raise_score(engine, answer, planner, status)


def find_plan(planner: MilestoneSearch) -> PlanStatus:
    """The first plan.

    A reward that is a sum may be bounded from above by what no step ever pays: then only a share
    is spent on that much, and the largest amount that is found takes its place.
    """
    if not planner.engine.task.is_sum_paid_once:
        return planner.plan()
    return planner.first_share() or PlanStatus.UNSOLVABLE


def raise_score(
    engine: Engine, answer: Answer, planner: MilestoneSearch, status: PlanStatus
) -> PlanStatus:
    """Look for a better score for a while, where plans differ in it, and set the bound."""
    # Without success within the horizon plans differ, whatever they are for.
    if not is_about_score(engine.task) and status is not PlanStatus.HORIZON:
        return pay_largest(engine, answer, status) if engine.task.is_paid_once else status
    if status not in (PlanStatus.SUCCESS, PlanStatus.HORIZON):
        return status
    if is_endless(engine.task):
        with suppress(LimitReached, MemoryError):
            settled = plan_endless(engine, answer, max_states=MAX_STATES_IN_PASSING)
            if settled is not None:
                return settled
    search = score_search(engine, answer, planner, status)
    # What was asked for has been found: a limit that strikes here must not lose it.
    with suppress(LimitReached, MemoryError):
        search.raise_score(needs_success=status is PlanStatus.SUCCESS)
    search.explain_gap()
    return search.status_of_end() if status is PlanStatus.HORIZON else status


def score_search(
    engine: Engine, answer: Answer, planner: MilestoneSearch, status: PlanStatus
) -> ScoreSearch:
    """The search for better scores than that of the answer with this status."""
    if status is PlanStatus.SUCCESS:
        return ScoreSearch(engine, answer, planner.goal_generator.success)
    if answer.node is not None and answer.node.depth != engine.task.horizon:
        answer.node = None  # moves are left: no episode ends there
    return ScoreSearch(engine, answer, None)


def plateau(task: RelationalTask) -> int:
    """How many nodes in a row without progress show that goal counting is blind."""
    objects = len(task.start.objects.of((OBJECT,)))
    crowd = MAX_CROWD_OBJECTS_CLASSICAL if task.is_classical else MAX_CROWD_OBJECTS
    return PLATEAU_NODES + objects * min(objects, crowd)


QueueEntry: TypeAlias = "tuple[float, int, int, PartialPlan]"
"""Minus the score, the steps so far, the order of arrival, and the plan itself."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A mutation to try, and the milestones it led to before."""

    mutation_goal: MutationGoal
    avoid: frozenset[int] = frozenset()


@dataclass(slots=True, eq=False)
class PartialPlan:
    """The way to a milestone, and the attempts to go on from there."""

    node: SearchNode
    untried: Iterator[MutationGoal]
    retries: list[Attempt] = field(default_factory=list)
    postponed: list[Attempt] = field(default_factory=list)

    def next_attempt(self) -> Attempt | None:
        """An untried mutation, or else one to try again."""
        mutation_goal = next(self.untried, None)
        if mutation_goal is not None:
            return Attempt(mutation_goal)
        return self.retries.pop(0) if self.retries else None


class MilestoneSearch:
    """The outer search, in milestone space (the paper's Algorithm 5, made complete)."""

    def __init__(self, engine: Engine, answer: Answer) -> None:
        self.engine = engine
        self.answer = answer
        self.horizon = engine.task.horizon
        self.goal_generator = goal_generator(engine)
        self.share = FIRST_SHARE_NODES
        self.ff_after_stalled_nodes = plateau(engine.task)
        self.order = 0
        self.queue: list[QueueEntry] = []
        self.exhausted: list[PartialPlan] = []
        self.best_score_at: dict[tuple[int, int], float] = {}

    def plan(self) -> PlanStatus:
        """Alternate between milestones and the whole space until one of them has the answer."""
        status = self.first_share()
        while status is None:
            self.share *= SHARE_GROWTH_FACTOR
            exhausted, self.exhausted = self.exhausted, []
            for plan in exhausted:
                plan.retries, plan.postponed = plan.retries + plan.postponed, []
                self._push(plan)
            status = self._search_milestones() or self._search_everything()
        return status

    def first_share(self) -> PlanStatus | None:
        """What can be had at little expense; None if that is no answer."""
        self._add(self.engine.root)
        if not self.engine.task.can_succeed:
            return self._use_all_moves()
        if self.goal_generator.is_unsolvable and self.horizon is None:
            self.answer.stage = Method.RELAXATION
            self.answer.reason = "success needs something that no action can bring about"
            return PlanStatus.UNSOLVABLE
        return self._search_milestones() or self._search_everything()

    def _search_milestones(self) -> PlanStatus | None:
        """Greedy search in milestone space until the share is spent; progress is nearly free."""
        self.answer.stage = Method.MILESTONES
        spent = 0
        while self.queue and spent <= self.share:
            plan = heapq.heappop(self.queue)[-1]
            attempt = None if plan.node.depth == self.horizon else plan.next_attempt()
            if attempt is None:
                self.exhausted.append(plan)
                continue
            expanded, best = self.engine.meter.expanded, self.answer.node
            found = self._inner_search(plan.node, attempt)
            # Elsewhere than at the start it only shows that the milestone is a dead end.
            is_proof = found.reason is StopReason.EXHAUSTED and plan.node is self.engine.root
            if found.status is Status.SUCCESS or (is_proof and self.engine.task.can_succeed):
                return self.answer.settle(found)
            self._learn(plan, attempt, found)
            used = self.engine.meter.expanded - expanded
            spent += used if self.answer.node is best else 1 + used // PROGRESS_DISCOUNT
        return None

    def _inner_search(self, start: SearchNode, attempt: Attempt) -> SearchResult:
        """Look for a path that meets the mutation at a milestone not seen before."""
        found = self._search_in_stages(start, attempt) if not attempt.avoid else None
        if found is None:
            found = self.engine.search(
                start, self._request(attempt.mutation_goal.goal, attempt.avoid)
            )
        if found.node is not None:
            self.answer.mutation_goals[found.node] = attempt.mutation_goal
        return found

    def _search_in_stages(self, start: SearchNode, attempt: Attempt) -> SearchResult | None:
        """First meet what would undo other parts of the mutation; None if that leads nowhere.

        A stage from the start that runs out of states has seen all there is to see.
        """
        node, found = start, None
        stages = attempt.mutation_goal.stages
        for stage in (*stages, attempt.mutation_goal.goal) if stages else ():
            if not self.engine.is_met(node, stage):
                found = self.engine.search(node, self._request(stage))
                is_proof = found.reason is StopReason.EXHAUSTED and node is start
                if found.status is Status.SUCCESS or is_proof:
                    return found
                if found.node is None:
                    return None
                node = found.node
        return found

    def _request(self, goal: AnyGoal, avoid: frozenset[int] = frozenset()) -> SearchRequest:
        return SearchRequest(
            goal,
            goal,
            self.horizon,
            max_stalled_nodes=self.share // STALLED_FRACTION_OF_SHARE,
            avoid=avoid,
            ff_after_stalled_nodes=self.ff_after_stalled_nodes,
        )

    def _learn(self, plan: PartialPlan, attempt: Attempt, found: SearchResult) -> None:
        """What an attempt that did not end with success means for the plan it started from."""
        if found.node is not None:
            plan.retries.append(
                Attempt(attempt.mutation_goal, attempt.avoid | {found.node.identity})
            )
            self._add(found.node)
        elif found.reason is StopReason.EFFORT:
            plan.postponed.append(attempt)
        elif self.engine.task.can_succeed:
            return
        self._push(plan)

    def _search_everything(self) -> PlanStatus | None:
        """Search straight for success, as long as it gets nearer within the share.

        Where the goal is all there is, nothing else is worth a turn: it goes on to the end.
        """
        self.answer.stage = Method.GOAL_COUNTING
        request = SearchRequest(
            guide=self.goal_generator.success,
            max_depth=self.horizon,
            max_stalled_nodes=None if self.engine.task.is_classical else self.share,
            ff_after_stalled_nodes=self.ff_after_stalled_nodes,
        )
        return self.answer.settle(self.engine.search(self.engine.root, request))

    def _use_all_moves(self) -> PlanStatus:
        """The best score over the horizon: from milestone to milestone, then whatever is best.

        A last search over everything, for as long as the first share lasts, makes the answer
        exact where the world is small.
        """
        if self.horizon is None:  # a discount: the search for the best score finds a plan
            return PlanStatus.HORIZON
        self._search_milestones()
        self.answer.stage = Method.BEST_FIRST
        request = SearchRequest(
            max_depth=self.horizon, max_stalled_nodes=FIRST_SHARE_NODES, uses_all_moves=True
        )
        # The best milestone first, to use the moves that are left after it; then the start, where
        # milestones may have been the wrong thing to go for.
        ends = sorted(self.exhausted, key=lambda p: (-p.node.score, p.node.depth))
        for start in [plan.node for plan in ends[:1]] + [self.engine.root]:
            self.answer.consider(self.engine.search(start, request).best)
        return PlanStatus.HORIZON

    def _add(self, node: SearchNode) -> None:
        """Take up a milestone unless it was reached with as much score before.

        Where all moves have to be used, reaching it later is something else.
        """
        can_succeed = self.engine.task.can_succeed
        visit = (node.identity, 0 if can_succeed else node.depth)
        # Without a horizon reaching the same state again is of no use, whatever it scored: loops
        # that pay would keep the outer search from ever leaving them.
        known = self.best_score_at.get(visit)
        if known is not None and (self.horizon is None or known >= node.score):
            return
        self.best_score_at[visit] = node.score
        if can_succeed or node.depth == self.horizon:
            self.answer.consider(node)
        self._push(PartialPlan(node, self.goal_generator.mutation_goals_from(node)))

    def _push(self, plan: PartialPlan) -> None:
        heapq.heappush(self.queue, (-plan.node.score, plan.node.depth, self.order, plan))
        self.order += 1
