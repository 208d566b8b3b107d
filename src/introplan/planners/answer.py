"""Planners on an engine for relational tasks: the best plan so far, and the result made of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from introplan.limits import LimitReached, Meter, StopReason
from introplan.mdp import Status, cost_of_plan
from introplan.planners.loops import Loop
from introplan.planners.result import Method, MilestoneReached, PlanResult, PlanStatus
from introplan.planners.status import ALL_SEEN, NO_MEMORY, NO_SUCCESS_IN_TIME, STOPPED
from introplan.relational.domain import RelationalTask
from introplan.relational.mutation import MutationDecoder
from introplan.search.requests import Engine, MutationGoal, OpenEngine, SearchNode, SearchResult


@dataclass(slots=True)
class Answer:
    """The best plan so far, there when a limit strikes, and why there is no better one.

    A strategy sets `stage` to the search that it begins; `found_by` is the stage that found the
    plan, which may be an earlier one. No plan scores more than `bound` (None: unknown).
    """

    stage: Method
    node: SearchNode | None = None
    reason: str = ""
    is_optimal: bool = False
    mutation_goals: dict[SearchNode, MutationGoal] = field(default_factory=dict)
    found_by: Method | None = None
    bound: float | None = None
    notes: list[str] = field(default_factory=list)
    loop: Loop | None = None
    """A loop that pays without end."""
    largest: float | None = None
    """The largest reward that any step pays, where that was found out."""
    goes_on: bool = False
    """Does nothing end the episode after the plan?"""
    is_cheapest: bool = False
    """Does no plan that succeeds cost less, whatever it scores?"""

    def take(self, node: SearchNode | None) -> None:
        """Make the plan to `node` the answer, found by the present stage."""
        self.node, self.found_by = node, self.stage
        self.is_cheapest = False

    def consider(self, node: SearchNode | None) -> None:
        """Keep `node` if it scores more than what we have."""
        if node is not None and (self.node is None or node.score > self.node.score):
            self.take(node)

    def settle(self, found: SearchResult) -> PlanStatus | None:
        """What a search over everything says: success, proof that there is none, or nothing."""
        if found.status is Status.SUCCESS:
            self.take(found.node)
            return PlanStatus.SUCCESS
        self.consider(found.best)
        if found.reason is not StopReason.EXHAUSTED:
            return None
        if found.was_cut:
            self.reason = NO_SUCCESS_IN_TIME
            return PlanStatus.HORIZON
        self.reason = ALL_SEEN
        return PlanStatus.UNSOLVABLE


def is_about_score(task: RelationalTask) -> bool:
    """Do plans differ in what they score? Plain goals pay 1, and some tasks pay once."""
    is_plain = task.is_classical and task.discount == 1
    return not (is_plain or task.is_paid_once)


Strategy = Callable[[Engine, Answer], PlanStatus]


def run_strategy(
    task: RelationalTask,
    meter: Meter,
    strategy: Strategy,
    *,
    open_engine: OpenEngine,
    stage: Method,
) -> PlanResult:
    """Let `strategy` search, which begins with `stage`; what it found comes back in any case."""
    answer = Answer(stage)
    engine: Engine | None = None
    try:
        engine = open_engine(task, meter)
        if engine.starts_at_goal:
            answer.stage, status = Method.AT_START, PlanStatus.SUCCESS
            answer.take(engine.root)
            answer.is_optimal = not task.has_refunds
        else:
            status = strategy(engine, answer)
    except LimitReached as limit:
        answer.consider(limit.best)
        status, answer.reason = STOPPED[limit.reason], str(limit)
    except MemoryError:
        status, answer.reason = PlanStatus.OUT_OF_MEMORY, NO_MEMORY
    return result_of(engine, answer, status, meter=meter)


def result_of(
    engine: Engine | None, answer: Answer, status: PlanStatus, *, meter: Meter
) -> PlanResult:
    """The answer as a result."""
    is_answer = status in (PlanStatus.SUCCESS, PlanStatus.ENDED, PlanStatus.HORIZON)
    node = None if status is PlanStatus.UNSOLVABLE else answer.node
    if engine is None or node is None or (node.depth == 0 and not is_answer):
        nothing = () if status is PlanStatus.HORIZON else None
        return PlanResult(
            nothing,
            0.0,
            status,
            expanded=meter.expanded,
            generated=meter.generated,
            seconds=meter.seconds,
            reason=answer.reason,
            method=answer.stage,
            bound=answer.bound,
            notes=tuple(answer.notes),
        )
    task = engine.task
    is_plain = task.is_classical and (task.discount == 1 or node.depth == 0)
    score = 1.0 if is_plain and status is PlanStatus.SUCCESS else node.score
    plan = engine.plan_to(node)
    lack = task.note_on_costs(plan)
    return PlanResult(
        plan,
        score,
        status,
        cost=cost_of_plan(task, plan),
        expanded=meter.expanded,
        generated=meter.generated,
        seconds=meter.seconds,
        milestones=_milestones(engine, node, answer),
        proved_optimal=answer.is_optimal and not lack,
        reason=answer.reason or lack,
        method=answer.found_by or answer.stage,
        notes=(*answer.notes, lack) if lack else tuple(answer.notes),
        goes_on=answer.goes_on,
        loop=answer.loop,
        bound=1.0 if task.is_classical and answer.bound is None else answer.bound,
    )


def _milestones(engine: Engine, node: SearchNode, answer: Answer) -> tuple[MilestoneReached, ...]:
    """The steps that paid r_max, with the mutations they were meant to meet."""
    task = engine.task
    if task.reward.is_constant:
        return ()
    return tuple(
        MilestoneReached(step.depth, step.reward, _decoder(answer.mutation_goals.get(step)))
        for step in engine.path(node)
        if step.reward >= (task.milestone_value if answer.largest is None else answer.largest)
    )


def _decoder(way: MutationGoal | None) -> MutationDecoder | None:
    return None if way is None else way.decode
