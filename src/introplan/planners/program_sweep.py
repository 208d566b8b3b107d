"""The blind look at a Python world before it is read: breadth-first, counted, and kept.

Loading what reads code, and reading, take as long as thousands of calls of cheap functions: many a
world is solved by then. How many states are looked at depends on how many calls of functions an
expansion makes, which is counted in the first of them and not timed, so that the same world is
looked at the same way on every machine. What was found stays in the graph, which later searches
go on with.

A world of few states is solved exactly. In a larger one the look ends at the first end of the
episode where that is all there is to find:

    is_best     the reward is written as one number that is not above 0, so that of all plans the
                shortest scores most: a proof
    is_enough   every step seen pays the same, nothing or less, and all ends that pay more pay the
                same: then scores differ by steps alone, as far as was seen; nothing is proven by
                that, and it is believed only where the look went on for a while

Over a horizon reading comes first, as in the paper, but in worlds that are seen as a whole before
the reader would be loaded (`see_all`).
"""

from __future__ import annotations

import dis
import sys
from collections.abc import Callable
from dataclasses import dataclass
from types import FrameType, FunctionType
from typing import TYPE_CHECKING, Any

from introplan.deferred import deferred
from introplan.programs.expansion import LEARNING_EXPANSIONS
from introplan.programs.program import ProgramTask
from introplan.search.graph import OVER, SUCCESS, GraphExploration, taken

if TYPE_CHECKING:
    from introplan.planners import exact
else:  # a look around that finds no end solves nothing
    exact = deferred("introplan.planners.exact")

MAX_SWEEP_STATES = 4_000
"""States of worlds that are solved exactly before anything is read, however slow they are."""

MAX_SWEEP_STATES_FOR_PROOF = 20_000
"""The same where a proof is asked for: looking at them takes less time than reading does."""

MAX_SWEEP_SECONDS = 1.0
"""For looking at them, where each step is a call of slow functions."""

MAX_SWEEP_SHARE = 0.25
"""Of the time that is left: reading and searching need some as well."""

MAX_SWEEP_CALLS = 1_000_000
"""Calls of functions in worlds that are cheap to look at: about 0.1 s of work, what loading and
reading take at least."""

CALLS_BEFORE_ASKING = 50_000
"""Calls before it is asked whether the look was in vain the last time: about 5 ms of work, what
asking takes."""

MAX_CALLS_AFTER_END = 200_000
"""The same after a plan was found that is good enough, in the hope of a proof."""

MIN_STATES_AFTER_END = 500
"""States to have looked at before such a plan is believed, however slow they are: a world of fewer
is solved exactly. Some tenths of a second where a step copies a grid of objects."""

MAX_STATES_FOR_READING, MAX_CALLS_FOR_READING = 15_000, 4_000_000
"""States and calls of functions to look at in place of rules that take long to read, or where
reading them led to no proof: about 0.4 s of work, less than such a reading takes."""

SECONDS_BEFORE_GUESSING = 3.0
"""For looking at `MAX_SWEEP_STATES` where beams would come next: they take more steps than that
has, and prove nothing."""

MAX_CALLS_OVER_HORIZON = 300_000
"""The same over a horizon, where all must be seen to know anything: some 30 ms of work, a part of
what loading and reading take."""

UNCOUNTED_EXPANSIONS, COUNTED_EXPANSIONS = LEARNING_EXPANSIONS, 16
"""Expansions before calls are counted, since the first ones make more copies than the others do,
and those in which they are."""

SECONDS_FOR_COUNTING = 0.05
"""For each of both: numbers that grow with each step can make a few steps take long."""

CALLS_OF_EXPANSION = 40
"""What is taken for one where a profiler is at work, which has the only way to count."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way to an end that was seen, and what is known of it."""

    actions: list[Any]
    rewards: list[float]
    is_success: bool
    is_enough: bool = False
    is_best: bool = False


@dataclass(slots=True)
class Sweep:
    """A look at the states around the start of one task."""

    exploration: GraphExploration
    task: ProgramTask
    optimal: bool
    needs_success: bool
    calls: float = CALLS_OF_EXPANSION
    """Calls of functions that one expansion makes."""

    is_counted: bool = False
    """Were they counted?"""

    was_in_vain: Callable[[], bool] = lambda: False
    """Is it known that looking on leads to nothing? It is asked when the look takes long."""

    @property
    def ends(self) -> frozenset[int]:
        """The ends of an episode that count."""
        return frozenset({SUCCESS}) if self.needs_success else frozenset({SUCCESS, OVER})

    def see_all(self) -> bool:
        """Was everything seen, with few calls?"""
        self._count_calls()
        most = min(MAX_SWEEP_STATES, self._most(0, MAX_CALLS_OVER_HORIZON))
        return self._run(most, frozenset())

    def see_more(self) -> bool:
        """The same, with as many calls as a look for an end may make."""
        most = min(MAX_SWEEP_STATES, self._most(0, MAX_SWEEP_CALLS))
        return self._run(most, frozenset())

    def look(self) -> tuple[bool, Way | None]:
        """Was everything seen? And a way to an end, if one was seen."""
        self._count_calls()
        most = self._most(self._at_least(), MAX_SWEEP_CALLS)
        few = min(most, int(CALLS_BEFORE_ASKING / self.calls))
        is_all = self._run(few, self.ends)
        if not is_all and not self.exploration.has_met(self.ends):
            if self.was_in_vain():
                return False, None
            is_all = self._run(most, self.ends)
        way = None if is_all else self._first_way()
        is_met = not is_all and self.exploration.has_met(self.ends)
        if not is_met or (way is not None and way.is_best):
            return is_all, way
        # Where getting stuck scores more than any end that was met, there is no way to one.
        if way is not None and way.is_enough and not self.optimal:
            most = min(MAX_SWEEP_STATES, self._most(MIN_STATES_AFTER_END, MAX_CALLS_AFTER_END))
        is_all = self._run(most, frozenset())
        return is_all, way if is_all else self._way()

    def look_further(
        self, least: int = 0, seconds: float = MAX_SWEEP_SECONDS
    ) -> tuple[bool, Way | None]:
        """The same for so long as reading rules takes that take long to read.

        So many states at `least` are looked at, however slow they are, within so many seconds.
        """
        self._count_calls()
        calls = MAX_CALLS_FOR_READING
        most = max(least, min(MAX_STATES_FOR_READING, self._most(0, calls)))
        is_all = self._run(most, self.ends, seconds)
        way = None if is_all else self._first_way()
        if is_all or (way is not None and (way.is_best or way.is_enough)):
            return is_all, way
        return self._run(most, frozenset(), seconds), way

    def look_on(self, most: int) -> tuple[bool, Way | None]:
        """The same, for so many states more and however long it takes."""
        exploration = self.exploration
        most += len(exploration.graph.states)
        is_all = exploration.run(most, ends=self.ends)
        return is_all, None if is_all else self._first_way()

    def _count_calls(self) -> None:
        exploration = self.exploration
        if self.is_counted:
            return
        self.is_counted = True
        exploration.run(max_expanded=UNCOUNTED_EXPANSIONS, seconds=SECONDS_FOR_COUNTING)
        before = exploration.graph.expanded
        if before < UNCOUNTED_EXPANSIONS:
            return  # all was seen, or steps are so slow that the clock decides
        until = before + COUNTED_EXPANSIONS
        seconds = SECONDS_FOR_COUNTING
        counted = calls_made(lambda: exploration.run(max_expanded=until, seconds=seconds))
        expanded = exploration.graph.expanded - before
        if counted is not None and expanded:
            self.calls = max(counted / expanded, 1.0)

    def _at_least(self) -> int:
        return MAX_SWEEP_STATES_FOR_PROOF if self.optimal else MAX_SWEEP_STATES

    def _most(self, least: int, calls: int) -> int:
        """States to look at, where so many calls may be made."""
        found = max(least, int(calls / self.calls))
        nodes = self.exploration.meter.limits.nodes
        # A look around must leave some nodes for the search.
        return found if nodes is None else min(found, nodes // 4)

    def _run(self, most: int, ends: frozenset[int], seconds: float = MAX_SWEEP_SECONDS) -> bool:
        left = self.exploration.meter.seconds_left
        if left is not None:
            seconds = min(seconds, MAX_SWEEP_SHARE * left)
        return self.exploration.run(most, seconds=seconds, ends=ends)

    def _first_way(self) -> Way | None:
        """The shortest way to an end, if one was met."""
        exploration = self.exploration
        if not exploration.has_met(self.ends):
            return None
        if not self.needs_success:  # whether a shorter plan gets stuck shows in the whole layer
            left = exploration.graph.layers[-1] - exploration.graph.expanded
            if self.optimal or left * self.calls < MAX_CALLS_AFTER_END:
                exploration.run(max_expanded=exploration.graph.layers[-1])
        return self._way()

    def _way(self) -> Way | None:
        """The way to an end in what was seen, which is not everything."""
        graph = self.exploration.graph
        if not self.exploration.has_met(self.ends):
            return None
        edges = graph.path(set(self.ends))
        assert edges is not None, "an end was met"
        if self._is_shortest_best(len(edges)):
            return self._along(edges, is_best=True)
        meter = self.exploration.meter
        found = exact.best_in_part(graph, needs_success=self.needs_success, meter=meter)
        return None if found is None else self._along(found, is_enough=self._is_plain())

    def _along(self, edges: list[int], *, is_enough: bool = False, is_best: bool = False) -> Way:
        graph = self.exploration.graph
        actions, rewards = zip(*taken(graph, edges), strict=True)
        is_success = graph.targets[edges[-1]] == SUCCESS
        return Way(list(actions), list(rewards), is_success, is_enough, is_best=is_best)

    def _is_shortest_best(self, steps: int) -> bool:
        """Does a shortest way to an end score most, whatever was not seen?"""
        constant = constant_answer(self.task.program.reward)
        if constant is None or constant > 0 or self.task.discount != 1:
            return False
        # An episode that gets stuck is over as well, where the score alone counts.
        graph = self.exploration.graph
        is_all_before = graph.layers[steps - 1] <= graph.expanded
        return self.needs_success or (
            is_all_before and all(map(graph.edges, range(graph.expanded)))
        )

    def _is_plain(self) -> bool:
        """Do scores differ by steps alone, as far as was seen, but for ends that lose?"""
        graph = self.exploration.graph
        pairs = list(zip(graph.rewards, graph.targets, strict=True))
        steps = {reward for reward, target in pairs if target >= 0}
        ends = {reward for reward, target in pairs if target in self.ends}
        most = max(steps, default=0)
        if len(steps) > 1 or most > 0 or self.task.discount != 1:
            return False
        if self.needs_success:
            return len(ends) == 1
        # An end that is not named may be a bad one: it must pay more than going on, or be the
        # only kind of end where going on costs.
        paid_more = {reward for reward in ends if reward > most}
        return len(paid_more) == 1 or (len(ends) == 1 and most < 0 and ends == steps)


def calls_made(work: Callable[[], object]) -> int | None:
    """The calls of functions, in Python and in C, while `work` is done; None: not counted."""
    if sys.getprofile() is not None:  # a profiler counts already
        work()
        return None
    count = 0

    def note(frame: FrameType, event: str, what: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


def constant_answer(function: object) -> float | None:
    """The number that a function returns whatever it is given, if its code says just that."""
    if type(function) is not FunctionType:
        return None
    code = [
        step for step in dis.get_instructions(function) if step.opname not in ("RESUME", "NOP")
    ]
    names = [step.opname for step in code]
    is_constant = names == ["RETURN_CONST"] or (
        len(names) == 2 and names[0].startswith("LOAD_") and names[1] == "RETURN_VALUE"
    )
    if not is_constant or names[0] not in ("RETURN_CONST", "LOAD_CONST", "LOAD_SMALL_INT"):
        return None
    value = code[0].argval
    return float(value) if type(value) in (int, float) and abs(value) < 2**53 else None
