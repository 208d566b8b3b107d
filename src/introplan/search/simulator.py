"""Tasks as black boxes for planners: two questions, states that can be hashed, nothing to read.

`episode_of` opens any task; a kind of world that has a faster form than its own states registers
it here. A relational state is then a node of the engine's world, so that the next step from it
costs what it changes, and an action is a tuple of integers; `Episode` decodes both.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import singledispatch
from typing import Any

from introplan.limits import Meter
from introplan.mdp import Episode, Outcome, Task
from introplan.programs.program import ProgramTask
from introplan.relational.domain import RelationalTask
from introplan.relational.state import State
from introplan.search.compiled import Operator
from introplan.search.world import World, WorldNode


@singledispatch
def episode_of(task: Task, meter: Meter) -> Episode[Any, Any]:
    """The task as a black box; a kind without a form of its own is asked as it is."""
    return Episode(task, task.start, task.horizon, task.wanted, discount=task.discount)


@episode_of.register(ProgramTask)
def _(task: ProgramTask, meter: Meter) -> Episode[Any, Any]:
    return task.episode()


@episode_of.register(RelationalTask)
def _(task: RelationalTask, meter: Meter) -> Episode[Any, Any]:
    if task.is_sum_paid_once and task.largest is None:
        # What a planner that reads the reward aims for must not end the episode of one that tries.
        task = task.with_r_max(math.inf)
    return RelationalModel(task, meter).episode()


@dataclass(frozen=True, slots=True, eq=False)
class Situation:
    """A state of a relational world, by the node at which it was reached.

    Two of them are equal if the same literals are true there.
    """

    node: WorldNode

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Situation) and self.node.identity == other.node.identity

    def __hash__(self) -> int:
        return hash(self.node.identity)


class RelationalModel:
    """`mdp.Model` for a relational task."""

    def __init__(self, task: RelationalTask, meter: Meter) -> None:
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

    def state(self, situation: Situation) -> State:
        """The state there, as the model has it."""
        self.world.move_to(situation.node)
        return self.world.state()

    def episode(self) -> Episode[Situation, Operator]:
        """The task's episode in this model."""
        world = self.world
        task = world.task
        return Episode(
            self,
            Situation(world.root),
            task.horizon,
            task.wanted,
            starts_at_goal=world.starts_at_goal,
            discount=task.discount,
            decode_action=world.compiled.action,
            decode_state=self.state,
        )
