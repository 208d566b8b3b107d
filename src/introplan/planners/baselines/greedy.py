"""GREEDY: best-first search on score.

The node with the highest score is expanded next, ties in order of discovery. Where success is
wanted, the first one found ends the search. Where the score over a horizon counts, the search ends
when an episode that is over comes up for expansion: everything else that is known scores no more.
A world in which the reward is still to come can fool that, which is why it is called greedy.

With a horizon a state is another one at another depth; but reached later, and with less, it is not
taken up again. Without a horizon every state is taken up once, so an empty queue is a proof.
"""

from __future__ import annotations

import heapq
from typing import Any

from introplan.mdp import Status, Wanted
from introplan.planners.baselines.search import Conclusion, Node, Search


def greedy(search: Search) -> Conclusion:
    """Expand the node with the highest score until an episode is over as wanted."""
    has_horizon = search.episode.horizon is not None
    visited = _VisitedInTime() if has_horizon else _Visited()
    queue: list[tuple[float, int, Node]] = []
    order = 0
    visited.admits(search.root)
    queue.append((0.0, order, search.root))
    was_cut = False
    while queue:
        node = heapq.heappop(queue)[-1]
        if search.is_over(node):
            search.rest_at(node)
            was_cut = True
            if search.episode.wanted is Wanted.SCORE:
                break
            continue
        is_stuck = True
        for child in search.successors(node):
            is_stuck = False
            if child.status is Status.SUCCESS and search.episode.wanted is Wanted.SUCCESS:
                search.rest_at(child)
                return search.concluded(is_proof=False, why="")
            search.best.pass_through(child)
            if visited.admits(child):
                order += 1
                heapq.heappush(queue, (-child.score, order, child))
        if is_stuck and search.episode.wanted is Wanted.SCORE:
            search.rest_at(node)
            break
    why = "no success within the horizon" if was_cut else "every reachable state was looked at"
    return search.concluded(is_proof=not was_cut, why=why)


class _Visited:
    """Without a horizon a state is worth a visit once."""

    def __init__(self) -> None:
        self.states: set[Any] = set()

    def admits(self, node: Node) -> bool:
        """Is the state new?"""
        known = len(self.states)
        self.states.add(node.state)
        return len(self.states) > known


class _VisitedInTime:
    """With a horizon it is, at every depth with a higher score, unless it was better before."""

    def __init__(self) -> None:
        self.at_depth: dict[tuple[Any, int], float] = {}
        self.highest: dict[Any, tuple[float, int]] = {}

    def admits(self, node: Node) -> bool:
        """Was there no visit as good at this depth, and none better before?"""
        place = (node.state, node.depth)
        known = self.at_depth.get(place)
        if known is not None and known >= node.score:
            return False
        score, since = self.highest.get(node.state, (node.score, node.depth))
        if score > node.score and since < node.depth:
            return False
        self.at_depth[place] = node.score
        if (node.score, -node.depth) >= (score, -since):
            self.highest[node.state] = (node.score, node.depth)
        return True
