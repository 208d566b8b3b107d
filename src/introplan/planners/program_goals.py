"""The introspector on the way to one step: success, any end, or the largest reward once.

Small worlds first: a hundred nodes are searched breadth-first before anything is read, and many a
task is over by then (`method` says so: that is no introspection). Then the model is read. A
distance that shrinks with every step is simply followed; where it does not, A* looks for a
shortest plan, or greedy search takes turns between the derived distance and the number of
conditions that are unmet. Only a search that takes long is worth a stronger distance: then more
goes into pattern databases, twice, and the search starts again.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from introplan.deferred import deferred
from introplan.introspection.programs.sample import sampled
from introplan.limits import LimitReached, Meter, StopReason
from introplan.mdp import Status
from introplan.planners import program_whole
from introplan.planners.nodes import Node
from introplan.planners.program_native import NativeSearches
from introplan.planners.program_search import (
    Distance,
    EndRule,
    Found,
    IsEnd,
    Path,
    ProgramSearch,
    a_star,
    alternating,
    breadth_first,
    descend,
    path_to,
)
from introplan.planners.program_sweep import CALLS_OF_EXPANSION, calls_made
from introplan.planners.status import ALL_SEEN_OR_PROVEN, NO_ACTION, Method, PlanStatus
from introplan.programs.freezing import kept
from introplan.programs.program import ProgramTask
from introplan.programs.user_code import wrong_answer
from introplan.symbolic.budget import Budget, allowed, is_limited

if TYPE_CHECKING:
    from introplan.introspection.heuristics import end_gap, goal_counting
    from introplan.introspection.heuristics.distance import Target
    from introplan.introspection.programs import finder as finders
    from introplan.introspection.programs import targets
    from introplan.introspection.programs.finder import Finder
    from introplan.introspection.programs.sample import Sample
else:  # many a search is over before reading is worth its time, and so is loading it
    finders, targets = (
        deferred(f"introplan.introspection.programs.{name}") for name in ("finder", "targets")
    )
    end_gap, goal_counting = (
        deferred(f"introplan.introspection.heuristics.{name}")
        for name in ("end_gap", "goal_counting")
    )

BFS_NODES_BEFORE_READING = 100
"""Nodes to expand before the model is read, however much their functions call; the calls that are
made for them are counted."""

MAX_CALLS_BEFORE_READING = 400_000
"""Calls of functions to go on with if these are cheap: as long as loading what reads code and
reading take, 0.2 s."""

SAMPLING_SECONDS = 0.6
"""For a first sample of states: most take a hundredth, and slow steps do not get faster."""

FIRST_HEURISTIC_SECONDS = 1.0
"""That the first distance may cost: where a world is easy, a weak one soon beats a strong one."""

HEURISTIC_EFFORTS = (1, 10, math.inf)
"""How much more than at first may go into patterns of the distances, stage by stage."""

NATIVE_A_STAR_NODES = 500
"""Nodes of A* before a greedy search, where the machine searches: 1 ms, and near goals are proven
to be reached by a shortest path."""

NATIVE_GREEDY_NODES = 5_000
"""Nodes of a greedy search along the distance alone, where that says as much as the count of unmet
conditions does: 10 ms, and 15-puzzles are solved by then."""

GREEDY_WEIGHT = 10
"""Of the distance there. In 15-puzzles 2 takes a hundred thousand nodes, 5 some 6,000, 10 and more
some 3,000, on paths that get longer: a shorter one is looked for later (`program_steps.py`)."""

NATIVE_FIRST_NODES = 100_000
"""Nodes to search there with step bounds alone: 0.2 s, what the first pattern databases take."""

NATIVE_SPEED = 40
"""How many nodes the machine expands while one is expanded by calling functions: so many more are
searched before a stronger distance is worth its price."""

FIRST_SEARCH_NODES = 5_000
"""Nodes to search with it before a stronger distance is worth its price."""

LAST_HEURISTIC_SECONDS = 20.0
"""That the last distance may cost: nothing comes after it, so it may be as strong as is of use."""

MAX_NODES_BLIND = 10 * FIRST_SEARCH_NODES
"""Nodes to expand breadth-first where there was too little time to read the model."""

GAP_SECONDS = 1.0
"""For reading the end alone where the transition was not understood: mostly a tenth is enough."""

MAX_STATES_CONFIRMED = 20_000
"""States to look at once more, without a distance, before a reading is believed that there is
nothing to be found in those it left out."""

MAX_STATES_WITHOUT_BOUND = 300_000
"""Nodes to look at where nothing is known about the largest reward."""


@dataclass(slots=True)
class GoalAnswer:
    """How it ended, the path there, and whether no plan is shorter."""

    status: PlanStatus
    path: Path | None = None
    is_optimal: bool = False
    reason: str = ""


@dataclass(slots=True)
class GoalPlanner:
    """Plans for the nearest step of a kind; `method` is the search that was begun last.

    `optimal` asks for a shortest plan. `aims` are the statuses that count as the end; without any,
    the largest reward is what is looked for.
    """

    task: ProgramTask
    meter: Meter
    optimal: bool
    budget: Budget
    aims: frozenset[Status] = frozenset()
    method: Method = Method.BREADTH_FIRST
    last: ProgramSearch | None = None
    distance: Distance | None = None
    """The one that was followed last."""
    finder: Finder | None = None
    """What was read of the code last; None if the search was over before."""
    native: NativeSearches | None = None
    """The machine for what was read."""

    def root(self) -> Node:
        """Where the search starts."""
        return Node(kept(self.task.start))

    def search(self, is_end: IsEnd) -> ProgramSearch:
        """The search for this end."""
        self.last = ProgramSearch.of(self.task, self.meter, is_end, self.task.horizon)
        if self.finder is not None and self.meter.allows_native:
            reading = self.finder.reading
            if self.native is None or self.native.reading is not reading:
                self.native = NativeSearches(reading)
            self.last.native = self.native
        return self.last

    def search_for_reward(self, value: float) -> ProgramSearch:
        """The search for a step that pays at least `value`."""
        return self.search(EndRule(least_reward=value))

    def best_so_far(self) -> Path | None:
        """The path to the best reward that was seen, where that is what a plan is for."""
        seen = None if self.last is None else self.last.best
        return path_to(seen) if seen is not None and not self.aims else None

    def plan(self) -> GoalAnswer:
        """Find a plan, or prove that there is none."""
        return self._plan_for_end() if self.aims else self._plan_for_best_reward()

    def plan_with(
        self, finder: Finder, max_nodes: float, *, seconds: float = FIRST_HEURISTIC_SECONDS
    ) -> GoalAnswer | None:
        """The way to an end by a distance that takes `seconds`; None after so many nodes."""
        self.finder = finder
        target = targets.end_target(finder.reading, self.aims)
        if target is None:
            found = self._breadth_first(self._search_for_end(), max_nodes=max_nodes)
            is_open = found.path is None and not found.is_exhausted
            return None if is_open else self._ended(found, is_optimal=True)
        unmet = goal_counting.count_of_unmet(finder.reading, target)
        distance = finder.heuristic(target, finder.budget.share(0.5, most=seconds))
        return self._guided(self._search_for_end(), distance, unmet, max_nodes)

    def plan_to_the_end(self, finder: Finder) -> GoalAnswer:
        """The way to an end with a reading that is there, however long it takes."""
        self.finder = finder
        # Reading was stopped by its budget: searching on blindly may be over sooner than reading
        # with a larger one.
        if finder.was_cut:
            found = self._breadth_first(self._search_for_end(), max_nodes=MAX_NODES_BLIND)
            if found.path is not None or found.is_exhausted:
                return self._ended(found, is_optimal=True)
            finder = self._read_on(finder)
        return self._towards(
            self._search_for_end(), finder, targets.end_target(finder.reading, self.aims)
        )

    def plan_to_reward(
        self, finder: Finder, max_nodes: float, *, seconds: float = FIRST_HEURISTIC_SECONDS
    ) -> GoalAnswer | None:
        """The way to the largest reward that a step can pay; None after so many nodes."""
        self.finder = finder
        value, target = finder.r_max.value, finder.reward_target()
        if value is None or target is None:
            return None
        unmet = goal_counting.count_of_unmet(finder.reading, target)
        distance = finder.heuristic(target, finder.budget.share(0.5, most=seconds))
        return self._guided(self.search_for_reward(value), distance, unmet, max_nodes)

    def plan_by_end_alone(self, finder: Finder, max_nodes: float) -> GoalAnswer | None:
        """A way to an end of which only the test was read; None if none was found so."""
        self.finder, self.method = finder, Method.GOAL_COUNTING
        reading, budget = finder.reading, allowed(GAP_SECONDS)
        states = end_gap.near_states(reading, budget)
        gaps = end_gap.gaps_of(self.task, states, reading.actions or (), self.aims, budget)
        if not gaps:
            return None
        found = alternating(self._search_for_end(), self.root(), gaps, max_nodes=max_nodes)
        return None if found.path is None else self._ended(found, is_optimal=False)

    def _search_for_end(self) -> ProgramSearch:
        return self.search(EndRule(self.aims))

    def _breadth_first(self, search: ProgramSearch, *, max_nodes: float = math.inf) -> Found:
        self.method = Method.BREADTH_FIRST
        return breadth_first(search, self.root(), max_nodes=max_nodes)

    def _plan_for_end(self) -> GoalAnswer:
        search = self._search_for_end()
        looks: list[Found] = []
        first = BFS_NODES_BEFORE_READING
        calls = calls_made(lambda: looks.append(self._breadth_first(search, max_nodes=first)))
        if looks[-1].path is None and not looks[-1].is_exhausted:
            per_node = CALLS_OF_EXPANSION if calls is None else max(calls / first, 1)
            most = MAX_CALLS_BEFORE_READING / per_node
            if (nodes := self.meter.limits.nodes) is not None:
                most = min(most, nodes / 4)  # a look around must leave some for the search
            looks.append(self._breadth_first(search, max_nodes=most))
        if looks[-1].path is not None or looks[-1].is_exhausted:
            return self._ended(looks[-1], is_optimal=True)
        return self.plan_to_the_end(finders.Finder.of(self.task, self.budget))

    def _plan_for_best_reward(self) -> GoalAnswer:
        """Without an end of its own a task ends with the first maximal reward."""
        look = None if self.task.horizon else program_whole.LookAtAll(self.task, self.meter)
        if look is not None and look.is_whole():
            return self._paid_most(look.path())
        sample = sampled(self.task, self.budget.share(0.2, most=SAMPLING_SECONDS))
        if sample.is_complete and sample.error is None:
            return self._to_best_seen(sample.largest_reward)
        finder = self.finder = finders.Finder.of(self.task, self.budget, sample)
        if look is not None:
            look.note(finder.reading.place)
        if finder.was_cut:
            answer = self._without_reading(finder.r_max.value)
            if answer is not None:
                return answer
            finder = self._read_on(finder, sample)
        return self.plan_for_reward_with(finder)

    def plan_for_reward_with(self, finder: Finder) -> GoalAnswer:
        """The way to the largest reward that can be reached, with a reading that is there."""
        self.finder = finder
        while (value := finder.r_max.value) is not None:
            search = self.search_for_reward(value)
            answer = self._towards(search, finder, finder.reward_target())
            if answer.status is not PlanStatus.UNSOLVABLE:
                return answer
            if not finder.settle_for_less():
                break
        return self._best_of_all()

    def _without_reading(self, value: float | None) -> GoalAnswer | None:
        """A plan that is found without reading on: being paid what nothing can exceed."""
        if value is None:
            return None
        found = self._breadth_first(self.search_for_reward(value), max_nodes=MAX_NODES_BLIND)
        return None if found.path is None else self._ended(found, is_optimal=True)

    def _to_best_seen(self, value: float | None) -> GoalAnswer:
        """In a world so small that all of it was seen, the best reward is known."""
        if value is None:
            return self._paid_most(None)
        found = self._breadth_first(self.search_for_reward(value))
        if found.path is None and found.is_exhausted:
            message = f"paid {value:g} once and never again; it must depend on its arguments alone"
            raise wrong_answer("reward", self.task.program.reward, message)
        return self._ended(found, is_optimal=True)

    def _paid_most(self, path: Path | None) -> GoalAnswer:
        """The answer where a shortest path to the largest reward of all is known."""
        if path is None:
            return GoalAnswer(PlanStatus.UNSOLVABLE, reason=NO_ACTION)
        return GoalAnswer(PlanStatus.SUCCESS, path, is_optimal=True)

    def _best_of_all(self) -> GoalAnswer:
        """Look at everything: the best reward there is, by a shortest path."""
        search = self.search(EndRule())
        found = self._breadth_first(search, max_nodes=MAX_STATES_WITHOUT_BOUND)
        if search.best is None:
            return GoalAnswer(PlanStatus.UNSOLVABLE, reason=NO_ACTION)
        path = path_to(search.best)
        if found.is_exhausted:
            return GoalAnswer(PlanStatus.SUCCESS, path, is_optimal=True)
        seen = f"the largest reward of {MAX_STATES_WITHOUT_BOUND} states"
        reason = f"{seen}; nothing says that there is no larger one"
        return GoalAnswer(PlanStatus.INCOMPLETE, path, reason=reason)

    def _towards(self, search: ProgramSearch, finder: Finder, target: Target | None) -> GoalAnswer:
        """Search for an end, first with a distance that is quickly computed."""
        if target is None:
            return self._ended(self._breadth_first(search), is_optimal=True)
        unmet = goal_counting.count_of_unmet(finder.reading, target)
        if self._is_native:
            distance = finder.heuristic(target, effort=0)
            answer = self._guided(search, distance, unmet, NATIVE_FIRST_NODES)
            if answer is not None:
                return answer
        stages: tuple[tuple[Callable[[], Budget], float], ...] = (
            (
                lambda: finder.budget.share(0.5, most=FIRST_HEURISTIC_SECONDS),
                FIRST_SEARCH_NODES,
            ),
            (lambda: finder.budget, 10 * FIRST_SEARCH_NODES),
            (self._more, math.inf),
        )
        for (budget, max_nodes), effort in zip(stages, HEURISTIC_EFFORTS, strict=True):
            distance = finder.heuristic(target, budget(), effort=effort)
            nodes = max_nodes * NATIVE_SPEED if self._is_native else max_nodes
            answer = self._guided(search, distance, unmet, nodes)
            if answer is not None:
                return answer
        raise AssertionError("a search without a limit on nodes ends with an answer")

    def _read_on(self, finder: Finder, sample: Sample | None = None) -> Finder:
        """A reading with a larger budget, unless the user has said how large it is."""
        if not is_limited():
            self.finder = finders.Finder.of(self.task, self._more(), sample)
        return self.finder or finder

    def _more(self) -> Budget:
        """A search that goes on and on is worth a distance that costs more."""
        limit = self.meter.limits.seconds
        if limit is None:
            return allowed(LAST_HEURISTIC_SECONDS)
        left = max(0.0, limit - self.meter.seconds)
        return allowed(min(LAST_HEURISTIC_SECONDS, 0.3 * left), wall=0.5 * left)

    def _guided(
        self, search: ProgramSearch, distance: Distance, unmet: Distance, max_nodes: float
    ) -> GoalAnswer | None:
        """The answer of a search along a distance; None if it has none after `max_nodes`."""
        self.method, self.distance = Method.DISTANCE, distance
        # Where the distance is 0 at the start there is nothing to follow: the end is a step.
        far = distance(self.task.start)
        most = search.max_depth
        state = self.root().state
        followed = descend(search, state, distance, max_depth=most) if far > 0 else None
        if followed is not None:
            is_least = len(followed.actions) <= max(far, 1)
            return GoalAnswer(PlanStatus.SUCCESS, followed, is_least)
        found = self._searched(search, (distance, unmet), far, max_nodes)
        if found.path is None and not found.is_exhausted:
            return None
        # A path that was replayed needs no second look, unless it is said to be the shortest.
        if found.was_pruned and (found.path is None or self.method is not Method.DISTANCE):
            found = self._confirmed(search, found)
        is_least = found.path is not None and len(found.path.actions) <= max(far, 1)
        is_shortest = self.method is not Method.DISTANCE
        return self._ended(found, is_optimal=is_shortest or is_least)

    def _searched(
        self,
        search: ProgramSearch,
        distances: tuple[Distance, Distance],
        far: float,
        max_nodes: float,
    ) -> Found:
        """What A* finds or, where any path will do, greedy search."""
        # With a horizon a state that is reached late may lead nowhere, so the shortest way counts.
        is_shortest_wanted = self.optimal or self.task.horizon is not None
        is_near = self._is_native and 2 * far < NATIVE_A_STAR_NODES
        if is_shortest_wanted or is_near:
            most = max_nodes if is_shortest_wanted else min(max_nodes, NATIVE_A_STAR_NODES)
            found = a_star(search, self.root(), distances[0], max_nodes=most)
            if is_shortest_wanted or found.path is not None or found.is_exhausted:
                self.method = Method.ASTAR
                return found
        if self._is_native and far >= distances[1](self.task.start):
            most, alone = min(max_nodes, NATIVE_GREEDY_NODES), distances[:1]
            found = alternating(search, self.root(), alone, max_nodes=most, weight=GREEDY_WEIGHT)
            if found.path is not None or found.is_exhausted:
                return found
        return alternating(search, self.root(), distances, max_nodes=max_nodes)

    @property
    def _is_native(self) -> bool:
        return self.native is not None and self.native.is_ready

    def _confirmed(self, search: ProgramSearch, found: Found) -> Found:
        """What was found, or what blind search finds in a world of moderate size.

        The distance comes from a reading of the code. Where it pruned states, its answer is not
        believed before a blind search has seen as much as is affordable.
        """
        guided = self.method
        try:
            again = self._breadth_first(search, max_nodes=MAX_STATES_CONFIRMED)
        except LimitReached as limit:
            if limit.reason is StopReason.INTERRUPTED:
                raise
            again = Found(None)
        if again.path is not None:
            return again
        self.method = guided
        return found

    def _ended(self, found: Found, *, is_optimal: bool) -> GoalAnswer:
        if found.path is not None:
            return GoalAnswer(PlanStatus.SUCCESS, found.path, is_optimal)
        assert found.is_exhausted, "a search without a limit on nodes ends with an answer"
        return GoalAnswer(PlanStatus.UNSOLVABLE, reason=ALL_SEEN_OR_PROVEN)
