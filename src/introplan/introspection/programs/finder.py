"""From a reading of a program to findings: r_max, milestones, a distance, words."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from introplan.deferred import deferred
from introplan.errors import UsageError
from introplan.introspection.facts import MilestoneKind
from introplan.introspection.findings import (
    Heuristic,
    Introspection,
    MilestoneCondition,
    Part,
)
from introplan.introspection.heuristics.distance import UNREACHABLE_STEPS, StepBound, Target
from introplan.introspection.programs.kept_distances import derived_or_kept, found_or_kept
from introplan.introspection.programs.kept_models import read_or_recalled
from introplan.introspection.programs.kept_place import Place
from introplan.introspection.programs.r_max import constant_reward, maximal_reward, next_lower
from introplan.introspection.programs.reading import Reading
from introplan.introspection.programs.sample import Sample
from introplan.introspection.programs.summary import summary
from introplan.introspection.programs.targets import (
    ENDS,
    NAMED,
    Kind,
    MilestoneTarget,
    milestone_target,
    reward_target,
)
from introplan.mdp import Status, Wanted, display_number
from introplan.programs.answers import as_status
from introplan.programs.originals import check_copies
from introplan.programs.program import ProgramTask
from introplan.symbolic.budget import Budget, allowed
from introplan.symbolic.constraints.clearing import cleared
from introplan.symbolic.constraints.entailment import contradicts, minimal
from introplan.symbolic.refusal import Refused
from introplan.symbolic.terms.build import negate
from introplan.symbolic.terms.compile import compiled_one
from introplan.symbolic.terms.naming import names_of
from introplan.symbolic.terms.render import text_of
from introplan.symbolic.terms.substitute import spelled_out
from introplan.symbolic.terms.term import And, Term

if TYPE_CHECKING:
    from introplan.introspection.heuristics import additive
    from introplan.introspection.programs import alternatives, diagnostics, wishes, words
    from introplan.introspection.returns.wishes import Wish
else:  # distances are kept, and the rest is for people who ask what was read
    additive = deferred("introplan.introspection.heuristics.additive")
    alternatives, diagnostics, wishes, words = (
        deferred(f"introplan.introspection.programs.{name}")
        for name in ("alternatives", "diagnostics", "wishes", "words")
    )

READING_SHARE = 0.6
"""The part of a budget that is spent on reading, before any distance is derived."""


def introspect_program(task: ProgramTask, *, budget: float) -> Introspection:
    """Find out what there is to know about a program within `budget` seconds."""
    check_copies(task)
    spent = allowed(budget)
    with spent.being_spent():
        info = Finder.of(task, spent).introspection()
    return replace(info, again=(partial(introspect_program, budget=budget), (task,)))


def program_wishes(task: ProgramTask, *, budget: float) -> list[Wish]:
    """The reward of a program as a list of wishes; `UsageError` if it is not understood."""
    check_copies(task)
    spent = allowed(budget)
    with spent.being_spent():
        finder = Finder.of(task, spent)
        try:
            found = wishes.wishes_of(finder.reading, finder.names)
        except Refused as refusal:
            finder.reading.refuse(refusal, "reward", "is not understood as a sum")
            found = ()
    if not found and finder.reading.diagnostics:
        reason = str(finder.reading.diagnostics[-1]).splitlines()[0]
        raise UsageError(f"the reward was not understood: {reason}")
    return list(found)


class Finder:
    """Draws conclusions from a reading, as far as a budget goes."""

    def __init__(self, reading: Reading, budget: Budget) -> None:
        self.reading = reading
        self.task = reading.task
        self.budget = budget
        self.r_max = found_or_kept(reading, budget, partial(maximal_reward, reading, budget))
        self.largest_reward = self.r_max
        """The largest reward of all, also where less is aimed for."""
        self.ends_below: float | None = None
        program = self.task.program
        self.names = names_of((program.transition, program.reward, program.terminal))
        self.last_heuristic: Heuristic | None = None
        """The distance that was derived last."""
        self._by_steps: dict[Target, StepBound] = {}

    @classmethod
    def of(
        cls,
        task: ProgramTask,
        budget: Budget,
        sample: Sample | None = None,
        place: Place | None = None,
    ) -> Finder:
        """Read a program, kept at `place`, and get ready to draw conclusions."""
        return cls(read_or_recalled(task, budget.share(READING_SHARE), sample, place), budget)

    def introspection(self) -> Introspection:
        """Everything, put together."""
        milestone = self.milestone_target()
        # Asked for the distance alone: the best that the budget allows.
        heuristic = self.heuristic(milestone.target, effort=math.inf)
        while math.isinf(heuristic(self.task.start)) and self._settle(milestone):
            milestone = self.milestone_target()
            heuristic = self.heuristic(milestone.target, effort=math.inf)
        if math.isinf(heuristic(self.task.start)):
            # No lower reward is known: how far the next milestone is, nothing says.
            heuristic = self.heuristic(None)
        told = words.Words(self.reading, self.names)
        return Introspection(
            self.r_max,
            heuristic,
            partial(self.is_met, milestone),
            lambda: self._milestones(milestone, heuristic),
            told.reward_paths(),
            told.variables(),
            told.immutable(),
            tuple(self.reading.operators or ()),
            tuple(text_of(negate(meeting), self.names) for meeting in self.reading.meetings),
            (*self.reading.diagnostics, *diagnostics.randomness(self.task.program)),
            time.monotonic() - self.budget.started,
            self._notes(),
            self.reading.sample.is_complete,
            milestone=MilestoneKind(milestone.kind.value, milestone.value),
            ends=told.ends(),
            listed_wishes=self.wishes,
            constant_reward=constant_reward(self.reading),
            understood=self.summary(),
            details=self,
        )

    def wishes(self) -> tuple[Wish, ...]:
        """The reward as a sum of conditions with weights; none if it is not understood."""
        try:
            return wishes.wishes_of(self.reading, self.names)
        except Refused:
            return ()  # in the diagnostics since the reward was read for payments

    @property
    def was_cut(self) -> bool:
        """Did reading end because it took too long?"""
        return any(d.code == "PY-LIMIT" for d in self.reading.diagnostics)

    def settle_for_less(self) -> bool:
        """Aim for the next lower reward, because r_max was proven out of reach."""
        lower = next_lower(self.reading, self.r_max)
        if lower is None:
            return False
        self.r_max = lower
        return True

    def _settle(self, milestone: MilestoneTarget) -> bool:
        """Aim for less, because what was aimed for is proven out of reach."""
        if milestone.kind is Kind.REWARD:
            return self.settle_for_less()
        self.ends_below = -math.inf if milestone.value is None else milestone.value
        return True

    def _notes(self) -> tuple[str, ...]:
        sample, constant = self.reading.sample, constant_reward(self.reading)
        notes = []
        if constant is not None:
            notes.append(f"The reward never changes: every step pays {display_number(constant)}.")
        if sample.is_complete:
            notes.append(f"The world has {len(sample.states)} states, all of them were seen.")
            ends = {status for *_, status in sample.transitions if status is not Status.CONTINUE}
            unseen = "No step that can be reached ends {}: all of them were seen."
            if self.task.program.terminal is not None and not ends:
                notes.append(unseen.format("the episode"))
            elif self.task.wanted is Wanted.SUCCESS and Status.SUCCESS not in ends:
                notes.append(unseen.format("with success"))
        return tuple(notes)

    def milestone_target(self) -> MilestoneTarget:
        """What to aim for: the steps that pay r_max, or the best ends (see `targets.py`)."""
        return milestone_target(self.reading, self.r_max.value, below=self.ends_below)

    def reward_target(self) -> Target | None:
        """The steps that pay r_max."""
        return reward_target(self.reading, self.r_max.value)

    def heuristic(
        self, target: Target | None, budget: Budget | None = None, *, effort: float = 1
    ) -> Heuristic:
        """The distance to a target as a function of the user's states.

        `effort` is how much may go into pattern databases; with 0 there are none.
        """
        self.last_heuristic = self._heuristic(target, budget, effort)
        return self.last_heuristic

    def summary(self) -> str:
        """One line on what was understood, and on the distance that was derived last."""
        return summary(self.reading, self.last_heuristic)

    def _heuristic(self, target: Target | None, budget: Budget | None, effort: float) -> Heuristic:
        if target is None or self.reading.read is None:
            return Heuristic(lambda state: 0.0, "0")
        try:
            return self._as_function(self._step_bound(target, budget or self.budget, effort))
        except Refused as refusal:
            self.reading.refuse(refusal, "reward", "is read, but no distance is derived from it")
            return Heuristic(lambda state: 0.0, "0")

    def _step_bound(self, target: Target, budget: Budget, effort: float) -> StepBound:
        reading = self.reading
        assert reading.read is not None
        assert reading.operators is not None
        return derived_or_kept(
            reading, target, budget, effort, partial(self._derived, target, budget, effort)
        )

    def _derived(self, target: Target, budget: Budget, effort: float) -> StepBound:
        reading = self.reading
        assert reading.read is not None
        assert reading.operators is not None
        start = dict(zip(reading.order, reading.read(self.task.start), strict=True))
        distances = additive.Distances(
            reading.operators, reading.box, start, budget, effort=effort
        )
        if target not in self._by_steps:
            self._by_steps[target] = distances.by_steps(target)
        simple = self._by_steps[target]
        more = distances.with_pattern_databases if effort else distances.with_tokens
        return more(target, simple)

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

        # A distance holds within the ranges that no operator leaves, and so does its short text.
        short = cleared(bound.term, self.reading.box)
        text = text_of(short, self.names, infinite=UNREACHABLE_STEPS)
        return Heuristic(distance, text, term=bound.term)

    def is_met(self, milestone: MilestoneTarget, before: Any, action: Any, after: Any) -> bool:
        """Does this step meet the milestone? The user's own functions say."""
        program, value = self.task.program, milestone.value
        if value is not None and not program.reward(before, action, after) >= value:
            return False
        if milestone.kind is Kind.REWARD:
            return value is not None
        assert program.terminal is not None
        status = as_status(program.terminal(before, action, after), program.terminal)
        return status in (NAMED if milestone.kind is Kind.SUCCESS else ENDS)

    def _milestones(
        self, milestone: MilestoneTarget, heuristic: Heuristic
    ) -> Iterator[MilestoneCondition]:
        """One condition for each way to meet the milestone."""
        is_before = milestone.target is not None and bool(milestone.target.due)
        for action, condition in self.milestone_terms(milestone):
            text, parts = self._text(condition), self._parts(condition)
            if is_before:
                when, holds = "before", self._held_before(condition, action)
            else:
                when, holds = "after", self._held_after(condition)
            met = _both(partial(self.is_met, milestone), holds)
            yield MilestoneCondition(action, when, text, met, heuristic, parts)

    def milestone_terms(self, milestone: MilestoneTarget) -> Iterator[tuple[Any, Term]]:
        """Actions (None: any) and conditions of the milestones, without redundant conjuncts.

        The conditions are on the state after the step, or before it if a step is due.
        """
        target, box = milestone.target, self.reading.box
        if target is None:
            return
        if target.due:
            for action, condition in milestone.ways():
                yield action, minimal(condition, box)
            return
        for option in alternatives.alternatives(spelled_out(target.condition)):
            if not contradicts(box, [option]):
                yield None, minimal(option, box)

    def _held_after(self, condition: Term) -> Callable[[Any, Any, Any], bool]:
        read, function = self.reading.read, compiled_one(condition, self.reading.order)
        assert read is not None
        return lambda before, action, after: bool(function(read(after)))

    def _parts(self, condition: Term) -> tuple[Part, ...]:
        """What a condition asks for at once, each to be asked of a state by itself."""
        children = condition.children if isinstance(condition, And) else (condition,)
        return tuple(Part(self._text(child), self._held_in(child)) for child in children)

    def _text(self, term: Term) -> str:
        """A term about states that can be reached, for people."""
        return text_of(cleared(term, self.reading.box), self.names)

    def _held_in(self, condition: Term) -> Callable[[Any], bool]:
        read, function = self.reading.read, compiled_one(condition, self.reading.order)
        assert read is not None
        return lambda state: bool(function(read(state)))

    def _held_before(self, condition: Term, wanted: Any) -> Callable[[Any, Any, Any], bool]:
        read, function = self.reading.read, compiled_one(condition, self.reading.order)
        assert read is not None
        return lambda before, action, after: bool(action == wanted and function(read(before)))


def _both(
    first: Callable[[Any, Any, Any], bool], second: Callable[[Any, Any, Any], bool]
) -> Callable[[Any, Any, Any], bool]:
    return lambda s, a, s2: first(s, a, s2) and second(s, a, s2)
