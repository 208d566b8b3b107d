"""The interface between planners and search engines: requests, results, goal generators.

Two engines implement `Engine`: `python_engine.py`, which is the specification, and `native/`,
which runs the same searches in C++. A planner passes a `SearchRequest` (greedy best-first search,
`best_first.py`), a `CheapestPathRequest` (A*, `astar.py`) or a `ScoreRequest` (`score_search.py`)
and gets a result. Nodes and goals of one engine must not be passed to another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from introplan.limits import Meter, StopReason
from introplan.mdp import Status
from introplan.relational.action import GroundAction
from introplan.relational.domain import RelationalTask
from introplan.relational.formula import Formula
from introplan.relational.grounding import Goal
from introplan.relational.mutation import MutationDecoder
from introplan.relational.state import State
from introplan.search.score_bound import ScoreBound


class EngineGoal:
    """A goal in an engine's own representation; base class of what engines return."""


AnyGoal: TypeAlias = Goal | EngineGoal


class SearchNode(Protocol):
    """A state together with the path on which a search reached it."""

    @property
    def identity(self) -> int:
        """The Zobrist hash of the state; two states are the same if their identities are."""
        ...

    @property
    def depth(self) -> int:
        """The number of steps from the start."""
        ...

    @property
    def score(self) -> float:
        """The sum of the rewards along the path."""
        ...

    @property
    def reward(self) -> float:
        """The reward of the last step."""
        ...


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """What a greedy best-first search looks for, what guides it, and when it gives up.

    `target` is met on a transition and ends the search, unless the state it leads to is in `avoid`
    (identities). `guide` orders the open list by its number of unmet literals; without a guide the
    score does. After `max_stalled_nodes` expansions in a row without a better key the search gives
    up (`StopReason.EFFORT`); after `ff_after_stalled_nodes` of them the search by h_FF takes over
    from goal counting. With `uses_all_moves` only nodes at the horizon, or without an applicable
    action, can be the `best` node of the result.
    """

    target: AnyGoal | None = None
    guide: AnyGoal | None = None
    max_depth: int | None = None
    max_stalled_nodes: int | None = None
    avoid: frozenset[int] = frozenset()
    uses_all_moves: bool = False
    ff_after_stalled_nodes: int | None = None


@dataclass(frozen=True, slots=True)
class CheapestPathRequest:
    """What A* looks for.

    The path ends with success, or in the state of `target`, a descendant of the start of the
    search. `guide` is the condition of success; its unmet literals give the heuristic. Only paths
    that cost less than `below` count. After `max_generated` children the search gives up
    (`StopReason.EFFORT`).
    """

    guide: AnyGoal
    target: SearchNode | None = None
    max_depth: int | None = None
    below: float | None = None
    max_generated: int | None = None


@dataclass(frozen=True, slots=True)
class SearchResult:
    """How a search ended.

    `node` is the goal if one was found, with the `status` of the transition into it. `best` is the
    node with the highest score, or, when all moves have to be used, with the highest score at the
    horizon or where no action is applicable. `was_cut` says whether the horizon kept nodes from
    being expanded: an exhausted search proves nothing beyond it.
    """

    node: SearchNode | None
    status: Status
    reason: StopReason
    best: SearchNode | None
    was_cut: bool


@dataclass(frozen=True, slots=True)
class ScoreRequest:
    """What the search for the best score looks for (`score_search.py`).

    With `needs_success` only paths that end with success count, else those that use all
    `max_depth` moves or get stuck. `guide` is the condition of success. Only plans that score more
    than `above`, or as much at less than `below`, count. After `max_generated` children the search
    gives up (`StopReason.EFFORT`). `greed` is the weight taken off the bound in the order of the
    open list: 0 is A*, 1 goes by the score so far. Costs count only with `counts_cost`. With
    `pays_once` the plan is for the step that pays most, whatever the steps before it pay.
    """

    bound: ScoreBound
    needs_success: bool
    guide: AnyGoal | None = None
    max_depth: int | None = None
    above: float | None = None
    below: float | None = None
    max_generated: int | None = None
    greed: float = 0.0
    counts_cost: bool = True
    pays_once: bool = False


@dataclass(frozen=True, slots=True)
class ScoreResult:
    """How the search for the best score ended.

    `node` is the best end that was found, None if none is better than the one to beat. No plan
    scores more than `bound` or than the one to beat. FOUND and EXHAUSTED are proofs: that `node`
    is best, or that nothing is better. A positive `loop` is named by the node at which it begins
    and the node at which it comes back to the same state with a larger score. `was_cut`: the
    horizon kept nodes from being expanded. `reason` may be a limit, too.
    """

    node: SearchNode | None
    status: Status
    reason: StopReason
    bound: float
    loop: tuple[SearchNode, SearchNode] | None = None
    was_cut: bool = False


class MutationGoal(Protocol):
    """A mutation to search for."""

    @property
    def goal(self) -> AnyGoal:
        """The mutation as a goal of the engine."""
        ...

    @property
    def stages(self) -> Sequence[AnyGoal]:
        """Goals to reach first, one after the other, if the goal has an ordering."""
        ...

    @property
    def decode(self) -> MutationDecoder:
        """The mutation, to be decoded later; valid after the engine is closed."""
        ...


class GoalGenerator(Protocol):
    """The goals of a task: mutations to the maximal reward, and to success."""

    @property
    def success(self) -> AnyGoal:
        """The condition of success, restricted to what can be reached from the start."""
        ...

    @property
    def is_unsolvable(self) -> bool:
        """Is success proven to be unreachable?"""
        ...

    def mutation_goals_from(self, node: SearchNode) -> Iterator[MutationGoal]:
        """The mutations worth trying from a node, nearest first: to r_max, then to success."""
        ...


@dataclass(frozen=True, slots=True)
class Followed:
    """The end of a replay of actions.

    `node` is where the last action led, or the node before the first inapplicable one; nothing is
    replayed after an end of the episode. `status` is that of the last transition.
    """

    node: SearchNode
    status: Status


class Engine(Protocol):
    """A task that can be searched."""

    task: RelationalTask
    meter: Meter

    @property
    def root(self) -> SearchNode:
        """The start."""
        ...

    @property
    def starts_at_goal(self) -> bool:
        """Does the goal of a plain PDDL task hold from the start?"""
        ...

    def search(self, start: SearchNode, request: SearchRequest) -> SearchResult:
        """Greedy best-first search, as `best_first.py` specifies it."""
        ...

    def goal_generator(self, reward: Formula, success: Formula) -> GoalGenerator | None:
        """The goals for these two conditions; None if the engine does not introspect."""
        ...

    def is_met(self, node: SearchNode, goal: AnyGoal) -> bool:
        """Does a conjunction of literals hold in the state of `node`?"""
        ...

    def cheapest_path(self, start: SearchNode, request: CheapestPathRequest) -> SearchResult:
        """A*, as `astar.py` specifies it.

        FOUND means that no path is cheaper than the one to `node`, EXHAUSTED that there is none;
        after EFFORT `node` is the cheapest end so far, if there is one.
        """
        ...

    def best_score(self, start: SearchNode, request: ScoreRequest) -> ScoreResult:
        """The plan with the best score, as `score_search.py` specifies it; limits are results."""
        ...

    def follow(self, start: SearchNode, actions: Sequence[GroundAction]) -> Followed:
        """Replay actions from `start` as far as they are applicable."""
        ...

    def eliminate_actions(self, end: SearchNode) -> SearchNode:
        """The end of the plan to `end`, a success, without its redundant actions."""
        ...

    def meets(self, node: SearchNode, goal: AnyGoal) -> bool:
        """Is the goal met on the transition into `node`?"""
        ...

    def closed_state(self, node: SearchNode) -> State:
        """The state of `node`, with its derived literals among the facts."""
        ...

    def path(self, node: SearchNode) -> Sequence[SearchNode]:
        """The nodes from the start (left out) to this one."""
        ...

    def plan_to(self, node: SearchNode) -> tuple[GroundAction, ...]:
        """The actions from the start to this node."""
        ...


OpenEngine: TypeAlias = Callable[[RelationalTask, Meter], Engine]
