"""From a reading of a program to findings: r_max, milestones, a distance, words."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from introplan.introspection.findings import (
    Heuristic,
    Introspection,
    MilestoneCondition,
    Part,
    RewardPath,
    Variable,
)
from introplan.introspection.heuristics.additive import Distances, Target
from introplan.introspection.heuristics.step_bounds import UNREACHABLE_STEPS, StepBound
from introplan.introspection.programs.r_max import maximal_reward, next_lower
from introplan.introspection.programs.reading import (
    Reading,
    after_condition,
    is_success,
    read_program_model,
)
from introplan.introspection.programs.sample import Sample
from introplan.programs.originals import check_copies
from introplan.programs.program import ProgramTask
from introplan.symbolic.budget import Budget
from introplan.symbolic.constraints.entailment import contradicts, minimal
from introplan.symbolic.constraints.interval import Domain, OneOf, Range
from introplan.symbolic.interpreter.values import as_term, is_term
from introplan.symbolic.refusal import Refused
from introplan.symbolic.terms.build import conjoin, const, equal, negate
from introplan.symbolic.terms.compile import compiled_one
from introplan.symbolic.terms.naming import names_of
from introplan.symbolic.terms.render import text_of, value_text
from introplan.symbolic.terms.substitute import spelled_out, substituted
from introplan.symbolic.terms.term import And, Or, Term, Var

READING_SHARE = 0.6
"""The part of a budget that is spent on reading, before any distance is derived."""


def introspect_program(task: ProgramTask, *, budget: float) -> Introspection:
    """Find out what there is to know about a program within `budget` seconds."""
    check_copies(task)
    info = Finder.of(task, Budget.of(budget)).introspection()
    return replace(info, again=(partial(introspect_program, budget=budget), (task,)))


class Finder:
    """Draws conclusions from a reading, as far as a budget goes."""

    def __init__(self, reading: Reading, budget: Budget) -> None:
        self.reading = reading
        self.task = reading.task
        self.budget = budget
        self.r_max = maximal_reward(reading, budget)
        program = self.task.program
        self.names = names_of((program.transition, program.reward, program.terminal))

    @classmethod
    def of(cls, task: ProgramTask, budget: Budget, sample: Sample | None = None) -> Finder:
        """Read a program and get ready to draw conclusions."""
        return cls(read_program_model(task, budget.share(READING_SHARE), sample), budget)

    def introspection(self) -> Introspection:
        """Everything, put together."""
        target = self.reward_target()
        heuristic = self.heuristic(target)
        while math.isinf(heuristic(self.task.start)) and self.settle_for_less():
            target = self.reward_target()
            heuristic = self.heuristic(target)
        return Introspection(
            self.r_max,
            heuristic,
            self.satisfied,
            lambda: self._milestones(target, heuristic),
            self._reward_paths(),
            self._variables(),
            self._immutable(),
            tuple(self.reading.operators or ()),
            tuple(text_of(negate(meeting), self.names) for meeting in self.reading.meetings),
            tuple(self.reading.diagnostics),
            time.monotonic() - self.budget.started,
            self._notes(),
            self.reading.sample.is_complete,
            self,
        )

    @property
    def was_cut(self) -> bool:
        """Did reading end because it took too long?"""
        return any(diagnostic.code == "PY-LIMIT" for diagnostic in self.reading.diagnostics)

    def settle_for_less(self) -> bool:
        """Aim for the next lower reward, because r_max was proven out of reach."""
        lower = next_lower(self.reading, self.r_max)
        if lower is None:
            return False
        self.r_max = lower
        return True

    def _notes(self) -> tuple[str, ...]:
        sample = self.reading.sample
        if not sample.is_complete:
            return ()
        return (f"The world has {len(sample.states)} states, all of them were seen.",)

    def reward_target(self) -> Target | None:
        """What to aim for: r_max."""
        reading, value = self.reading, self.r_max.value
        if value is None or reading.operators is None or reading.payments is None:
            return None
        after = after_condition(reading, value)
        if after is not None:
            return Target((after,), 0)
        # Distances are built from equalities: one that follows from the others (the last tile of
        # a puzzle is where no other is) still makes them larger, and stays.
        ways = [minimal(c, reading.box, keeps_equalities=True) for _, c in self._paying(value)]
        return Target(tuple(dict.fromkeys(ways)), 1) if ways else None

    def _paying(self, value: float) -> Iterator[tuple[Any, Term]]:
        """Actions, and conditions before them under which they pay exactly this."""
        for payment in self.reading.payments or ():
            if payment.least <= value <= payment.most:
                condition = payment.constraint
                if is_term(payment.value):
                    condition = conjoin([condition, equal(payment.value, const(value))])
                if not contradicts(self.reading.box, [condition]):
                    yield payment.operator.action, condition

    def success_target(self) -> Target | None:
        """What to aim for where `terminal` says what success is."""
        reading = self.reading
        if reading.operators is None or reading.endings is None:
            return None
        # Conditions as they were read: a redundant one can still make a distance larger, and the
        # text of this distance is not shown.
        ways = [p.constraint for p in reading.endings if is_success(p) is not False]
        return Target(tuple(dict.fromkeys(ways)), 1) if ways else None

    def heuristic(self, target: Target | None, budget: Budget | None = None) -> Heuristic:
        """The distance to a target as a function of the user's states."""
        if target is None or self.reading.read is None:
            return Heuristic(lambda state: 0.0, "0")
        try:
            return self._as_function(self._step_bound(target, budget or self.budget))
        except Refused as refusal:
            self.reading.refuse(refusal, "reward", "is read, but no distance is derived from it")
            return Heuristic(lambda state: 0.0, "0")

    def _step_bound(self, target: Target, budget: Budget) -> StepBound:
        reading = self.reading
        assert reading.read is not None
        assert reading.operators is not None
        start = dict(zip(reading.order, reading.read(self.task.start), strict=True))
        distances = Distances(reading.operators, reading.box, start, budget)
        return distances.with_pattern_databases(target, distances.by_steps(target))

    def _as_function(self, bound: StepBound) -> Heuristic:
        read = self.reading.read
        assert read is not None
        function = compiled_one(bound.term, self.reading.order)

        def distance(state: Any) -> float:
            try:
                steps = function(read(state))
            except (AttributeError, IndexError, KeyError, TypeError):
                return 0.0
            return math.inf if steps >= UNREACHABLE_STEPS else float(max(steps, 0))

        return Heuristic(distance, text_of(bound.term, self.names, infinite=UNREACHABLE_STEPS))

    def satisfied(self, before: Any, action: Any, after: Any) -> bool:
        """Is this step paid r_max? The user's own function says."""
        value = self.r_max.value
        return value is not None and bool(self.task.program.reward(before, action, after) >= value)

    def _milestones(
        self, target: Target | None, heuristic: Heuristic
    ) -> Iterator[MilestoneCondition]:
        """One condition for each way to be paid r_max."""
        for action, condition in self.milestone_terms(target):
            text, parts = text_of(condition, self.names), self._parts(condition)
            if target is not None and target.due:
                when, holds = "before", self._held_before(condition, action)
            else:
                when, holds = "after", self._held_after(condition)
            met = _both(self.satisfied, holds)
            yield MilestoneCondition(action, when, text, met, heuristic, parts)

    def milestone_terms(self, target: Target | None) -> Iterator[tuple[Any, Term]]:
        """Actions (None: any) and conditions of the milestones, without redundant conjuncts.

        The conditions are on the state after the step, or before it if a step is due.
        """
        value, box = self.r_max.value, self.reading.box
        if target is None or value is None:
            return
        if target.due:
            for action, condition in self._paying(value):
                yield action, minimal(condition, box)
            return
        for option in _options(spelled_out(target.condition)):
            if not contradicts(box, [option]):
                yield None, minimal(option, box)

    def _held_after(self, condition: Term) -> Callable[[Any, Any, Any], bool]:
        read, function = self.reading.read, compiled_one(condition, self.reading.order)
        assert read is not None
        return lambda before, action, after: bool(function(read(after)))

    def _parts(self, condition: Term) -> tuple[Part, ...]:
        """What a condition asks for at once, each to be asked of a state by itself."""
        children = condition.children if isinstance(condition, And) else (condition,)
        return tuple(Part(text_of(child, self.names), self._held_in(child)) for child in children)

    def _held_in(self, condition: Term) -> Callable[[Any], bool]:
        read, function = self.reading.read, compiled_one(condition, self.reading.order)
        assert read is not None
        return lambda state: bool(function(read(state)))

    def _held_before(self, condition: Term, wanted: Any) -> Callable[[Any, Any, Any], bool]:
        read, function = self.reading.read, compiled_one(condition, self.reading.order)
        assert read is not None
        return lambda before, action, after: bool(action == wanted and function(read(before)))

    def _reward_paths(self) -> tuple[RewardPath, ...]:
        """What the reward says, once where it says it of every action."""
        found: dict[tuple[str, str, int], list[Any]] = {}
        for clause in self.reading.clauses or ():
            guard = text_of(self._with_primes(clause.condition), self.names)
            is_known = not is_term(clause.value)
            value = f"{clause.value}" if is_known else text_of(as_term(clause.value), self.names)
            found.setdefault((guard, value, clause.line), []).append(clause.action)
        return tuple(
            RewardPath(action, guard, value, line)
            for (guard, value, line), actions in found.items()
            for action in ([None] if self._are_all(actions) else actions)
        )

    def _are_all(self, actions: list[Any]) -> bool:
        return len(actions) == len(self.reading.actions or ())

    def _with_primes(self, condition: Any) -> Term:
        """A condition with x for the state before and x' for the state after."""
        if isinstance(condition, tuple):
            mixed: Term = condition[1]
            return mixed
        later = {var: Var(f"{var.name}'", var.sort) for var in self.reading.order}
        return substituted(condition, later)

    def _variables(self) -> tuple[Variable, ...]:
        changed = self._changed()
        return tuple(
            Variable(v.name, v.sort.value, _domain_text(self.reading.box.get(v)), v in changed)
            for v in self.reading.order
        )

    def _changed(self) -> set[Var]:
        operators = self.reading.operators
        if operators is None:
            return set(self.reading.order)
        return {var for operator in operators for var in operator.effects}

    def _immutable(self) -> tuple[str, ...]:
        changed = self._changed()
        return tuple(var.name for var in self.reading.order if var not in changed)


def _both(
    first: Callable[[Any, Any, Any], bool], second: Callable[[Any, Any, Any], bool]
) -> Callable[[Any, Any, Any], bool]:
    return lambda s, a, s2: first(s, a, s2) and second(s, a, s2)


def _options(condition: Term) -> Sequence[Term]:
    return condition.children if isinstance(condition, Or) else (condition,)


def _domain_text(domain: Domain | None) -> str:
    match domain:
        case Range(low, high) if math.isinf(low) and math.isinf(high):
            return "any whole number"
        case Range(low, high) if math.isinf(high):
            return f"{low} or more"
        case Range(low, high) if math.isinf(low):
            return f"{high} or less"
        case Range(low, high):
            return f"{low}..{high}"
        case OneOf(values):
            rest = [f"... {len(values) - 8} more"] if len(values) > 8 else []
            return "{" + ", ".join([*map(value_text, values[:8]), *rest]) + "}"
        case None:
            return "anything"
