"""The whole truth about a small task: every state by breadth-first search in the plain model."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from introplan.logic.evaluation import Moments, holds
from introplan.logic.formula import Literal
from introplan.logic.substitution import Binding
from introplan.mdp import Status
from introplan.model.action import ActionSchema, GroundAction, changes, did
from introplan.model.derived import with_derived
from introplan.model.domain import Task

Facts = frozenset[Literal]


@dataclass(frozen=True, slots=True)
class Truth:
    """What exhaustive search knows of a task.

    Success and failure end the episode; the states they lead to count but are not expanded from
    there. `horizon_cut` says that continuing states were left at the horizon. The best scores are
    over plans of at most `horizon` actions and None without a horizon: `best_score` over all
    plans that do not end with failure (the empty one included), `best_success_score` over those
    that end with success. With `is_complete` false the limit was hit and only what was found
    counts.
    """

    solvable: bool
    steps: int | None
    states: int
    horizon_cut: bool
    best_score: float | None
    best_success_score: float | None
    is_complete: bool


@dataclass(frozen=True, slots=True)
class _Edge:
    reward: float
    status: Status
    target: Facts


def oracle(task: Task, limit: int = 20_000) -> Truth:
    """Explore every state within the horizon, unless there are more than `limit`."""
    start = task.start.facts
    depth: dict[Facts, int] = {start: 0}
    edges: dict[Facts, list[_Edge]] = {}
    seen = {start}
    waiting = deque([start])
    steps = 0 if task.starts_at_goal else None
    successors = _Successors(task)
    while waiting and len(seen) <= limit:
        facts = waiting.popleft()
        if depth[facts] == task.horizon:
            waiting.appendleft(facts)
            break
        edges[facts] = list(successors.of(facts))
        for edge in edges[facts]:
            seen.add(edge.target)
            if edge.status is Status.SUCCESS and steps is None:
                steps = depth[facts] + 1
            if edge.status is Status.CONTINUE and edge.target not in depth:
                depth[edge.target] = depth[facts] + 1
                waiting.append(edge.target)
    is_complete = len(seen) <= limit
    best = _best_scores(task, edges) if is_complete else (None, None)
    cut = is_complete and bool(waiting)
    return Truth(steps is not None, steps, len(seen), cut, *best, is_complete)


class _Successors:
    """All ground actions of a task, tried one after the other."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.reward, self.termination = task.reward, task.termination
        self.actions = [
            (schema, binding, did(GroundAction(schema.name, tuple(binding.values()))))
            for schema in task.domain.actions
            for binding in _bindings(schema, task)
        ]
        self.known: dict[Facts, frozenset[Literal]] = {}

    def of(self, facts: Facts) -> Iterator[_Edge]:
        """The transitions from a state, in order of schemas and of their arguments."""
        objects = self.task.start.objects
        before = self._known(facts)
        now = Moments(objects, before)
        for schema, binding, done in self.actions:
            if holds(schema.precondition, now, binding):
                adds, deletes = changes(schema, binding, now)
                target = (facts - deletes) | adds
                moments = Moments(objects, self._known(target), before, done)
                yield _Edge(self.reward.value(moments), self.termination.value(moments), target)

    def _known(self, facts: Facts) -> frozenset[Literal]:
        if not self.task.domain.derived:
            return facts
        if facts not in self.known:
            rules, objects = self.task.domain.derived, self.task.start.objects
            self.known[facts] = frozenset(with_derived(rules, objects, facts))
        return self.known[facts]


def _bindings(schema: ActionSchema, task: Task) -> Iterator[Binding]:
    for choice in product(*(task.start.objects.of(v.types) for v in schema.parameters)):
        yield dict(zip(schema.parameters, choice, strict=True))


def _best_scores(
    task: Task, edges: Mapping[Facts, list[_Edge]]
) -> tuple[float | None, float | None]:
    """The best score of any plan, and of any successful plan, by dynamic programming."""
    if task.horizon is None:
        return None, None
    any_plan = dict.fromkeys(edges, 0.0)
    success: dict[Facts, float] = {}
    for _ in range(task.horizon):
        any_plan = {
            facts: max([0.0, *_scores(ways, any_plan, default=0.0)])
            for facts, ways in edges.items()
        }
        success = {
            facts: max(scores)
            for facts, ways in edges.items()
            if (scores := list(_scores(ways, success, default=None)))
        }
    start = task.start.facts
    if task.starts_at_goal:
        return max(1.0, any_plan.get(start, 0.0)), 1.0
    return any_plan.get(start, 0.0), success.get(start)


def _scores(
    ways: list[_Edge], after: Mapping[Facts, float], *, default: float | None
) -> Iterator[float]:
    """What each way pays in all; a state that `after` does not know pays `default` from there."""
    for edge in ways:
        if edge.status is Status.CONTINUE:
            rest = after.get(edge.target, default)
            if rest is not None:
                yield edge.reward + rest
        elif edge.status is Status.SUCCESS:
            yield edge.reward
