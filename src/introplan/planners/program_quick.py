"""Plans for environments, found with a quick model of theirs and replayed with their own steps.

Breadth-first search on a live copy (`programs/live.py`), layer by layer, until ends pay more than
going on does. Where that takes long, states go first in which something is so for the first time,
or two things together (novelty; Lipovetzky and Geffner 2012), and the way that is found is
shortened. A world whose steps pay differently is left to the planners for scores. The quick model
is not proven to be the environment, so what comes of it is a path, and nothing else.
"""

from __future__ import annotations

import heapq
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from introplan.limits import Meter
from introplan.mdp import NotAllowedError, Status
from introplan.planners.program_search import Path
from introplan.programs.live import Answer, Live, Place
from introplan.programs.memory import Unsupported
from introplan.programs.program import ProgramTask

MAX_STATES = 100_000
"""States of the quick model to look at: about a minute."""

MAX_BREADTH = 5_000
"""States that are looked at breadth first: some two seconds, and the nearest end is the best."""

MAX_LOOK_BEYOND = 500
"""States to have looked at, at least, before the nearest end is taken: some 0.2 s. In a world of
no more states, no end further away pays more."""

MAX_SHORTENING = 5_000
"""Steps to take for a shorter way: some tenths of a second."""

TIME_SHARE, TIME_SHARE_IN_CIRCLES = 0.5, 0.9
"""Of the time there is: planning without the quick model may still find something. There is less
hope where states are places of a copy, which cannot be read."""


@dataclass(slots=True)
class QuickSearch:
    """A breadth-first search on a live copy."""

    live: Live
    meter: Meter
    share: float = TIME_SHARE
    places: list[Place] = field(default_factory=list)
    parents: list[tuple[int, Any]] = field(default_factory=list)
    depths: list[int] = field(default_factory=list)
    known: set[Hashable] = field(default_factory=set)
    ends: list[tuple[float, int, Any]] = field(default_factory=list)
    """Rewards of steps that end an episode, with the place before and the action."""
    paid: set[float] = field(default_factory=set)
    """Rewards of other steps."""

    def run(self, max_depth: float) -> list[Any] | None:
        """The actions to an end that pays more than going on, the nearest if that is near."""
        self.live.go_to(Place((), self._first_ticks()))
        self._add(self.live.place(), (-1, None), 0)
        layer, before = range(1), self.live.chance()
        while layer and self.depths[layer.start] < max_depth and len(self.places) < MAX_BREADTH:
            for number in layer:
                self._expand(number)
                if self._is_given_up():
                    return None
            is_enough = self._best_end() is not None and len(self.places) > MAX_LOOK_BEYOND
            if is_enough or self.live.chance() != before:
                break
            layer = range(layer.stop, len(self.places))
        if self.live.chance() != before:
            return None
        best = self._best_end()
        if best is not None or len(self.places) < MAX_BREADTH:
            return None if best is None else self._way(best)
        best = self._by_novelty(layer.start, max_depth)
        is_found = best is not None and self.live.chance() == before
        return self._shortened(self._way(best), best[0]) if is_found and best else None

    def _is_given_up(self) -> bool:
        return len(self.paid) > 1 or self._is_time_over()

    def _by_novelty(self, first: int, max_depth: float) -> tuple[float, int, Any] | None:
        """An end, where places with something new are expanded before others."""
        facts, pairs = set[Hashable](), set[Hashable]()
        waiting: list[tuple[int, int, int]] = []

        def weigh(numbers: range) -> None:
            for number in numbers:
                novelty = _novelty(self.places[number], facts, pairs)
                if number >= first and self.depths[number] < max_depth:
                    heapq.heappush(waiting, (novelty, self.depths[number], number))

        weigh(range(len(self.places)))
        while waiting and len(self.places) < MAX_STATES:
            count = len(self.places)
            self._expand(heapq.heappop(waiting)[2])
            if self._is_given_up():
                return None
            best = self._best_end()
            if best is not None:
                return best
            weigh(range(count, len(self.places)))
        return None

    def _shortened(self, actions: list[Any], reward: float) -> list[Any]:
        """The way without steps, one or two at a time, that are not needed for as good an end."""
        left = MAX_SHORTENING
        for size in (2, 1):
            place = 0
            while place < len(actions) and left > 0:
                shorter = actions[:place] + actions[place + size :]
                left -= len(shorter)
                if self._pays(shorter, reward):
                    actions = shorter
                else:
                    place += 1
        return actions

    def _pays(self, actions: list[Any], reward: float) -> bool:
        """Do these actions lead to an end that pays no less, and the last one only?"""
        live = self.live
        live.go_to(self.places[0])
        for number, action in enumerate(actions):
            answer = live.stepped(action)
            if answer is None or live.memory.warmed():
                return False
            if answer[1]:
                return number == len(actions) - 1 and answer[0] >= reward
        return False

    def _first_ticks(self) -> tuple[Any, ...]:
        base = self.live.memory.base
        return tuple([base[number].get(name) for number, name in self.live.clocks])

    def _is_time_over(self) -> bool:
        self.meter.check()
        limit = self.meter.limits.seconds
        return limit is not None and self.meter.seconds > self.share * limit

    def _expand(self, number: int) -> None:
        self.meter.expanded += 1
        steps = self._steps(self.places[number])
        while self.live.memory.warmed():  # what was read may be wrong
            steps = self._steps(self.places[number])
        for action, place, (reward, is_over) in steps:
            self.meter.generated += 1
            if is_over:
                self.ends.append((reward, number, action))
            else:
                self.paid.add(reward)
                self._add(place, (number, action), self.depths[number] + 1)

    def _steps(self, place: Place) -> list[tuple[Any, Place, Answer]]:
        """The steps from a place that are allowed."""
        live, found = self.live, []
        live.go_to(place)
        for action in live.offered():
            live.go_to(place)
            answer = live.stepped(action)
            if answer is not None:
                found.append((action, live.place(), answer))
        return found

    def _add(self, place: Place, parent: tuple[int, Any], depth: int) -> None:
        if place.entries not in self.known:
            self.known.add(place.entries)
            self.places.append(place)
            self.parents.append(parent)
            self.depths.append(depth)

    def _best_end(self) -> tuple[float, int, Any] | None:
        """An end that pays most, and more than going on; where that costs, of one kind only."""
        going_on = max(self.paid, default=0.0)
        # All other steps pay the same: a way of so many scores as much for each.
        best = max(self.ends, key=lambda e: e[0] + going_on * self.depths[e[1]], default=None)
        if best is None or going_on > 0:
            return None
        is_only_kind = {end[0] for end in self.ends} == self.paid and going_on < 0
        return best if best[0] > going_on or is_only_kind else None

    def _way(self, end: tuple[float, int, Any]) -> list[Any]:
        _, number, action = end
        actions = [action]
        while number > 0:
            number, action = self.parents[number]
            actions.append(action)
        return actions[::-1]


def _novelty(place: Place, facts: set[Hashable], pairs: set[Hashable]) -> int:
    """0 where something is so for the first time, 1 where two things are; else 2."""
    found = [*_facts(place)]
    new = [fact for fact in found if fact not in facts]
    facts.update(new)
    together = [pair for pair in combinations(found, 2) if pair not in pairs]
    pairs.update(together)
    return 0 if new else 1 if together else 2


def _facts(place: Place) -> Iterator[Hashable]:
    for number, entry in place.entries:
        if isinstance(entry, tuple) and entry and isinstance(entry[0], tuple):
            yield from ((number, pair) for pair in entry)
        else:
            yield (number, entry)


def quick_path(task: ProgramTask, meter: Meter) -> Path | None:
    """A path to an end that the environment's own steps replay; None where none was found."""
    model = task.program.analyses.get("quick")
    if model is None or task.start is not model[0] or task.discount != 1:
        return None
    live: Live = model[1]
    horizon = float("inf") if task.horizon is None else task.horizon
    try:
        share = TIME_SHARE_IN_CIRCLES if isinstance(task.start, Place) else TIME_SHARE
        actions = QuickSearch(live, meter, share).run(horizon)
    except Unsupported:
        return None
    return None if actions is None else _replayed(task, actions)


def _replayed(task: ProgramTask, actions: list[Any]) -> Path | None:
    """The path as the environment takes it; None unless its last step ends the episode, and pays
    no less than the others."""
    state, rewards, status = task.start, list[float](), Status.CONTINUE
    for action in actions:
        if status is not Status.CONTINUE:
            return None
        try:
            outcome = task.step(state, action)
        except NotAllowedError:
            return None
        state, status = outcome.state, outcome.status
        rewards.append(outcome.reward)
    is_good = status is not Status.CONTINUE and rewards[-1] >= max(rewards)
    return Path(actions, rewards, state, status) if is_good else None
