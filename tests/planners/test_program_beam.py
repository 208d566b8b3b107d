"""Beams: good plans soon, that end as they must."""

from __future__ import annotations

import pytest

from introplan.limits import Meter
from introplan.planners.nodes import Node
from introplan.planners.program_beam import Beam, Beams
from introplan.planners.program_bound_search import BoundSearch, Objective
from introplan.planners.program_draft import Draft
from introplan.planners.program_search import path_to
from introplan.planners.status import Method, PlanStatus
from introplan.programs.program import BlackBox
from random_scores import best_of, random_table


def test_a_wide_beam_misses_nothing_over_a_horizon() -> None:
    """All nodes of small worlds fit: the best score is found, and no plan that is none."""
    compared = 0
    for seed in range(800):
        table = random_table(seed)
        best = best_of(table)
        if table.horizon in (None, 0) or best.is_hopeless or best.score is None:
            continue
        task, found = table.task(), list[Node]()
        objective = Objective(table.horizon, table.discount, table.names_success)
        beam = Beam(BlackBox(task), Meter(), objective, found.append, lambda node: None)
        beam.run(Node(0), lambda node: node.score, steps=table.horizon or 1)
        scores = [node.score for node in found]
        if scores or not table.names_success:
            compared += 1
            assert max(scores, default=0.0) == pytest.approx(best.score, abs=1e-9), seed
    assert compared > 50


def test_the_best_node_of_a_layer_is_led_to_an_end() -> None:
    """Once for each score that is better than those before."""
    table = next(t for t in map(random_table, range(1000)) if t.horizon is None and t.rows[0])
    led: list[float] = []
    search = BoundSearch(
        BlackBox(table.task()),
        Meter(),
        Objective(None, 1.0, needs_success=False),
        lambda state, moves: 0.0,
        Node(0),
    )
    draft = Draft()

    def take(node: Node, method: Method) -> None:
        path = path_to(node)
        draft.keep(path.actions, path.rewards, PlanStatus.ENDED, method)

    Beams(search, take, lambda node, draft: led.append(node.score)).run(draft)
    assert led[: led.index(max(led)) + 1] == sorted(led[: led.index(max(led)) + 1])
