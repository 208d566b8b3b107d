"""Random relational worlds: plain data, written as PDDL, run by an interpreter of their own."""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import cast

from reliability.scores.conditions import (
    Condition,
    Facts,
    Moment,
    Numbers,
    Scope,
    Vocabulary,
    draw,
    ground,
    holds,
)
from reliability.scores.graph import End, Graph, Number, Step, TooLargeError, exact, explore

MAX_STATES = 80
MIN_STATES = 4
MAX_NUMBER = 3
PAYMENTS = (-5, -3, -2, -1, -1, 0, 1, 1, 2, 3, 5, 10, 0.5, -0.25, 0.1, -0.3)
DISCOUNTS = (0.5, 0.8, 0.9, 0.95)


@dataclass(frozen=True, slots=True)
class Action:
    """A schema: parameters with types, effects with a sign, changes of numbers, and a cost."""

    name: str
    parameters: tuple[tuple[str, str], ...]
    precondition: Condition
    effects: tuple[tuple[Condition | None, bool, tuple[str, ...]], ...]
    """A condition or None, whether it makes true, and the literal."""

    changes: tuple[tuple[str, int, tuple[str, ...]], ...]
    """`increase`, `decrease` or `assign`, the amount and the function's term."""

    cost: int


@dataclass(frozen=True, slots=True)
class Payment:
    """A row of a reward: what is paid under a condition, once or for each object of a type."""

    condition: Condition | None
    value: float
    factor: tuple[str, ...] = ()
    """A function's term that the value is multiplied with."""

    variable: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True)
class RelationalWorld:
    """A world in PDDL and what is asked of it."""

    words: Vocabulary
    actions: tuple[Action, ...]
    facts: Facts
    numbers: Numbers
    rows: tuple[Payment, ...]
    otherwise: float
    sums: tuple[Payment, ...]
    ends: tuple[tuple[Condition, str], ...]
    goal: Condition | None
    horizon: int | None
    discount: float
    has_costs: bool

    @property
    def has_reward(self) -> bool:
        """Or only a goal?"""
        return bool(self.rows or self.sums)

    def graph(self) -> Graph:
        """All its transitions; raises TooLargeError."""
        success = self.goal is not None or any(end == "success" for _, end in self.ends)
        start = Moment(self.words, self.facts, dict(self.numbers))
        at_goal = self.goal is not None and holds(self.goal, start, {})
        edges = explore((self.facts, self.numbers), self._steps, limit=MAX_STATES)
        discount = exact(self.discount)
        return Graph(edges, success, self.horizon, discount, at_goal and not self.has_reward)

    def _steps(self, state: Hashable) -> Iterator[Step]:
        facts, numbers = cast(tuple[Facts, Numbers], state)
        now = Moment(self.words, facts, dict(numbers))
        for action in self.actions:
            names = [name for name, _ in action.parameters]
            for objects in product(*(self.words.of(kind) for _, kind in action.parameters)):
                scope = dict(zip(names, objects, strict=True))
                if holds(action.precondition, now, scope):
                    done = (action.name, *objects)
                    after = self._after(action, now, scope)
                    moment = Moment(self.words, after[0], dict(after[1]), facts, done)
                    end = self._end(moment)
                    if end != "failure":
                        cost = action.cost if self.has_costs else 1
                        yield f"({' '.join(done)})", after, self._paid(moment), cost, End(end)

    def _after(self, action: Action, now: Moment, scope: Scope) -> tuple[Facts, Numbers]:
        happen = [e for e in action.effects if e[0] is None or holds(e[0], now, scope)]
        deleted = {ground(literal, scope) for _, makes_true, literal in happen if not makes_true}
        added = {ground(literal, scope) for _, makes_true, literal in happen if makes_true}
        numbers = dict(now.numbers)
        for how, amount, term in action.changes:
            key = ground(term, scope)
            old = {"increase": numbers[key], "decrease": numbers[key], "assign": 0}[how]
            numbers[key] = old - amount if how == "decrease" else old + amount
            if abs(numbers[key]) > MAX_NUMBER:
                raise TooLargeError
        return (now.facts - deleted) | added, frozenset(numbers.items())

    def _end(self, moment: Moment) -> str:
        for condition, end in self.ends:
            if holds(condition, moment, {}):
                return end
        return "success" if self.goal and holds(self.goal, moment, {}) else "continue"

    def _paid(self, moment: Moment) -> Number:
        if not self.has_reward:
            return int(self.goal is not None and holds(self.goal, moment, {}))
        total: Number = 0
        for row in self.rows:
            if row.condition is None or holds(row.condition, moment, {}):
                total = _value(row, moment, {})
                break
        else:
            total = exact(self.otherwise) if self.rows else 0
        for row in self.sums:
            for one in self.words.of(row.kind):
                scope = {row.variable: one}
                if row.condition is None or holds(row.condition, moment, scope):
                    total += _value(row, moment, scope)
        return total


def _value(row: Payment, moment: Moment, scope: Scope) -> Number:
    factor = moment.numbers[ground(row.factor, scope)] if row.factor else 1
    return exact(row.value) * factor


def random_relational_world(seed: int) -> tuple[RelationalWorld, Graph]:
    """The world of this number: the first candidate that is neither too large nor too small."""
    attempt = 0
    while True:
        rng = random.Random(f"relational {seed} {attempt}")
        world = _candidate(rng)
        attempt += 1
        try:
            graph = world.graph()
        except TooLargeError:
            continue
        if rng.random() < _interest(graph):
            return world, graph


def _interest(graph: Graph) -> float:
    """How likely a candidate is to be kept: most are too small, or cannot succeed."""
    if len(graph.edges) < MIN_STATES:
        return 0.02
    can_succeed = not graph.names_success or End.SUCCESS in graph.ends
    return min(1.0, len(graph.edges) / 12) if can_succeed else 0.1


def _candidate(rng: random.Random) -> RelationalWorld:
    kinds = rng.choice((("thing",), ("thing", "spot")))
    objects = {f"o{i}": kinds[i % len(kinds)] for i in range(rng.randint(len(kinds), 3))}
    predicates = {f"p{i}": rng.choice((0, 1, 1, 1)) for i in range(rng.randint(1, 3))}
    has_numbers = rng.random() < 0.3
    functions = rng.choice(({"n": 0}, {"level": 1})) if has_numbers else {}
    words = Vocabulary(objects, predicates, functions)
    has_costs = rng.random() < 0.2
    actions = tuple(_action(rng, words, f"a{i}") for i in range(rng.randint(2, 4)))
    schemas = {a.name: [kind for _, kind in a.parameters] for a in actions}
    steps = Vocabulary(objects, predicates, functions, schemas)
    rows, sums = _payments(rng, steps)
    ends, goal = _ends(rng, steps, has_reward=bool(rows or sums))
    literals = [(p,) if n == 0 else (p, o) for p, n in predicates.items() for o in objects]
    density = rng.choice((0.0, 0.3, 0.6))
    terms = [(f,) if n == 0 else (f, o) for f, n in functions.items() for o in objects]
    facts = frozenset(x for x in sorted(set(literals)) if rng.random() < density)
    numbers = frozenset((x, rng.randint(0, 2)) for x in sorted(set(terms)))
    if goal and holds(goal, Moment(words, facts, dict(numbers)), {}) and (rows or sums):
        goal = (
            "not",
            goal,
        )  # what a goal that holds at the start means beside a reward is not said
    return RelationalWorld(
        steps,
        actions,
        facts,
        numbers,
        rows,
        rng.choice((0, 0, -1, 0.5)),
        sums,
        ends,
        goal,
        rng.randint(0, 6) if rng.random() < 0.4 else None,
        rng.choice(DISCOUNTS) if rng.random() < 0.25 else 1,
        has_costs,
    )


def _action(rng: random.Random, words: Vocabulary, name: str) -> Action:
    parameters = tuple((f"?x{i}", rng.choice(words.types)) for i in range(rng.choice((0, 1, 1))))
    scope = dict(parameters)
    effects = []
    for predicate in rng.sample(
        list(words.predicates), k=min(len(words.predicates), rng.choice((1, 1, 2)))
    ):
        if not words.predicates[predicate] or scope:
            literal = (predicate, *list(scope)[: words.predicates[predicate]])
            when = draw(rng, words, scope, 1) if rng.random() < 0.2 else None
            effects.append((when, rng.random() < 0.55, literal))
    guards: list[Condition] = [draw(rng, words, scope, 1)] if rng.random() < 0.7 else []
    changes = []
    for function, arity in words.functions.items():
        if rng.random() < 0.6 and (scope or not arity):
            how, amount = rng.choice(("increase", "decrease", "assign")), rng.randint(1, 2)
            term = (function, *list(scope)[:arity])
            changes.append((how, amount, term))
            # Numbers stay between 0 and the largest one.
            if how != "assign":
                limit = ("<=", MAX_NUMBER - amount) if how == "increase" else (">=", amount)
                guards.append(("cmp", *limit, *term))
    return Action(
        name, parameters, ("and", *guards), tuple(effects), tuple(changes), rng.randint(0, 4)
    )


def _payments(
    rng: random.Random, words: Vocabulary
) -> tuple[tuple[Payment, ...], tuple[Payment, ...]]:
    """Rows and sums; at times neither."""
    if rng.random() < 0.08:
        return (), ()
    rows = tuple(
        _payment(rng, words, {}, rng.randint(1, 2)) for _ in range(rng.choice((0, 1, 2, 2, 3)))
    )
    sums = tuple(_sum(rng, words) for _ in range(rng.choice((0, 1, 1, 2))))
    return (rows, sums) if rows or sums else ((), (_sum(rng, words),))


def _payment(rng: random.Random, words: Vocabulary, scope: Scope, depth: int) -> Payment:
    fitting = [f for f, n in words.functions.items() if scope or not n]
    factor: tuple[str, ...] = ()
    if fitting and rng.random() < 0.4:
        function = rng.choice(fitting)
        factor = (function, *list(scope)[: words.functions[function]])
    return Payment(draw(rng, words, scope, depth), rng.choice(PAYMENTS), factor)


def _sum(rng: random.Random, words: Vocabulary) -> Payment:
    kind = rng.choice(words.types)
    row = _payment(rng, words, {"?s": kind}, rng.choice((0, 0, 1)))
    condition = None if row.factor and rng.random() < 0.3 else row.condition
    return Payment(condition, row.value, row.factor, "?s", kind)


def _ends(
    rng: random.Random, words: Vocabulary, *, has_reward: bool
) -> tuple[tuple[tuple[Condition, str], ...], Condition | None]:
    """Rows of a termination, or a goal, or nothing."""
    plain = Vocabulary(words.objects, words.predicates, words.functions)
    if not has_reward:
        return (), draw(rng, plain, {}, 2)
    ends = []
    kind = rng.random()
    if kind < 0.55:
        ends.append((draw(rng, words, {}, 2), "success"))
    if rng.random() < 0.3:
        ends.insert(rng.randint(0, len(ends)), (draw(rng, words, {}, 2), "failure"))
    return tuple(ends), draw(rng, plain, {}, 2) if 0.55 <= kind < 0.75 else None
