"""What planners ask of a search engine; the Python one and the native one both answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from introplan.limits import Meter, StopReason
from introplan.mdp import Status
from introplan.relational.action import GroundAction
from introplan.relational.domain import Task
from introplan.relational.formula import Formula
from introplan.relational.grounding import Goal
from introplan.relational.mutation import Mutation
from introplan.relational.state import State


class OwnGoal:
    """A goal in the form that an engine keeps for itself."""


AnyGoal: TypeAlias = Goal | OwnGoal


class Place(Protocol):
    """A state by the way it was reached; every engine has its own kind."""

    @property
    def identity(self) -> int:
        """What tells its state apart from others."""
        ...

    @property
    def depth(self) -> int:
        """The number of steps from the start."""
        ...

    @property
    def score(self) -> float:
        """The sum of the rewards on the way."""
        ...

    @property
    def reward(self) -> float:
        """What the last step paid."""
        ...


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """What a search looks for, what guides it, and when it gives up.

    `target` is met on a transition and ends the search, unless the state it leads to is one to
    `avoid`. `guide` orders the nodes by its unmet literals; without one the score does.
    `patience` is how many nodes may be expanded in a row without the best key getting better.
    With `uses_all_moves` only nodes at the horizon, or stuck before it, are places to rest.
    `blind_after` is how many nodes in a row without a better key show that counting is blind:
    then relaxed plans take over.
    """

    target: AnyGoal | None = None
    guide: AnyGoal | None = None
    max_depth: int | None = None
    patience: int | None = None
    avoid: frozenset[int] = frozenset()
    uses_all_moves: bool = False
    blind_after: int | None = None


@dataclass(frozen=True, slots=True)
class CheapestPathRequest:
    """What a search for the cheapest way looks for.

    The end is success, or the state at `target`, which lies on a way from the start of the search.
    `guide` is what success asks for; its unmet literals tell how far it is. Only ends that cost
    less than `below` count. `patience` is how many children may be looked at.
    """

    guide: AnyGoal
    target: Place | None = None
    max_depth: int | None = None
    below: float | None = None
    patience: int | None = None


@dataclass(frozen=True, slots=True)
class SearchResult:
    """Where a search ended, why, and how it looked on the way.

    `node` is the goal if one was found, with the `status` of the transition into it. `best` is
    the best place to rest: the node with the highest score, or, when all moves have to be used,
    the highest score at the horizon or where no move is left. `was_cut` tells whether the horizon
    kept nodes from being expanded: an exhausted search proves nothing beyond it.
    """

    node: Place | None
    status: Status
    reason: StopReason
    best: Place | None
    was_cut: bool


class MutationGoal(Protocol):
    """A mutation to search for."""

    @property
    def goal(self) -> AnyGoal:
        """What to aim at."""
        ...

    @property
    def stages(self) -> Sequence[AnyGoal]:
        """What to aim at first, one after the other, if there is a natural order."""
        ...

    @property
    def told(self) -> Callable[[], Mutation]:
        """What tells the mutation itself; it does not need the engine any more."""
        ...


class GoalGenerator(Protocol):
    """Where a task asks to go."""

    @property
    def success(self) -> AnyGoal:
        """What ends with success, as far as it can be had from the start."""
        ...

    @property
    def is_unsolvable(self) -> bool:
        """Can success never be had?"""
        ...

    def mutation_goals_from(self, place: Place) -> Iterator[MutationGoal]:
        """The mutations worth trying from there, nearest first: to r_max, then to success."""
        ...


@dataclass(frozen=True, slots=True)
class Followed:
    """Where some actions lead.

    `place` is where the last one led, or the one before the first that cannot be taken; nothing is
    done after an end of the episode. `status` is that of the last transition.
    """

    place: Place
    status: Status


class Engine(Protocol):
    """A task that can be searched. Places are passed on, never made up."""

    task: Task
    meter: Meter

    @property
    def root(self) -> Place:
        """The start."""
        ...

    @property
    def starts_at_goal(self) -> bool:
        """Does the goal of a plain PDDL task hold from the start?"""
        ...

    def search(self, start: Place, aim: SearchRequest) -> SearchResult:
        """Best-first search, as `best_first_search` specifies it."""
        ...

    def outlook(self, reward: Formula, success: Formula) -> GoalGenerator | None:
        """What pays and what succeeds, if the engine introspects by itself; else None."""
        ...

    def is_met(self, place: Place, goal: AnyGoal) -> bool:
        """Does a conjunction over single states hold there?"""
        ...

    def cheapest(self, start: Place, errand: CheapestPathRequest) -> SearchResult:
        """The cheapest way from `start`, as `cheapest.py` specifies it.

        FOUND means that no way is cheaper than the one to `node`, EXHAUSTED that there is none;
        after PATIENCE `node` is the cheapest end so far, if there is one.
        """
        ...

    def follow(self, start: Place, actions: Sequence[GroundAction]) -> Followed:
        """Where these actions lead, one after the other, and how far they can be taken."""
        ...

    def shortened(self, end: Place) -> Place:
        """The end of the plan to `end`, a success, without its needless steps (`cleanup.py`)."""
        ...

    def meets(self, place: Place, goal: AnyGoal) -> bool:
        """Is the goal met on the transition into this place?"""
        ...

    def closed_state(self, place: Place) -> State:
        """The state there, with its derived literals among the facts."""
        ...

    def path(self, place: Place) -> Sequence[Place]:
        """The places from the start (left out) to this one."""
        ...

    def plan_to(self, place: Place) -> tuple[GroundAction, ...]:
        """The actions from the start to this place."""
        ...


OpenEngine: TypeAlias = Callable[[Task, Meter], Engine]
