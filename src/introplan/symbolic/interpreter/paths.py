"""The machine: one path through the program at a time, merged where that is possible.

A path is a list of decisions. Where a condition is unknown the machine takes the next planned
decision, or True, and remembers that there is another way; the program is run again for each way
(`all_paths`). That is exact but exponential, so before it forks it tries to merge: the piece of
program in question is run in all its ways under an assumption, and if it only computes values
(raises nothing, changes nothing that is older than the assumption), the values become one value
with a condition inside. Facts learnt under an assumption never leave it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from introplan.symbolic.budget import Budget
from introplan.symbolic.constraints.entailment import is_satisfiable
from introplan.symbolic.constraints.fixed_width import CellNumbers
from introplan.symbolic.constraints.path_condition import PathCondition
from introplan.symbolic.interpreter.values import Thunk, Value, merged
from introplan.symbolic.refusal import CannotMerge, Infeasible, Raised, Refused
from introplan.symbolic.terms.term import Const, Term

Trace = list[tuple[Term, bool]]
MOST_WAYS = 64
"""More ways than these through one piece of program are not merged."""


@dataclass(slots=True)
class Context:
    """What all paths share: what they may cost, and tables made of the model's constants."""

    budget: Budget
    interpret: Callable[..., Value]
    most_paths: int = 2000
    cells: CellNumbers | None = None
    tables: dict[Any, Any] = field(default_factory=dict)
    sources: dict[Any, Any] = field(default_factory=dict)

    def check(self) -> None:
        """A sign of life; refuses when the budget is spent."""
        self.budget.spend()


@dataclass(slots=True)
class Machine:
    """The state of one path."""

    context: Context
    knowledge: PathCondition
    planned: list[bool] = field(default_factory=list)
    trace: Trace = field(default_factory=list)
    now: int = 0
    floor: int = 0
    depth: int = 0
    is_merging: bool = False
    forbids_forks: bool = False
    line: int = 0

    def stamp(self) -> int:
        """The time of creation of something new."""
        self.now += 1
        return self.now

    def decide(self, condition: Value) -> bool:
        """Which way to go at a condition."""
        if not isinstance(condition, Term):
            return bool(condition)
        if isinstance(condition, Const):
            return bool(condition.value)
        known = self.knowledge.truth(condition)
        if known is not None:
            return known
        if self.forbids_forks:
            raise CannotMerge
        position = len(self.trace)
        choice = self.planned[position] if position < len(self.planned) else True
        self.trace.append((condition, choice))
        if not self.knowledge.learn(condition, choice):
            raise Infeasible
        return choice

    def may_change(self, made: int) -> bool:
        """May something made then be changed now?"""
        return made >= self.floor

    def ways(self, thunk: Thunk, *, assume: Term | None = None) -> list[tuple[Trace, Value]]:
        """Run a piece of program in all its ways; raises `CannotMerge` unless it is pure."""
        before = (self.knowledge, self.planned, self.trace, self.floor, self.is_merging)
        forbade, self.forbids_forks = self.forbids_forks, False
        found: list[tuple[Trace, Value]] = []
        base = self.knowledge.copy()
        self.floor, self.is_merging = self.stamp(), True
        try:
            if assume is not None and not base.learn(assume, True):
                return []
            for trace, result in _all_ways(self, base, thunk):
                found.append((trace, result))
                if len(found) > MOST_WAYS:
                    raise CannotMerge
        except Raised:
            raise CannotMerge from None
        finally:
            self.knowledge, self.planned, self.trace, self.floor, self.is_merging = before
            self.forbids_forks = forbade
        return found

    @contextmanager
    def assumptions(self) -> Iterator[None]:
        """What is learnt inside is only assumed: it is forgotten at the end.

        Nothing older may be changed inside, so that all of it can be done again.
        """
        before, forbade, floor = self.knowledge, self.forbids_forks, self.floor
        self.knowledge, self.floor = before.copy(), self.stamp()
        mark = len(self.trace)
        try:
            yield
        finally:
            self.knowledge, self.forbids_forks, self.floor = before, forbade, floor
            for condition, choice in self.trace[mark:]:
                before.learn(condition, choice)

    def merge(self, thunk: Thunk, *, assume: Term | None = None) -> Value:
        """The value of a piece of program, all its ways in one.

        An assumption that nothing can meet says nothing about what happens without it: who made
        it has to decide.
        """
        found = self.ways(thunk, assume=assume)
        if not found:
            raise CannotMerge if assume is not None else Infeasible
        return self._merged(found, 0)

    def _merged(self, found: list[tuple[Trace, Value]], position: int) -> Value:
        """Ways that agree up to `position` as one value."""
        trace, value = found[0]
        if len(found) == 1:
            return value
        condition = trace[position][0]
        yes = [way for way in found if way[0][position][1]]
        no = [way for way in found if not way[0][position][1]]
        if not yes or not no:
            return self._merged(found, position + 1)
        first, second = self._merged(yes, position + 1), self._merged(no, position + 1)
        return merged(condition, first, second, floor=self.stamp())


def _all_ways(
    machine: Machine, base: PathCondition, thunk: Thunk
) -> Iterator[tuple[Trace, Value]]:
    waiting: list[list[bool]] = [[]]
    while waiting:
        plan = waiting.pop()
        machine.knowledge, machine.planned, machine.trace = base.copy(), plan, []
        machine.context.check()
        try:
            result = thunk()
            yield machine.trace, result
        except Infeasible:
            pass
        taken = [choice for _, choice in machine.trace]
        waiting += [[*taken[:i], False] for i in range(len(plan), len(taken)) if taken[i]]


@dataclass(frozen=True, slots=True)
class Path:
    """One way through a program: what was decided, and what came out (or was raised)."""

    conditions: tuple[tuple[Term, bool], ...]
    result: Value
    raised: type[BaseException] | None = None
    line: int = 0


def all_paths(
    context: Context, knowledge: PathCondition, run: Callable[[Machine], Value]
) -> list[Path]:
    """Every way through a program that the knowledge allows."""
    machine = Machine(context, knowledge)

    def thunk() -> Value:
        machine.now, machine.floor, machine.depth = 0, 0, 0
        try:
            return (run(machine), None, machine.line)
        except Raised as raised:
            return (None, raised.kind, 0)

    paths = []
    for trace, (result, raised, line) in _all_ways(machine, knowledge, thunk):
        if is_satisfiable(machine.knowledge) is not False:
            paths.append(Path(tuple(trace), result, raised, line))
        if len(paths) > context.most_paths:
            raise Refused("PY-LIMIT", f"more than {context.most_paths} ways through the program")
    return paths
