"""Searching the states of a program: one loop, its order an argument.

Nodes are kept in one dictionary by the value of their state. A search ends with a step that is
what was asked for, with an empty queue (a proof, as long as nothing was cut off), or at a limit.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from typing import Any

from introplan.limits import Meter
from introplan.mdp import NotAllowedError, Outcome, Status
from introplan.programs.freezing import value_of
from introplan.programs.program import BlackBox

GREED = 5
"""How much more greedy search trusts a distance than the steps behind it."""

Distance = Callable[[Any], float]
IsEnd = Callable[[Outcome[Any]], bool]


@dataclass(slots=True, eq=False)
class Node:
    """A state, and the step that led to it."""

    state: Hashable
    parent: Node | None = None
    action: Any = None
    reward: float = 0.0
    depth: int = 0
    is_closed: bool = False

    def way(self) -> Way:
        """How it came here."""
        actions, rewards = [], []
        node = self
        while node.parent is not None:
            actions.append(node.action)
            rewards.append(node.reward)
            node = node.parent
        before = node.state if self.parent is None else self.parent.state
        return Way(actions[::-1], rewards[::-1], before, self.state)


@dataclass(frozen=True, slots=True)
class Way:
    """Steps, what they paid, where the last one was taken and where it led."""

    actions: list[Any]
    rewards: list[float]
    before: Hashable
    state: Hashable


@dataclass(slots=True)
class Found:
    """How a search ended: the way, if it found what it looked for."""

    way: Way | None
    is_exhausted: bool = False
    was_pruned: bool = False
    """Were states left out because the distance says that nothing can be reached from there?"""


@dataclass(slots=True)
class Ground:
    """A task to search in: what can be done, and what counts as the end."""

    model: BlackBox
    meter: Meter
    is_end: IsEnd
    best: Node | None = field(default=None)

    def steps(self, node: Node) -> list[Node]:
        """The children of a node; failures are left out."""
        self.meter.expand()
        found = []
        for action in self.model.actions(node.state):
            self.meter.generated += 1
            try:
                outcome = self.model.step(node.state, action)
            except NotAllowedError:
                continue
            if outcome.status is Status.FAILURE:
                continue
            child = Node(outcome.state, node, action, outcome.reward, node.depth + 1)
            if self.is_end(outcome):
                child.is_closed = True
                return [child]
            if outcome.status is Status.SUCCESS:
                continue
            found.append(child)
        return found

    def note(self, node: Node) -> None:
        """Remember the step that paid most."""
        if self.best is None or node.reward > self.best.reward:
            self.best = node


def breadth_first(ground: Ground, root: Node, *, most: float = math.inf) -> Found:
    """The nearest end, looking at states in order of distance; gives up after `most` nodes."""
    seen = {root.state}
    layer, count = [root], 0
    while layer:
        following: list[Node] = []
        for node in layer:
            if count >= most:
                return Found(None)
            count += 1
            for child in ground.steps(node):
                ground.note(child)
                if child.is_closed:
                    return Found(child.way())
                if child.state not in seen:
                    seen.add(child.state)
                    following.append(child)
        layer = following
    return Found(None, True)


def a_star(
    ground: Ground,
    root: Node,
    distance: Distance,
    *,
    most: float = math.inf,
    most_depth: float = math.inf,
) -> Found:
    """A shortest way to an end, for a distance that is consistent; gives up after `most` nodes."""
    known: dict[Hashable, int] = {root.state: 0}
    queue: list[tuple[float, float, int, Node]] = []
    order = count = 0
    heapq.heappush(queue, (max(1.0, distance(value_of(root.state))), 0, order, root))
    was_cut = was_pruned = False
    while queue:
        bound, _, _, node = heapq.heappop(queue)
        if bound > most_depth:
            was_cut = True
            break
        if node.is_closed:
            return Found(node.way())
        if known[node.state] < node.depth:
            continue
        count += 1
        if count > most:
            return Found(None)
        for child in ground.steps(node):
            ground.note(child)
            far = 0.0 if child.is_closed else max(1.0, distance(value_of(child.state)))
            if math.isinf(far):
                was_pruned = True
                continue
            if not child.is_closed and known.get(child.state, math.inf) <= child.depth:
                continue
            if not child.is_closed:
                known[child.state] = child.depth
            order += 1
            f = max(bound, child.depth + far)
            heapq.heappush(queue, (f, far, -order, child))
    return Found(None, not was_cut, was_pruned)


def alternating(  # noqa: C901 - one loop
    ground: Ground,
    root: Node,
    keys: tuple[Distance, ...],
    *,
    most: float = math.inf,
    most_depth: float = math.inf,
) -> Found:
    """Greedy best-first search that takes turns between several distances."""
    seen = {root.state: 0}
    queues: list[list[tuple[float, int, Node]]] = [[(0.0, 0, root)] for _ in keys]
    order = turn = count = 0
    was_pruned = False
    while any(queues):
        turn += 1
        queue = queues[turn % len(queues)]
        if not queue:
            continue
        node = heapq.heappop(queue)[-1]
        if node.is_closed or node.depth >= most_depth:
            continue
        node.is_closed = True
        count += 1
        if count > most:
            return Found(None)
        for child in ground.steps(node):
            ground.note(child)
            if child.is_closed:
                return Found(child.way())
            if seen.get(child.state, math.inf) <= (child.depth if most_depth < math.inf else 0):
                continue
            if child.state in seen and most_depth == math.inf:
                continue
            state = value_of(child.state)
            far = [key(state) for key in keys]
            if math.isinf(far[0]):
                was_pruned = True
                continue
            seen[child.state] = child.depth
            order += 1
            for waiting, key in zip(queues, far, strict=True):
                heapq.heappush(waiting, (GREED * key + child.depth, -order, child))
    return Found(None, most_depth == math.inf, was_pruned)


def descend(
    ground: Ground, start: Hashable, distance: Distance, *, most_depth: float = math.inf
) -> Found | None:
    """Follow a distance that shrinks by one with every step; None where it does not.

    Nothing is kept but the way itself: a million steps cost a million calls of the model.
    """
    state, far = start, distance(value_of(start))
    if math.isinf(far) or far > most_depth:
        return None
    actions: list[Any] = []
    rewards: list[float] = []
    favourite: tuple[Any, ...] = ()
    is_always_offered = isinstance(ground.model.task.program.actions, tuple)
    while len(actions) < most_depth:
        step = _downhill(ground, state, favourite, distance, far - 1)
        if step is None:
            return None
        action, (after, reward, _), is_end = step
        actions.append(action)
        rewards.append(reward)
        if is_end:
            return Found(Way(actions, rewards, state, after))
        if far <= 1:
            return None
        favourite = (action,) if is_always_offered else ()
        state, far = after, far - 1
    return None


def _downhill(
    ground: Ground, state: Hashable, first: tuple[Any, ...], distance: Distance, wanted: float
) -> tuple[Any, Outcome[Hashable], bool] | None:
    """A step that ends the search, or one that leads near enough; `first` is tried first."""
    ground.meter.expand()
    found = _step_down(ground, state, first, distance, wanted)
    return found or _step_down(ground, state, ground.model.actions(state), distance, wanted)


def _step_down(
    ground: Ground, state: Hashable, actions: Iterable[Any], distance: Distance, wanted: float
) -> tuple[Any, Outcome[Hashable], bool] | None:
    model, meter = ground.model, ground.meter
    for action in actions:
        meter.generated += 1
        try:
            outcome = model.step(state, action)
        except NotAllowedError:
            continue
        after, _, status = outcome
        if status is Status.FAILURE:
            continue
        if ground.is_end(outcome):
            return action, outcome, True
        if status is Status.CONTINUE and distance(value_of(after)) <= wanted:
            return action, outcome, False
    return None
