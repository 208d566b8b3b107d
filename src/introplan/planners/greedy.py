"""GREEDY: the paper's exhaustive best-first search on score, in every kind of world.

Best-first search (Pearl 1984) with the score so far as its only guide: nothing is read. Worlds
that a search engine knows are searched there, so that greedy and introspector run on the same one.

The node with the highest score is expanded next, ties in order of discovery. Where success is
wanted, the first one found ends the search. Where the score over a horizon counts, the search ends
when an episode that is over comes up for expansion: everything else that is known scores no more.
A world in which the reward is still to come can fool that, which is why it is called greedy.

Without a horizon every state is taken up once, so an empty queue is a proof. With one, a state is
another one at another depth; but a node that comes to a state later than another, and with less,
has to wait until nothing else is left.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass, field, replace
from functools import singledispatch
from typing import Any

from introplan.limits import Meter
from introplan.mdp import Status, Task, Wanted
from introplan.planners.answer import Answer, run_strategy
from introplan.planners.baseline import run_baseline
from introplan.planners.largest import pay_once
from introplan.planners.nodes import Conclusion, Node, Search
from introplan.planners.result import Method, PlanResult, PlanStatus
from introplan.planners.status import ALL_SEEN, NO_SUCCESS_IN_TIME
from introplan.relational.domain import RelationalTask
from introplan.search.requests import Engine, OpenEngine, SearchRequest


def greedy(search: Search) -> Conclusion:
    """Expand the node with the highest score until an episode is over as wanted."""
    wanted = search.episode.wanted
    queue = _Queue(has_horizon=search.horizon is not None)
    queue.push(search.root)
    while (node := queue.pop()) is not None:
        if search.is_over(node):
            if wanted is Wanted.SCORE and queue.holds_back_more_than(node):
                continue
            # Over when it comes up for expansion, not when it is found: nothing that is known
            # scores more then.
            search.update_best(node)
            queue.note_end(node)
            if wanted is Wanted.SCORE:
                break
            continue
        is_stuck = True
        for child in search.successors(node):
            is_stuck = False
            if child.status is Status.SUCCESS and wanted is Wanted.SUCCESS:
                search.update_best(child)
                return search.concluded(is_proof=False, why="")
            search.best.pass_through(child)
            queue.has_paid |= child.score > node.score
            queue.push(child)
        queue.expanded.add(node.state)
        # Without a horizon being stuck counts only if there is an end as well.
        if is_stuck and _is_end(search, node) and search.horizon is not None:
            break
    return _concluded(search, queue)


def _is_end(search: Search, node: Node) -> bool:
    """Does an episode in which nothing can be done count as one that is over?"""
    wanted = search.episode.wanted
    if wanted is not Wanted.BEST_REWARD:
        search.update_best(node)
    return wanted is Wanted.SCORE


def _concluded(search: Search, queue: _Queue) -> Conclusion:
    was_cut = not queue.cut <= queue.expanded  # what is beyond the horizon is not known
    if was_cut and search.episode.wanted is Wanted.SUCCESS:
        search.best.furthest = search.best.stopped  # an episode that is over, as far as it goes
        return Conclusion(PlanStatus.HORIZON, NO_SUCCESS_IN_TIME)
    return search.concluded(is_proof=not was_cut, why=ALL_SEEN)


@dataclass(slots=True)
class _Queue:
    """Nodes that wait, the highest score first; some of them until there is nothing else."""

    has_horizon: bool
    waiting: list[tuple[float, int, Node]] = field(default_factory=list)
    behind: list[tuple[float, int, Node]] = field(default_factory=list)
    order: int = 0
    score_at: dict[Any, float] = field(default_factory=dict)
    highest: dict[Any, tuple[float, int]] = field(default_factory=dict)
    expanded: set[Any] = field(default_factory=set)
    cut: set[Any] = field(default_factory=set)
    """States in which the moves were used up."""

    has_paid: bool = False
    """Did a step raise the score?"""

    def pop(self) -> Node | None:
        """The node to expand next."""
        if not self.waiting:
            self.waiting, self.behind = self.behind, []
        return heapq.heappop(self.waiting)[-1] if self.waiting else None

    def note_end(self, node: Node) -> None:
        """Keep the state in which the moves were used up."""
        if node.status is Status.CONTINUE:
            self.cut.add(node.state)

    def holds_back_more_than(self, node: Node) -> bool:
        """Queue nodes that had to wait, and this one, by score if one of them scores more.

        Only as long as no step has paid: where steps do nothing but cost, no score can rise again,
        and this order is exact. Where steps pay, a detour is not worth going through all states.
        """
        if self.has_paid or not self.behind or -self.behind[0][0] <= node.score:
            return False
        self.waiting += self.behind
        self.order += 1
        self.waiting.append((-node.score, self.order, node))
        self.behind = []
        heapq.heapify(self.waiting)
        return True

    def push(self, node: Node) -> None:
        """Let a node wait, unless its place was reached before with as high a score."""
        # With a horizon the moves that are left matter: the same state later is another place.
        place: Any = (node.state, node.depth) if self.has_horizon else node.state
        if node.status is not Status.CONTINUE:  # the same state passed through goes on
            place = (place, node.status)
        known = self.score_at.get(place)
        if known is not None and (not self.has_horizon or known >= node.score):
            return
        self.score_at[place] = node.score
        self.order += 1
        # Not dropped, since a detour may be the only way to use up all moves; but it has to wait,
        # or walking in circles would fill the queue.
        is_behind = self.has_horizon and self._was_better_before(node)
        heapq.heappush(self.behind if is_behind else self.waiting, (-node.score, self.order, node))

    def _was_better_before(self, node: Node) -> bool:
        """Was the state reached sooner with a higher score?"""
        score, depth = self.highest.get(node.state, (node.score, node.depth))
        if (node.score, -node.depth) >= (score, -depth):
            self.highest[node.state] = (node.score, node.depth)
        return score > node.score and depth < node.depth


@singledispatch
def plan_greedily(task: Task, meter: Meter, open_engine: OpenEngine) -> PlanResult:
    """GREEDY on a task of any kind: in the black box, unless a search engine knows the kind."""
    return run_baseline(task, meter, greedy, method=Method.GREEDY)


@plan_greedily.register(RelationalTask)
def _(task: RelationalTask, meter: Meter, open_engine: OpenEngine) -> PlanResult:
    is_endless = task.wanted is Wanted.SCORE and task.horizon is None
    if task.discount != 1 or is_endless:
        return run_baseline(task, meter, greedy, method=Method.GREEDY)
    return run_strategy(task, meter, _search, open_engine=open_engine, stage=Method.GREEDY)


def _search(engine: Engine, answer: Answer) -> PlanStatus:
    """Expand states in order of score, ties in order of discovery, until one is a success."""
    task = engine.task
    request = SearchRequest(max_depth=task.horizon, uses_all_moves=not task.can_succeed)
    status = answer.settle(engine.search(engine.root, request))
    assert status is not None, "a search without a limit on effort ends with an answer"
    if status is PlanStatus.UNSOLVABLE and task.is_paid_once:
        answer.node, answer.reason = None, ""
        status = pay_once(engine, answer)
        answer.found_by, answer.is_optimal = Method.GREEDY, False
    best = answer.node
    if status is PlanStatus.HORIZON and best is not None and best.depth != task.horizon:
        # Success lies beyond the horizon: then the score within it counts, with all moves used.
        request = replace(request, uses_all_moves=True)
        answer.take(engine.search(engine.root, request).best)
    return status if task.can_succeed else PlanStatus.HORIZON
