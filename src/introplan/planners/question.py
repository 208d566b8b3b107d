"""What is asked of a graph of states, and the form of the answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from introplan.limits import Meter
from introplan.mdp import Wanted, total
from introplan.planners.loops import Loop
from introplan.planners.status import PlanStatus
from introplan.search.graph import OVER, SUCCESS, Graph


@dataclass(frozen=True, slots=True)
class Solution:
    """The edges of the best plan, and what is known about it."""

    edges: list[int] | None
    status: PlanStatus
    bound: float | None = None
    is_best: bool = True
    pays_forever: Loop | None = None
    """A loop that pays more each time: there is no best plan."""
    goes_on: Loop | None = None
    """The loop in which the plan goes on without end."""
    reason: str = ""
    wanted: Wanted = Wanted.SUCCESS
    """What was planned for: where no end can be reached, not what the task says."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of a graph."""

    graph: Graph
    wanted: Wanted
    horizon: int | None
    discount: float
    meter: Meter
    costs: Sequence[float] | None = None
    """What each edge costs; None: 1."""
    _targets: set[int] = field(init=False, default_factory=set)

    def __post_init__(self) -> None:
        self._targets.update(t for t in self.graph.targets if t < 0)

    def can_end(self) -> bool:
        """Is there a step that ends the episode?"""
        return bool(self._targets)

    def can_succeed(self) -> bool:
        """Is there a step that is a success?"""
        return SUCCESS in self._targets

    def score(self, edges: Sequence[int]) -> float:
        """The score of an episode along these edges."""
        return total((self.graph.rewards[edge] for edge in edges), self.discount)

    def loop(self, edges: Sequence[int], *, allowed: Sequence[bool] | None = None) -> Loop:
        """A loop with the shortest way to it."""
        graph = self.graph
        starts = dict(zip(_sources(graph, edges), range(len(edges)), strict=True))
        way = graph.path(set(starts), allowed=allowed)
        assert way is not None, "every state was found on a way from the start"
        at = starts[graph.targets[way[-1]] if way else 0]
        return self.loop_after(way, [*edges[at:], *edges[:at]])

    def loop_after(self, way: Sequence[int], edges: Sequence[int]) -> Loop:
        """The loop along `edges`, to which `way` leads."""
        actions, rewards = self.graph.actions, self.graph.rewards
        return Loop(
            tuple(actions[edge] for edge in way),
            tuple(actions[edge] for edge in edges),
            total(rewards[edge] for edge in edges),
        )


def _sources(graph: Graph, edges: Sequence[int]) -> list[int]:
    """The states along a loop: each edge starts where the one before leads to."""
    return [graph.targets[edges[i - 1]] for i in range(len(edges))]


def solved(question: Question, plan: list[int]) -> Solution:
    """A plan that is best: how it ends, and its score as the bound."""
    return Solution(plan, status_of(question, plan), question.score(plan), wanted=question.wanted)


def status_of(question: Question, plan: list[int]) -> PlanStatus:
    """How an episode along these edges ends."""
    graph = question.graph
    last = graph.targets[plan[-1]] if plan else 0
    if last == SUCCESS:
        return PlanStatus.SUCCESS
    is_stuck = last >= 0 and last < graph.expanded and not graph.edges(last)
    if last == OVER or (is_stuck and question.horizon is None):
        return PlanStatus.ENDED
    return PlanStatus.HORIZON


def can_reach_success(graph: Graph) -> list[bool]:
    """For each state: is there a way from it to success?"""
    into = graph.predecessors(graph.targets)
    sources = graph.sources()
    found = [False] * len(graph.states)
    waiting = list({sources[e] for e, target in enumerate(graph.targets) if target == SUCCESS})
    for state in waiting:
        found[state] = True
    while waiting:
        for edge in into[waiting.pop()]:
            source = sources[edge]
            if not found[source]:
                found[source] = True
                waiting.append(source)
    return found
