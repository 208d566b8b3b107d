"""What planners on relational tasks share: an engine, the best plan so far, respect for limits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from introplan.limits import LimitReached, Meter, StopReason
from introplan.mdp import Status
from introplan.planners.result import MilestoneReached, PlanResult, PlanStatus
from introplan.programs.program import ProgramTask
from introplan.relational.action import ActionSchema, FunctionTerm, GroundAction, cost_of
from introplan.relational.domain import Task
from introplan.relational.mutation import Mutation
from introplan.relational.rewriting import replaced
from introplan.search.requests import Engine, MutationGoal, OpenEngine, SearchNode, SearchResult

STOPPED = {
    StopReason.TIME: PlanStatus.OUT_OF_TIME,
    StopReason.NODES: PlanStatus.OUT_OF_NODES,
    StopReason.MEMORY: PlanStatus.OUT_OF_MEMORY,
    StopReason.INTERRUPTED: PlanStatus.INCOMPLETE,
}


@dataclass(slots=True)
class Answer:
    """The best plan so far, there when a limit strikes, and why there is no better one."""

    node: SearchNode | None = None
    reason: str = ""
    is_optimal: bool = False
    ways: dict[SearchNode, MutationGoal] = field(default_factory=dict)

    def consider(self, node: SearchNode | None) -> None:
        """Keep `node` if it scores more than what we have."""
        if node is not None and (self.node is None or node.score > self.node.score):
            self.node = node

    def settle(self, found: SearchResult) -> PlanStatus | None:
        """What a search over everything says: success, proof that there is none, or nothing."""
        if found.status is Status.SUCCESS:
            self.node = found.node
            return PlanStatus.SUCCESS
        self.consider(found.best)
        if found.reason is not StopReason.EXHAUSTED:
            return None
        if found.was_cut:
            self.reason = "no success within the horizon"
            return PlanStatus.HORIZON
        self.reason = "every reachable state was looked at"
        return PlanStatus.UNSOLVABLE


def why_stopped(limit: LimitReached) -> str:
    """What to say about a limit."""
    is_by_hand = limit.reason is StopReason.INTERRUPTED
    why = "interrupted" if is_by_hand else f"stopped by the limit on {limit.reason}"
    return f"{why} while {limit.place} was running" if limit.place else why


Strategy = Callable[[Engine, Answer], PlanStatus]


def run(task: Task, meter: Meter, strategy: Strategy, open_engine: OpenEngine) -> PlanResult:
    """Let `strategy` search; whatever stops it, what it has found so far comes back."""
    answer = Answer()
    engine: Engine | None = None
    try:
        engine = open_engine(task, meter)
        if engine.starts_at_goal:
            answer.node, status = engine.root, PlanStatus.SUCCESS
            answer.is_optimal = not task.has_refunds
        else:
            status = strategy(engine, answer)
    except LimitReached as limit:
        answer.consider(limit.best)
        status, answer.reason = STOPPED[limit.reason], why_stopped(limit)
    except MemoryError:
        status, answer.reason = PlanStatus.OUT_OF_MEMORY, "the system is out of memory"
    return result_of(engine, answer, status, meter=meter)


def result_of(
    engine: Engine | None, answer: Answer, status: PlanStatus, *, meter: Meter
) -> PlanResult:
    """What there is to tell about an answer."""
    is_answer = status in (PlanStatus.SUCCESS, PlanStatus.HORIZON)
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
        )
    task = engine.task
    score = 1.0 if task.is_classical and status is PlanStatus.SUCCESS else node.score
    plan = engine.plan_to(node)
    lack = lack_of_values(task, plan)
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
    )


def _milestones(engine: Engine, node: SearchNode, answer: Answer) -> tuple[MilestoneReached, ...]:
    """The steps that paid r_max, with the mutations they were meant to meet."""
    task = engine.task
    if len(set(task.reward.values)) == 1:
        return ()
    return tuple(
        MilestoneReached(step.depth, step.reward, _told(answer.ways.get(step)))
        for step in engine.path(node)
        if step.reward == task.r_max
    )


def _told(way: MutationGoal | None) -> Callable[[], Mutation] | None:
    return None if way is None else way.decode


def cost_of_plan(task: Task | ProgramTask, plan: tuple[Any, ...]) -> float:
    """The sum of the actions' costs, or their number where actions have none."""
    total = 0.0
    for cost in [1.0] * len(plan) if isinstance(task, ProgramTask) else action_costs(task, plan):
        total += cost
    return total


def lack_of_values(task: Task | ProgramTask, plan: Iterable[GroundAction]) -> str:
    """What to say about costs of a plan that the problem gives no value for; mostly nothing.

    Such a cost is undefined. It counts as 0, which is no more than any value: where the best plan
    has values for all its costs, no plan without them would have been cheaper.
    """
    if isinstance(task, ProgramTask):
        return ""
    schemas = {s.name: s for s in task.domain.actions}
    used = (term for action in plan for term in _cost_functions(schemas[action.name], action))
    lacking = dict.fromkeys(term for term in used if term not in task.costs)
    if not lacking:
        return ""
    first, many = next(iter(lacking)), len(lacking) - 1
    more = f", and {many} more" if many else ""
    return f"{first} has no value and counts as 0{more}; write (= {first} N) in :init"


def _cost_functions(schema: ActionSchema, action: GroundAction) -> Iterator[FunctionTerm]:
    """The functions whose values are the cost of an action."""
    binding = dict(zip(schema.parameters, action.arguments, strict=True))
    for term in schema.cost:
        if isinstance(term, FunctionTerm):
            yield FunctionTerm(term.name, tuple(replaced(t, binding) for t in term.terms))


def action_costs(task: Task, plan: Sequence[GroundAction]) -> list[float]:
    """What each action costs: 1 where the task names no costs."""
    schemas = {s.name: s for s in task.domain.actions}
    if not any(s.cost for s in schemas.values()):
        return [1.0] * len(plan)
    return [
        cost_of(
            schemas[action.name],
            dict(zip(schemas[action.name].parameters, action.arguments, strict=True)),
            task.costs,
        )
        for action in plan
    ]
