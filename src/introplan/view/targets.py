"""What each stretch of a plan works towards, wish by wish, and how far there is to go.

A plan of the introspector is a chain of stretches, each to a mutation: a conjunction of literals
that must hold when its last action is taken. While the plan advances, wishes are ticked off; the
number of those left is the distance that led the search. A planner that looked into nothing has
no mutations: then the one that its milestone met is looked for among those of the state where the
stretch began.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import islice
from typing import Any

from introplan.errors import IntroplanError
from introplan.introspection.introspect import introspect
from introplan.introspection.milestones import reward_condition, success_condition
from introplan.introspection.mutate import mutate_true
from introplan.logic.formula import Constant, Formula, Literal, Moment, Predicate
from introplan.mdp import action_text
from introplan.model.domain import Task
from introplan.model.mutation import Mutation
from introplan.model.state import State
from introplan.planners.result import MilestoneReached, PlanResult
from introplan.programs.program import ProgramTask
from introplan.view.drawing import shortened
from introplan.view.situation import Row, Situation
from introplan.view.words import mutation_in_words

MOST_TRIED = 60


@dataclass(frozen=True, slots=True)
class Wish:
    """One literal of a mutation and the truth it should have, or the action to take at the end."""

    text: str
    row: Row
    truth: bool
    moment: Moment

    def is_met(self, now: Set[Row], before: Set[Row] | None, did: Row | None) -> bool:
        """Is it as wished? `before` and `did` are given where the last step of a stretch ends."""
        if self.moment is Moment.DID:
            return did is not None and (self.row == did) == self.truth
        facts = before if self.moment is Moment.BEFORE and before is not None else now
        return (self.row in facts) == self.truth


@dataclass(frozen=True, slots=True)
class Stretch:
    """From one step of a plan to another: what it is for, in words and as wishes."""

    first: int
    last: int
    words: str
    wishes: tuple[Wish, ...]

    def ticks(self, step: int, situation: Situation, did: Row | None) -> list[bool]:
        """Which wishes are met after `step` steps."""
        is_end = step == self.last and did is not None
        before = situation.before if is_end else None
        return [w.is_met(situation.facts, before, did if is_end else None) for w in self.wishes]


def stretches(task: Task, result: PlanResult, at: Mapping[int, Set[Row]]) -> list[Stretch]:
    """The stretches of a plan; `at` has what is true at `turning_points`."""
    length = len(result.plan or ())
    found: list[Stretch] = []
    first = 0
    for reached in result.milestones:
        if reached.step > first:
            found.append(_to_milestone(task, result, reached, first, at))
            first = reached.step
    if first < length or not found:
        found.append(_to_the_end(task, first, length, at))
    return found


def turning_points(result: PlanResult) -> set[int]:
    """The steps at which stretches begin and end, and those just before an end."""
    ends = {reached.step for reached in result.milestones}
    return {0, *ends, *(step - 1 for step in ends if step)}


def _to_milestone(
    task: Task,
    result: PlanResult,
    reached: MilestoneReached,
    first: int,
    at: Mapping[int, Set[Row]],
) -> Stretch:
    last, mutation = reached.step, reached.mutation
    if mutation is None:
        assert result.plan is not None
        did = action_row(result.plan[last - 1])
        tried = list(islice(_ways(task, at[first], reward_condition(task)), MOST_TRIED))
        met = (
            m for m in tried if all(w.is_met(at[last], at[last - 1], did) for w in wishes_of(m))
        )
        mutation = next(met, tried[0] if tried else None)
    return _stretch(first, last, mutation, at[first])


def _to_the_end(task: Task, first: int, last: int, at: Mapping[int, Set[Row]]) -> Stretch:
    """Where no reward is on the way: what would end with success, or pay."""
    conditions = [success_condition(task)] if task.can_succeed and first else []
    for condition in (*conditions, reward_condition(task)):
        mutation = next(_ways(task, at[first], condition), None)
        if mutation is not None:
            return _stretch(first, last, mutation, at[first])
    return _stretch(first, last, None, at[first])


def _ways(task: Task, facts: Set[Row], condition: Formula) -> Iterator[Mutation]:
    return mutate_true(task.domain, _state(task, facts), condition)


def _stretch(first: int, last: int, mutation: Mutation | None, facts: Set[Row]) -> Stretch:
    if mutation is None:
        return Stretch(first, last, "There is no way from here to be paid the most.", ())
    wishes = wishes_of(mutation)
    plain = [x.at(Moment.AFTER) for x in mutation.make_true | mutation.make_false]
    true = {x for x in plain if (x.predicate.name, *map(str, x.terms)) in facts}
    return Stretch(first, last, mutation_in_words(mutation, true), wishes)


def wishes_of(mutation: Mutation) -> tuple[Wish, ...]:
    """The wishes of a mutation: literals in order, the action last."""
    found = [_wish(x, truth=True) for x in sorted(mutation.make_true, key=str)]
    found += [_wish(x, truth=False) for x in sorted(mutation.make_false, key=str)]
    if mutation.last_action is not None:
        row = action_row(mutation.last_action)
        found.append(Wish(f"do {mutation.last_action}", row, True, Moment.DID))
    return tuple(found)


def _wish(literal: Literal, *, truth: bool) -> Wish:
    row = (literal.predicate.name, *(str(t) for t in literal.terms))
    plain = str(literal.at(Moment.AFTER))
    word = "do " if literal.moment is Moment.DID else ""
    text = f"{word}{plain}" if truth else f"not {word}{plain}"
    return Wish(text, row, truth, literal.moment)


def action_row(action: Any) -> Row:
    """An action as names."""
    return (action.name, *(c.name for c in action.arguments))


def _state(task: Task, facts: Set[Row]) -> State:
    """The state in which these literals are true."""
    literals = (
        Literal(Predicate(name, len(terms)), tuple(map(Constant, terms))) for name, *terms in facts
    )
    return State(task.start.objects, frozenset(literals))


@dataclass(frozen=True, slots=True)
class ProgramView:
    """What introspection says about the states of a world in Python."""

    r_max: str
    conditions: tuple[str, ...]
    formula: str
    distances: tuple[float | None, ...]
    ticks: tuple[tuple[bool, ...], ...]


def program_view(
    task: ProgramTask, plan: Sequence[Any], states: Sequence[Any], *, budget: float
) -> ProgramView:
    """The conditions that pay the most, whether each is met by a step, and the distances."""
    info = introspect(task, budget=budget)
    milestones = list(islice(info.milestones(), 12))
    texts = tuple(
        f"{m.require}" if m.action is None else f"{action_text(m.action)} where {m.require}"
        for m in milestones
    )
    steps = zip(states, plan, states[1:], strict=False)
    ticks = [tuple(False for _ in milestones)]
    ticks += [tuple(m.satisfied(s, a, s2) for m in milestones) for s, a, s2 in steps]
    distances = tuple(
        0.0 if any(met) else _distance(info.heuristic, state)
        for met, state in zip(ticks, states, strict=True)
    )
    has_distance = any(d for d in distances)
    return ProgramView(
        str(info.r_max),
        texts,
        shortened(str(info.heuristic), 160) if has_distance else "",
        distances if has_distance else (),
        tuple(ticks),
    )


def _distance(heuristic: Callable[[Any], float], state: Any) -> float | None:
    try:
        steps = heuristic(state)
    except IntroplanError:
        return None
    return steps if steps < float("inf") else None
