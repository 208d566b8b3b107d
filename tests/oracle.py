"""The whole truth about a small task: every state by breadth-first search in the plain model."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, product

from introplan.mdp import Status
from introplan.relational.action import ActionSchema, GroundAction, changes, cost_of, did
from introplan.relational.derived import with_derived
from introplan.relational.domain import Task
from introplan.relational.evaluation import Moments, holds
from introplan.relational.formula import Literal
from introplan.relational.rewards import succeeded
from introplan.relational.rewriting import Binding
from replay import Step

Facts = frozenset[Literal]


@dataclass(frozen=True, slots=True)
class Edge:
    """A transition: what it is paid, what it costs, how the episode stands, where it leads."""

    reward: float
    cost: float
    status: Status
    target: Facts


@dataclass(frozen=True)
class Truth:
    """What exhaustive search knows of a task.

    Success and failure end the episode; the states they lead to count but are not expanded from
    there. `horizon_cut` says that continuing states were left at the horizon. With `is_complete`
    false the limit was hit and only what was found counts.
    """

    task: Task
    steps: int | None
    states: int
    horizon_cut: bool
    is_complete: bool
    edges: Mapping[Facts, list[Edge]] = field(repr=False)
    taken: dict[tuple[Facts, GroundAction], Step | None] = field(default_factory=dict, repr=False)
    """Steps of plans that were replayed; None if they cannot be taken."""

    largest: float | None = None
    """What any step pays most, where that is less than the rows say, and a plan is for it."""

    @property
    def solvable(self) -> bool:
        """Does any plan end with success?"""
        return self.steps is not None

    @cached_property
    def is_unsolvable(self) -> bool:
        """Would no horizon be long enough? Then "unsolvable" is true as well, and says more."""
        if self.task.can_succeed and not self.solvable:
            whole = oracle(replace(self.task, horizon=None))
            return whole.is_complete and not whole.solvable
        return False

    @cached_property
    def best_score(self) -> float | None:
        """The most that a plan within the horizon scores without failure; None without a horizon.

        Without success an episode goes on for as long as there are moves.
        """
        if self.task.horizon is None or not self.is_complete:
            return None
        scores = dict.fromkeys(self.edges, 0.0)
        for _ in range(self.task.horizon):
            scores = {
                facts: max(_scores(ways, scores, default=0.0), default=0.0)
                for facts, ways in self.edges.items()
            }
        best = scores.get(self.task.start.facts, 0.0)
        return max(1.0, best) if self.task.starts_at_goal else best

    @cached_property
    def best_success_score(self) -> float | None:
        """The most that a plan scores which ends with success within the horizon, if any does."""
        if self.task.horizon is None or not self.is_complete:
            return None
        if self.task.starts_at_goal:
            return 1.0
        scores: dict[Facts, float] = {}
        for _ in range(self.task.horizon):
            scores = {
                facts: max(found)
                for facts, ways in self.edges.items()
                if (found := list(_scores(ways, scores, default=None)))
            }
        return scores.get(self.task.start.facts)

    @cached_property
    def least_cost(self) -> float | None:
        """The least that a plan costs which ends with success within the horizon, if any does."""
        if self.task.starts_at_goal:
            return 0.0
        costs: dict[Facts, float] = {}
        for _ in range(self.task.horizon or len(self.edges)):
            costs = {
                facts: min(found)
                for facts, ways in self.edges.items()
                if (found := list(_costs(ways, costs)))
            }
        return costs.get(self.task.start.facts)


def oracle(task: Task, limit: int = 20_000) -> Truth:
    """Explore every state within the horizon, unless there are more than `limit`."""
    start = task.start.facts
    depth: dict[Facts, int] = {start: 0}
    edges: dict[Facts, list[Edge]] = {}
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
    cut = is_complete and bool(waiting)
    if task.is_paid_once and task.largest is None and steps is None and is_complete:
        paid = [e.reward for e in chain(*edges.values()) if e.status is not Status.FAILURE]
        if paid:  # what the rows pay most is out of reach: then it is what is paid most
            found = oracle(task.with_r_max(max(paid)), limit)
            return replace(found, task=task, largest=max(paid))
    return Truth(task, steps, len(seen), cut, is_complete, edges)


class _Successors:
    """All ground actions of a task, tried one after the other."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.reward, self.termination = task.reward, task.termination
        has_costs = any(schema.cost for schema in task.domain.actions)
        self.actions = [
            (
                schema,
                binding,
                cost_of(schema, binding, task.costs) if has_costs else 1.0,
                did(GroundAction(schema.name, tuple(binding.values()))),
            )
            for schema in task.domain.actions
            for binding in _bindings(schema, task)
        ]
        self.known: dict[Facts, frozenset[Literal]] = {}

    def of(self, facts: Facts) -> Iterator[Edge]:
        """The transitions from a state, in order of schemas and of their arguments."""
        objects = self.task.start.objects
        before = self._known(facts)
        now = Moments(objects, before)
        for schema, binding, cost, done in self.actions:
            if holds(schema.precondition, now, binding):
                adds, deletes = changes(schema, binding, now)
                target = (facts - deletes) | adds
                moments = Moments(objects, self._known(target), before, done)
                reward = self.reward.value(moments)
                status = self.termination.value(moments)
                status = succeeded(status, reward, self.task.success_value)
                yield Edge(reward, cost, status, target)

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


def _scores(
    ways: list[Edge], after: Mapping[Facts, float], *, default: float | None
) -> Iterator[float]:
    """What each way pays in all; a state that `after` does not know pays `default` from there."""
    for edge in ways:
        if edge.status is Status.CONTINUE:
            rest = after.get(edge.target, default)
            if rest is not None:
                yield edge.reward + rest
        elif edge.status is Status.SUCCESS:
            yield edge.reward


def _costs(ways: list[Edge], after: Mapping[Facts, float]) -> Iterator[float]:
    """What each way to success costs in all, as far as `after` knows one."""
    for edge in ways:
        if edge.status is Status.SUCCESS:
            yield edge.cost
        elif edge.status is Status.CONTINUE and edge.target in after:
            yield edge.cost + after[edge.target]
