"""The engine in Python: readable, and the specification of the native engine."""

from __future__ import annotations

from collections.abc import Sequence

from introplan.limits import Meter
from introplan.mdp import Status
from introplan.relational.action import GroundAction
from introplan.relational.domain import RelationalTask
from introplan.relational.formula import Formula
from introplan.relational.grounding import all_of, wants
from introplan.relational.state import State
from introplan.search.action_elimination import eliminate_actions
from introplan.search.astar import astar_search
from introplan.search.best_first import best_first_search
from introplan.search.requests import (
    AnyGoal,
    CheapestPathRequest,
    EngineGoal,
    Followed,
    ScoreRequest,
    ScoreResult,
    SearchNode,
    SearchRequest,
    SearchResult,
)
from introplan.search.score_search import score_search
from introplan.search.world import World, WorldNode


class PythonEngine:
    """Searches in a `World`; its nodes are the world's."""

    def __init__(self, task: RelationalTask, meter: Meter) -> None:
        self.task = task
        self.meter = meter
        self.world = World(task, meter)

    @property
    def root(self) -> WorldNode:
        """The start."""
        return self.world.root

    @property
    def starts_at_goal(self) -> bool:
        """Does the goal of a plain PDDL task hold from the start?"""
        return self.world.starts_at_goal

    def search(self, start: SearchNode, request: SearchRequest) -> SearchResult:
        """Greedy best-first search from one of the world's nodes."""
        return best_first_search(self.world, _node(start), request)

    def goal_generator(self, reward: Formula, success: Formula) -> None:
        """None: introspection in Python makes the goals of this engine."""

    def is_met(self, node: SearchNode, goal: AnyGoal) -> bool:
        """Does a conjunction of literals hold in the state of `node`?"""
        assert not isinstance(goal, EngineGoal), "goals belong to the engine they come from"
        self.world.move_to(_node(node))
        counters = self.world.new_counters()
        counters.add_distance_root(all_of(wants(goal)))
        return counters.costs() == [0]

    def cheapest_path(self, start: SearchNode, request: CheapestPathRequest) -> SearchResult:
        """A* from one of the world's nodes."""
        return astar_search(self.world, _node(start), request)

    def best_score(self, start: SearchNode, request: ScoreRequest) -> ScoreResult:
        """The search for the best score from one of the world's nodes."""
        return score_search(self.world, _node(start), request)

    def follow(self, start: SearchNode, actions: Sequence[GroundAction]) -> Followed:
        """Replay actions from `start` as far as they are applicable."""
        node, status = _node(start), Status.CONTINUE
        for action in actions:
            if status is not Status.CONTINUE:
                break
            self.world.move_to(node)
            child = self.world.try_child(self.world.compiled.operator(action))
            if child is None:
                break
            child.reward, status = self.world.outcome(child)
            child.score = self.world.score(child)
            node = child
        return Followed(node, status)

    def eliminate_actions(self, end: SearchNode) -> SearchNode:
        """The end of the plan to `end`, a success, without its redundant actions."""
        return eliminate_actions(self.world, _node(end))

    def meets(self, node: SearchNode, goal: AnyGoal) -> bool:
        """Is the goal met on the transition into this node?"""
        assert not isinstance(goal, EngineGoal), "goals belong to the engine they come from"
        own = _node(node)
        assert own.parent is not None
        assert own.operator is not None
        self.world.move_to(own.parent)
        counters = self.world.new_counters()
        counters.add_transition_root(goal)
        schema, arguments = own.operator
        return counters.trial(own.added, own.deleted, (schema, *arguments)) == [0]

    def closed_state(self, node: SearchNode) -> State:
        """The state of `node`, with its derived literals among the facts."""
        self.world.move_to(_node(node))
        return self.world.closed_state()

    def path(self, node: SearchNode) -> list[WorldNode]:
        """The nodes from the start (left out) to this one."""
        return _node(node).path()

    def plan_to(self, node: SearchNode) -> tuple[GroundAction, ...]:
        """The actions from the start to this node."""
        return self.world.plan_to(_node(node))


def _node(node: SearchNode) -> WorldNode:
    assert isinstance(node, WorldNode), "nodes belong to the engine they come from"
    return node
