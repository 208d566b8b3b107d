"""Enforced hill climbing on the score in Python worlds (Hoffmann and Nebel 2001).

Where payments are far apart, the nodes of a beam look alike for many layers. So from a node all
states around it are looked at, nearest first, until some score more; the climb goes on from the
one that gains most per step.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from introplan.limits import Meter
from introplan.mdp import Model, Status
from introplan.planners.nodes import Node, successors
from introplan.planners.program_bound_search import Objective

Finish: TypeAlias = Callable[[Node], None]

MAX_CLIMB_NODES = 20_000
"""Nodes to expand in one climb: a third of a second where functions are fast."""

MAX_JUMP_NODES = 2_000
"""Nodes to expand for one jump: where nothing pays, little is lost by trying."""

MAX_JUMPS = 200
"""From one payment to the next: where every step pays, there is no need to climb."""


@dataclass(slots=True)
class Climb:
    """A climb that hands plans to `take`, and each higher node to `lead_to_end`."""

    model: Model[Any, Any]
    meter: Meter
    objective: Objective
    take: Finish
    lead_to_end: Finish
    left: int = MAX_CLIMB_NODES
    met: set[Hashable] = field(default_factory=set)
    """States of the climb: without a horizon none is taken up twice, since loops may pay."""

    def run(self, root: Node, *, choices: int) -> Node:
        """Climb as far as it goes; of so many next payments the best is taken."""
        node = root
        for _ in range(MAX_JUMPS):
            higher = self._higher(node, choices)
            if not higher:
                break
            node = _best_rate(node, higher)
            self.met.add(node.state)
            self.lead_to_end(node)
        return node

    def _higher(self, node: Node, choices: int) -> list[Node]:
        """The nearest nodes that score more."""
        found: list[Node] = []
        seen, waiting = {node.state}, deque([node])
        least = max(0, self.left - MAX_JUMP_NODES)
        while waiting and self.left > least and len(found) < choices:
            self.left -= 1
            here = waiting.popleft()
            for child in successors(self.model, here, self.meter, self.objective.discount):
                if not self._goes_on(child) or child.state in seen:
                    continue
                seen.add(child.state)
                if child.score <= node.score:
                    waiting.append(child)
                elif self.objective.horizon is not None or child.state not in self.met:
                    found.append(child)
        return found

    def _goes_on(self, child: Node) -> bool:
        """Is the episode not over with this node? If it is, and a plan, it is taken."""
        objective = self.objective
        if child.status is Status.CONTINUE and child.depth != objective.horizon:
            return True
        is_used_up = child.status is Status.CONTINUE and not objective.needs_success
        if is_used_up or objective.is_plan(child.status):
            self.take(child)
        return False


def _best_rate(node: Node, higher: list[Node]) -> Node:
    """The node that gains most per step, the nearest of equals."""
    return max(higher, key=lambda found: (found.score - node.score) / (found.depth - node.depth))
