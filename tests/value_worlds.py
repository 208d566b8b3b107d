"""Worlds and graphs for the tests of value tables."""

from __future__ import annotations

import math
import random
from typing import Any

import introplan as ip
from introplan.introspection.facts import MaximalReward
from introplan.introspection.programs.reader import read_program_model
from introplan.introspection.programs.reading import Reading
from introplan.introspection.returns.cases import cases_of, with_whole_sums
from introplan.introspection.returns.patterns import Patterns
from introplan.introspection.returns.value_graph import Projections, ValueGraph
from introplan.introspection.returns.value_table import ValueTables
from introplan.symbolic.budget import Budget
from random_returns import Graph
from read_worlds import read, variable

UNKNOWN = MaximalReward(None, "unknown")


def unlimited() -> None:
    """A budget without end."""


def move(s: Any, a: int) -> Any:
    """A walk on six places; coins that are reached are taken."""
    x, first, second = s
    x = min(max(x + a, 0), 5)
    return (x, first and x != 3, second and x != 1)


def pay(s: Any, a: int, s2: Any) -> int:
    """5 for the coin at 3, 2 for the one at 1."""
    return (5 if s[1] and not s2[1] else 0) + (2 if s[2] and not s2[2] else 0)


def coins(**settings: Any) -> Reading:
    """The world of two coins."""
    return read(move, pay, start=(0, True, True), actions=[1, -1], **settings)


def coin_tables(horizon: int | None) -> ValueTables:
    """What builds the tables of the world of two coins."""
    reading = with_whole_sums(coins(), Budget.of(5.0))
    model = cases_of(reading, UNKNOWN, unlimited)
    assert reading.read is not None
    start = dict(zip(reading.order, reading.read(reading.task.start), strict=True))
    projections = Projections(model, start, False, unlimited, 1000)
    return ValueTables(projections, reading.order, horizon, 1.0, unlimited, 10**6)


def graph_on(reading: Reading, names: tuple[str, ...], limit: int = 1000) -> ValueGraph | None:
    """The projection on the variables of these names."""
    model = cases_of(reading, UNKNOWN, unlimited)
    assert reading.read is not None
    start = dict(zip(reading.order, reading.read(reading.task.start), strict=True))
    projections = Projections(model, start, False, unlimited, limit)
    kept = [variable(reading, name) for name in names]
    return projections.graph(kept, [case.reward for case in model.cases])


def random_graph(seed: int, *, needs_success: bool) -> tuple[ValueGraph, Graph]:
    """A graph, and the same graph for the exhaustive search."""
    rng = random.Random(seed)
    size = rng.randint(1, 8)
    rewards = rng.choice([(-3, -1, 0), (-2, -1, 1, 2), (-0.5, 0.25, 0.1, -0.1), (-4, -1, 2)])
    graph = ValueGraph(())
    other = Graph(list(range(size)), [])
    for _ in range(size):
        out = {rng.randrange(size): rng.choice(rewards) for _ in range(rng.randint(0, 3))}
        end = rng.choice([-math.inf, -math.inf, -2, 3])
        graph.edges.append(list(out.items()))
        graph.ends.append(end)
        graph.stops.append(not out and end == -math.inf and not needs_success)
        last = [(end, None, True)] if end > -math.inf else []
        other.steps.append([*((r, after, False) for after, r in out.items()), *last])
    return graph, other


WEIGHTS, WORTH = (4, 3, 2), (9, 6, 2)

Pack = tuple[int, tuple[bool, ...]]


def pack(s: Pack, a: int) -> Pack:
    """Put an item into a knapsack, once."""
    room, taken = s
    if a == 3:
        return s
    if taken[a] or WEIGHTS[a] > room:
        raise ValueError(a)
    return (room - WEIGHTS[a], (*taken[:a], True, *taken[a + 1 :]))


def knapsack_tables(max_states: int) -> tuple[ValueTables, Patterns, tuple[Any, ...]]:
    """What builds the tables of a knapsack with room for 8, and the row of its start."""
    world = ip.program(
        actions=range(4),
        transition=pack,
        reward=lambda s, a, s2: 0 if a == 3 else WORTH[a],
        terminal=lambda s, a, s2: a == 3,
    )
    task = world.task((8, (False,) * 3))
    reading = read_program_model(task, Budget.of(5.0))
    assert reading.read is not None
    model = cases_of(reading, UNKNOWN, unlimited)
    row = reading.read(task.start)
    start = dict(zip(reading.order, row, strict=True))
    projections = Projections(model, start, False, unlimited, max_states)
    tables = ValueTables(projections, reading.order, None, 1.0, unlimited, 10**6)
    return tables, Patterns(model, reading.order, reading.box), row
