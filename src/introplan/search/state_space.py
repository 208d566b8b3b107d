"""The reachable space, breadth first: states, edges, dead ends, rewarding transitions."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import NamedTuple

from introplan.mdp import Status
from introplan.model.action import GroundAction
from introplan.model.domain import Task
from introplan.model.state import State
from introplan.search.limits import Meter
from introplan.search.world import Node, World


class Edge(NamedTuple):
    """A transition between two numbered states, and what it pays."""

    source: int
    action: GroundAction
    target: int
    reward: float


@dataclass(frozen=True, slots=True)
class StateSpace:
    """All states reachable from the start, numbered from 1 in breadth-first order.

    Actions are tried in the order of the schemas, arguments in the order of their names. An
    episode that ends with success or failure is not continued. `dead_ends` are the states that
    cannot reach success. An edge is rewarding if it pays more than 0, or the most there is.
    """

    states: tuple[State, ...]
    edges: tuple[Edge, ...]
    success: tuple[int, ...]
    failure: tuple[int, ...]
    dead_ends: tuple[int, ...]
    rewarding: tuple[Edge, ...]
    depths: tuple[int, ...]
    is_complete: bool


def reachable(
    task: Task,
    limit: int | None = None,
    *,
    max_depth: int | None = None,
    meter: Meter | None = None,
) -> StateSpace:
    """Explore the space; past `limit` states no new ones are taken up (`is_complete` is False)."""
    return _Exploration(World(task, meter or Meter()), limit, max_depth).run()


class _Exploration:
    """The growing space."""

    def __init__(self, world: World, limit: int | None, max_depth: int | None) -> None:
        self.world = world
        self.limit = limit
        self.max_depth = max_depth
        self.numbers: dict[tuple[int, Status], int] = {}
        self.nodes: list[Node] = []
        self.ends: dict[Status, dict[int, None]] = {s: {} for s in Status}
        self.edges: list[Edge] = []
        self.unexpanded: set[int] = set()
        self.is_complete = True

    def run(self) -> StateSpace:
        """Expand states in the order in which they are found."""
        at_start = Status.SUCCESS if self.world.starts_at_goal else Status.CONTINUE
        waiting = deque([self._number(self.world.root, at_start)])
        while waiting:
            source = waiting.popleft()
            assert source is not None
            node = self.nodes[source - 1]
            if node.depth == self.max_depth:
                self.unexpanded.add(source)
            elif source in self.ends[Status.CONTINUE]:
                waiting.extend(self._expand(source, node))
        return self._space()

    def _expand(self, source: int, node: Node) -> list[int]:
        """Follow every action from `node`; the numbers of the states that are new."""
        world = self.world
        world.move_to(node)
        world.meter.expand()
        new: list[int] = []
        for schema in range(len(world.compiled.schemas)):
            for child in world.children(schema):
                world.meter.generated += 1
                world.meter.tick()
                reward, status = world.outcome(child)
                known = len(self.nodes)
                target = self._number(child, status)
                if target is None:
                    self.unexpanded.add(source)
                    continue
                assert child.operator is not None
                action = world.compiled.action(child.operator)
                self.edges.append(Edge(source, action, target, reward))
                if target > known:
                    new.append(target)
        return new

    def _number(self, node: Node, status: Status) -> int | None:
        """The number of a state, a new one if need be; None past the limit."""
        key = (node.identity, status)
        if key not in self.numbers:
            if self.limit is not None and len(self.nodes) >= max(1, self.limit):
                self.is_complete = False
                return None
            self.nodes.append(node)
            self.numbers[key] = len(self.nodes)
            self.ends[status][len(self.nodes)] = None
        return self.numbers[key]

    def _space(self) -> StateSpace:
        values = self.world.reward.values
        best = max(values) if len(set(values)) > 1 else float("inf")
        alive = self._can_reach({*self.ends[Status.SUCCESS], *self.unexpanded})
        return StateSpace(
            states=tuple(self._state(node) for node in self.nodes),
            edges=tuple(self.edges),
            success=tuple(self.ends[Status.SUCCESS]),
            failure=tuple(self.ends[Status.FAILURE]),
            dead_ends=tuple(n for n in range(1, len(self.nodes) + 1) if n not in alive),
            rewarding=tuple(e for e in self.edges if e.reward > 0 or e.reward == best),
            depths=tuple(node.depth for node in self.nodes),
            is_complete=self.is_complete,
        )

    def _state(self, node: Node) -> State:
        self.world.move_to(node)
        return self.world.state()

    def _can_reach(self, ends: set[int]) -> set[int]:
        """The states with a way to one of `ends`."""
        sources: dict[int, list[int]] = {}
        for edge in self.edges:
            sources.setdefault(edge.target, []).append(edge.source)
        found, waiting = set(ends), list(ends)
        while waiting:
            for source in sources.get(waiting.pop(), ()):
                if source not in found:
                    found.add(source)
                    waiting.append(source)
        return found
