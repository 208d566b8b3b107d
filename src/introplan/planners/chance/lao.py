"""LAO* (Hansen and Zilberstein 2001): the best policy without looking at all states.

States are expanded along the policy that is best as far as one knows: what is not expanded counts
as much as it can be worth at most. If that policy comes to nothing that is not expanded, it is the
best one. After each round the part that is known is solved by `solve_endless`, so loops are no
matter and its bounds hold here too: with the most for what is not expanded they are a bound on
every policy, with the least they are what the policy found is sure to get.

It is for tasks whose states have a simple largest value: a plain goal, which pays 1 and is lost
where the delete relaxation does not reach it; and rewards that are never above 0.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from introplan.graphs.decisions import Decisions
from introplan.graphs.endless_decisions import Endless, UndecidedError, solve_endless
from introplan.limits import LimitReached, Meter, StopReason
from introplan.mdp import NotAllowedError, Status, Task
from introplan.planners.chance.result import MEETS, Explanation, Option, PolicyResult
from introplan.relational.domain import RelationalTask
from introplan.relational.state import State
from introplan.search.chance_reach import TooManyError
from introplan.search.decision_graph import ENDS, TooLargeError
from introplan.search.native.sweeps import sweeps_of
from introplan.search.relaxed_goal import RelaxedGoal, relaxed_goal

METHOD = "lao*"

MAX_ACTIONS = 20_000
"""Ground actions of which a relaxation is made: below a second."""

MAX_EXPANDED = 30_000
"""States that are expanded: half a minute in Python."""

FIRST_ROUND, GROWTH = 200, 0.5
"""States that are expanded before what is known is solved again, at first and in parts of what is
known: so solving, which looks at all of it, takes about as long as expanding."""


@dataclass(slots=True)
class _Choice:
    action: Any
    edges: dict[int, float]
    reward: float
    pays: bool


@dataclass(slots=True)
class _Known:
    """The part of the world that was looked at."""

    task: RelationalTask
    most: Callable[[State], float]
    guide: Callable[[State], float]
    states: list[State]
    numbers: dict[State, int]
    choices: list[list[_Choice] | None] = field(default_factory=list)
    upper: list[float] = field(default_factory=list)
    distance: list[float] = field(default_factory=list)
    expanded: int = 0

    def number(self, state: State) -> int:
        """The number of a state, a new one if need be."""
        number = self.numbers.setdefault(state, len(self.states))
        if number == len(self.choices):
            self.states.append(state)
            self.choices.append(None)
            self.upper.append(self.most(state))
            self.distance.append(self.guide(state))
        return number

    def expand(self, number: int) -> None:
        """Find the choices of a state."""
        state, found = self.states[number], []
        for action in self.task.actions(state):
            try:
                outcomes = self.task.outcomes(state, action)
            except NotAllowedError:
                continue
            edges: dict[int, float] = {}
            for probability, (after, _, status) in outcomes:
                target = self.number(after) if status is Status.CONTINUE else ENDS[status]
                edges[target] = edges.get(target, 0.0) + probability
            reward = math.fsum(p * outcome.reward for p, outcome in outcomes)
            pays = any(outcome.reward != 0 for _, outcome in outcomes)
            found.append(_Choice(action, edges, reward, pays))
        self.choices[number] = found
        self.expanded += 1
        self.upper[number] = max((self.worth(choice) for choice in found), default=0.0)

    def worth(self, choice: _Choice) -> float:
        """What a choice is worth at most, as far as is known."""
        edges = choice.edges.items()
        return choice.reward + sum(p * self.upper[t] for t, p in edges if t >= 0)

    def best(self, number: int) -> _Choice | None:
        """The choice that is worth most; among equals the one that is nearest to the goal."""
        choices = self.choices[number]
        if not choices:
            return None
        worths = [self.worth(choice) for choice in choices]
        enough = max(worths) - MEETS
        near = [c for c, worth in zip(choices, worths, strict=True) if worth >= enough]
        return min(near, key=self._how_far)

    def _how_far(self, choice: _Choice) -> float:
        edges = choice.edges.items()
        return sum(p * min(self.distance[t], 1e9) for t, p in edges if t >= 0)

    def graph(self, *, is_hopeful: bool) -> Decisions:
        """What is known as a graph; what is not expanded ends, and pays the most or nothing."""
        graph = Decisions()
        least = 0.0 if self.task.is_classical else -math.inf
        for number, choices in enumerate(self.choices):
            if choices is None:
                paid = self.upper[number] if is_hopeful else least
                if paid == -math.inf:  # a loop that costs: worth that much
                    graph.add_choice(iter([(number, 1.0)]), -1.0, pays=True)
                else:
                    graph.add_choice(iter([(-1, 1.0)]), paid, pays=paid != 0)
            else:
                for choice in choices:
                    edges = iter(choice.edges.items())
                    graph.add_choice(edges, choice.reward, pays=choice.pays)
            graph.end_state()
        return graph

    def open_states(self, chosen: array[int]) -> list[int]:
        """The states that a policy comes to and that are not expanded."""
        seen, waiting, found = {0}, [0], []
        while waiting:
            number = waiting.pop()
            choices = self.choices[number]
            if choices is None:
                found.append(number)
            elif chosen[number] >= 0:
                for target in choices[chosen[number]].edges:
                    if target >= 0 and target not in seen:
                        seen.add(target)
                        waiting.append(target)
        return found


def lao_applies(task: Task) -> bool:
    """Is this a task for which bounds on the value of states are known?"""
    if not isinstance(task, RelationalTask) or task.horizon is not None or task.discount != 1:
        return False
    if task.is_classical:
        return not task.starts_at_goal
    reward = task.reward
    is_ending = task.domain.termination is not None and not task.is_paid_once
    return is_ending and not reward.amounts and max(reward.values) <= 0


def lao_policy(task: RelationalTask, meter: Meter) -> PolicyResult:
    """The best policy that was found, and bounds; raises `TooLargeError` without any."""
    known = _known(task, meter)
    try:
        try:
            while _grow(known, meter):
                continue
        except LimitReached as limit:
            if limit.reason is StopReason.INTERRUPTED or not known.expanded:
                raise
        sure, hopeful = (_solved(known, None, is_hopeful=hope) for hope in (False, True))
    except UndecidedError:
        raise TooLargeError from None
    return _result(known, sure, hopeful, meter)


def _grow(known: _Known, meter: Meter) -> bool:
    """Expand some states and solve what is known; False where that settles it, or is all."""
    before = known.expanded
    _expand_along_best(known, meter)
    hopeful = _solved(known, meter, is_hopeful=True)
    if _is_settled(_solved(known, meter, is_hopeful=False), hopeful):
        return False
    for number, value in enumerate(hopeful.values):
        known.upper[number] = min(known.upper[number], value)
    if known.expanded == before:
        # Among equals the solver took others than were expanded.
        for number in known.open_states(hopeful.chosen):
            meter.expand()
            known.expand(number)
    # Where there was nothing left, rounding keeps the bounds apart.
    return before < known.expanded < MAX_EXPANDED


def _is_settled(sure: Endless, hopeful: Endless) -> bool:
    """Does what is sure meet what can be hoped for?"""
    upper = hopeful.upper
    if upper is None or math.isinf(upper):
        return upper is not None
    return upper - sure.lower <= MEETS * max(1.0, abs(upper))


def _known(task: RelationalTask, meter: Meter) -> _Known:
    goal: RelaxedGoal | None = None
    if task.is_classical and not task.domain.derived:
        try:
            goal = relaxed_goal(task, meter.check, max_actions=MAX_ACTIONS)
        except TooManyError:
            goal = None

    def guide(state: State) -> float:
        return 0.0 if goal is None else goal.distance(state)

    def most(state: State) -> float:
        if not task.is_classical:
            return 0.0
        return 1.0 if goal is None or goal.distance(state) < math.inf else 0.0

    known = _Known(task, most, guide, [], {})
    known.number(task.start)
    return known


def _expand_along_best(known: _Known, meter: Meter) -> None:
    """Expand states along the best policy, again and again while it changes."""
    until = known.expanded + max(FIRST_ROUND, int(GROWTH * known.expanded))
    while known.expanded < until:
        before = known.expanded
        _walk_along_best(known, meter, until)
        if known.expanded == before:
            break


def _walk_along_best(known: _Known, meter: Meter, until: int) -> None:
    """Expand states along the best policy, depth first, and take their values back on the way."""
    seen: set[int] = set()
    waiting: list[tuple[int, bool]] = [(0, False)]
    while waiting:
        number, is_back = waiting.pop()
        if is_back:
            best = known.best(number)
            known.upper[number] = 0.0 if best is None else known.worth(best)
            continue
        if number in seen:
            continue
        seen.add(number)
        if known.choices[number] is None:
            if known.expanded >= until:
                continue
            meter.expand()
            known.expand(number)
        best = known.best(number)
        if best is not None:
            waiting.append((number, True))
            going = [t for t in best.edges if t >= 0 and t not in seen]
            # The likeliest first: it lies on top.
            waiting += [(t, False) for t in sorted(going, key=lambda t: best.edges[t])]


def _solved(known: _Known, meter: Meter | None, *, is_hopeful: bool) -> Endless:
    graph = known.graph(is_hopeful=is_hopeful)
    check = (lambda: None) if meter is None else meter.check_now
    return solve_endless(graph, 1.0, sweeps_of, check)


def _result(known: _Known, sure: Endless, hopeful: Endless, meter: Meter) -> PolicyResult:
    """The policy that is sure to get its value, with the bound of the hopeful one."""
    actions = {
        state: choices[sure.chosen[number]].action
        for number, (state, choices) in enumerate(zip(known.states, known.choices, strict=True))
        if choices and sure.chosen[number] >= 0
    }
    upper = hopeful.upper
    if known.task.is_classical and upper is not None:
        upper = min(upper, 1.0)  # a probability
    lower = max(sure.lower, 0.0) if known.task.is_classical else sure.lower
    value = sure.values[0]
    if upper is not None:
        value = min(max(value, lower), upper)

    def known_number(state: Any) -> int:
        """Its number; what the policy does not come to is expanded when it is asked for."""
        number = known.number(state)
        if known.choices[number] is None:
            known.expand(number)
        return number

    def policy(state: Any, steps_left: int | None = None) -> Any:
        if state in actions:
            return actions[state]
        best = known.best(known_number(state))
        return None if best is None else best.action

    def explanation(state: Any, steps_left: int | None = None) -> Explanation:
        choices = known.choices[known_number(state)] or []
        options = [Option(choice.action, known.worth(choice)) for choice in choices]
        return Explanation(tuple(sorted(options, key=lambda o: -o.value)), f"{METHOD}, at most")

    return PolicyResult(
        policy=policy,
        value=value,
        bound=upper,
        interval=(lower, value if upper is None or _is_settled(sure, hopeful) else upper),
        method=METHOD,
        explanation=explanation,
        states=known.expanded,
        seconds=meter.seconds,
        notes=(f"{known.expanded:,} states were expanded, those that the best policies come to",),
    )
