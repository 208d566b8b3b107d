"""Small random worlds with penalties, ends, horizons and discounts, and their best score.

The truth is found by brute force: walks are counted out move by move with exact numbers, and loops
one by one. Nothing of the package is used but its nouns.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

import introplan as ip
from introplan.mdp import NotAllowedError, Outcome, Status

SETS_OF_REWARDS: tuple[tuple[float, ...], ...] = (
    (0, 1),
    (-1,),
    (-1, 0, 1),
    (-3, -1, 0, 2, 5),
    (0.1, -0.2, 0.3, -0.1),
    (-1, -1, -1, 10),
    (0, 0, -5),
    (-0.5, 1 / 3, -2 / 3),
)

Value = tuple[Fraction, int]
"""A score and minus the number of steps."""


@dataclass(frozen=True)
class Table:
    """A world as a table: for each state the target, reward and status of each action."""

    rows: list[list[Outcome[int]]]
    names_success: bool
    horizon: int | None
    discount: float

    def actions(self, state: int) -> range:
        """Every action of the longest row; the last ones of shorter rows are not allowed."""
        return range(3)

    def step(self, state: int, action: int) -> Outcome[int]:
        """What the table says."""
        if action >= len(self.rows[state]):
            raise NotAllowedError
        return self.rows[state][action]

    def task(self) -> ip.ProgramTask:
        """The same world as a program."""
        rows = self.rows

        def transition(s: int, a: int) -> int:
            return rows[s][a].state

        def reward(s: int, a: int, s2: int) -> float:
            return rows[s][a].reward

        def plain(s: int, a: int, s2: int) -> Status | bool | str:
            status = rows[s][a].status
            return "failure" if status is Status.FAILURE else status is Status.OVER

        def named(s: int, a: int, s2: int) -> Status | bool | str:
            return Status.SUCCESS if rows[s][a].status is Status.SUCCESS else plain(s, a, s2)

        world = ip.program(
            actions=[0, 1, 2],
            transition=transition,
            reward=reward,
            terminal=named if self.names_success else plain,
        )
        return world.task(0, horizon=self.horizon, discount=self.discount)


def random_table(seed: int) -> Table:
    """The world of this number."""
    rng = random.Random(seed)
    states, names_success = rng.randint(1, 6), rng.random() < 0.5
    rewards, often = rng.choice(SETS_OF_REWARDS), rng.choice((0.05, 0.2, 0.4))
    ends = [Status.OVER, Status.FAILURE, *([Status.SUCCESS] * 2 if names_success else [])]
    rows = []
    for _ in range(states):
        row = []
        for _ in range(rng.choice((0, 1, 2, 2, 3))):
            status = rng.choice(ends) if rng.random() < often else Status.CONTINUE
            row.append(Outcome(rng.randrange(states), float(rng.choice(rewards)), status))
        rows.append(row)
    horizon = rng.choice((None, None, rng.randint(0, 7)))
    return Table(rows, names_success, horizon, rng.choice((1.0, 1.0, 1.0, 0.8, 0.5)))


@dataclass(frozen=True)
class Best:
    """The best score (infinite: a loop pays; None: no plan), its least steps if they are certain.

    `is_reward`: no end can be reached, so it is the largest reward. `is_hopeless`: success cannot
    be reached, and this is the best within the horizon.
    """

    score: float | None
    steps: int | None = None
    is_reward: bool = False
    is_hopeless: bool = False


def best_of(table: Table) -> Best:
    """What no plan exceeds."""
    edges = _Edges(table)
    if table.names_success:
        return _best_success(table, edges)
    if table.horizon is not None:
        return _as_best(edges.walks(table.horizon, {Status.OVER}, stops=True)[0])
    if table.discount != 1:
        return Best(float(edges.walks(120, {Status.OVER}, stops=True)[0][0]))
    if not any(e.status is Status.OVER for row in edges.rows.values() for e in row):
        rewards = [e.reward for row in edges.rows.values() for e in row]
        return Best(max(rewards) if rewards else None, is_reward=True)
    return _best_end(edges)


def _best_success(table: Table, edges: _Edges) -> Best:
    if table.horizon is not None:
        found = edges.walks(table.horizon, {Status.SUCCESS})
        if 0 in found:
            return _as_best(found[0])
        is_hopeless = 0 not in edges.walks(len(edges.rows), {Status.SUCCESS})
        best = _as_best(edges.walks(table.horizon, {Status.OVER, Status.SUCCESS}, stops=True)[0])
        return replace(best, is_hopeless=is_hopeless)
    if table.discount != 1:
        found = edges.walks(120, {Status.SUCCESS})
        return Best(float(found[0][0]) if 0 in found else None)
    return _without_limit(edges, {Status.SUCCESS})


def _without_limit(edges: _Edges, ends: set[Status]) -> Best:
    """With ever more moves the score stays the same, or a loop pays."""
    count = len(edges.rows)
    found, later = edges.walks(count, ends), edges.walks(3 * count + 3, ends)
    if 0 not in found:
        return Best(None)
    is_growing = any(later[s][0] > found[s][0] for s in found)
    return Best(math.inf) if is_growing else _as_best(found[0])


def _best_end(edges: _Edges) -> Best:
    loops = [(state, paid) for state in edges.rows for paid in edges.loops(state)]
    if any(paid > 0 for _, paid in loops):
        return Best(math.inf)
    best = _without_limit(edges, {Status.OVER})
    # No loop pays, so the best way to a state has no more steps than there are states.
    on_loops = [edges.best_way(state) for state, paid in loops if paid == 0]
    if on_loops and (best.score is None or max(on_loops) > best.score + 1e-9):
        return Best(float(max(on_loops)))
    return best


def _as_best(value: Value) -> Best:
    return Best(float(value[0]), -value[1])


class _Edges:
    """The steps that can be reached, without those that fail."""

    def __init__(self, table: Table) -> None:
        self.discount = Fraction(str(table.discount))
        self.rows: dict[int, list[Outcome[int]]] = {}
        waiting = [0]
        while waiting:
            state = waiting.pop()
            row = [e for e in table.rows[state] if e.status is not Status.FAILURE]
            self.rows[state] = row
            waiting += [
                e.state for e in row if e.status is Status.CONTINUE and e.state not in self.rows
            ]

    def walks(self, moves: int, ends: set[Status], *, stops: bool = False) -> dict[int, Value]:
        """The best walk from each state that ends so in at most so many moves.

        `stops`: one that uses all moves, or can do nothing, counts as well. Where no success is
        asked for, being stuck is an end.
        """
        nothing: Value = (Fraction(0), 0)
        stuck = {s: nothing for s, row in self.rows.items() if not row and Status.OVER in ends}
        values = dict.fromkeys(self.rows, nothing) if stops else stuck
        for _ in range(moves):
            found = {**stuck}
            for state, row in self.rows.items():
                ways = [self._after(e, values, ends) for e in row]
                there = [way for way in ways if way is not None]
                if there:
                    found[state] = max(there)
            values = found
        return values

    def _after(
        self, edge: Outcome[int], values: dict[int, Value], ends: set[Status]
    ) -> Value | None:
        paid = Fraction(edge.reward).limit_denominator(1000)
        if edge.status in ends:
            return paid, -1
        if edge.status is not Status.CONTINUE or edge.state not in values:
            return None
        score, steps = values[edge.state]
        return paid + self.discount * score, steps - 1

    def loops(self, state: int) -> Iterator[Fraction]:
        """What each simple loop from a state back to it pays."""
        stack: list[tuple[int, Fraction, frozenset[int]]] = [(state, Fraction(0), frozenset())]
        while stack:
            here, paid, seen = stack.pop()
            for edge in self.rows[here]:
                if edge.status is Status.CONTINUE:
                    more = paid + Fraction(edge.reward).limit_denominator(1000)
                    if edge.state == state:
                        yield more
                    elif edge.state not in seen:
                        stack.append((edge.state, more, seen | {edge.state}))

    def best_way(self, state: int) -> Fraction:
        """The most that a way from the start to a state pays, where no loop pays."""
        paid = {0: Fraction(0)}
        for _ in self.rows:
            for here, before in list(paid.items()):
                for edge in self.rows[here]:
                    if edge.status is Status.CONTINUE:
                        more = before + Fraction(edge.reward).limit_denominator(1000)
                        paid[edge.state] = max(more, paid.get(edge.state, more))
        return paid[state]
