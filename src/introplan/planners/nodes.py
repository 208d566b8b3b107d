"""What searches in a black box share: nodes that share their past, and the best one so far.

`Node` and `successors` are those of every search that asks a `Model`: the baselines, and the
introspector on worlds in Python. The engines for relational tasks have nodes of their own, which
are deltas of their parents.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from introplan.limits import Meter
from introplan.mdp import Episode, Model, Status, Wanted, add
from introplan.planners.loops import Loop
from introplan.planners.status import PlanStatus
from introplan.planners.warnings import NO_END
from introplan.search.exploration import expansion


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


LEFT_OUT = 1e-9
"""What the rest of an endless plan with a discount may be worth, as a part of what is at stake."""

MAX_PLAN_STEPS = 10_000_000
"""A longer plan would fill the memory."""

MAX_ENDLESS_MOVES = 100_000
"""Moves after which an endless episode is cut, whatever is left."""


def endless_moves(discount: float) -> int:
    """Moves after which the rest of an endless episode is worth next to nothing."""
    return min(math.ceil(math.log(LEFT_OUT) / math.log(discount)), MAX_ENDLESS_MOVES)


def successors(
    model: Model[Any, Any], node: Node, meter: Meter, discount: float = 1.0
) -> Iterator[Node]:
    """Expand a node: the nodes that its actions lead to, lazily; failures are left out."""
    score, depth = node.score, node.depth + 1
    worth = 1.0 if discount == 1 else discount**node.depth
    for action, after, reward, status in expansion(model, node.state, meter):
        if status is not Status.FAILURE:
            paid = reward if worth == 1 else worth * reward
            yield Node(after, node, action, reward, add(score, paid), depth, status)


@dataclass(slots=True)
class Best:
    """The best episode so far: `finished` as wanted, or else the `furthest` on the way."""

    wanted: Wanted
    finished: Node | None = None
    furthest: Node | None = None
    paid_most: Node | None = None
    """The first node with the largest reward; kept where it may turn out that nothing ends."""
    stopped: Node | None = None
    """The best episode that is over without success, where success is wanted."""
    has_penalties: bool = False
    """Was a reward below 0 seen? Then an episode that just stops somewhere says nothing."""
    has_end: bool = False
    """Was an end of the episode found, and not only a state in which nothing can be done?"""

    @property
    def node(self) -> Node | None:
        """What to come back with."""
        if self.has_penalties and self.stopped is not None:
            return self.finished or self.stopped
        return self.finished or self.furthest

    def pass_through(self, node: Node) -> None:
        """Take note of a node from which an episode goes on."""
        if node.reward < 0:
            self.has_penalties = True
        known = self.furthest
        if known is None or self._is_further(node, known):
            self.furthest = node
        if self.wanted is Wanted.SCORE and node.depth:
            most = self.paid_most
            if most is None or node.reward > most.reward:
                self.paid_most = node

    def finish(self, node: Node) -> None:
        """Take note of an episode that came to a good end; ties go to the shorter one."""
        known = self.finished
        if known is None or (node.score, -node.depth) > (known.score, -known.depth):
            self.finished = node
        self.has_end = self.has_end or node.status is not Status.CONTINUE

    def stop(self, node: Node) -> None:
        """Take note of an episode that is over without the success that is wanted."""
        self.pass_through(node)
        known = self.stopped
        if known is None or (node.score, -node.depth) > (known.score, -known.depth):
            self.stopped = node

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
    """How a search ended that no limit cut short, and why there is no more.

    `bound` and `is_best` are what is proven about the plan, `notes` what there is to say of it,
    `loop` is one that pays without end.
    """

    status: PlanStatus
    reason: str = ""
    bound: float | None = None
    is_best: bool = False
    notes: tuple[str, ...] = ()
    loop: Loop | None = None


@dataclass(slots=True)
class Search:
    """A search of a baseline under way."""

    episode: Episode[Any, Any]
    meter: Meter
    rng: random.Random = field(default_factory=random.Random)
    best: Best = field(init=False)
    root: Node = field(init=False)

    horizon: int | None = field(init=False)
    """The moves of an episode, or those after which an endless one is worth next to nothing."""

    def __post_init__(self) -> None:
        episode = self.episode
        self.best = Best(episode.wanted)
        self.root = Node(episode.start)
        self.horizon = episode.horizon
        is_endless = episode.horizon is None and episode.wanted is Wanted.SCORE
        if is_endless and episode.discount != 1:
            self.horizon = endless_moves(episode.discount)

    def is_over(self, node: Node) -> bool:
        """Has the episode ended, or run out of moves?"""
        return node.status is not Status.CONTINUE or node.depth == self.horizon

    def successors(self, node: Node) -> Iterator[Node]:
        """Expand a node: the nodes that its actions lead to, but for failures."""
        return successors(self.episode.model, node, self.meter, self.episode.discount)

    def worth(self, depth: int) -> float:
        """What a reward counts that is paid after so many moves."""
        discount = self.episode.discount
        return 1.0 if discount == 1 else discount**depth

    def update_best(self, node: Node) -> None:
        """An episode ends here: by its status, without moves left, or with nothing left to do."""
        if node.status is Status.SUCCESS or self.episode.wanted is Wanted.SCORE:
            self.best.finish(node)
        elif self.episode.wanted is Wanted.SUCCESS and self.horizon is not None:
            self.best.stop(node)
        else:
            self.best.pass_through(node)

    def concluded(self, *, is_proof: bool, why: str) -> Conclusion:
        """The end of a search; with `is_proof` nothing was left out that can be reached."""
        finished = self.best.finished
        if finished is not None and finished.status is Status.SUCCESS:
            return Conclusion(PlanStatus.SUCCESS)
        wanted = self.episode.wanted
        if wanted is Wanted.SCORE:
            return self._concluded_for_score(finished, is_proof=is_proof, why=why)
        furthest = self.best.furthest
        if wanted is Wanted.BEST_REWARD and is_proof and furthest is not None and furthest.depth:
            self.best.finished = furthest
            return Conclusion(PlanStatus.SUCCESS)
        status = PlanStatus.UNSOLVABLE if is_proof else PlanStatus.INCOMPLETE
        return Conclusion(status, why)

    def _concluded_for_score(
        self, finished: Node | None, *, is_proof: bool, why: str
    ) -> Conclusion:
        """How the best episode ended; where none can end, the largest reward is what counts."""
        can_be_paid_once = self.horizon is None and not self.best.has_end and is_proof
        if finished is None or can_be_paid_once:
            self.best.finished, self.best.furthest = None, self.best.paid_most
            if not is_proof:
                return Conclusion(PlanStatus.INCOMPLETE, why)
            if self.best.paid_most is None:
                return Conclusion(PlanStatus.UNSOLVABLE, why)
            return Conclusion(PlanStatus.SUCCESS, notes=(NO_END,))
        if finished.status is Status.OVER:
            return Conclusion(PlanStatus.ENDED)
        is_stuck = self.episode.horizon is None and finished.depth != self.horizon
        return Conclusion(PlanStatus.ENDED if is_stuck else PlanStatus.HORIZON)
