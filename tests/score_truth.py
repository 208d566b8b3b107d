"""The best score of a small relational task, by exhaustive value iteration in the plain model.

Random tasks get rewards with penalties, decimals and sums, horizons and discounts. What is best is
found over all states by definitions that share nothing with the planners.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from introplan.mdp import Status
from introplan.relational.action import ActionSchema
from introplan.relational.domain import Signature, Task
from introplan.relational.formula import Moment, Variable
from introplan.relational.rewards import DecisionList, Reward, Rule, SumRow
from oracle import Edge, Facts, oracle
from random_formulas import Vocabulary, random_formula
from random_tasks import random_task

Value = tuple[Fraction, Fraction]
"""Score, and minus the cost."""

MAX_STATES = 300

NEVER = 10**6
"""A horizon that no small world comes near: without any, the largest reward would end episodes."""

LOOP = 1e9
"""In place of a score: there is none that is the largest."""

PALETTES = (
    (1.0, 0.0, -1.0),
    (5.0, 2.0, -1.0, -3.0),
    (0.5, 0.1, -0.2, 0.0),
    (-1.0, -2.0, -20.0),
    (3.0, 1.0, 0.0),
)


@dataclass(frozen=True, slots=True)
class Best:
    """The largest score, infinite with a loop that pays, and the least cost of it.

    None if there is no plan.
    """

    score: float | None
    cost: float | None
    succeeds: bool


def scored_task(seed: int) -> Task:
    """A random task whose score matters."""
    rng = random.Random(f"score {seed}")
    task = random_task(rng.randrange(8_000))
    values = rng.choice(PALETTES)
    rows = task.reward.rows
    rules = tuple(Rule(rule.condition, rng.choice(values)) for rule in rows.rules)
    listed = DecisionList(rules, rng.choice((*values, 0.0)))
    sums = tuple(_sum_row(rng, task, values) for _ in range(rng.choice((0, 0, 1, 2))))
    domain = replace(task.domain, reward=Reward(listed, sums))
    if task.is_classical:
        domain = replace(domain, termination=None)
    horizon = rng.choice((None, None, rng.randint(0, 7)))
    discount = rng.choice((1.0, 1.0, 1.0, 0.9, 0.5))
    return replace(task, domain=domain, horizon=horizon, discount=discount)


def _sum_row(rng: random.Random, task: Task, values: tuple[float, ...]) -> SumRow:
    variable = Variable("s", (rng.choice(("object", *(t.name for t in task.domain.types))),))
    actions = tuple(_signature(a) for a in task.domain.actions)
    moments = (Moment.AFTER, Moment.BEFORE, Moment.DID)
    vocabulary = Vocabulary(
        task.domain.predicates, variable.types, (), actions=actions, moments=moments
    )
    condition = random_formula(rng, vocabulary, (variable,), depth=rng.choice((0, 1, 2)))
    return SumRow((variable,), condition, rng.choice(values))


def _signature(schema: ActionSchema) -> Signature:
    return Signature(schema.name, schema.parameters)


def best(task: Task) -> Best | None:
    """The truth; None if the task has too many states to find it."""
    truth = oracle(replace(task, horizon=NEVER), limit=MAX_STATES)
    if not truth.is_complete:
        return None
    table = _Table(task, dict(truth.edges))
    start = task.start.facts
    if task.starts_at_goal:
        return Best(1.0, 0.0, succeeds=True)
    for needs_success in (True, False):
        if needs_success and not task.can_succeed:
            continue
        found = table.value(start, needs_success=needs_success)
        if found is not None:
            return Best(float(found[0]), float(-found[1]), succeeds=needs_success)
        if task.horizon is None or not _is_beyond(truth.edges, start, task.horizon):
            return Best(None, None, succeeds=False)
    raise AssertionError("every episode has some score")


def _is_beyond(edges: Mapping[Facts, list[Edge]], start: Facts, horizon: int) -> bool:
    """Are there states that no shorter way leads to than the horizon is long?"""
    seen, layer = {start}, {start}
    for _ in range(horizon):
        ways = (e for facts in layer for e in edges[facts] if e.status is Status.CONTINUE)
        layer = {e.target for e in ways} - seen
        seen |= layer
    return bool(layer)


class _Table:
    def __init__(self, task: Task, edges: dict[Facts, list[Edge]]) -> None:
        self.task = task
        self.edges = {
            s: [e for e in way if e.status is not Status.FAILURE] for s, way in edges.items()
        }
        self.discount = Fraction(repr(task.discount))

    def value(self, start: Facts, *, needs_success: bool) -> Value | None:
        horizon = self.task.horizon
        if horizon is not None:
            return self._within(start, horizon, needs_success=needs_success)
        if self.task.discount < 1:
            steps = math.ceil(math.log(1e-10) / math.log(self.task.discount)) + len(self.edges)
            self.discount = Fraction(0)
            return self._floats(start, steps, needs_success=needs_success)
        return self._settled(start)

    def _within(self, start: Facts, horizon: int, *, needs_success: bool) -> Value | None:
        nothing = None if needs_success else (Fraction(0), Fraction(0))
        later: dict[Facts, Value | None] = dict.fromkeys(self.edges, nothing)
        for _ in range(horizon):
            later = {s: self._best_of(ways, later, nothing) for s, ways in self.edges.items()}
        return later[start]

    def _best_of(
        self, ways: list[Edge], later: Mapping[Facts, Value | None], nothing: Value | None
    ) -> Value | None:
        found = [v for v in (self._through(e, later) for e in ways) if v is not None]
        return max(found) if found else nothing if not ways else None

    def _through(self, edge: Edge, later: Mapping[Facts, Value | None]) -> Value | None:
        rest = (Fraction(0), Fraction(0)) if edge.status is Status.SUCCESS else later[edge.target]
        if rest is None:
            return None
        reward, cost = Fraction(repr(edge.reward)), Fraction(edge.cost)
        return reward + self.discount * rest[0], rest[1] - cost

    def _floats(self, start: Facts, steps: int, *, needs_success: bool) -> Value | None:
        lost = -math.inf
        values = dict.fromkeys(self.edges, lost if needs_success else 0.0)
        gamma = self.task.discount
        for _ in range(steps):
            values = {
                s: max(
                    (
                        e.reward + (0 if e.status is Status.SUCCESS else gamma * values[e.target])
                        for e in ways
                    ),
                    default=lost if needs_success else 0.0,
                )
                for s, ways in self.edges.items()
            }
        found = values[start]
        return None if found == lost else (Fraction(found), Fraction(0))

    def _settled(self, start: Facts) -> Value | None:
        """Bellman and Ford; infinite if values of what can be reached still grow in the end."""
        values: dict[Facts, Value | None] = dict.fromkeys(self.edges)
        rounds = 2 * len(self.edges) + 2
        for _ in range(rounds):
            old = dict(values)
            for s, ways in self.edges.items():
                for edge in ways:
                    new, known = self._through(edge, values), values[s]
                    if new is not None and (known is None or new > known):
                        values[s] = new
            if values == old:
                return values[start]
        grows = {s for s in values if values[s] is not None and values[s] != old[s]}
        if self._reaches(start, grows):
            return Fraction(int(LOOP)), Fraction(0)
        return values[start]

    def _reaches(self, start: Facts, ends: set[Facts]) -> bool:
        seen, waiting = {start}, [start]
        while waiting:
            facts = waiting.pop()
            if facts in ends:
                return True
            for edge in self.edges[facts]:
                if edge.status is Status.CONTINUE and edge.target not in seen:
                    seen.add(edge.target)
                    waiting.append(edge.target)
        return False
