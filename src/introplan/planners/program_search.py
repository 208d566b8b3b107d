"""Searching the states of a world in Python: breadth-first, A*, greedy, or down a distance.

Four searches over one expansion (`ProgramSearch.children`), which asks the black box. A search
ends with a step that is what was asked for, with an empty queue (a proof, as long as nothing was
cut off or pruned), or at a limit. A distance is a function of the user's own state.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from introplan.limits import Meter
from introplan.mdp import Model, Outcome, Status
from introplan.planners.nodes import Node, successors
from introplan.programs.freezing import value_of
from introplan.programs.program import BlackBox, ProgramTask
from introplan.search.exploration import transitions

HEURISTIC_WEIGHT = 5
"""How much more greedy search trusts a distance than the steps behind it (weighted A*, Pohl 1970):
derived distances are close, and 5 still keeps plans from wandering along plateaus."""

Distance: TypeAlias = Callable[[Any], float]
IsEnd: TypeAlias = Callable[[Node | Outcome[Any]], bool]
"""Is a step, by its reward and status, what the search is for?"""


@dataclass(frozen=True, slots=True)
class Path:
    """Steps, what they paid, where the last one led and with which status."""

    actions: list[Any]
    rewards: list[float]
    state: Hashable
    status: Status
    is_native: bool = False
    """Did the machine find it?"""

    def followed_by(self, other: Path) -> Path:
        """This path and then the other, which starts where this one leads to."""
        rewards = self.rewards + other.rewards
        is_native = self.is_native or other.is_native
        return Path(self.actions + other.actions, rewards, other.state, other.status, is_native)


def path_to(node: Node) -> Path:
    """The steps from the start to `node`."""
    steps = node.path()
    return Path([s.action for s in steps], [s.reward for s in steps], node.state, node.status)


@dataclass(frozen=True, slots=True)
class Found:
    """How a search ended: the path, if it found what it looked for."""

    path: Path | None
    is_exhausted: bool = False
    was_pruned: bool = False
    """Were states left out because the distance says that nothing can be reached from there?"""


SUCCESS = frozenset({Status.SUCCESS})
ANY_END = frozenset({Status.SUCCESS, Status.OVER})


@dataclass(frozen=True, slots=True)
class EndRule:
    """Ends by their status, or by a reward of at least so much; without either there are none."""

    aims: frozenset[Status] = frozenset()
    least_reward: float | None = None

    def __call__(self, step: Node | Outcome[Any]) -> bool:
        """Is this step what the search is for?"""
        least = self.least_reward
        return step.status in self.aims or (least is not None and step.reward >= least)


class NativeEngine(Protocol):
    """The same searches elsewhere; None where they cannot be made there."""

    def breadth_first(self, search: ProgramSearch, root: Node, max_nodes: float) -> Found | None:
        """The nearest end."""
        ...

    def a_star(
        self,
        search: ProgramSearch,
        root: Node,
        distance: Distance,
        max_nodes: float,
        max_depth: float,
    ) -> Found | None:
        """A shortest path to an end."""
        ...

    def alternating(
        self,
        search: ProgramSearch,
        root: Node,
        distances: tuple[Distance, ...],
        max_nodes: float,
        weight: int,
    ) -> Found | None:
        """Greedy search with several open lists."""
        ...

    def descend(
        self, search: ProgramSearch, start: Hashable, distance: Distance, max_depth: float
    ) -> Found | None:
        """The path down a distance."""
        ...


@dataclass(slots=True)
class ProgramSearch:
    """A world to search in, and what counts as the end; `best` is the step that paid most."""

    model: Model[Any, Any]
    meter: Meter
    is_end: IsEnd
    has_fixed_actions: bool = False
    """Is every action offered in every state?"""
    best: Node | None = None
    max_depth: float = math.inf
    native: NativeEngine | None = None
    """What searches instead of the functions below, where it can."""

    @classmethod
    def of(
        cls, task: ProgramTask, meter: Meter, is_end: IsEnd, max_depth: int | None = None
    ) -> ProgramSearch:
        """The search for such an end in the world of `task`, in at most `max_depth` moves."""
        has_fixed_actions = isinstance(task.program.actions, tuple)
        most = math.inf if max_depth is None else max_depth
        return cls(BlackBox(task), meter, is_end, has_fixed_actions, max_depth=most)

    def children(self, node: Node) -> list[Node]:
        """Expand a node; a child that ends the search comes alone, since no other matters then.

        An episode that ends otherwise than is asked for leads nowhere.
        """
        found: list[Node] = []
        if node.depth >= self.max_depth:
            return found
        for child in successors(self.model, node, self.meter):
            if self.is_end(child):
                found = [child]
                break
            if child.status is Status.CONTINUE:
                found.append(child)
        for child in found:
            if self.best is None or child.reward > self.best.reward:
                self.best = child
        return found

    def has_ended(self, node: Node) -> bool:
        """Is the step to `node` the end? The start is none, whatever it would pay."""
        return node.parent is not None and self.is_end(node)


def breadth_first(search: ProgramSearch, root: Node, *, max_nodes: float = math.inf) -> Found:
    """The nearest end, looking at states in order of their depth."""
    native = search.native
    if native is not None and (found := native.breadth_first(search, root, max_nodes)):
        return found
    seen = {root.state}
    layer, count = [root], 0
    while layer:
        following: list[Node] = []
        for node in layer:
            if count >= max_nodes:
                return Found(None)
            count += 1
            for child in search.children(node):
                if search.has_ended(child):
                    return Found(path_to(child))
                if child.state not in seen:
                    seen.add(child.state)
                    following.append(child)
        layer = following
    return Found(None, is_exhausted=True)


def a_star(  # noqa: C901 - one loop, as in the literature
    search: ProgramSearch,
    root: Node,
    distance: Distance,
    *,
    max_nodes: float = math.inf,
    max_depth: float = math.inf,
) -> Found:
    """A shortest path to an end, for a distance that is consistent (Hart et al. 1968)."""
    native = search.native
    if native and (found := native.a_star(search, root, distance, max_nodes, max_depth)):
        return found
    known: dict[Hashable, int] = {root.state: 0}
    queue: list[tuple[float, float, int, Node]] = []
    order = count = 0
    # At least 1, also where the distance is 0: the end is a step, and the start is none.
    heapq.heappush(queue, (max(1.0, distance(value_of(root.state))), 0, order, root))
    was_pruned = False
    while queue:
        bound, _, _, node = heapq.heappop(queue)
        if bound > max_depth:
            return Found(None, was_pruned=was_pruned)
        if search.has_ended(node):
            return Found(path_to(node))
        if known[node.state] < node.depth:
            continue
        count += 1
        if count > max_nodes:
            return Found(None)
        for child in search.children(node):
            is_end = search.has_ended(child)
            far = 0.0 if is_end else max(1.0, distance(value_of(child.state)))
            if math.isinf(far):
                was_pruned = True
            elif is_end or known.get(child.state, math.inf) > child.depth:
                if not is_end:
                    known[child.state] = child.depth
                order += 1
                # The largest bound on the way: a distance need not be consistent by itself.
                heapq.heappush(queue, (max(bound, child.depth + far), far, -order, child))
    return Found(None, is_exhausted=True, was_pruned=was_pruned)


def alternating(
    search: ProgramSearch,
    root: Node,
    distances: tuple[Distance, ...],
    *,
    max_nodes: float = math.inf,
    weight: int = HEURISTIC_WEIGHT,
) -> Found:
    """Greedy best-first search that takes turns between several open lists (Röger, Helmert 2010).

    Each has a distance of its own; the first of them also prunes, where it is infinite or says
    that the end is too deep.
    """
    native = search.native
    if native and (found := native.alternating(search, root, distances, max_nodes, weight)):
        return found
    seen, closed = {root.state}, set[Hashable]()
    queues: list[list[tuple[float, int, Node]]] = [[(0.0, 0, root)] for _ in distances]
    order = turn = 0
    was_pruned = False
    while any(queues):
        turn += 1
        queue = queues[turn % len(queues)]
        node = heapq.heappop(queue)[-1] if queue else None
        if node is None or node.state in closed:
            continue
        closed.add(node.state)
        if len(closed) > max_nodes:
            return Found(None)
        for child in search.children(node):
            if search.has_ended(child):
                return Found(path_to(child))
            if child.state in seen:
                continue
            value = value_of(child.state)
            keys = [distance(value) for distance in distances]
            if math.isinf(keys[0]) or child.depth + keys[0] > search.max_depth:
                was_pruned = True
                continue
            seen.add(child.state)
            order += 1
            # Minus the order: among equals the newest first, which goes deep on a plateau.
            for waiting, key in zip(queues, keys, strict=True):
                heapq.heappush(waiting, (weight * key + child.depth, -order, child))
    return Found(None, is_exhausted=True, was_pruned=was_pruned)


def descend(
    search: ProgramSearch, start: Hashable, distance: Distance, *, max_depth: float = math.inf
) -> Path | None:
    """Follow a distance that shrinks by one with every step; None where it does not.

    Nothing is kept but the path itself: a million steps cost a million calls of the model.
    """
    native = search.native
    if native and (found := native.descend(search, start, distance, max_depth)):
        return found.path
    state, far = start, distance(value_of(start))
    if math.isinf(far) or far > max_depth:
        return None
    actions: list[Any] = []
    rewards: list[float] = []
    last: tuple[Any, ...] = ()
    while len(actions) < max_depth:
        step = _downhill(search, state, last, distance, far - 1)
        if step is None:
            return None
        action, outcome = step
        state, reward, status = outcome
        actions.append(action)
        rewards.append(reward)
        if search.is_end(outcome):
            return Path(actions, rewards, state, status)
        if far <= 1:
            return None
        # What led nearer mostly does so again: in an open field this saves most calls.
        last = (action,) if search.has_fixed_actions else ()
        far -= 1
    return None


def _downhill(
    search: ProgramSearch,
    state: Hashable,
    first: tuple[Any, ...],
    distance: Distance,
    most: float,
) -> tuple[Any, Outcome[Hashable]] | None:
    """A step that ends the search, or one to a distance of at most `most`."""
    for action, outcome in transitions(search.model, state, search.meter, first=first):
        if outcome.status is Status.FAILURE:
            continue
        is_open = outcome.status is Status.CONTINUE
        if search.is_end(outcome) or (is_open and distance(value_of(outcome.state)) <= most):
            return action, outcome
    return None
