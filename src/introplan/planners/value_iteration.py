"""Value iteration: the best plan of a small world, by looking at all of it.

The value of a state is the most score that can still be collected on the way to success, and among
equals the fewest steps. With a horizon there is a value for each number of moves left. Without one
the values are swept until they stay the same; a world in which a loop pays more each time never
gets there, and then the fewest steps to success decide. Where nothing can succeed, the score over
the horizon is what counts.
"""

from __future__ import annotations

from dataclasses import dataclass

from introplan.model.action import GroundAction
from introplan.model.domain import Task
from introplan.planners.result import PlanResult, PlanStatus
from introplan.planners.run import Answer, run
from introplan.search.engine import Engine, OpenEngine
from introplan.search.limits import Meter
from introplan.search.python_engine import PythonEngine
from introplan.search.state_space import Edge, StateSpace, reachable
from introplan.search.world import Node, World

Value = tuple[float, int]
"""Score still to be collected, and minus the number of steps it takes."""

NO_WAY: Value = (float("-inf"), 0)


def value_iteration(
    task: Task, meter: Meter, open_engine: OpenEngine = PythonEngine
) -> PlanResult:
    """The plan to success with the highest score, then the fewest steps."""
    return run(task, meter, _solve, open_engine)


def _solve(engine: Engine, answer: Answer) -> PlanStatus:
    assert isinstance(engine, PythonEngine), "the whole space is explored in Python"
    world, task = engine.world, engine.task
    space = reachable(task, max_depth=task.horizon, meter=world.meter)
    table = _Table(space, world.meter, needs_success=task.can_succeed)
    plan = table.best_plan(task.horizon)
    if plan is not None:
        answer.node = _follow(world, plan)
        return PlanStatus.SUCCESS if task.can_succeed else PlanStatus.HORIZON
    ended = {*space.success, *space.failure}
    is_cut = any(
        depth == task.horizon and number not in ended
        for number, depth in enumerate(space.depths, 1)
    )
    answer.reason = "no success within the horizon" if is_cut else "every state was looked at"
    return PlanStatus.HORIZON if is_cut else PlanStatus.UNSOLVABLE


def _follow(world: World, plan: list[GroundAction]) -> Node:
    """The node that `plan` leads to."""
    node = world.root
    names = [s.schema.name for s in world.compiled.schemas]
    for action in plan:
        world.move_to(node)
        children = world.children(names.index(action.name))
        node = next(
            c for c in children if c.operator and world.compiled.action(c.operator) == action
        )
        node.reward, _ = world.outcome(node)
        node.score += node.reward
    return node


@dataclass(slots=True)
class _Table:
    """Values of states, swept over the edges."""

    space: StateSpace
    meter: Meter
    needs_success: bool

    def best_plan(self, horizon: int | None) -> list[GroundAction] | None:
        """The plan with the best value, or None if there is no way."""
        if 1 in self.space.success:
            return []
        outgoing = self._outgoing()
        if horizon is not None:
            layers = [self._with_no_moves_left(outgoing)]
            for _ in range(horizon):
                layers.append(self._sweep(outgoing, layers[-1]))
            return self._read(outgoing, layers[::-1])
        for pays in (True, False):
            values = self._settled(self._outgoing(pays=pays))
            if values is not None:
                return self._read(self._outgoing(pays=pays), [values] * len(self.space.states))
        return None

    def _outgoing(self, *, pays: bool = True) -> list[list[Edge]]:
        """The edges from each state; with `pays` off, as if every reward were 0."""
        outgoing: list[list[Edge]] = [[] for _ in range(len(self.space.states) + 1)]
        failure = set(self.space.failure)
        for edge in self.space.edges:
            if edge.target not in failure:
                outgoing[edge.source].append(edge if pays else edge._replace(reward=0.0))
        return outgoing

    def _with_no_moves_left(self, outgoing: list[list[Edge]]) -> list[Value]:
        """Values with no moves left: success is worth nothing more, the rest is lost or over."""
        over = NO_WAY if self.needs_success else (0.0, 0)
        values = [over] * len(outgoing)
        for number in self.space.success:
            values[number] = (0.0, 0)
        return values

    def _sweep(self, outgoing: list[list[Edge]], values: list[Value]) -> list[Value]:
        """The values with one more move."""
        new = list(values)
        for number, edges in enumerate(outgoing):
            self.meter.tick()
            if edges:
                new[number] = max(self._value(edge, values) for edge in edges)
        return new

    def _settled(self, outgoing: list[list[Edge]]) -> list[Value] | None:
        """The values that another sweep does not change; None if they keep growing."""
        values = self._with_no_moves_left(outgoing)
        for _ in range(len(outgoing) + 1):
            new = self._sweep(outgoing, values)
            if new == values:
                return values
            values = new
        return None

    def _value(self, edge: Edge, values: list[Value]) -> Value:
        score, steps = values[edge.target]
        return (edge.reward + score, steps - 1) if score != NO_WAY[0] else NO_WAY

    def _read(
        self, outgoing: list[list[Edge]], layers: list[list[Value]]
    ) -> list[GroundAction] | None:
        """Follow the best edges from the start, one layer per move."""
        if layers[0][1] == NO_WAY:
            return None
        plan: list[GroundAction] = []
        number = 1
        for later in layers[1:]:
            if number in self.space.success or not outgoing[number]:
                break
            best = max(outgoing[number], key=lambda e: self._value(e, later))
            plan.append(best.action)
            number = best.target
        return plan
