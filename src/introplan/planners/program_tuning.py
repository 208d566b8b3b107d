"""Local search on a plan of a Python world: one action is moved to another place (Or 1976).

Orders are what such moves are good at: jobs on a machine, places on a tour. What a changed plan
comes to is found by calling the model from the first change on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from introplan.limits import Meter
from introplan.mdp import Model, Status, add, attempt
from introplan.planners.nodes import Node
from introplan.planners.program_bound_search import Objective
from introplan.programs.identity import key_of

MAX_TUNING_STEPS = 40_000
"""Calls of the model in all: as many as beams make."""

MAX_STEPS_WITHOUT_GAIN = 5_000
"""Calls of the model for one change: where moves are no good, little is lost by trying."""


@dataclass(slots=True)
class Tuning:
    """Changes of a plan; every better one is handed to `take`."""

    model: Model[Any, Any]
    meter: Meter
    objective: Objective
    take: Callable[[Node], None]
    has_fixed_actions: bool = False
    """Is every action offered in every state?"""
    left: int = MAX_TUNING_STEPS

    def run(self, root: Node, actions: Sequence[Any]) -> None:
        """Change a plan for as long as that makes it better."""
        way: list[Node] | None = self._way([root], actions)
        while way is not None:
            way = self._better(way)
            if way is not None:
                self.take(way[-1])

    def _better(self, way: list[Node]) -> list[Node] | None:
        """A plan that scores more with one action moved."""
        actions, least = [node.action for node in way[1:]], self.left - MAX_STEPS_WITHOUT_GAIN
        for source, target in _moves(len(actions)):
            if self.left <= max(0, least):
                return None
            changed = [*actions[:source], *actions[source + 1 :]]
            changed.insert(target, actions[source])
            first = min(source, target)
            found = self._way(way[: first + 1], changed[first:])
            if found is not None and found[-1].score > way[-1].score:
                return found
        return None

    def _way(self, begun: list[Node], actions: Sequence[Any]) -> list[Node] | None:
        """The nodes of an episode that goes on with these actions; None if it is no plan."""
        way = list(begun)
        for action in actions:
            node = self._step(way[-1], action)
            if node is None:
                return None
            way.append(node)
            if node.status is not Status.CONTINUE:
                return way if self.objective.is_plan(node.status) else None
        is_used_up = way[-1].depth == self.objective.horizon and not self.objective.needs_success
        return way if is_used_up else None

    def _step(self, node: Node, action: Any) -> Node | None:
        self.left -= 1
        self.meter.check_now()
        # What is not offered there may still be something that the rules would carry out.
        if not self.has_fixed_actions and not self._is_offered(node, action):
            return None
        outcome = attempt(self.model, node.state, action)
        if outcome is None or outcome.status is Status.FAILURE:
            return None
        self.meter.generated += 1
        discount, (after, reward, status) = self.objective.discount, outcome
        paid = reward if discount == 1 else discount**node.depth * reward
        return Node(after, node, action, reward, add(node.score, paid), node.depth + 1, status)

    def _is_offered(self, node: Node, action: Any) -> bool:
        wanted = key_of(action)
        return any(key_of(offered) == wanted for offered in self.model.actions(node.state))


def _moves(count: int) -> Iterator[tuple[int, int]]:
    """From where to where an action is moved: near places first."""
    for distance in range(1, count):
        for place in range(count - distance):
            yield place, place + distance
            if distance > 1:  # neighbours change places either way
                yield place + distance, place
