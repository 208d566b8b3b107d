"""Everything that plans, and what each of it promises. To be tested, be listed here.

A contestant is a planner on an engine in a mode. `test_contestants.py` holds the list against the
catalogue of planners: whatever a user can ask for by name is here.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from unittest.mock import patch

import introplan as ip
from introplan.api import ENGINES
from introplan.planners import introspector


class Promise(enum.Enum):
    """What a planner says of itself; each promise holds what those above it hold."""

    HONEST = "plans that run, and never more claimed than known"
    COMPLETE = "a plan if there is one, else a proof; all of a horizon used well"
    BEST = "no plan that succeeds within the horizon scores more"
    CHEAPEST = "no plan that succeeds costs less"


@dataclass(frozen=True, slots=True)
class Contestant:
    """A planner on an engine, in a mode; `nodes` bounds those that would go on for long."""

    planner: str
    engine: str
    promise: Promise
    nodes: int | None = None
    optimal: bool = False
    improve: float | None = None
    is_blind: bool = False
    """Relaxed plans take over from the first node on."""

    share: int | None = None
    """How soon searches take turns, where that is not as usual: finds what there is all the same,
    but a horizon is used as well as can be in that time."""

    every: int = 1
    """Takes part in every so manieth task only, because it takes its time."""

    @property
    def name(self) -> str:
        """The planner, what is special about it, and its engine."""
        modes = {
            "optimal": self.optimal,
            "improving": self.improve is not None,
            "blind": self.is_blind,
            f"share {self.share}": self.share is not None,
            f"{self.nodes} nodes": self.nodes is not None,
        }
        special = [mode for mode, is_on in modes.items() if is_on]
        return ", ".join([self.planner, *special, self.engine])

    def answer(self, task: ip.Task, *, seed: int = 0) -> ip.PlanResult:
        """What it says about a task."""
        with self._habits():
            return ip.plan(
                task,
                self.planner,
                ip.Limits(nodes=self.nodes),
                self.engine,
                seed=seed,
                optimal=self.optimal,
                improve=self.improve,
            )

    @contextmanager
    def _habits(self) -> Iterator[None]:
        """The introspector gives up counting, or a search, sooner than it otherwise would."""
        with ExitStack() as stack:
            if self.is_blind:
                stack.enter_context(patch.object(introspector, "plateau", lambda _: 0))
            if self.share is not None:
                stack.enter_context(patch.object(introspector, "FIRST_SHARE_NODES", self.share))
            yield


COMPLETE, HONEST = Promise.COMPLETE, Promise.HONEST

CONTESTANTS = (
    *(Contestant("introspector", engine, COMPLETE) for engine in ENGINES),
    *(Contestant("introspector", engine, COMPLETE, is_blind=True, every=4) for engine in ENGINES),
    *(
        Contestant("introspector", engine, HONEST, nodes=7, is_blind=True, every=5)
        for engine in ENGINES
    ),
    *(Contestant("introspector", engine, COMPLETE, share=4, every=5) for engine in ENGINES),
    *(Contestant("introspector", engine, Promise.CHEAPEST, optimal=True) for engine in ENGINES),
    *(Contestant("introspector", engine, COMPLETE, improve=0.01, every=20) for engine in ENGINES),
    *(Contestant("introspector", engine, HONEST, nodes=7, every=4) for engine in ENGINES),
    *(Contestant("greedy", engine, COMPLETE) for engine in ENGINES),
    *(Contestant("greedy", engine, HONEST, nodes=7, every=4) for engine in ENGINES),
    Contestant("value-iteration", "python", Promise.BEST),
    Contestant("beam[3]", "python", HONEST, every=4),
    Contestant("random[3]", "python", HONEST, nodes=30, every=4),
    Contestant("mcts[5]", "python", HONEST, nodes=30, every=4),
    Contestant("mcts-u[5]", "python", HONEST, nodes=30, every=4),
)


def contestant_named(name: str) -> Contestant:
    """The one that a failure names."""
    return next(c for c in CONTESTANTS if c.name == name)
