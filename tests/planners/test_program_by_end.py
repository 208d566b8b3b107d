"""Plans along the test for the end alone, where rules take long to read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import introplan as ip
from introplan.introspection.programs import remembered
from introplan.limits import Meter
from introplan.planners.program_by_end import (
    MAX_NODES,
    found_before,
    found_by_end,
)
from introplan.planners.program_scores import LONG_READING_TERMS
from introplan.planners.result import Method
from introplan.programs.freezing import kept
from introplan.programs.program import BlackBox
from introplan.search.graph import GraphExploration
from introplan.symbolic.terms.term import terms_asked

ROOM = ("########", "#  .   #", "# $@$  #", "#   $. #", "# .$   #", "#    . #", "########")
STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


def _cells(mark: str) -> list[tuple[int, int]]:
    return [(r, c) for r, row in enumerate(ROOM) for c, m in enumerate(row) if m == mark]


WALLS, GOALS = frozenset(_cells("#")), frozenset(_cells("."))


def _push(state: Any, move: str) -> Any:
    (r, c), boxes = state
    dr, dc = STEPS[move]
    new, beyond = (r + dr, c + dc), (r + 2 * dr, c + 2 * dc)
    if new in WALLS or (new in boxes and (beyond in WALLS or beyond in boxes)):
        return None
    return new, (boxes - {new}) | {beyond} if new in boxes else boxes


def _task() -> Any:
    program = ip.program(
        actions=list(STEPS),
        transition=_push,
        reward=lambda s, a, s2: -1,
        terminal=lambda s, a, s2: ip.Status.SUCCESS if s2[1] == GOALS else False,
    )
    return program.task((_cells("@")[0], frozenset(_cells("$"))))


def test_a_room_is_planned_before_its_rules_are_read() -> None:
    """Its rules take a second to read, the test for the end some hundredths."""
    result = ip.plan(_task())

    assert result.status is ip.PlanStatus.SUCCESS
    assert result.method is Method.GOAL_COUNTING
    assert result.understood.startswith("read: end; not read: rules")
    assert result.bound is not None
    assert result.score <= result.bound < -1


@pytest.mark.parametrize("before", ["nothing", "a plan", "a reading"])
def test_a_plan_is_the_same_whatever_is_kept(
    before: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reading that is kept costs as many terms as when it was made."""
    monkeypatch.setenv("INTROPLAN_CACHE", "")
    expected = ip.plan(_task())
    monkeypatch.setenv("INTROPLAN_CACHE", str(tmp_path))
    if before == "a plan":
        ip.plan(_task())
        remembered.forget()
    elif before == "a reading":
        assert ip.introspect(_task(), budget=20).understood.startswith("read: rules")
    again = ip.plan(_task())

    for name in ("plan", "score", "bound", "method", "understood", "expanded", "generated"):
        assert getattr(again, name) == getattr(expected, name), name


def test_a_proof_reads_the_rules() -> None:
    """What is wanted then is no way, but the best one."""
    best, quick = ip.plan(_task(), optimal=True), ip.plan(_task())

    assert best.proved_optimal
    assert best.score >= quick.score
    assert quick.bound is not None
    assert best.score <= quick.bound


def _seen(task: Any, states: int) -> GraphExploration:
    exploration = GraphExploration(BlackBox(task), kept(task.start), Meter(ip.Limits()), None)
    exploration.run(states)
    return exploration


def test_the_bound_counts_the_layers_that_were_seen() -> None:
    """No way has fewer steps than one more than layers whose steps were all taken."""
    task = _task()
    graph = _seen(task, 4_000).graph
    found = found_by_end(task, Meter(ip.Limits()), graph)

    assert found is not None
    depth = sum(known <= graph.expanded for known in graph.layers)
    assert found.least == depth + 1
    assert 2 < found.least <= len(found.path.actions)


def test_a_way_comes_back_from_its_places() -> None:
    """What is kept are numbers; what they mean is asked of the world."""
    task = _task()
    found = found_by_end(task, Meter(ip.Limits()), _seen(task, 4_000).graph)
    assert found is not None
    places = found.places(task)
    again = found_before(task, places, found.least)

    assert again == found
    assert found_before(task, places[:-1], found.least) is None
    assert found_before(task, (99, *places), found.least) is None


def test_the_search_is_given_up_after_so_many_states() -> None:
    """Where the test for the end misleads, the rules are read after all."""
    task = ip.program(
        actions=[-1, 1],
        transition=lambda s, a: (s[0] + a, s[1]) if s[0] + a < 9 else (s[0] + a, s[1] + a),
        reward=lambda s, a, s2: -1,
        terminal=lambda s, a, s2: ip.Status.SUCCESS if s2[1] < -3 else False,
    ).task((0, 0))
    meter = Meter(ip.Limits())

    assert found_by_end(task, meter, _seen(task, 50).graph) is None
    assert meter.expanded <= MAX_NODES + 1


def test_a_sliding_puzzle_is_read_first() -> None:
    """Its rules are quick to read, and what is read leads to shorter plans."""
    goal = (*range(1, 16), 0)

    def slide(board: tuple[int, ...], move: str) -> tuple[int, ...]:
        hole = board.index(0)
        row, col = hole // 4 + STEPS[move][0], hole % 4 + STEPS[move][1]
        if not (0 <= row < 4 and 0 <= col < 4):
            return board
        cells, other = list(board), 4 * row + col
        cells[hole], cells[other] = cells[other], cells[hole]
        return tuple(cells)

    program = ip.program(
        actions=list(STEPS),
        transition=slide,
        reward=lambda s, a, s2: -1,
        terminal=lambda s, a, s2: ip.Status.SUCCESS if s2 == goal else False,
    )
    asked = terms_asked()
    result = ip.plan(program.task((2, 6, 3, 4, 5, 1, 7, 8, 13, 11, 0, 12, 10, 9, 14, 15)))

    assert result.method is not Method.GOAL_COUNTING
    assert terms_asked() - asked < 2 * LONG_READING_TERMS
