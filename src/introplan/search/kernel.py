"""The one door to the native engine: integers in, integers out.

The engine is C++ (`native/`) and means exactly what the Python search means: the same nodes in the
same order, the same counts, the same plans. It is missing where the package was installed without
a compiler; `is_available` tells, and nothing falls back in silence.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NoReturn

from introplan.errors import UsageError
from introplan.logic.formula import TRUE, Literal
from introplan.logic.goal import Goal
from introplan.logic.grounding import Grounder
from introplan.logic.substitution import literals
from introplan.mdp import Status
from introplan.model.action import GroundAction
from introplan.model.derived import strata
from introplan.model.domain import Task
from introplan.model.dynamics import statics_of
from introplan.model.state import State
from introplan.search.compiled import Symbols
from introplan.search.encoding import (
    Ranges,
    encode_formula,
    encode_goal,
    encode_schema,
    encode_stratum,
)
from introplan.search.engine import Aim, Place, SearchResult
from introplan.search.limits import LimitReached, Meter, StopReason

try:
    from introplan import _kernel
except ImportError:
    _kernel = None  # type: ignore[assignment]

REASONS = (
    StopReason.FOUND,
    StopReason.EXHAUSTED,
    StopReason.PATIENCE,
    StopReason.TIME,
    StopReason.NODES,
    StopReason.MEMORY,
    StopReason.INTERRUPTED,
)
"""In the order of the engine's own."""

HALF = 64
"""Identities cross the border in two halves of this many bits."""


def is_available() -> bool:
    """Was the package built with the native engine?"""
    return _kernel is not None


@dataclass(frozen=True, slots=True)
class KernelPlace:
    """A node of the native engine, by number."""

    number: int
    identity: int = field(compare=False)
    depth: int = field(compare=False)
    score: float = field(compare=False)
    reward: float = field(compare=False)


class KernelEngine:
    """A task inside the native engine."""

    def __init__(self, task: Task, meter: Meter) -> None:
        if not is_available():
            raise UsageError(
                "the native engine is not available: "
                "this installation was built without a compiler"
            )
        self.task = task
        self.meter = meter
        self._symbols = Symbols(task.start)
        self._schemas = {s.name: i for i, s in enumerate(task.domain.actions)}
        self._literals: dict[int, Literal] = {}
        self._goals: list[tuple[Goal, list[int]]] = []
        self._predicates = 0
        self._kernel = self._loaded()
        self._use_meter()
        self._check_limit(self._kernel.begin(self._poll))
        self._add_judge()
        self.root = self._place(0)

    def _loaded(self) -> _kernel.Kernel:
        """The kernel with the task's rules and facts."""
        task, symbols = self.task, self._symbols
        ranges = Ranges(symbols)
        schemas = [encode_schema(s, symbols, ranges) for s in task.domain.actions]
        rules = [encode_stratum(r, symbols, ranges) for r in strata(task.domain.derived)]
        premises = {
            symbols.key(x.predicate): None for r in task.domain.derived for x in literals(r.body)
        }
        facts: dict[int, list[int]] = {}
        for row in sorted(map(symbols.row, task.start.facts)):
            facts.setdefault(row[0], []).extend(row[1:])
        self._goal_at_start = encode_formula(task.goal or TRUE, symbols, ranges)
        kernel = _kernel.Kernel(len(symbols.constants), ranges.objects)
        self._tell_predicates(kernel)
        for schema in schemas:
            kernel.add_schema(schema)
        for stratum in rules:
            kernel.add_stratum(stratum)
        for premise in premises:
            kernel.add_premise(premise)
        for predicate, objects in facts.items():
            kernel.add_facts(predicate, objects)
        return kernel

    def _tell_predicates(self, kernel: _kernel.Kernel) -> None:
        """Make the kernel's numbers keep up with those that were handed out."""
        for predicate in self._symbols.predicates[self._predicates :]:
            kernel.add_predicate(predicate.arity)
        self._predicates = len(self._symbols.predicates)

    def _add_judge(self) -> None:
        """The conditions of every reward row, then of every termination row."""
        reward, termination = self.task.reward, self.task.termination
        statics = statics_of(self.task.domain, self.task.start)
        ground = Grounder(statics, tick=self.meter.tick).ground
        conditions = [rule.condition for rule in reward.rules]
        conditions += [rule.condition for rule in termination.rules]
        goals = [number for c in conditions for number in self._encoded(ground(c))]
        self._tell_predicates(self._kernel)
        statuses = [status.value for status in termination.values]
        self._kernel.add_judge(goals, list(reward.values), statuses)

    @property
    def starts_at_goal(self) -> bool:
        """Does the goal of a plain PDDL task hold from the start?"""
        if not self.task.is_classical:
            return False
        self._use_meter()
        is_true, reason = self._kernel.holds(self._goal_at_start, self._poll)
        self._check_limit(reason)
        return is_true

    def search(self, start: Place, aim: Aim) -> SearchResult:
        """Best-first search from one of the kernel's nodes."""
        wanted = (aim.target, aim.guide)
        goals = [None if goal is None else self._remembered(goal) for goal in wanted]
        self._tell_predicates(self._kernel)
        self._use_meter()
        try:
            node, best, status, reason, was_cut = self._kernel.search(
                _number(start),
                target=goals[0],
                guide=goals[1],
                max_depth=aim.max_depth,
                patience=aim.patience,
                avoid=[divmod(identity, 1 << HALF) for identity in aim.avoid],
                uses_all_moves=aim.uses_all_moves,
                poll=self._poll,
            )
        finally:
            self.meter.expanded, self.meter.generated = self._kernel.counts()
        places = [None if number is None else self._place(number) for number in (node, best)]
        self._check_limit(reason, places[1])
        return SearchResult(places[0], Status(status), REASONS[reason], places[1], was_cut)

    def closed_state(self, place: Place) -> State:
        """The state there, with its derived literals among the facts."""
        facts = self._kernel.facts_at(_number(place))
        return State(self.task.start.objects, frozenset(self._all_literals(facts)))

    def path(self, place: Place) -> list[KernelPlace]:
        """The places from the start (left out) to this one."""
        return [self._place(number) for number in self._kernel.path(_number(place))]

    def plan_to(self, place: Place) -> tuple[GroundAction, ...]:
        """The actions from the start to this place."""
        return tuple(map(self._action, self._kernel.path(_number(place))))

    def _action(self, number: int) -> GroundAction:
        schema, arguments = self._kernel.operator_at(number)
        constants = self._symbols.constants
        name = self.task.domain.actions[schema].name
        return GroundAction(name, tuple(constants[i] for i in arguments))

    def _all_literals(self, facts: Iterable[int]) -> Iterable[Literal]:
        known = self._literals
        for fact in facts:
            if fact not in known:
                known[fact] = self._symbols.literal(tuple(self._kernel.row(fact)))
            yield known[fact]

    def _place(self, number: int) -> KernelPlace:
        high, low, depth, score, reward = self._kernel.node(number)
        return KernelPlace(number, (high << HALF) | low, depth, score, reward)

    def _encoded(self, goal: Goal) -> list[int]:
        return encode_goal(goal, self._symbols, self._schemas)

    def _remembered(self, goal: Goal) -> list[int]:
        """A goal in integers; the same one often comes twice in a row."""
        for known, encoded in self._goals:
            if known is goal:
                return encoded
        self._goals = [(goal, self._encoded(goal))]
        return self._goals[0][1]

    def _use_meter(self) -> None:
        """Hand over what is left of the limits."""
        limits, seconds = self.meter.limits, None
        if limits.seconds is not None:
            seconds = limits.seconds - self.meter.seconds
        self._kernel.set_limits(
            seconds=seconds,
            nodes=limits.nodes,
            memory_mb=limits.memory_mb,
            expanded=self.meter.expanded,
            generated=self.meter.generated,
        )

    def _poll(self, expanded: int, generated: int) -> bool:
        """Called every now and then from inside the engine: is it time to stop?"""
        self.meter.expanded, self.meter.generated = expanded, generated
        return self.meter.interrupted

    def _check_limit(self, reason: int | None, best: Place | None = None) -> None:
        if reason is not None and REASONS[reason] not in FINISHED:
            _stop(REASONS[reason], best)


FINISHED = (StopReason.FOUND, StopReason.EXHAUSTED, StopReason.PATIENCE)


def _stop(reason: StopReason, best: Place | None) -> NoReturn:
    limit = LimitReached(reason)
    limit.best = best
    raise limit


def _number(place: Place) -> int:
    assert isinstance(place, KernelPlace), "places belong to the engine they come from"
    return place.number
