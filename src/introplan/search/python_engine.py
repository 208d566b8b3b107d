"""The engine in Python: slow, readable, and the specification of the other one."""

from __future__ import annotations

from collections.abc import Sequence

from introplan.limits import Meter
from introplan.mdp import Status
from introplan.relational.action import GroundAction
from introplan.relational.domain import Task
from introplan.relational.formula import Formula
from introplan.relational.grounding import wants
from introplan.relational.state import State
from introplan.search.astar import cheapest
from introplan.search.best_first import best_first_search
from introplan.search.cleanup import shortened
from introplan.search.requests import (
    AnyGoal,
    CheapestPathRequest,
    Followed,
    OwnGoal,
    Place,
    SearchRequest,
    SearchResult,
)
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

    def search(self, start: Place, aim: SearchRequest) -> SearchResult:
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

    def cheapest(self, start: Place, errand: CheapestPathRequest) -> SearchResult:
        """The cheapest way from one of the world's nodes."""
        return cheapest(self.world, _node(start), errand)

    def follow(self, start: Place, actions: Sequence[GroundAction]) -> Followed:
        """Where these actions lead, one after the other, and how far they can be taken."""
        node, status = _node(start), Status.CONTINUE
        for action in actions:
            if status is not Status.CONTINUE:
                break
            self.world.move_to(node)
            child = self.world.try_child(self.world.compiled.operator(action))
            if child is None:
                break
            child.reward, status = self.world.outcome(child)
            child.score += child.reward
            node = child
        return Followed(node, status)

    def shortened(self, end: Place) -> Place:
        """The end of the plan to `end`, a success, without its needless steps."""
        return shortened(self.world, _node(end))

    def meets(self, place: Place, goal: AnyGoal) -> bool:
        """Is the goal met on the transition into this node?"""
        assert not isinstance(goal, OwnGoal), "goals belong to the engine they come from"
        node = _node(place)
        assert node.parent is not None
        assert node.operator is not None
        self.world.move_to(node.parent)
        circuit = self.world.new_circuit()
        circuit.add_transition_root(goal)
        schema, arguments = node.operator
        return circuit.trial(node.added, node.deleted, (schema, *arguments)) == [0]

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
