"""Beam search in Python worlds: good plans soon, without a proof (Lowerre 1976; Bisiani 1987).

Nodes of one depth compete by a rank: the score so far, or that plus the bound on what is still to
come. Where an episode must end, the best node of a layer is also led to an end along the derived
distance, since rewards on the way need not lead there. Beams get wider until that does not help;
before them come climbs to payments that are far apart, after them the order of actions is tuned.
"""

from __future__ import annotations

import heapq
import math
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from introplan.limits import Meter
from introplan.mdp import Model, Status
from introplan.planners.nodes import Node, successors
from introplan.planners.program_bound_search import BoundSearch, Objective
from introplan.planners.program_climb import Climb
from introplan.planners.program_draft import Draft
from introplan.planners.program_tuning import Tuning
from introplan.planners.status import Method
from introplan.programs.freezing import value_of

Rank: TypeAlias = Callable[[Node], float]
Finish: TypeAlias = Callable[[Node], None]
Scores: TypeAlias = tuple[float, float]
"""The best scores that a beam met, of plans and of all nodes."""

MAX_BEAM_NODES = 6_000
"""Nodes to expand in one beam search: about a tenth of a second where functions are fast."""

MAX_BEAM_SECONDS = 0.5
"""For one beam search where they are slow."""

MIN_WIDTH, MAX_WIDTH = 10, 300
"""Nodes of one depth: fewer are hardly a choice, more go no deeper within the limit on nodes."""

WIDTHS = (10, 40, MAX_WIDTH)
"""Of beams that follow each other, until a wider one finds nothing better."""

CHOICES = (1, 4)
"""Payments of which a climb takes the best: the nearest one, or one of the nearest."""

IDLE_LAYERS = 30
"""Layers without a better plan after which a search without a horizon is given up."""


@dataclass(slots=True)
class Beam:
    """A search that hands every plan to `take`; `lead_to_end` tries to end an episode there."""

    model: Model[Any, Any]
    meter: Meter
    objective: Objective
    take: Finish
    lead_to_end: Finish
    seen: dict[Hashable, float] = field(default_factory=dict)
    best: float = -math.inf
    """The best score of an episode, ended or not, that was led to its end."""
    planned: float = -math.inf
    """The best score of a plan that was met."""

    def run(self, root: Node, rank: Rank, *, steps: int, width: int = MAX_WIDTH) -> None:
        """Go down layer by layer; `steps` is about how long a plan is."""
        width = min(width, max(MIN_WIDTH, MAX_BEAM_NODES // max(1, steps)))
        horizon = math.inf if self.objective.horizon is None else self.objective.horizon
        until, left, idle = time.monotonic() + MAX_BEAM_SECONDS, MAX_BEAM_NODES, 0
        layer, depth = [root], root.depth
        while layer and depth < horizon and left > 0 and idle < IDLE_LAYERS + steps:
            if time.monotonic() > until:
                return
            left -= len(layer)
            children = self._children(layer)
            layer = heapq.nlargest(width, children.values(), key=rank)
            depth += 1
            idle = 0 if self._lead_best(layer) else idle + 1

    def _children(self, layer: list[Node]) -> dict[Hashable, Node]:
        """The best node for each state of the next depth; plans are taken."""
        found: dict[Hashable, Node] = {}
        for node in layer:
            is_stuck = True
            for child in successors(self.model, node, self.meter, self.objective.discount):
                is_stuck = False
                self._sort_in(child, found)
            if is_stuck and not self.objective.needs_success and node.parent is not None:
                self._finish(node)
        return found

    def _finish(self, node: Node) -> None:
        self.planned = max(self.planned, node.score)
        self.take(node)

    def _sort_in(self, child: Node, found: dict[Hashable, Node]) -> None:
        objective = self.objective
        if child.status is not Status.CONTINUE:
            if objective.is_plan(child.status):
                self._finish(child)
            return
        if child.depth == objective.horizon:
            if not objective.needs_success:
                self._finish(child)
            return
        known = found.get(child.state)
        if known is not None and known.score >= child.score:
            return
        if objective.horizon is None:
            # Without a horizon waiting leads nowhere: a state is taken up again only if it pays.
            if self.seen.get(child.state, -math.inf) >= child.score:
                return
            self.seen[child.state] = child.score
        found[child.state] = child

    def _lead_best(self, layer: list[Node]) -> bool:
        """Lead the node with the best score to an end, if none as good was; is it better?"""
        best = max(layer, key=lambda node: node.score, default=None)
        if best is None or best.score <= self.best:
            return False
        self.best = best.score
        self.lead_to_end(best)
        return True


@dataclass(frozen=True, slots=True)
class Beams:
    """Beams from the start of a search, by the score so far and with its bound, and climbs."""

    search: BoundSearch
    take: Callable[[Node, Method], None]
    lead: Callable[[Node, Draft], None] | None

    def run(self, draft: Draft) -> None:
        """Look for better plans than the one that `draft` has."""
        for choices in CHOICES:
            self._climb(draft, choices)
        rank, known = self._better_rank(draft)
        for width in WIDTHS[1:]:
            found = self._beam(draft, rank, width)
            if found <= known:
                break  # more of the same did not help
            known = found
        if draft.actions is not None:
            search = self.search
            tuning = Tuning(search.model, search.meter, search.objective, self._take)
            tuning.run(search.root, draft.actions)

    def _better_rank(self, draft: Draft) -> tuple[Rank, Scores]:
        """The rank that leads a narrow beam to more: the score, or that and the bound."""
        by_score = self._beam(draft, _score, WIDTHS[0])
        if self._with_bound(self.search.root) == self.search.root.score:
            return _score, by_score  # the bound says nothing
        by_bound = self._beam(draft, self._with_bound, WIDTHS[0])
        return (self._with_bound, by_bound) if by_bound > by_score else (_score, by_score)

    def _climb(self, draft: Draft, choices: int) -> None:
        search = self.search
        climb = Climb(
            search.model,
            search.meter,
            search.objective,
            self._take,
            lambda node: self._lead(node, draft),
        )
        top = climb.run(search.root, choices=choices)
        if search.objective.horizon is not None and top.parent is not None:
            self._beam(draft, _score, MIN_WIDTH, root=top)  # all moves are used

    def _beam(self, draft: Draft, rank: Rank, width: int, root: Node | None = None) -> Scores:
        """One beam; what it met."""
        search, steps = self.search, len(draft.actions or ()) or IDLE_LAYERS
        beam = Beam(
            search.model,
            search.meter,
            search.objective,
            self._take,
            lambda node: self._lead(node, draft),
        )
        beam.run(search.root if root is None else root, rank, steps=steps, width=width)
        return beam.planned, beam.best

    def _take(self, node: Node) -> None:
        self.take(node, Method.BEAM)

    def _lead(self, node: Node, draft: Draft) -> None:
        if self.lead is not None and node.parent is not None:
            self.lead(node, draft)

    def _with_bound(self, node: Node) -> float:
        objective = self.search.objective
        left = None if objective.horizon is None else objective.horizon - node.depth
        more = self.search.bound(value_of(node.state), left)
        if math.isinf(more):
            return node.score if more > 0 else more
        return node.score + objective.discount**node.depth * more


def _score(node: Node) -> float:
    return node.score
