"""The reachable space, breadth first: states, edges, dead ends, rewarding transitions."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from typing import Any

from introplan.limits import Meter
from introplan.mdp import Episode, Model, Outcome, Status, Task, Wanted, unchanged
from introplan.pictures import picture
from introplan.search.exploration import Edge, Explored, explored
from introplan.search.simulator import episode_of

__all__ = ["Edge", "StateSpace", "reachable"]


@dataclass(frozen=True, slots=True)
class StateSpace:
    """All states reachable from the start, numbered from 1 in breadth-first order.

    Actions are tried in the order of the schemas, arguments in the order of their names. An
    episode that ends is not continued: `success` and `failure` are the ends that are named so,
    `over` those that are only ends. `dead_ends` are the states from which no end that counts can
    be reached: success where it is named, else any end. An edge is rewarding if it pays more than
    0, or the most there is, unless that is what steps pay as a rule.

    In a world with chance there is an edge for each outcome of an action, with its probability;
    from a dead end nothing that is drawn leads to an end that counts.
    """

    states: tuple[Any, ...]
    edges: tuple[Edge, ...]
    success: tuple[int, ...]
    failure: tuple[int, ...]
    dead_ends: tuple[int, ...]
    rewarding: tuple[Edge, ...]
    depths: tuple[int, ...]
    is_complete: bool
    over: tuple[int, ...] = ()
    has_chance: bool = False

    @property
    def choices(self) -> Iterator[tuple[Edge, ...]]:
        """The outcomes of each action in each state."""
        for _, outcomes in groupby(self.edges, key=lambda edge: (edge.source, id(edge.action))):
            yield tuple(outcomes)

    def _repr_svg_(self) -> str:
        """What a notebook shows."""
        return picture(self)


def reachable(
    task: Task,
    limit: int | None = None,
    *,
    max_depth: int | None = None,
    meter: Meter | None = None,
    keep_partial: bool = False,
    decodes_states: bool = True,
    drawn: Episode[Any, Any] | None = None,
) -> StateSpace:
    """Explore the space; past `limit` states no new ones are taken up (`is_complete` is False).

    The first maximal reward ends an episode that nothing else ends. Where that maximum is not
    known beforehand, a first exploration finds it.

    A limit of `meter` raises `LimitReached`; with `keep_partial` it ends the exploration instead,
    and what was explored comes back. To decode relational states takes as long as to find them:
    where only their number matters, `decodes_states=False` leaves them in the form of the search.
    `drawn` is the task as an episode where its model has `outcomes`: a world with chance.
    """
    meter = meter or Meter()
    episode = episode_of(task, meter) if drawn is None else drawn
    if not decodes_states:
        episode = replace(episode, decode_state=unchanged)
    explore = partial(
        explored,
        limit=limit,
        max_depth=max_depth,
        keep_partial=keep_partial,
        has_chance=drawn is not None,
    )
    space = explore(episode, meter)
    if episode.wanted is Wanted.BEST_REWARD and space.edges and space.is_complete:
        # Whether a step pays most is only known at the end, so episodes are cut in a second run.
        most = max(edge.reward for edge in space.edges)
        episode = replace(episode, model=_EndingWith(episode.model, most))
        space = explore(episode, meter)
    return _summary(space, episode, task.milestone_reward(()), has_chance=drawn is not None)


@dataclass(frozen=True, slots=True)
class _EndingWith:
    """A model in which a reward of `most` ends the episode with success."""

    model: Model[Any, Any]
    most: float

    def actions(self, state: Any) -> Sequence[Any]:
        """The actions to try."""
        return self.model.actions(state)

    def step(self, state: Any, action: Any) -> Outcome[Any]:
        """The outcome, a success if it pays enough."""
        return self._ended(self.model.step(state, action))

    def outcomes(self, state: Any, action: Any) -> list[tuple[float, Outcome[Any]]]:
        """The outcomes in a world with chance, those that pay enough as successes."""
        found = self.model.outcomes(state, action)  # type: ignore[attr-defined]
        return [(probability, self._ended(outcome)) for probability, outcome in found]

    def _ended(self, outcome: Outcome[Any]) -> Outcome[Any]:
        return outcome._replace(status=Status.SUCCESS) if outcome.reward >= self.most else outcome


def _summary(
    space: Explored[Any, Any],
    episode: Episode[Any, Any],
    best: float | None,
    *,
    has_chance: bool,
) -> StateSpace:
    edges = tuple(e._replace(action=episode.decode_action(e.action)) for e in space.edges)
    best = best_reward(edges) if best is None else best
    return StateSpace(
        states=tuple(map(episode.decode_state, space.states)),
        edges=edges,
        success=space.numbers(Status.SUCCESS),
        failure=space.numbers(Status.FAILURE),
        dead_ends=dead_ends(space, episode.wanted),
        rewarding=tuple(e for e in edges if e.reward > 0 or e.reward == best),
        depths=tuple(space.depths),
        is_complete=space.is_complete,
        over=space.numbers(Status.OVER),
        has_chance=has_chance,
    )


def best_reward(edges: Sequence[Edge]) -> float:
    """The largest reward; infinity, which none pays, where it is what steps pay as a rule."""
    paid = Counter(edge.reward for edge in edges)
    best = max(paid, default=math.inf)
    return math.inf if paid and paid[best] == max(paid.values()) else best


def dead_ends(space: Explored[Any, Any], wanted: Wanted) -> tuple[int, ...]:
    """The states with no way to an end that counts; none where the horizon is the only end."""
    ends = set(space.numbers(Status.SUCCESS))
    if wanted is Wanted.SCORE:
        ends.update(space.numbers(Status.OVER))
        if not ends:
            return ()
    alive = space.can_reach({*ends, *space.unexpanded})
    return tuple(n for n in range(1, len(space.states) + 1) if n not in alive)
