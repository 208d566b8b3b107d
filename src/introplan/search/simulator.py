"""A relational task as a black box: two questions, and nothing to read.

A state is a node of the world, so that the next step from it costs what it changes; two of them
are equal if the same literals are true.
"""

from __future__ import annotations

from dataclasses import dataclass

from introplan.limits import Meter
from introplan.mdp import Episode, Outcome, Wanted
from introplan.relational.domain import Task
from introplan.search.compiled import Operator
from introplan.search.world import Node, World


@dataclass(frozen=True, slots=True, eq=False)
class Situation:
    """A state of a relational world, by the way it was reached."""

    node: Node

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Situation) and self.node.identity == other.node.identity

    def __hash__(self) -> int:
        return hash(self.node.identity)


class RelationalBox:
    """`mdp.Model` for a relational task."""

    def __init__(self, task: Task, meter: Meter) -> None:
        self.world = World(task, meter)

    def actions(self, state: Situation) -> list[Operator]:
        """The applicable actions, in the order of schemas and of their arguments."""
        world = self.world
        world.move_to(state.node)
        return [
            (number, arguments)
            for number, schema in enumerate(world.compiled.schemas)
            for arguments in schema.applicable(world.facts)
        ]

    def step(self, state: Situation, action: Operator) -> Outcome[Situation]:
        """What an applicable action leads to."""
        world = self.world
        world.move_to(state.node)
        child = world.child(action)
        reward, status = world.outcome(child)
        return Outcome(Situation(child), reward, status)

    def episode(self) -> Episode[Situation, Operator]:
        """The task's episode in this box."""
        task = self.world.task
        wanted = Wanted.SUCCESS if task.can_succeed else Wanted.SCORE
        return Episode(self, Situation(self.world.root), task.horizon, wanted)
