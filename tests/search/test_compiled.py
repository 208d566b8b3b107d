"""Tasks in integers: names become numbers and come back, and hashes tell states apart."""

from __future__ import annotations

from itertools import combinations

import introplan as ip
from introplan.relational.action import GroundAction
from introplan.relational.formula import Constant
from introplan.relational.query import Facts
from introplan.search.compiled import CompiledTask, Symbols

TASK = ip.sample("bins", bins=2, items=3)


def test_literals_and_actions_come_back_from_their_numbers() -> None:
    """`row` and `literal` are inverse, and so are `operator` and `action`."""
    compiled = CompiledTask(TASK, lambda: None)
    action = GroundAction("pick", (Constant("i1"), Constant("d2")))

    assert all(compiled.symbols.literal(compiled.symbols.row(f)) == f for f in TASK.start.facts)
    assert compiled.action(compiled.operator(action)) == action


def test_zobrist_hashes_combine_by_exclusive_or() -> None:
    """The order of literals does not matter, and what is toggled twice is gone."""
    symbols = Symbols(TASK.start)
    rows = sorted(map(symbols.row, TASK.start.facts))
    whole = symbols.identity(rows)

    assert symbols.identity(reversed(rows)) == whole
    assert symbols.identity([*rows, *rows]) == 0
    assert symbols.identity(rows[1:]) == whole ^ symbols.identity(rows[:1])
    assert len({symbols.identity(pair) for pair in combinations(rows, 2)}) == len(
        list(combinations(rows, 2))
    )


def test_applicable_actions_come_in_order_and_once() -> None:
    """The successor generator is sorted by objects, and agrees with the task."""
    compiled = CompiledTask(TASK, lambda: None)
    facts = Facts(compiled.start)
    found = [(n, a) for n, s in enumerate(compiled.schemas) for a in s.applicable(facts)]

    assert found == sorted(set(found))
    assert {compiled.action(o) for o in found} == set(TASK.actions(TASK.start))
