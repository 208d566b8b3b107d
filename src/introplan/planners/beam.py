"""BEAM[K]: all moves from the K best nodes of one depth give the nodes of the next.

Beam search (Lowerre 1976; Bisiani 1987), ranked by the score so far: nothing is read.
Nodes of one depth with the same state are one node, the one with the highest score. Best is the
highest score, ties in order of discovery. Without a horizon a state is taken up at one depth only.
"""

from __future__ import annotations

import heapq
from typing import Any

from introplan.mdp import Status, Wanted
from introplan.planners.nodes import Conclusion, Node, Search
from introplan.planners.status import ALL_SEEN


def beam(search: Search, width: int) -> Conclusion:
    """Go down depth by depth with `width` nodes at most."""
    layer = [search.root]
    was_cut = False
    seen: set[Any] = {search.root.state}
    while layer:
        if search.is_over(layer[0]):
            was_cut = True
            for node in layer:
                search.update_best(node)
            break
        children = _children(search, layer)
        if search.episode.wanted is Wanted.SUCCESS and search.best.finished is not None:
            break
        if search.horizon is None:
            # Without a horizon a loop would go round without end; with one it is a way to wait.
            children = {s: child for s, child in children.items() if s not in seen}
            seen.update(children)
        was_cut = was_cut or len(children) > width
        # `nlargest` keeps the order of discovery among equals, as sorting would.
        layer = heapq.nlargest(width, children.values(), key=lambda node: node.score)
    if was_cut:
        return search.concluded(is_proof=False, why=f"no success with a beam of {width}")
    return search.concluded(is_proof=True, why=ALL_SEEN)


def _children(search: Search, layer: list[Node]) -> dict[Any, Node]:
    """The best node for each state of the next depth; episodes that end are put on record."""
    children: dict[Any, Node] = {}
    best = search.best
    for node in layer:
        is_stuck = True
        for child in search.successors(node):
            is_stuck = False
            if child.status is Status.SUCCESS:
                search.update_best(child)
                continue
            best.pass_through(child)
            if child.status is Status.OVER:
                search.update_best(child)
                continue
            known = children.get(child.state)
            if known is None or child.score > known.score:
                children[child.state] = child
        if is_stuck:
            search.update_best(node)
    return children
