"""Inner searches done by an external planner, asked for one milestone at a time.

The introspector asks an engine to search from a place for a goal. `ExternalEngine` is an engine
that passes the request on: the state and the goal go to the external planner, and the actions that
come back are replayed in the engine's own world. Only what is found there counts: that the actions
can be taken, that the goal is met, that nothing ended with failure on the way. Where the external
planner has no answer, or one that does not replay, the engine searches itself. So the introspector
stays complete, and what it proves it has proven itself; a note in the result counts both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from introplan.limits import Meter, StopReason
from introplan.mdp import Status
from introplan.relational.action import GroundAction
from introplan.relational.derived import derived_predicates
from introplan.relational.domain import RelationalTask
from introplan.relational.formula import Formula
from introplan.relational.grounding import All, AnyOf, Goal, Want
from introplan.relational.state import State
from introplan.search.requests import (
    AnyGoal,
    CheapestPathRequest,
    Engine,
    Followed,
    GoalGenerator,
    OpenEngine,
    ScoreRequest,
    ScoreResult,
    SearchNode,
    SearchRequest,
    SearchResult,
)

ExternalSearch: TypeAlias = Callable[
    [RelationalTask, Goal, float | None], Sequence[GroundAction] | None
]
"""Actions from the start of a task to a transition that meets the goal, in so many seconds."""


@dataclass(slots=True)
class ExternalPlanner:
    """Another planner by name, how to ask it, and how often it had an answer that replays."""

    name: str
    search: ExternalSearch
    answered: int = 0
    unanswered: int = 0

    def engine(self, open_engine: OpenEngine) -> OpenEngine:
        """Engines like these that let this planner do the searching."""
        return lambda task, meter: ExternalEngine(open_engine(task, meter), self)

    @property
    def note(self) -> str:
        """How many of the inner searches were done by this planner."""
        own = f"{self.unanswered} by introplan's engine"
        return f"inner searches: {self.answered} by {self.name}, {own}"


@dataclass(slots=True)
class ExternalEngine:
    """An engine whose searches are done by an external planner where that is possible."""

    host: Engine
    external: ExternalPlanner
    in_vain: set[tuple[int, Goal]] = field(default_factory=set)
    task: RelationalTask = field(init=False)
    meter: Meter = field(init=False)

    def __post_init__(self) -> None:
        """It is the task and the meter of the host."""
        self.task, self.meter = self.host.task, self.host.meter

    def search(self, start: SearchNode, request: SearchRequest) -> SearchResult:
        """Ask the external planner; search where it does not help."""
        goal = request.guide if request.target is None else request.target
        # A classical problem, which is what is asked, has no numbers.
        is_plain = not (request.avoid or request.uses_all_moves or self.task.is_numeric)
        if is_plain and isinstance(goal, Want | All | AnyOf):
            asked = (start.identity, goal)
            found = None if asked in self.in_vain else self._ask(start, goal, request)
            if found is not None:
                self.external.answered += 1
                return found
            # The same question would get the same answer: ask for other goals only.
            self.in_vain.add(asked)
        self.external.unanswered += 1
        return self.host.search(start, request)

    def _ask(self, start: SearchNode, goal: Goal, request: SearchRequest) -> SearchResult | None:
        """The external plan, if it replays in our own world."""
        self.meter.check_now()
        actions = self.external.search(self._task_from(start), goal, self.meter.seconds_left)
        self.meter.check_now()
        if not actions:
            return None
        followed = self.host.follow(start, actions)
        place, status = followed.node, followed.status
        is_too_long = request.max_depth is not None and place.depth > request.max_depth
        if status is Status.FAILURE or is_too_long or place is start:
            return None
        is_whole = place.depth == start.depth + len(actions)
        # An external plan is a claim: it counts only as far as it replays here and meets the goal.
        if status is not Status.SUCCESS and not (is_whole and self.host.meets(place, goal)):
            return None
        return SearchResult(place, status, StopReason.FOUND, place, was_cut=False)

    def _task_from(self, start: SearchNode) -> RelationalTask:
        """The task as it stands there."""
        state, derived = (
            self.host.closed_state(start),
            derived_predicates(self.task.domain.derived),
        )
        facts = frozenset(x for x in state.facts if x.predicate not in derived)
        return replace(self.task, start=State(state.objects, facts))

    def goal_generator(self, reward: Formula, success: Formula) -> GoalGenerator | None:
        """None: an external planner needs goals that can be written down."""
        return None

    @property
    def root(self) -> SearchNode:
        """The start."""
        return self.host.root

    @property
    def starts_at_goal(self) -> bool:
        """Does the goal of a plain PDDL task hold from the start?"""
        return self.host.starts_at_goal

    def is_met(self, place: SearchNode, goal: AnyGoal) -> bool:
        """Does a conjunction over single states hold there?"""
        return self.host.is_met(place, goal)

    def cheapest_path(self, start: SearchNode, request: CheapestPathRequest) -> SearchResult:
        """The cheapest way, searched for by the host."""
        return self.host.cheapest_path(start, request)

    def best_score(self, start: SearchNode, request: ScoreRequest) -> ScoreResult:
        """The plan with the best score, searched for by the host."""
        return self.host.best_score(start, request)

    def follow(self, start: SearchNode, actions: Sequence[GroundAction]) -> Followed:
        """Where these actions lead."""
        return self.host.follow(start, actions)

    def eliminate_actions(self, end: SearchNode) -> SearchNode:
        """The end of the plan to `end` without its needless steps."""
        return self.host.eliminate_actions(end)

    def meets(self, place: SearchNode, goal: AnyGoal) -> bool:
        """Is the goal met on the transition into this place?"""
        return self.host.meets(place, goal)

    def closed_state(self, place: SearchNode) -> State:
        """The state there, with its derived literals among the facts."""
        return self.host.closed_state(place)

    def path(self, place: SearchNode) -> Sequence[SearchNode]:
        """The places from the start (left out) to this one."""
        return self.host.path(place)

    def plan_to(self, place: SearchNode) -> tuple[GroundAction, ...]:
        """The actions from the start to this place."""
        return self.host.plan_to(place)
