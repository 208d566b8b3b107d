"""The engine in Python: slow, readable, and the specification of the other one."""

from __future__ import annotations

from introplan.logic.formula import Formula
from introplan.logic.goal import wants
from introplan.model.action import GroundAction
from introplan.model.domain import Task
from introplan.model.state import State
from introplan.search.best_first import best_first_search
from introplan.search.engine import Aim, AnyGoal, OwnGoal, Place, SearchResult
from introplan.search.limits import Meter
from introplan.search.world import Node, World


class PythonEngine:
    """Searches in a `World`; its places are the world's nodes."""

    def __init__(self, task: Task, meter: Meter) -> None:
        self.task = task
        self.meter = meter
        self.world = World(task, meter)

    @property
    def root(self) -> Node:
        """The start."""
        return self.world.root

    @property
    def starts_at_goal(self) -> bool:
        """Does the goal of a plain PDDL task hold from the start?"""
        return self.world.starts_at_goal

    def search(self, start: Place, aim: Aim) -> SearchResult:
        """Best-first search from one of the world's nodes."""
        return best_first_search(self.world, _node(start), aim)

    def outlook(self, reward: Formula, success: Formula) -> None:
        """Introspection has the formulas; here they are only searched for."""

    def is_met(self, place: Place, goal: AnyGoal) -> bool:
        """Does a conjunction over single states hold there?"""
        assert not isinstance(goal, OwnGoal), "goals belong to the engine they come from"
        self.world.move_to(_node(place))
        encode, facts = self.world.compiled.encode, self.world.facts
        return all((encode(want.literal) in facts) == want.truth for want in wants(goal))

    def closed_state(self, place: Place) -> State:
        """The state there, with its derived literals among the facts."""
        self.world.move_to(_node(place))
        return self.world.closed_state()

    def path(self, place: Place) -> list[Node]:
        """The nodes from the start (left out) to this one."""
        return _node(place).path()

    def plan_to(self, place: Place) -> tuple[GroundAction, ...]:
        """The actions from the start to this node."""
        return self.world.plan_to(_node(place))


def _node(place: Place) -> Node:
    assert isinstance(place, Node), "places belong to the engine they come from"
    return place
