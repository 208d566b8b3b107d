"""A race of candidates: all play the same episodes, drawn by the same seeds; the best is taken.

First all estimates are followed greedily, which costs little. Then search starts from the best of
them: trials in a tree (UCT*), and rollouts of the greedy policy. Search replaces greed only if it
was better by half a standard error, since it costs as much time as it is given.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from statistics import fmean, stdev
from typing import Any

from introplan.limits import LimitReached, Meter, StopReason
from introplan.planners.chance.factored import native
from introplan.planners.chance.factored.candidates import Candidate, planner_of
from introplan.planners.chance.factored.native import Way
from introplan.planners.chance.factored.simulation import Simulation

EPISODES = 30
"""Episodes for each estimate: a second or two where the relaxed return is slow."""

MIN_SEARCH_EPISODES, MAX_SEARCH_EPISODES = 5, 10
SEARCH_SECONDS = 20.0
"""Episodes for each way to search, and what they may take together where `step_time` is given."""

WORK = 3_000_000
"""What the trials for a decision may cost where no time is given: nodes of register code, each for
eight cases; about 20 ms."""

SECONDS = 0.02
"""About what that takes."""

TIME_SHARE = 0.3
"""The part of what is left of the time limit that one way to search may take."""

MIN_TRIALS, MAX_TRIALS, ROLLOUTS = 10, 200, 8
"""Trials for a decision, and rollouts of each action, where no time is given."""

PRIOR, EXPLORATION = 10.0, 0.5
"""Trials that an estimate counts for, and the bonus for actions that were tried less, in parts of
the range of estimates. Measured on GameOfLife-5 at 40 ms: 0.1 gives 289 +- 15, 0.5 299 +- 18."""

SLOWER = 0.8
"""Estimates that take a larger part of the time for a step than this are left out."""

CLEARLY = 0.5
"""Standard errors by which search has to be better. It seldom is by luck and bad as well: where it
is worse it is much worse, so few episodes tell."""

METHODS = {Way.TREE: "uct*", Way.ROLLOUT: "rollout"}


@dataclass(frozen=True, slots=True)
class Entrant:
    """A candidate and a way to follow it; its score in each episode, its seconds for a step."""

    candidate: Candidate
    way: Way
    planner: Any = field(repr=False)
    scores: tuple[float, ...] = ()
    seconds: float = 0.0

    @property
    def method(self) -> str:
        """The name of the method."""
        return METHODS.get(self.way, self.candidate.method)

    @property
    def mean(self) -> float:
        """What it scores on average."""
        return fmean(self.scores) if self.scores else -math.inf


@dataclass(frozen=True, slots=True)
class Race:
    """What all entrants have in common."""

    simulation: Simulation
    steps: int
    step_time: float | None
    seed: int
    meter: Meter

    def effort(self, way: Way, candidate: Candidate, seed: int) -> Any:
        """What a decision may cost: the given time, or a count that does not ask the clock."""
        relaxed, layers = candidate.estimate.relaxed, candidate.estimate.layers
        each = 1 if relaxed is None else len(relaxed.code) * min(self.steps, layers)
        blocks = 1 + len(self.simulation.model.choices) // 8
        trials = min(max(WORK // (each * blocks), MIN_TRIALS), MAX_TRIALS)
        counts = {Way.TREE: trials, Way.ROLLOUT: ROLLOUTS}
        return native.effort(
            trials=counts.get(way, 1) if self.step_time is None else 1 << 40,
            seconds=self.step_time,
            seed=seed,
            prior=PRIOR,
            exploration=EXPLORATION,
        )

    def _is_over(self) -> bool:
        """Is a limit reached? An interruption is passed on."""
        try:
            self.meter.check_now()
        except LimitReached as limit:
            if limit.reason is StopReason.INTERRUPTED:
                raise
            return True
        return False

    def played(self, entrant: Entrant, episodes: int, first: int = 0) -> Entrant:
        """The entrant with its scores; fewer of them where a limit is reached."""
        scores, begin = [], time.process_time()
        for number in range(first, first + episodes):
            if self._is_over():
                break
            seed = self.seed * 1_000_003 + number
            effort = self.effort(entrant.way, entrant.candidate, seed + 1)
            start = self.simulation.start
            scores.append(entrant.planner.play(entrant.way, start, self.steps, seed, effort))
        taken = (time.process_time() - begin) / max(1, len(scores) * self.steps)
        return replace(entrant, scores=tuple(scores), seconds=taken)

    def fitting(self, seconds: float, fewest: int, most: int) -> int:
        """How many episodes with search fit into so many seconds, and into the time limit."""
        each = (SECONDS if self.step_time is None else self.step_time) * self.steps
        limit = self.meter.limits.seconds
        if limit is None:
            return min(max(int(seconds / each), fewest), most)
        left = TIME_SHARE * (limit - self.meter.seconds)
        return min(int(min(seconds, left) / each), most)

    def greedy(self, candidates: Sequence[Candidate]) -> list[Entrant]:
        """All estimates, followed greedily, and the policy that does as little as it can."""
        found = []
        for number, candidate in enumerate(candidates):
            for way in (Way.GREEDY, Way.FIRST) if number == 0 else (Way.GREEDY,):
                planner = planner_of(self.simulation, candidate)
                found.append(self.played(Entrant(candidate, way, planner), EPISODES))
        return found

    def best(self, entrants: Sequence[Entrant]) -> Entrant:
        """The first one with the best mean among those that are fast enough."""
        in_time = [
            one
            for one in entrants
            if self.step_time is None or one.seconds <= SLOWER * self.step_time
        ]
        winner = max(in_time or [min(entrants, key=lambda one: one.seconds)], key=lambda o: o.mean)
        winner.candidate.ready()
        return winner

    def searching(self, winner: Entrant) -> Iterator[Entrant]:
        """Ways to search from the estimate of the winner."""
        if not native.IS_AVAILABLE or winner.way is Way.FIRST:
            return
        episodes = self.fitting(SEARCH_SECONDS, MIN_SEARCH_EPISODES, MAX_SEARCH_EPISODES)
        # A rollout asks the estimate in every step: only tables are quick enough.
        ways = (Way.TREE,) if winner.candidate.estimate.relaxed else (Way.TREE, Way.ROLLOUT)
        for way in ways:
            yield self.played(replace(winner, way=way, scores=()), episodes)

    def run(self, candidates: Sequence[Candidate]) -> tuple[Entrant, list[Entrant]]:
        """The winner, and all that took part."""
        entrants = self.greedy(candidates)
        winner = self.best(entrants)
        searched = list(self.searching(winner))
        for one in searched:
            if is_better(one.scores, winner.scores):
                winner = one
        return winner, [*entrants, *searched]


def is_better(scores: Sequence[float], others: Sequence[float]) -> bool:
    """Are the scores better in the same episodes, by more than the error of their difference?"""
    differences = [a - b for a, b in zip(scores, others, strict=False)]
    if len(differences) < MIN_SEARCH_EPISODES:
        return False
    error = stdev(differences) / math.sqrt(len(differences))
    return fmean(differences) > CLEARLY * error


def estimated(scores: Sequence[float]) -> tuple[float, float]:
    """The mean of scores, and half the width of its interval."""
    if not scores:
        return math.nan, math.inf
    if len(set(scores)) < 2:  # that all are equal says nothing of what is rare
        return fmean(scores), math.inf
    count = len(scores)
    # The quantile of Student's distribution, roughly.
    return fmean(scores), 1.96 * (1 + 2.4 / (count - 1)) * stdev(scores) / math.sqrt(count)
