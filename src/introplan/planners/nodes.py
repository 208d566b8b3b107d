"""What searches in a black box share: nodes that share their past, and the best one so far.

`Node` and `successors` are those of every search that asks a `Model`: the baselines, and the
introspector on worlds in Python. The engines for relational tasks have nodes of their own, which
are deltas of their parents.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from introplan.limits import Meter
from introplan.mdp import Episode, Model, Status, Wanted, add
from introplan.planners.status import PlanStatus
from introplan.search.exploration import transitions


@dataclass(slots=True, eq=False)
class Node:
    """An episode under way: its last step, and the node before it."""

    state: Any
    parent: Node | None = None
    action: Any = None
    reward: float = 0.0
    score: float = 0.0
    depth: int = 0
    status: Status = Status.CONTINUE

    def path(self) -> list[Node]:
        """The nodes from the start (left out) to this one."""
        found: list[Node] = []
        node = self
        while node.parent is not None:
            found.append(node)
            node = node.parent
        return found[::-1]


def successors(model: Model[Any, Any], node: Node, meter: Meter) -> Iterator[Node]:
    """Expand a node: the nodes that its actions lead to, lazily; failures are left out."""
    score, depth = node.score, node.depth + 1
    for action, (after, reward, status) in transitions(model, node.state, meter):
        if status is not Status.FAILURE:
            yield Node(after, node, action, reward, add(score, reward), depth, status)


@dataclass(slots=True)
class Best:
    """The best episode so far: `finished` as wanted, or else the `furthest` on the way."""

    wanted: Wanted
    finished: Node | None = None
    furthest: Node | None = None

    @property
    def node(self) -> Node | None:
        """What to come back with."""
        return self.finished or self.furthest

    def pass_through(self, node: Node) -> None:
        """Take note of a node from which an episode goes on."""
        known = self.furthest
        if known is None or self._is_further(node, known):
            self.furthest = node

    def finish(self, node: Node) -> None:
        """Take note of an episode that came to a good end; ties go to the shorter one."""
        known = self.finished
        if known is None or (node.score, -node.depth) > (known.score, -known.depth):
            self.finished = node

    def _is_further(self, node: Node, known: Node) -> bool:
        match self.wanted:
            case Wanted.SCORE:
                return (node.depth, node.score) > (known.depth, known.score)
            case Wanted.BEST_REWARD:
                return known.depth == 0 or node.reward > known.reward
            case Wanted.SUCCESS:
                return node.score > known.score


@dataclass(frozen=True, slots=True)
class Conclusion:
    """How a search ended that no limit cut short, and why there is no more."""

    status: PlanStatus
    reason: str = ""


@dataclass(slots=True)
class Search:
    """A search of a baseline under way."""

    episode: Episode[Any, Any]
    meter: Meter
    rng: random.Random = field(default_factory=random.Random)
    best: Best = field(init=False)
    root: Node = field(init=False)

    def __post_init__(self) -> None:
        self.best = Best(self.episode.wanted)
        self.root = Node(self.episode.start)

    def is_over(self, node: Node) -> bool:
        """Has the episode ended, or run out of moves?"""
        return node.status is not Status.CONTINUE or node.depth == self.episode.horizon

    def successors(self, node: Node) -> Iterator[Node]:
        """Expand a node: the nodes that its actions lead to, but for failures."""
        return successors(self.episode.model, node, self.meter)

    def update_best(self, node: Node) -> None:
        """An episode ends here: with success, without moves left, or with nothing left to do."""
        if node.status is Status.SUCCESS or self.episode.wanted is Wanted.SCORE:
            self.best.finish(node)
        else:
            self.best.pass_through(node)

    def concluded(self, *, is_proof: bool, why: str) -> Conclusion:
        """The end of a search; with `is_proof` nothing was left out that can be reached."""
        finished = self.best.finished
        if finished is not None and finished.status is Status.SUCCESS:
            return Conclusion(PlanStatus.SUCCESS)
        wanted = self.episode.wanted
        if wanted is Wanted.SCORE:
            return Conclusion(PlanStatus.HORIZON)
        furthest = self.best.furthest
        if wanted is Wanted.BEST_REWARD and is_proof and furthest is not None and furthest.depth:
            self.best.finished = furthest
            return Conclusion(PlanStatus.SUCCESS)
        status = PlanStatus.UNSOLVABLE if is_proof else PlanStatus.INCOMPLETE
        return Conclusion(status, why)
