"""Backward induction: all moves are used, unless the episode ends."""

from __future__ import annotations

from introplan.limits import Meter
from introplan.mdp import Outcome, Status
from introplan.search.backward_induction import Induction
from introplan.search.graph import OVER, SUCCESS, GraphExploration


class Stairs:
    """Up costs 1 and pays 10 at the fifth step, which is success; staying costs nothing."""

    def actions(self, state: int) -> tuple[str, ...]:
        """Up and stay."""
        return ("stay", "up")

    def step(self, state: int, action: str) -> Outcome[int]:
        """One step."""
        if action == "stay":
            return Outcome(state, 0.0, Status.CONTINUE)
        is_top = state == 4
        return Outcome(
            state + 1, 10.0 if is_top else -1.0, Status.SUCCESS if is_top else Status.CONTINUE
        )


def best(horizon: int, *, needs_end: bool, discount: float = 1.0) -> list[str] | None:
    """The best actions in so many moves."""
    exploration = GraphExploration(Stairs(), 0, Meter(), horizon)
    exploration.run()
    graph = exploration.graph
    ends = {SUCCESS: 0.0} if needs_end else {SUCCESS: 0.0, OVER: 0.0}
    induction = Induction(graph, graph.rewards, discount, ends, needs_end, lambda: None)
    found = induction.best(horizon)
    return None if found is None else [graph.actions[e] for e in found]


def test_moves_decide_what_is_worth_while() -> None:
    """Four are too few to be paid, five are enough; success ends the episode."""
    assert best(4, needs_end=False) == ["stay"] * 4
    assert best(5, needs_end=False) == ["up"] * 5
    assert (best(8, needs_end=False) or []).count("up") == 5
    assert best(4, needs_end=True) is None
    assert best(0, needs_end=False) == []


def test_values_that_stay_the_same_are_not_computed_again() -> None:
    """A horizon of a million moves takes no longer than one of ten."""
    assert (best(1_000_000, needs_end=True) or []).count("up") == 5


def test_a_discount_makes_a_late_reward_worth_less() -> None:
    """-1 - 0.5 - 0.25 - 0.125 + 0.0625 * 10 is a loss."""
    assert best(5, needs_end=False, discount=0.5) == ["stay"] * 5
