"""A kind of task that nothing in the package knows."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from introplan.mdp import NotAllowedError, Outcome, Status, Wanted


@dataclass(frozen=True)
class Stairs:
    """Climb from 0 to the top, one or two steps at a time; two cost more. Below 0 is no step."""

    start: int = 0
    top: int = 5
    horizon: int | None = None
    name: str = "stairs"
    discount: float = 1.0
    r_max: float | None = 1.0
    engines: tuple[str, ...] = ("python",)
    runs_user_code: bool = False
    has_action_costs: bool = True

    @property
    def wanted(self) -> Wanted:
        """To be on top."""
        return Wanted.SUCCESS

    def actions(self, state: int) -> Sequence[int]:
        """Down, up, and two up."""
        return (-1, 1, 2)

    def step(self, state: int, action: int) -> Outcome[int]:
        """The next step of the stairs."""
        after = state + action
        if not 0 <= after <= self.top:
            raise NotAllowedError("no such step")
        is_top = after == self.top
        return Outcome(after, float(is_top), Status.SUCCESS if is_top else Status.CONTINUE)

    def successors(self, state: int) -> list[tuple[int, Outcome[int]]]:
        """What is possible."""
        tried = ((a, state + a) for a in self.actions(state))
        return [(a, self.step(state, a)) for a, after in tried if 0 <= after <= self.top]

    def outcomes(self, state: int, action: int) -> list[tuple[float, Outcome[int]]]:
        """No chance."""
        return [(1.0, self.step(state, action))]

    def sample(self, state: int, action: int, rng: random.Random) -> Outcome[int]:
        """No chance."""
        return self.step(state, action)

    def action_costs(self, plan: Sequence[int]) -> list[float]:
        """Two at a time cost 3."""
        return [3.0 if action == 2 else 1.0 for action in plan]

    def note_on_costs(self, plan: Iterable[int]) -> str:
        """All have one."""
        return ""

    def milestone_reward(self, rewards: Sequence[float]) -> float | None:
        """The top."""
        return 1.0

    def with_r_max(self, reward: float) -> Stairs:
        """It is known."""
        return self

    def restarted(self, state: int, *, horizon: int | None) -> Stairs:
        """From another step."""
        return replace(self, start=state, horizon=horizon)
