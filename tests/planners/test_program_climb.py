"""Climbs: from payment to payment where they are far apart."""

from __future__ import annotations

import introplan as ip
from introplan.limits import Meter
from introplan.planners.nodes import Node
from introplan.planners.program_bound_search import Objective
from introplan.planners.program_climb import Climb
from introplan.programs.program import BlackBox
from random_scores import best_of, random_table

COINS = {20: 1, -30: 5, 45: 2}


def street(horizon: int | None) -> ip.ProgramTask:
    """A street with coins far apart; every one is paid once."""

    def transition(s: tuple[int, frozenset[int]], a: int) -> tuple[int, frozenset[int]]:
        return s[0] + a, s[1] - {s[0] + a}

    model = ip.program(
        actions=[-1, 1],
        transition=transition,
        reward=lambda s, a, t: sum(COINS[c] for c in s[1] - t[1]),
    )
    return model.task((0, frozenset(COINS)), horizon=horizon)


def climbed(horizon: int | None, choices: int) -> list[int]:
    """Where the climb is paid, in order."""
    task, tops = street(horizon), list[int]()
    objective = Objective(horizon, 1.0, needs_success=False)
    climb = Climb(
        BlackBox(task),
        Meter(),
        objective,
        lambda node: None,
        lambda node: tops.append(node.state[0]),
    )
    climb.run(Node(task.start), choices=choices)
    return tops


def test_a_climb_goes_from_payment_to_payment() -> None:
    """The nearest first, or the one that gains most per step."""
    assert climbed(500, choices=1) == [20, 45, -30]
    assert climbed(500, choices=2) == [-30, 20, 45]


def test_a_climb_ends_with_the_moves() -> None:
    """What is too far is not climbed to."""
    assert climbed(50, choices=1) == [20, 45]


def test_what_a_climb_takes_are_plans() -> None:
    """None scores more than the best plan of random worlds."""
    taken = 0
    for seed in range(400):
        table = random_table(seed)
        best, found = best_of(table), list[Node]()
        if best.is_hopeless or best.score is None or table.horizon == 0:
            continue
        objective = Objective(table.horizon, table.discount, table.names_success)
        climb = Climb(BlackBox(table.task()), Meter(), objective, found.append, lambda node: None)
        climb.run(Node(0), choices=2)
        taken += len(found)
        assert all(node.score <= best.score + 1e-9 for node in found), seed
    assert taken > 100


def test_coins_on_a_large_board_are_collected() -> None:
    """Default mode collects what narrow beams do not see."""
    result = ip.plan(street(200))
    assert result.score == sum(COINS.values())
