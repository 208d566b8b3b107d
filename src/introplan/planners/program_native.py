"""The searches of `program_search.py` on the machine, where all of a world was read.

The machine searches over packed states and calls no user code (`introplan.machine`). The user's
functions stay the judge: a path is replayed with them, states along it are expanded once more, and
that nothing was found is believed after a look of their own. With the first difference the machine
is given up, and the search is made in Python.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from introplan.introspection.findings import Heuristic
from introplan.introspection.heuristics.distance import UNREACHABLE_STEPS
from introplan.introspection.programs.reading import Reading
from introplan.introspection.programs.system import system_of
from introplan.limits import LimitReached, StopReason
from introplan.machine.native import (
    LeftRange,
    Method,
    NativeFound,
    NativeMachine,
    SearchRequest,
    machine_of,
    searched,
)
from introplan.machine.system import Unsupported
from introplan.mdp import Status, attempt
from introplan.planners.nodes import Node
from introplan.planners.program_check import agrees
from introplan.planners.program_search import (
    Distance,
    EndRule,
    Found,
    Path,
    ProgramSearch,
    breadth_first,
)
from introplan.programs.freezing import value_of
from introplan.programs.listed_successors import ListedSuccessor, successor_with_row
from introplan.programs.program import BlackBox
from introplan.programs.walking import STEPS_AT_ONCE, walk
from introplan.symbolic.terms.term import Term

CHECKED_STATES = 20
"""States of a path that are expanded with the user's functions once more."""

CHECKED_STATES_OF_SHORTER = 5
"""The same for a path that is shorter than one that was checked before."""

MAX_STATES_CALLED = 20_000
"""States to look at with the user's functions before it is believed that there is nothing."""


def notes_on_engine(native: NativeSearches | None) -> Iterator[str]:
    """Why a world that was read was searched by calling its functions, if it was."""
    if native is not None and native.reason:
        yield f"searched in Python, not natively: {native.reason}"


class NativeSearches:
    """Searches of the world of one reading; each answers None where it must be made in Python.

    `reason` says why that is, unless the reading itself says so.
    """

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.was_used = False
        self.reason = ""
        self._machines: Iterator[NativeMachine] = iter(())
        self._machine: NativeMachine | None = None
        kept = None if reading.place is None else reading.place.derived.get(NativeMachine)
        if kept is not None:  # made for an earlier plan in this process
            self._machines, self._machine = kept
            return
        try:
            system = system_of(reading)
        except Unsupported:
            return
        assert reading.read is not None
        self._machines = machine_of(system, reading.read(reading.task.start))
        self._advance()

    @property
    def is_ready(self) -> bool:
        """Is there a machine?"""
        return self._machine is not None

    def _advance(self) -> None:
        """Go on to a machine with more room for numbers, if there is one."""
        try:
            self._machine = next(self._machines, None)
            if self._machine is None:
                self._give_up("a number takes more than 64 bits")
            elif self.reading.place is not None:
                self.reading.place.derived[NativeMachine] = self._machines, self._machine
        except Unsupported as refusal:
            self._give_up(str(refusal))

    def _give_up(self, reason: str) -> None:
        self._machine, self._machines, self.reason = None, iter(()), reason
        if self.reading.place is not None:
            self.reading.place.derived.pop(NativeMachine, None)

    def breadth_first(self, search: ProgramSearch, root: Node, max_nodes: float) -> Found | None:
        """The nearest end."""
        return self._found(search, root, Method.BREADTH_FIRST, max_nodes=max_nodes)

    def a_star(
        self,
        search: ProgramSearch,
        root: Node,
        distance: Distance,
        max_nodes: float,
        max_depth: float,
    ) -> Found | None:
        """A shortest path to an end."""
        bound = None if math.isinf(max_depth) else int(max_depth)
        return self._found(
            search,
            root,
            Method.A_STAR,
            max_nodes=max_nodes,
            distances=(distance,),
            argument=bound,
        )

    def alternating(
        self,
        search: ProgramSearch,
        root: Node,
        distances: tuple[Distance, ...],
        max_nodes: float,
        weight: int,
    ) -> Found | None:
        """Greedy search with several open lists."""
        return self._found(
            search,
            root,
            Method.ALTERNATING,
            max_nodes=max_nodes,
            distances=distances,
            argument=weight,
        )

    def shorter(
        self,
        search: ProgramSearch,
        root: Node,
        distance: Distance,
        weights: Sequence[int],
        max_nodes: float,
    ) -> Path | None:
        """A path within the search's depth, with less and less weight of the distance.

        Each search asks for a path shorter than the last one found, and all of them expand at most
        `max_nodes`. None proves nothing.
        """
        best: NativeFound | None = None
        last = search.meter.expanded + max_nodes
        for weight in weights:
            left = last - search.meter.expanded
            if left < 1:
                break
            most = search.max_depth if best is None else len(best.steps) - 1
            found = self._made(
                replace(search, max_depth=most),
                root,
                Method.ALTERNATING,
                max_nodes=left,
                distances=(distance,),
                argument=weight,
            )
            if found is None or not found.is_found:
                break
            best = found
        if best is None:
            return None
        return self._replayed(search, root, best.steps, checked=CHECKED_STATES_OF_SHORTER)

    def descend(
        self, search: ProgramSearch, start: Hashable, distance: Distance, max_depth: float
    ) -> Found | None:
        """The path down a distance."""
        limited = replace(search, max_depth=min(search.max_depth, max_depth))
        return self._found(
            limited,
            Node(start),
            Method.DESCEND,
            distances=(distance,),
            argument=search.has_fixed_actions,
            can_prove=False,
        )

    def _found(
        self,
        search: ProgramSearch,
        root: Node,
        method: Method,
        *,
        max_nodes: float = math.inf,
        distances: Sequence[Distance] = (),
        argument: Any = None,
        can_prove: bool = True,
    ) -> Found | None:
        found = self._made(
            search, root, method, max_nodes=max_nodes, distances=distances, argument=argument
        )
        return None if found is None else self._judged(search, root, found, can_prove=can_prove)

    def _made(
        self,
        search: ProgramSearch,
        root: Node,
        method: Method,
        *,
        max_nodes: float,
        distances: Sequence[Distance],
        argument: Any,
    ) -> NativeFound | None:
        """What the machine finds; None where there is none, or none for such a search."""
        rule, terms = search.is_end, _terms(distances)
        if terms is None or not isinstance(rule, EndRule) or root.depth:
            return None
        request = SearchRequest(
            rule.aims,
            rule.least_reward,
            None if math.isinf(search.max_depth) else int(search.max_depth),
            None if math.isinf(max_nodes) else int(max_nodes),
            UNREACHABLE_STEPS,
        )
        while (machine := self._machine) is not None:
            try:
                assert self.reading.read is not None
                row = self.reading.read(value_of(root.state))
                nodes = machine.nodes(terms)
                return searched(
                    machine,
                    row,
                    request,
                    search.meter,
                    method=method,
                    distances=nodes,
                    argument=argument,
                )
            except LeftRange:
                self._advance()
                continue
            except Unsupported as refusal:
                self._give_up(str(refusal))
                break
        return None

    def _judged(
        self, search: ProgramSearch, root: Node, found: NativeFound, *, can_prove: bool
    ) -> Found | None:
        """What was found, after the user's functions had their say."""
        if len(found.best) and not self._notes_best(search, root, found.best):
            return None
        if found.stopped is not None:
            raise LimitReached(found.stopped)
        if found.is_found:
            path = self._replayed(search, root, found.steps)
            if path is None:
                return None
            self.was_used = True
            return Found(path, was_pruned=found.was_pruned)
        if can_prove and found.is_exhausted:
            return self._exhausted(search, root, was_pruned=found.was_pruned)
        self.was_used = True
        return Found(None, was_pruned=found.was_pruned)

    def _exhausted(self, search: ProgramSearch, root: Node, *, was_pruned: bool) -> Found:
        called = replace(search, native=None)
        again = Found(None)
        try:
            again = breadth_first(called, root, max_nodes=MAX_STATES_CALLED)
        except LimitReached as limit:
            if limit.reason is StopReason.INTERRUPTED:
                raise
        if again.path is not None:
            self._give_up("the functions find what it does not")
        if again.path is not None or again.is_exhausted:
            search.best = called.best
            return again
        self.was_used = True
        return Found(None, is_exhausted=True, was_pruned=was_pruned)

    def _notes_best(self, search: ProgramSearch, root: Node, steps: Sequence[int]) -> bool:
        """Put the step that paid most into the search; False if the functions do not take it."""
        assert self._machine is not None
        node = root
        for number in steps:
            action = self._action(number, node.state)
            outcome = attempt(search.model, node.state, action)
            if outcome is None or node.status is not Status.CONTINUE:
                self._give_up("the functions do not allow a step that was read")
                return False
            state, reward, status = outcome
            score = node.score + reward
            node = Node(state, node, action, reward, score, node.depth + 1, status)
        if search.best is None or node.reward > search.best.reward:
            search.best = node
        return True

    def _replayed(
        self,
        search: ProgramSearch,
        root: Node,
        steps: Sequence[int],
        *,
        checked: int = CHECKED_STATES,
    ) -> Path | None:
        """The path as the user's functions take it; None, and no machine, if they do not."""
        machine, model, meter = self._machine, search.model, search.meter
        assert machine is not None
        every = max(1, math.ceil(len(steps) / checked))
        state, status, outcome = root.state, Status.CONTINUE, None
        if self.reading.is_by_places:
            actions = self._successors_taken(root.state, steps)
        else:
            actions = [machine.system.steps[number].action for number in steps]
        rewards: list[float] = []
        while (place := len(rewards)) < len(steps):
            meter.check_now()
            if place % every == 0 and not self._is_same(machine, state):
                return None
            # The last step is looked at in any case: it must end the search.
            last = min(place + STEPS_AT_ONCE, place - place % every + every, len(steps) - 1)
            part = actions[place:last]
            if status is Status.CONTINUE and isinstance(model, BlackBox):
                state = walk(model.task, state, part, rewards)
            if len(rewards) - place == len(part) > 0:
                continue
            action = actions[len(rewards)]
            outcome = attempt(model, state, action) if status is Status.CONTINUE else None
            if outcome is None:
                self._give_up("the functions do not allow a step that was read")
                return None
            state, reward, status = outcome
            rewards.append(reward)
        if outcome is None or not search.is_end(outcome):
            self._give_up("the functions do not end where the reading does")
            return None
        return Path(actions, rewards, state, status, is_native=True)

    def _action(self, number: int, state: Hashable) -> Any:
        """The action of a step, as the user's functions know it in a state."""
        assert self._machine is not None
        assert self.reading.read is not None
        action = self._machine.system.steps[number].action
        if not isinstance(action, ListedSuccessor):
            return action
        row = self.reading.read(value_of(state))
        (after,) = [made for step, made, *_ in self._machine.successors(row) if step == number]
        return successor_with_row(self.reading.task, self.reading.read, value_of(state), after)

    def _successors_taken(self, state: Hashable, steps: Sequence[int]) -> list[Any]:
        """The listed states that a path leads through: they are its actions."""
        found = []
        for number in steps:
            state = self._action(number, state)
            found.append(state)
        return found

    def _is_same(self, machine: NativeMachine, state: Hashable) -> bool:
        assert self.reading.read is not None
        with suppress(LookupError, TypeError, AttributeError):
            if agrees(self.reading, machine, self.reading.read(value_of(state))):
                return True
        self._give_up("the functions differ from what was read")
        return False


def _terms(distances: Sequence[Distance]) -> list[Term] | None:
    """The terms of distances; None if one of them is a function only."""
    found = [d.term if isinstance(d, Heuristic) else None for d in distances]
    terms = [term for term in found if term is not None]
    return terms if len(terms) == len(found) else None
