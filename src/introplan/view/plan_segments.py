"""What each segment of a plan works towards, condition by condition, and how far there is to go.

A plan of the introspector is a chain of segments, each to a mutation: a conjunction of literals
that must hold when its last action is taken. The number of those that do not hold yet is the
goal count, the distance that led the search. A planner that does not introspect has no mutations:
then the one that its milestone meets is looked for among those of the state where the segment
begins.

In a world in Python the end of a segment is a conjunction of conditions on the state after a step,
or before a certain action, as introspection read them. Where nothing could be read there is
nothing to check, and no distance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import islice
from typing import Any

from introplan.api import introspect
from introplan.errors import IntroplanError
from introplan.introspection.findings import Introspection, MilestoneCondition
from introplan.introspection.relational.goals import reward_condition, success_condition
from introplan.introspection.relational.mutate import mutate_true
from introplan.mdp import action_text
from introplan.planners.result import MilestoneReached, PlanResult, PlanStatus
from introplan.programs.program import ProgramTask
from introplan.relational.domain import RelationalTask
from introplan.relational.formula import Comparison, Constant, Formula, Literal, Moment, Predicate
from introplan.relational.mutation import Mutation
from introplan.relational.numbers import Numbers
from introplan.relational.state import State
from introplan.reporting.words import mutation_in_words
from introplan.symbolic.budget import allowed
from introplan.view.drawing import shortened
from introplan.view.situation import Row, Situation, is_number_row, numbers_in

MAX_MUTATIONS_TRIED = 60
"""Mutations compared with the end of a segment. The planner takes the nearest first, so that the
one it met is nearly always among the first few."""


@dataclass(frozen=True, slots=True)
class GoalLiteral:
    """One literal of a mutation and the truth it should have, or the action to take at the end."""

    text: str
    row: Row
    truth: bool
    moment: Moment
    comparison: Comparison | None = None

    def is_met(self, now: Set[Row], before: Set[Row] | None, did: Row | None) -> bool:
        """Is it as required? `before` and `did` are given at the end of a segment."""
        if self.moment is Moment.DID:
            return did is not None and (self.row == did) == self.truth
        facts = before if self.moment is Moment.BEFORE and before is not None else now
        if self.comparison is not None:
            numbers = numbers_in(facts)
            return self.comparison.holds(lambda term: numbers.get(term.plain)) == self.truth
        return (self.row in facts) == self.truth


@dataclass(frozen=True, slots=True)
class PlanSegment:
    """From one step of a plan to another: what it is for, in words and as conditions."""

    first: int
    last: int
    words: str
    conditions: tuple[GoalLiteral, ...]
    is_known: bool = True

    def satisfied(self, step: int, situation: Situation, did: Row | None) -> list[bool]:
        """Which conditions are met after `step` steps."""
        is_end = step == self.last and did is not None
        before = situation.before if is_end else None
        return [
            w.is_met(situation.facts, before, did if is_end else None) for w in self.conditions
        ]


def segments(
    task: RelationalTask, result: PlanResult, at: Mapping[int, Set[Row]]
) -> list[PlanSegment]:
    """The segments of a plan; `at` has what is true at `turning_points`."""
    plan = result.plan or ()
    found: list[PlanSegment] = []
    first = 0
    for reached in result.milestones:
        if reached.step > first:
            end = _End(first, reached.step, action_row(plan[reached.step - 1]), at)
            found.append(end.segment(_wanted(task, reached, end)))
            first = reached.step
    if first < len(plan) or not found:
        did = action_row(plan[-1]) if first < len(plan) else None
        end = _End(first, len(plan), did, at)
        found.append(end.segment(_wanted_at_last(task, result, end)))
    return found


def turning_points(result: PlanResult) -> set[int]:
    """The steps at which segments begin and end, and those just before an end."""
    ends = {len(result.plan or ()), *(reached.step for reached in result.milestones)}
    return {0, *ends, *(step - 1 for step in ends if step)}


@dataclass(frozen=True, slots=True)
class _End:
    """Where a segment begins and how it ends."""

    first: int
    last: int
    did: Row | None
    at: Mapping[int, Set[Row]]

    def meets(self, mutation: Mutation) -> bool:
        """Is the mutation met by the step that ends the segment?"""
        now, before = self.at[self.last], self.at[max(self.last - 1, 0)]
        return all(
            condition.is_met(now, before, self.did) for condition in goal_literals(mutation)
        )

    def chosen(self, task: RelationalTask, condition: Formula) -> Mutation | None:
        """Of the mutations of where it begins the first that is met, or else the nearest."""
        ways = mutate_true(task.domain, _state(task, self.at[self.first]), condition)
        tried = list(islice(ways, MAX_MUTATIONS_TRIED))
        return next(filter(self.meets, tried), tried[0] if tried else None)

    def segment(self, mutation: Mutation | None) -> PlanSegment:
        """The segment to this mutation."""
        if mutation is None:
            words = "There is no way from here to be paid the most."
            return PlanSegment(self.first, self.last, words, (), is_known=False)
        plain = [x.at(Moment.AFTER) for x in mutation.make_true | mutation.make_false]
        facts = {x for x in plain if _row(x) in self.at[self.first]}
        words = mutation_in_words(mutation, facts)
        return PlanSegment(self.first, self.last, words, goal_literals(mutation))


def _wanted(task: RelationalTask, reached: MilestoneReached, end: _End) -> Mutation | None:
    """The mutation that led to a milestone; a reward may have come for another one."""
    known = reached.mutation
    if known is not None and end.meets(known):
        return known
    found = end.chosen(task, reward_condition(task))
    return found if found is not None and (known is None or end.meets(found)) else known


def _wanted_at_last(task: RelationalTask, result: PlanResult, end: _End) -> Mutation | None:
    """Where no milestone is at the end: what success needed, or what would pay."""
    conditions = [reward_condition(task)]
    if task.can_succeed:
        place = 0 if result.status is PlanStatus.SUCCESS else 1
        conditions.insert(place, success_condition(task))
    found = (end.chosen(task, condition) for condition in conditions)
    return next((mutation for mutation in found if mutation is not None), None)


def goal_literals(mutation: Mutation) -> tuple[GoalLiteral, ...]:
    """The conditions of a mutation: literals in order, the action last."""
    both = mutation.make_true | mutation.make_false
    is_mixed = len({x.moment for x in both} - {Moment.DID}) > 1
    found = [_goal_literal(x, True, is_mixed) for x in sorted(mutation.make_true, key=str)]
    found += [_goal_literal(x, False, is_mixed) for x in sorted(mutation.make_false, key=str)]
    if mutation.last_action is not None:
        row = action_row(mutation.last_action)
        found.append(GoalLiteral(f"do {mutation.last_action}", row, True, Moment.DID))
    return tuple(found)


def _goal_literal(literal: Literal | Comparison, truth: bool, is_mixed: bool) -> GoalLiteral:
    word = "" if truth else "not "
    word += "do " if literal.moment is Moment.DID else ""
    when = f" {literal.moment.value}" if is_mixed and literal.moment is not Moment.DID else ""
    text = f"{word}{literal.at(Moment.AFTER)}{when}"
    comparison = literal if isinstance(literal, Comparison) else None
    return GoalLiteral(text, _row(literal), truth, literal.moment, comparison)


def _row(literal: Literal | Comparison) -> Row:
    """What stands for it among the rows of a state: a comparison is one where it holds."""
    if isinstance(literal, Comparison):
        return (literal.plain,)
    return (literal.predicate.name, *map(str, literal.terms))


def action_row(action: Any) -> Row:
    """An action as names."""
    return (action.name, *(c.name for c in action.arguments))


def _state(task: RelationalTask, facts: Set[Row]) -> State:
    """The state in which these literals are true."""
    literals = (
        Literal(Predicate(name, len(terms)), tuple(map(Constant, terms)))
        for name, *terms in facts
        if not is_number_row((name,))
    )
    texts = numbers_in(facts)
    start = task.start.numbers
    changing = {t: texts[t.plain] for t in start.changing if t.plain in texts}
    return State(task.start.objects, frozenset(literals), Numbers(start.fixed, changing))


INTROSPECTION_SHARE = 0.7
"""The part of a budget that is for reading; the rest is for the conditions of milestones."""

MAX_MILESTONES_TRIED = 60
"""Milestone conditions compared with the states of a plan, nearest first; see
`MAX_MUTATIONS_TRIED`."""

MAX_CONDITIONS_IN_WORDS = 8
"""Milestone conditions that the page lists in words, one line each."""


@dataclass(frozen=True, slots=True)
class ProgramSegment:
    """From one step of a plan to another, and the milestone at its end."""

    first: int
    last: int
    milestone: MilestoneCondition
    is_met: bool

    @property
    def words(self) -> str:
        """The milestone in words."""
        return milestone_words(self.milestone)

    @property
    def conditions(self) -> tuple[str, ...]:
        """What it asks for; the action last."""
        parts = [part.text for part in self.milestone.parts] or [str(self.milestone.require)]
        action = self.milestone.action
        return (*parts, *([] if action is None else [f"do {action_text(action)}"]))

    def satisfied(self, step: int, states: Sequence[Any]) -> list[bool]:
        """Which of its conditions are met after `step` steps."""
        is_end = step == self.last and self.is_met
        if is_end:
            return [True] * len(self.conditions)
        found = [_asked(part.holds, states[step]) for part in self.milestone.parts]
        return found + [False] * (len(self.conditions) - len(found))


@dataclass(frozen=True, slots=True)
class ProgramView:
    """What introspection says about a plan of a world in Python."""

    r_max: str
    conditions: tuple[str, ...]
    formula: str
    distances: tuple[float | None, ...]
    segments: tuple[ProgramSegment, ...]


def program_view(
    task: ProgramTask, result: PlanResult, states: Sequence[Any], *, budget: float
) -> ProgramView:
    """The conditions that pay the most, the segments that lead to them, and the distances."""
    with allowed(budget).being_spent():
        info = introspect(task, budget=INTROSPECTION_SHARE * budget)
        # Conditions are simplified while they are listed, as far as there is time.
        milestones = list(islice(info.milestones(), MAX_MILESTONES_TRIED))
    found = tuple(_segments(result, states, milestones))
    distances = tuple(_distances(info, states, {s.last for s in found if s.is_met}))
    has_distance = any(distances)
    return ProgramView(
        str(info.r_max),
        tuple(milestone_words(m) for m in milestones[:MAX_CONDITIONS_IN_WORDS]),
        shortened(str(info.heuristic), 160) if has_distance else "",
        distances if has_distance else (),
        found,
    )


def milestone_words(milestone: MilestoneCondition) -> str:
    """The condition, and the action where it takes one."""
    if milestone.action is None:
        return f"{milestone.require}"
    return f"{action_text(milestone.action)} where {milestone.require}"


def _segments(
    result: PlanResult, states: Sequence[Any], milestones: Sequence[MilestoneCondition]
) -> Iterator[ProgramSegment]:
    """A segment to each milestone that the plan reaches, and one for what is left of it."""
    plan = result.plan or ()
    first = 0
    for reached in result.milestones:
        last = reached.step
        if last <= first:
            continue
        step = (states[last - 1], plan[last - 1], states[last])
        met = next((m for m in milestones if m.satisfied(*step)), None)
        if met is not None:
            yield ProgramSegment(first, last, met, is_met=True)
            first = last
    if milestones and (first < len(plan) or not plan):
        nearest = min(milestones, key=lambda m: _unmet(m, states[first]))
        yield ProgramSegment(first, len(plan), nearest, is_met=False)


def _unmet(milestone: MilestoneCondition, state: Any) -> int:
    return sum(not _asked(part.holds, state) for part in milestone.parts)


def _distances(
    info: Introspection, states: Sequence[Any], ends: set[int]
) -> Iterator[float | None]:
    """How far it is from each state; nothing where a milestone was just reached."""
    for step, state in enumerate(states):
        yield 0.0 if step in ends else _distance(info.heuristic, state)


def _distance(heuristic: Callable[[Any], float], state: Any) -> float | None:
    try:
        steps = heuristic(state)
    except IntroplanError:
        return None
    return steps if steps < float("inf") else None


def _asked(holds: Callable[[Any], bool], state: Any) -> bool:
    """Does it hold? A state of a shape that was not foreseen does not meet anything."""
    try:
        return holds(state)
    except (AttributeError, IndexError, KeyError, TypeError):
        return False
