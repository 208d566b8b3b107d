"""The introspector on Python worlds: the largest score until the episode ends, and its proof.

Small worlds are solved exactly (`exact.py`) by looking at all of their states. In larger ones the
code is read: the derived distances lead to milestones and to ends, which gives plans to start
from, and the derived bound on the return says how good they are. Branch and bound on score plus
bound (`program_bound_search.py`) then looks for better ones, for a while or, where a proof is
asked for, in turns with looking at all states until one of the two is done.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from introplan.deferred import deferred
from introplan.limits import LimitReached, Meter
from introplan.mdp import Status, Wanted
from introplan.planners.nodes import Node, endless_moves
from introplan.planners.program_draft import Draft
from introplan.planners.program_goals import GoalPlanner
from introplan.planners.program_looks import KnownLooks
from introplan.planners.program_native import NativeSearches, notes_on_engine
from introplan.planners.program_search import ANY_END, SUCCESS, path_to
from introplan.planners.program_steps import is_planned_by_steps
from introplan.planners.program_sweep import (
    MAX_SWEEP_SECONDS,
    MAX_SWEEP_STATES,
    SECONDS_BEFORE_GUESSING,
    Sweep,
    Way,
    constant_answer,
)
from introplan.planners.status import (
    ALL_SEEN_OR_PROVEN,
    NO_SUCCESS_IN_TIME,
    Method,
    PlanStatus,
)
from introplan.planners.warnings import NO_END, NO_END_FOUND, notes_on_loops
from introplan.programs.freezing import kept
from introplan.programs.program import BlackBox, ProgramTask
from introplan.search.graph import GraphExploration
from introplan.symbolic.budget import Budget, allowed

if TYPE_CHECKING:
    from introplan.introspection.programs import finder as finders
    from introplan.introspection.programs import kept_models, targets
    from introplan.introspection.programs.finder import Finder
    from introplan.introspection.returns import return_bounds
    from introplan.introspection.returns.return_bounds import ReturnBound
    from introplan.planners import (
        exact,
        program_beam,
        program_bound_search,
        program_ends,
        program_milestones,
        program_quick,
    )
    from introplan.planners import program_by_end as by_end
    from introplan.planners.program_bound_search import BoundSearch
    from introplan.planners.program_by_end import Found as FoundByEnd
    from introplan.planners.program_ends import WaysToEnds
else:  # many a search is over before reading is worth its time, and so is loading it
    finders, kept_models, targets = (
        deferred(f"introplan.introspection.programs.{name}")
        for name in ("finder", "kept_models", "targets")
    )
    by_end = deferred("introplan.planners.program_by_end")
    return_bounds = deferred("introplan.introspection.returns.return_bounds")
    exact, program_beam, program_bound_search, program_ends, program_milestones, program_quick = (
        deferred(f"introplan.planners.{name}")
        for name in (
            "exact",
            "program_beam",
            "program_bound_search",
            "program_ends",
            "program_milestones",
            "program_quick",
        )
    )

MAX_STATES = 3_000_000
"""States of worlds that are solved exactly for a proof: about 2 GB."""

MAX_SWEEP_STATE_MOVES = 2_000_000
"""States times moves of worlds with a horizon that are solved exactly: about a second of work."""

MAX_STATE_MOVES = 60_000_000
"""The same where a proof is asked for: half a minute, and 500 MB."""

NODES_BEFORE_TABLES = 3_000
"""For branch and bound where a proof was asked for: tables cost as much as some ten thousand."""

MAX_NODES_WITHOUT_PROOF = 1_000
"""For looking for a better plan where no proof was asked for: less than reading the model took."""

FIRST_PROOF_NODES = 20_000
"""Nodes of branch and bound before all states are looked at."""

LONG_READING_TERMS = 40_000
"""Terms that rules may take before the end is followed alone: some 0.4 s of work, mostly foreseen
after the first action. 15-puzzles and fields take from 2,000 to 18,000, rooms of Sokoban from
36,000 to 360,000, and twice as many are foreseen."""

NODES_BY_END_ALONE = 20_000
"""For following a test for the end that is all that was read: Sokoban with 3 to 6 boxes takes some
thousands, and where it misleads the blind look still comes soon."""

BOUND_SECONDS = 10.0
"""For deriving a bound where a proof was asked for: the search that it saves takes longer."""


@dataclass(slots=True)
class ScorePlanner:
    """Plans one task for its score; what is found is in `draft`, also when a limit strikes."""

    task: ProgramTask
    meter: Meter
    optimal: bool
    budget: Budget
    draft: Draft = field(init=False)
    exploration: GraphExploration = field(init=False)
    finder: Finder | None = None
    search: BoundSearch | None = None
    ends: WaysToEnds | None = None
    fewest_steps: int | None = None
    """The least number of steps of any plan, where that is known."""
    needs_success: bool = field(init=False)
    """Are only episodes plans that end with success?"""
    may_stop_at_end: bool = False
    """Will a way along the end alone do, where rules take long to read?"""
    is_by_end: bool = False
    """Was the plan found so?"""
    looks: KnownLooks = field(init=False)

    def __post_init__(self) -> None:
        task = self.task
        self.draft = Draft(task.discount)
        self.needs_success = task.wanted is Wanted.SUCCESS
        self.looks = KnownLooks(task, self.meter, self.needs_success, self.optimal)
        self.exploration = GraphExploration(
            BlackBox(task), kept(task.start), self.meter, task.horizon
        )

    @property
    def horizon(self) -> int | None:
        """The moves of an episode, or those after which it is worth next to nothing."""
        task = self.task
        if task.horizon is None and task.discount != 1:
            return endless_moves(task.discount)
        return task.horizon

    def plan(self) -> None:
        """Find the best plan we can, and prove it best if that is possible."""
        if self._is_found_quickly():
            return
        before = self.meter.expanded, self.meter.generated
        if not self.looks.was_seen() and self._is_done_blindly():
            return
        by_end_alone = self._read()
        counts = self.meter.expanded - before[0], self.meter.generated - before[1]
        if by_end_alone is not None:
            self.looks.note(self.looks.place, counts, by_end_alone)
            return
        if self.finder is None:  # the world was seen as a whole instead
            return
        if self.horizon is not None and not self.needs_success:
            self._over_horizon(self.finder)
        else:
            self._to_end(self.finder)
        if self.draft.is_native:
            self.looks.note(self.finder.reading.place, counts, None)
        if self.optimal and not self._is_decided():
            self.prove()

    def _read(self) -> FoundByEnd | None:
        """Read the world, or find a plan without that where its rules take long to read: along the
        end alone, or because looking at all states takes less."""
        known, place, found, reading = self.looks.known, self.looks.place, None, None
        by_steps = self._costs_steps_alone()
        if by_steps and known is not None and known.way:
            found = by_end.found_before(self.task, known.way, known.least)
        if found is None:
            share = self.budget.share(finders.READING_SHARE)
            reading = kept_models.reading_within(self.task, share, LONG_READING_TERMS, place)
        if by_steps and reading is None and known is None:  # else it is known that there is none
            found = by_end.found_by_end(self.task, self.meter, self.exploration.graph)
        if found is not None:
            self._keep_by_end(found)
        elif reading is not None:
            self.finder = finders.Finder(reading, self.budget)
        elif self.optimal or known is not None or not self._is_solved_by_looking_further():
            self.finder = finders.Finder.of(self.task, self.budget, place=place)
        return found

    def _costs_steps_alone(self) -> bool:
        """Does every plan score the better, the fewer steps it has, and will any plan do?"""
        cost = constant_answer(self.task.program.reward)
        is_plain = self.task.horizon is None and self.task.discount == 1 and self.needs_success
        is_asked = self.may_stop_at_end and self.draft.actions is None
        return is_asked and is_plain and cost is not None and cost <= 0

    def _keep_by_end(self, found: FoundByEnd) -> None:
        """Take a way along the end alone, and what the blind look says of shorter ones."""
        draft, cost = self.draft, constant_answer(self.task.program.reward)
        self.is_by_end = draft.keep_path(found.path, Method.GOAL_COUNTING)
        draft.bound = None if cost is None else cost * found.least
        if len(found.path.actions) == found.least:
            draft.prove(draft.score)

    def _is_decided(self) -> bool:
        draft = self.draft
        return draft.is_optimal or draft.status is PlanStatus.UNSOLVABLE or draft.bound == math.inf

    def prove(self) -> None:
        """Go on until the best plan is known: branch and bound, and looking at all states."""
        if self.finder is not None and self._is_planned_by_steps(self.finder, optimal=True):
            return
        finder = None if self.optimal or self.search is None else self.finder
        is_proven = finder is not None and self._strengthened(
            finder, return_bounds.DEFAULT_SECONDS
        )
        if is_proven or self._searched(FIRST_PROOF_NODES):
            return
        if self.optimal:
            self._improve()  # it takes long: a good plan meanwhile
        if not self._swept(MAX_STATES, max_state_moves=MAX_STATE_MOVES):
            self._searched(math.inf)

    def _swept(
        self,
        states: int,
        *,
        seconds: float = math.inf,
        max_state_moves: int = MAX_SWEEP_STATE_MOVES,
    ) -> bool:
        """Look at all states, at most so many, and solve exactly; False if there are more."""
        if not self.exploration.run(states, seconds=seconds):
            return False
        return self._solved(max_state_moves)

    def _solved(self, max_state_moves: int = MAX_SWEEP_STATE_MOVES) -> bool:
        """Solve exactly what was looked at, which is everything; False if it is too much."""
        task, graph = self.task, self.exploration.graph
        if len(graph.states) * (task.horizon or 1) > max_state_moves:
            return False
        solution = exact.solve(
            graph, task.wanted, horizon=task.horizon, discount=task.discount, meter=self.meter
        )
        self.draft.settle(solution, graph)
        self.draft.notes += notes_on_loops(solution, task.wanted)
        return True

    def _is_found_quickly(self) -> bool:
        """Is there a plan by the quick model of an environment, where no proof is asked for?"""
        if self.optimal or "quick" not in self.task.program.analyses:
            return False
        path = program_quick.quick_path(self.task, self.meter)
        if path is not None:
            self.draft.keep_path(path, Method.BREADTH_FIRST)
        return path is not None

    def _is_done_blindly(self) -> bool:
        """Is the plan there before anything is read: all was seen, or the first end will do?"""
        sweep = Sweep(self.exploration, self.task, self.optimal, self.needs_success)
        counts = self.meter.expanded, self.meter.generated
        sweep.was_in_vain = partial(self.looks.was_in_vain, *counts)
        if self.task.horizon is not None and not self.needs_success:
            # Without ends reading comes first, as in the paper: milestones are often a proof.
            has_ends = self.task.program.terminal is not None
            return has_ends and self._is_done_within(sweep, self.task.horizon)
        is_all, way = sweep.look()
        if is_all and self._solved():
            return True
        return way is not None and self._is_enough(way)

    def _is_done_within(self, sweep: Sweep, horizon: int) -> bool:
        """The same over a horizon: a way to an end that is shorter is as good as without one.

        No episode that the horizon cuts off scores more, where going on pays nothing or costs.
        """
        if sweep.see_all():
            return self._solved()
        if self.optimal:
            return False
        is_all, way = sweep.look()
        if is_all:
            return self._solved()
        is_good = way is not None and (way.is_best or way.is_enough)
        return way is not None and is_good and len(way.actions) <= horizon and self._is_enough(way)

    def _is_enough(self, way: Way) -> bool:
        """Keep a way to an end that was seen; need nothing more be looked for?"""
        status = PlanStatus.SUCCESS if way.is_success else PlanStatus.ENDED
        self.draft.keep(way.actions, way.rewards, status, Method.BREADTH_FIRST)
        if way.is_best:
            self.draft.prove(self.draft.score)
        return way.is_best or (way.is_enough and not self.optimal)

    def _is_found_without_reading(self, finder: Finder) -> bool:
        """The same where reading gave nothing to follow: the end alone, or the blind look goes on.

        Ends that are not named success may be bad ones, so they are looked for blindly first.
        """
        aims = SUCCESS if self.needs_success else ANY_END
        is_open = self.draft.actions is None and not self.optimal
        if not is_open or targets.end_target(finder.reading, aims) is not None:
            return False
        if self.needs_success and self._is_found_by_end(finder, aims):
            return True
        if self.horizon is None and self._is_found_by_looking_on():
            return True
        if not self.needs_success and self.draft.actions is None:
            self._is_found_by_end(finder, aims)
        return False

    def _is_found_by_looking_on(self) -> bool:
        """Is there a plan after looking on blindly, as far as there is one to an end?"""
        sweep = Sweep(self.exploration, self.task, self.optimal, self.needs_success)
        is_all, way = sweep.look_on(program_ends.MAX_NODES_TO_END)
        return (is_all and self._solved()) or (way is not None and self._is_enough(way))

    def _is_solved_by_looking_further(self, *, is_last: bool = False) -> bool:
        """Is there a plan after looking on for as long as reading takes, or else guessing?"""
        sweep = Sweep(self.exploration, self.task, self.optimal, self.needs_success)
        least = (MAX_SWEEP_STATES, SECONDS_BEFORE_GUESSING) if is_last else ()
        is_all, way = sweep.look_further(*least)
        return (is_all and self._solved()) or (way is not None and self._is_enough(way))

    def _is_found_by_end(self, finder: Finder, aims: frozenset[Status]) -> bool:
        """Is there a plan along what the test for the end says, the one thing that was read?"""
        planner = GoalPlanner(self.task, self.meter, False, self.budget, aims)
        answer = planner.plan_by_end_alone(finder, NODES_BY_END_ALONE)
        if answer is None or answer.path is None:
            return False
        self.draft.keep_path(answer.path, planner.method)
        if self.needs_success and not self._is_proven(finder):
            self._look_around()
        return True

    def _is_proven(self, finder: Finder) -> bool:
        """Is the best plan known, by a bound or by all states? If not, a search is made ready.

        Tables take longer than good plans or small worlds do: they come last, and for proofs only.
        """
        needs_success = self.needs_success
        bound = return_bounds.ReturnBound.by_steps(finder, self.task, needs_success=needs_success)
        if self._begin_search(bound):
            return True
        if self.ends is None and self._swept(MAX_SWEEP_STATES, seconds=MAX_SWEEP_SECONDS):
            return True
        if not self.optimal:
            return False
        if self._is_shortest_best(finder):
            return True
        # A short search before the tables: it often is the proof, and they may take all the time.
        is_known = self.draft.actions is not None and self._searched(NODES_BEFORE_TABLES)
        return is_known or self._strengthened(finder, BOUND_SECONDS)

    def _is_shortest_best(self, finder: Finder) -> bool:
        """Where the score is known to be best, is a shortest way to an end one that scores so?

        A* along a distance finds it far sooner than branch and bound, for which all plans of one
        score look alike until they end.
        """
        draft = self.draft
        is_best = draft.bound is not None and draft.meets(draft.bound)
        can_stop_elsewhere = not self.needs_success and finder.reading.has_dead_ends
        if self.ends is None or not is_best or can_stop_elsewhere:
            return False
        planner = GoalPlanner(self.task, self.meter, True, self.budget, self.ends.aims)
        answer = planner.plan_to_the_end(finder)
        if answer.path is None or not answer.is_optimal:
            return False
        draft.keep_path(answer.path, planner.method)
        self.fewest_steps = len(answer.path.actions)
        assert draft.bound is not None
        is_proven = draft.actions is not None and len(draft.actions) == self.fewest_steps
        if is_proven:
            draft.prove(draft.bound)
        return is_proven

    def _strengthened(self, finder: Finder, seconds: float) -> bool:
        """The same with the strongest bound that so many seconds allow."""
        budget, needs_success = allowed(seconds), self.needs_success
        bound = return_bounds.ReturnBound.of(
            finder, self.task, needs_success=needs_success, budget=budget
        )
        return self._begin_search(bound)

    def _over_horizon(self, finder: Finder) -> None:
        """Collect as much as there is time for."""
        assert self.horizon is not None
        native = NativeSearches(finder.reading) if self.meter.allows_native else None
        walk = program_milestones.MilestoneWalk(self.task, self.meter, self.horizon, native=native)
        try:
            walk.walk(finder.introspection())
        finally:  # also where a limit stopped it
            if walk.is_whole:
                self.draft.keep(
                    walk.actions,
                    walk.rewards,
                    walk.status,
                    walk.method,
                    is_native=walk.is_native,
                )
        self.draft.notes += notes_on_engine(native)
        if self._is_proven(finder):
            return
        # Ends lie beyond what pays next, and nothing that was read says where.
        is_blind = self.finder is finder and finder.reading.operators is None
        has_ends = self.task.program.terminal is not None
        if not (is_blind and has_ends and not self.optimal and self._is_found_by_looking_on()):
            self._look_around()

    def _to_end(self, finder: Finder) -> None:
        """Success, or the best end of the episode."""
        if self._is_found_without_reading(finder):
            return
        if self._is_planned_by_steps(finder, optimal=self.optimal):
            if self.draft.actions is None:
                self._without_end(finder, is_proof=True)
            return
        aims = SUCCESS if self.needs_success else ANY_END
        self.ends = program_ends.WaysToEnds(self.task, self.meter, self.budget, finder, aims)
        for planner, answer in self.ends.found(self.draft):
            if answer.path is not None:
                self.draft.keep_path(answer.path, planner.method)
                if answer.is_optimal:
                    self.fewest_steps = len(answer.path.actions)
            elif answer.status is PlanStatus.UNSOLVABLE and self.draft.actions is None:
                self._without_end(finder, is_proof=True)
                return
            self.draft.notes += [
                note for note in notes_on_engine(planner.native) if note not in self.draft.notes
            ]
        if self.draft.actions is None:
            self._without_end(finder, is_proof=False)
            return
        if not self._is_proven(finder):
            self._look_around()

    def _is_planned_by_steps(self, finder: Finder, *, optimal: bool) -> bool:
        planner = GoalPlanner(self.task, self.meter, optimal, self.budget, SUCCESS)
        return self.needs_success and is_planned_by_steps(planner, finder, self.draft)

    def _look_around(self) -> None:
        """Look for better plans for a while: beams, then branch and bound."""
        if self.draft.bound is not None and self.draft.meets(self.draft.bound):
            return  # no plan scores more; whether one is shorter is for a proof to say
        if not self.optimal and self._is_solved_by_looking_further(is_last=True):
            return
        if not self.optimal or self.draft.actions is None:
            self._improve()
        self._searched(MAX_NODES_WITHOUT_PROOF)

    def _improve(self) -> None:
        if self.search is not None:
            lead = None if self.ends is None else self.ends.lead
            program_beam.Beams(self.search, self._take, lead).run(self.draft)
            self.search.least = max(self.search.least, self.draft.rank)

    def _without_end(self, finder: Finder, *, is_proof: bool) -> None:
        """No plan ends as it should: what is left depends on what was asked for."""
        draft, task = self.draft, self.task
        if self.needs_success and task.horizon is None:
            draft.status, draft.reason = PlanStatus.UNSOLVABLE, ALL_SEEN_OR_PROVEN
            return
        if task.horizon is not None:  # the best score within it, whatever the end
            self.needs_success = False
            self._over_horizon(finder)
            draft.status, draft.reason = PlanStatus.HORIZON, NO_SUCCESS_IN_TIME
            return
        planner = GoalPlanner(task, self.meter, self.optimal, self.budget)
        note = NO_END if is_proof else NO_END_FOUND
        try:
            answer = planner.plan_for_reward_with(finder)
        except LimitReached:
            best = planner.best_so_far()
            least = min(self.exploration.graph.rewards, default=-math.inf)
            if best is not None and best.rewards[-1] > least:  # else any step is as good
                draft.notes.append(note)
                draft.keep(best.actions, best.rewards, PlanStatus.INCOMPLETE, planner.method)
            raise
        if answer.path is not None:
            draft.notes.append(note)
            draft.keep(answer.path.actions, answer.path.rewards, answer.status, planner.method)
            draft.is_optimal = answer.is_optimal and is_proof
            draft.bound = answer.path.rewards[-1] if answer.is_optimal else None
        draft.status, draft.reason = answer.status, answer.reason

    def _begin_search(self, bound: ReturnBound) -> bool:
        """Is the plan as good as the bound at the start? If not, a search is made ready."""
        draft, task = self.draft, self.task
        start = bound(task.start, self.horizon)
        if not math.isinf(start):
            draft.bound = max(start, draft.score) if draft.actions is not None else start
        steps = None if draft.actions is None else len(draft.actions)
        can_end_early = self._can_end_early()
        is_shortest = steps == self.fewest_steps or not can_end_early
        if draft.meets(start) and is_shortest:
            draft.prove(start)
            return True
        objective = program_bound_search.Objective(
            self.horizon, task.discount, self.needs_success, can_end_early
        )
        self.search = program_bound_search.BoundSearch(
            BlackBox(task), self.meter, objective, bound, Node(kept(task.start)), self._take
        )
        self.search.least = draft.rank
        return False

    def _can_end_early(self) -> bool:
        assert self.finder is not None
        return self.task.program.terminal is not None or self.finder.reading.has_dead_ends

    def _take(self, node: Node, method: Method = Method.BEST_BOUND) -> None:
        path = path_to(node)
        status = PlanStatus.SUCCESS if node.status is Status.SUCCESS else PlanStatus.ENDED
        is_stuck = node.status is Status.CONTINUE
        if is_stuck and (self.task.horizon is not None or node.depth == self.horizon):
            status = PlanStatus.HORIZON
        self.draft.keep(path.actions, path.rewards, status, method)

    def _searched(self, max_nodes: float) -> bool:
        """Branch and bound, for so many nodes; True if the best plan is known."""
        search, draft = self.search, self.draft
        if search is None:
            return False
        is_over = search.run(max_nodes)
        if not is_over:
            if draft.bound is not None or not math.isinf(search.upper):
                known = math.inf if draft.bound is None else draft.bound
                draft.bound = max(min(known, search.upper), draft.score)
            draft.reason = draft.reason or "a better plan may exist"
            return False
        if draft.actions is None or not search.is_proof:
            self.search = None
            return False
        draft.reason = ""
        draft.prove(draft.score)
        return True
