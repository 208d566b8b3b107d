"""What planners on relational tasks share: a world, the best plan so far, respect for limits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from introplan.mdp import Status
from introplan.model.action import cost_of
from introplan.model.domain import Task
from introplan.model.mutation import Mutation
from introplan.planners.result import MilestoneReached, PlanResult, PlanStatus
from introplan.search.best_first import SearchResult
from introplan.search.limits import LimitReached, Meter, StopReason
from introplan.search.world import Node, World

STOPPED = {
    StopReason.TIME: PlanStatus.OUT_OF_TIME,
    StopReason.NODES: PlanStatus.OUT_OF_NODES,
    StopReason.MEMORY: PlanStatus.OUT_OF_MEMORY,
    StopReason.INTERRUPTED: PlanStatus.INCOMPLETE,
}


@dataclass(slots=True)
class Answer:
    """The best plan so far, there when a limit strikes, and why there is no better one."""

    node: Node | None = None
    reason: str = ""
    mutations: dict[Node, Mutation] = field(default_factory=dict)

    def consider(self, node: Node | None) -> None:
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


Strategy = Callable[[World, Answer], PlanStatus]


def run(task: Task, meter: Meter, strategy: Strategy) -> PlanResult:
    """Let `strategy` search; whatever stops it, what it has found so far comes back."""
    answer = Answer()
    world: World | None = None
    try:
        world = World(task, meter)
        if world.starts_at_goal:
            answer.node, status = world.root, PlanStatus.SUCCESS
        else:
            status = strategy(world, answer)
    except LimitReached as limit:
        if isinstance(limit.best, Node):
            answer.consider(limit.best)
        status, answer.reason = STOPPED[limit.reason], f"stopped by the limit on {limit.reason}"
        if limit.reason is StopReason.INTERRUPTED:
            answer.reason = "interrupted"
    except MemoryError:
        status, answer.reason = PlanStatus.OUT_OF_MEMORY, "the system is out of memory"
    return _result(world, answer, status, meter=meter)


def _result(
    world: World | None, answer: Answer, status: PlanStatus, *, meter: Meter
) -> PlanResult:
    is_answer = status in (PlanStatus.SUCCESS, PlanStatus.HORIZON)
    node = None if status is PlanStatus.UNSOLVABLE else answer.node
    if world is None or node is None or (node.depth == 0 and not is_answer):
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
    task = world.task
    score = 1.0 if task.is_classical and status is PlanStatus.SUCCESS else node.score
    return PlanResult(
        world.plan_to(node),
        score,
        status,
        cost=_cost(world, node),
        expanded=meter.expanded,
        generated=meter.generated,
        seconds=meter.seconds,
        milestones=_milestones(task, node, answer),
        reason=answer.reason,
    )


def _milestones(task: Task, node: Node, answer: Answer) -> tuple[MilestoneReached, ...]:
    """The steps that paid r_max, with the mutations they were meant to meet."""
    if len(set(task.reward.values)) == 1:
        return ()
    return tuple(
        MilestoneReached(step.depth, step.reward, answer.mutations.get(step))
        for step in node.path()
        if step.reward == task.r_max
    )


def _cost(world: World, node: Node) -> float:
    """The sum of the actions' costs, or their number where actions have none."""
    schemas = {s.name: s for s in world.task.domain.actions}
    if not any(s.cost for s in schemas.values()):
        return float(node.depth)
    total = 0.0
    for action in world.plan_to(node):
        schema = schemas[action.name]
        binding = dict(zip(schema.parameters, action.arguments, strict=True))
        total += cost_of(schema, binding, world.task.costs)
    return total
