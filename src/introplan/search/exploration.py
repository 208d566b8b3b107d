"""All of a black box that can be reached, breadth first.

States are numbered from 1 in the order in which they are found. An episode that ends with success
or failure is not continued; a state in which one ends is another one than the same state passed
through. `transitions` is the one loop in which planners ask a model what can be done.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Generic, NamedTuple, TypeVar

from introplan.limits import LimitReached, Meter
from introplan.mdp import Episode, Model, NotAllowedError, Outcome, Status, attempt

S = TypeVar("S")
A = TypeVar("A")


def transitions(
    model: Model[Any, Any], state: Any, meter: Meter, *, first: Iterable[Any] = ()
) -> Iterator[tuple[Any, Outcome[Any]]]:
    """Expand a state: what can be done there and where it leads, in the order of the actions.

    Counts one expansion, and every outcome as generated. The clock is read before each step: it
    may be a call of a slow function, whether or not the action turns out to be allowed. Actions
    of `first` are tried before the model is asked for its own.
    """
    meter.expand()
    for action in chain(first, _actions(model, state)):
        meter.check_now()
        outcome = attempt(model, state, action)
        if outcome is not None:
            meter.generated += 1
            yield action, outcome


def _actions(model: Model[Any, Any], state: Any) -> Iterator[Any]:
    """The actions of a model, which is asked when the first one is needed."""
    yield from model.actions(state)


def expansion(
    model: Model[Any, Any], state: Any, meter: Meter
) -> Iterator[tuple[Any, Any, float, Status]]:
    """The same without `first`: each action with the state after it, the reward and the status.

    A model that expands states in a loop of its own (`expand`) does so, and counts them.
    """
    expand = getattr(model, "expand", None)
    if expand is None:
        return ((action, *outcome) for action, outcome in transitions(model, state, meter))
    meter.expand()
    return expand(state, meter)  # type: ignore[no-any-return]


def drawn(model: Any, state: Any, meter: Meter) -> Iterator[tuple[Any, Outcome[Any], float]]:
    """Expand a state of a world with chance: the outcomes of each action, with probabilities."""
    meter.expand()
    for action in _actions(model, state):
        meter.check_now()
        try:
            outcomes = model.outcomes(state, action)
        except NotAllowedError:
            continue
        for probability, outcome in outcomes:
            meter.generated += 1
            yield action, outcome, probability


class Edge(NamedTuple):
    """A transition between two numbered states, what it pays, and how likely it is.

    The outcomes of one action in one state follow each other in a list of edges.
    """

    source: int
    action: Any
    target: int
    reward: float
    probability: float = 1.0


@dataclass(slots=True)
class Explored(Generic[S, A]):
    """What was found; past a limit on states the space is not complete.

    `unexpanded` are the states of which not all transitions are known.
    """

    states: list[S] = field(default_factory=list)
    statuses: list[Status] = field(default_factory=list)
    depths: list[int] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)
    unexpanded: set[int] = field(default_factory=set)
    is_complete: bool = True

    def numbers(self, status: Status) -> tuple[int, ...]:
        """The states that were entered with this status."""
        return tuple(n for n, found in enumerate(self.statuses, 1) if found is status)

    def can_reach(self, ends: set[int]) -> set[int]:
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


def explored(
    episode: Episode[Any, Any],
    meter: Meter,
    *,
    limit: int | None = None,
    max_depth: int | None = None,
    stops_at_limit: bool = False,
    keep_partial: bool = False,
    has_chance: bool = False,
) -> Explored[Any, Any]:
    """Expand states in the order in which they are found, up to `limit` states.

    Past the limit no new states are numbered, but those that are known are still expanded, unless
    the exploration `stops_at_limit`. States at `max_depth` are not expanded. With `keep_partial` a
    limit of `meter` ends the exploration early instead of raising. Of a model that `has_chance`
    all `outcomes` are followed.
    """
    exploration = _Exploration(episode, meter, limit, has_chance=has_chance)
    space = exploration.space
    at_start = Status.SUCCESS if episode.starts_at_goal else Status.CONTINUE
    exploration.number(episode.start, at_start, 0)
    waiting = deque([1])
    while waiting and (space.is_complete or not stops_at_limit):
        source = waiting.popleft()
        if space.statuses[source - 1] is not Status.CONTINUE:
            continue
        if space.depths[source - 1] == max_depth:
            space.unexpanded.add(source)
            continue
        try:
            waiting.extend(exploration.expand(source))
        except LimitReached:
            if not keep_partial:
                raise
            space.is_complete = False
            later = range(source, len(space.states) + 1)  # breadth first: none of them is expanded
            space.unexpanded.update(n for n in later if space.statuses[n - 1] is Status.CONTINUE)
            break
    return space


class _Exploration:
    """The growing space."""

    def __init__(
        self, episode: Episode[Any, Any], meter: Meter, limit: int | None, *, has_chance: bool
    ) -> None:
        self.model = episode.model
        self.has_chance = has_chance
        self.meter = meter
        self.limit = limit
        self.space: Explored[Any, Any] = Explored()
        self.known: dict[tuple[Any, Status], int] = {}

    def expand(self, source: int) -> list[int]:
        """Follow every action from a state; the numbers of the states that are new."""
        space = self.space
        state, depth = space.states[source - 1], space.depths[source - 1] + 1
        new: list[int] = []
        for action, (after, reward, status), probability in self._outcomes(state):
            count = len(space.states)
            target = self.number(after, status, depth)
            if target is None:
                space.unexpanded.add(source)
                continue
            space.edges.append(Edge(source, action, target, reward, probability))
            if target > count:
                new.append(target)
        return new

    def _outcomes(self, state: Any) -> Iterator[tuple[Any, Outcome[Any], float]]:
        if self.has_chance:
            return drawn(self.model, state, self.meter)
        found = transitions(self.model, state, self.meter)
        return ((action, outcome, 1.0) for action, outcome in found)

    def number(self, state: Any, status: Status, depth: int) -> int | None:
        """The number of a state, a new one if need be; None past the limit."""
        # By status as well: a state in which an episode ended has no transitions, although the
        # same state passed through has.
        space, key = self.space, (state, status)
        if key not in self.known:
            if self.limit is not None and len(space.states) >= max(1, self.limit):
                space.is_complete = False
                return None
            space.states.append(state)
            space.statuses.append(status)
            space.depths.append(depth)
            self.known[key] = len(space.states)
        return self.known[key]
