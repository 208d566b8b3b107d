"""The reachable space of any task; worlds in Python that were read are explored natively.

All of the world must have been understood. What the machine found is then checked: states spread
over the whole space are built again and expanded with the user's functions. With a difference, or
where something was not understood, the functions are called for every state as for a black box.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, cast

from introplan.introspection.programs.kept_models import read_or_recalled
from introplan.introspection.programs.reading import Reading
from introplan.introspection.programs.sample import sampled
from introplan.introspection.programs.shape import is_gathered
from introplan.introspection.programs.states import build
from introplan.introspection.programs.system import system_of
from introplan.limits import Meter
from introplan.machine.assembly import ENDINGS
from introplan.machine.native import LeftRange, NativeSpace, machine_of
from introplan.machine.packing import double
from introplan.machine.system import EndCase, TransitionSystem, Unsupported
from introplan.mdp import Episode, Status, Task, Wanted, check_task, has_chance
from introplan.planners.chance.worlds import hashable
from introplan.planners.lazy import Lazy
from introplan.planners.modes import check_budget_seconds
from introplan.planners.program_check import real_edges
from introplan.programs.doors import door_for
from introplan.programs.program import ProgramTask
from introplan.search import state_space
from introplan.search.exploration import Edge, Explored
from introplan.search.state_space import StateSpace
from introplan.symbolic.budget import Budget
from introplan.symbolic.interpreter.values import is_term
from introplan.symbolic.terms.term import action_key

READING_SECONDS = 2.0
"""For reading the world: as long as calling functions takes for some hundred thousand states."""

CHECKED_STATES = 100
"""States that are expanded with the user's functions once more."""

MIN_STATES_WORTH_READING = 1_000
"""With a lower limit on states, calling the functions is over before they are read."""


def reachable(
    task: Task,
    limit: int | None = None,
    *,
    max_depth: int | None = None,
    meter: Meter | None = None,
    keep_partial: bool = False,
    decodes_states: bool = True,
    budget: float | None = None,
) -> StateSpace:
    """Explore the space; past `limit` states no new ones are taken up (`is_complete` is False).

    The first maximal reward ends an episode that nothing else ends. A limit of `meter` raises
    `LimitReached`; with `keep_partial` what was explored comes back instead. Worlds in Python that
    were understood are explored natively, and their states and edges made when they are asked for;
    `budget` is how many seconds may go into reading them. In worlds with chance every outcome is
    an edge.
    """
    meter = meter or Meter()
    check_task(task, "reachable", hint=door_for)
    check_budget_seconds(budget, may_be_left_out=True)
    if has_chance(task):
        return state_space.reachable(
            task,
            limit,
            max_depth=max_depth,
            meter=meter,
            keep_partial=keep_partial,
            drawn=_drawn_episode(task),
        )
    if isinstance(task, ProgramTask) and (limit is None or limit >= MIN_STATES_WORTH_READING):
        found = _explored(task, limit, max_depth, meter, keep_partial, budget)
        if found is not None:
            return found
    return state_space.reachable(
        task,
        limit,
        max_depth=max_depth,
        meter=meter,
        keep_partial=keep_partial,
        decodes_states=decodes_states,
    )


def _drawn_episode(task: Task) -> Episode[Any, Any]:
    """A task with chance as an episode over states that can be hashed."""
    world = hashable(task)
    return Episode(
        world,  # type: ignore[arg-type]  # its `outcomes` are asked, never a `step`
        world.start,
        task.horizon,
        task.wanted,
        starts_at_goal=bool(getattr(task, "starts_at_goal", False)),
        discount=task.discount,
        decode_state=world.decode,
    )


def _explored(
    task: ProgramTask,
    limit: int | None,
    max_depth: int | None,
    meter: Meter,
    keep_partial: bool,
    asked: float | None,
) -> StateSpace | None:
    """The space as the machine explores it; None where it cannot."""
    left = meter.seconds_left
    seconds = READING_SECONDS if asked is None else asked
    budget = Budget.of(seconds if left is None else min(seconds, 0.3 * left))
    sample = sampled(task, budget.share(0.25))
    if sample.is_complete or sample.error is not None:
        return None
    counts = meter.expanded, meter.generated
    reading = read_or_recalled(task, budget, sample)
    if reading.is_by_places or reading.shape is None or not is_gathered(reading.shape):
        return None  # states and actions cannot be made again from rows
    try:
        system = system_of(reading)
        explore = _Explorer(reading, meter, limit, max_depth, keep_partial)
        ends_by_reward = task.wanted is Wanted.BEST_REWARD
        space = _cut_space(explore, system) if ends_by_reward else explore.space(system)
        if _is_confirmed(reading, space, ends_by_reward):
            return _summary(reading, space)
    except (Unsupported, LeftRange):
        pass
    meter.expanded, meter.generated = counts
    return None


class _Explorer:
    """How systems are explored: with which start and limits."""

    def __init__(
        self,
        reading: Reading,
        meter: Meter,
        limit: int | None,
        max_depth: int | None,
        keep_partial: bool,
    ) -> None:
        assert reading.read is not None
        self.row = reading.read(reading.task.start)
        self.meter, self.limit, self.max_depth = meter, limit, max_depth
        self.keep_partial = keep_partial

    def space(self, system: TransitionSystem) -> NativeSpace:
        """The space, with numbers as wide as they need to be; `LeftRange` if none is."""
        for machine in machine_of(system, self.row):
            try:
                return machine.explored(
                    self.row,
                    self.meter,
                    max_states=self.limit,
                    max_depth=self.max_depth,
                    keep_partial=self.keep_partial,
                )
            except LeftRange:
                continue
        raise LeftRange


def _cut_space(explore: _Explorer, system: TransitionSystem) -> NativeSpace:
    """The space in which a largest reward ends an episode.

    Which that is is only known at the end: the largest that any step could pay is tried first.
    """
    values = [case.value for step in system.steps for case in step.rewards]
    most = None if any(map(is_term, values)) else max(map(double, values), default=None)
    if most is not None:
        space = explore.space(_ending_with(system, most))
        if space.is_complete and max(space.rewards(), default=most) == most:
            return space
    space = explore.space(system)
    if space.is_complete and (paid := space.rewards()):
        space = explore.space(_ending_with(system, max(paid)))
    return space


def _ending_with(system: TransitionSystem, most: float) -> TransitionSystem:
    """The system in which a reward of `most` ends the episode with success."""
    steps = []
    for step in system.steps:
        if any(is_term(case.value) for case in step.rewards):
            raise Unsupported("a largest reward that is computed")
        ends = tuple(
            EndCase(c.condition, Status.SUCCESS if double(c.value) >= most else Status.CONTINUE)
            for c in step.rewards
        )
        steps.append(replace(step, ends=ends))
    return replace(system, steps=tuple(steps))


def _is_confirmed(reading: Reading, space: NativeSpace, cuts_episodes: bool) -> bool:
    """Do the user's functions say the same of states spread over the space?"""
    statuses, firsts = space.statuses(), space.firsts()
    targets, steps, rewards = space.targets(), space.steps(), space.rewards()
    cut, expanded = set(space.partial()), len(firsts) - 1
    for number in range(0, expanded, max(1, expanded // CHECKED_STATES)):
        if ENDINGS[statuses[number]] is not Status.CONTINUE or number in cut:
            continue
        real = real_edges(reading, next(space.rows(number, number + 1)))
        edges = range(firsts[number], firsts[number + 1])
        if real is None or len(real) != len(edges):
            return False
        for edge, (action, row, reward, status) in zip(edges, real, strict=True):
            target = targets[edge]
            ending = ENDINGS[statuses[target]]
            is_same_end = ending is status or (cuts_episodes and ending is Status.SUCCESS)
            taken = space.machine.system.steps[steps[edge]].action
            is_same = action_key(taken) == action_key(action)
            after = next(space.rows(target, target + 1))
            if not (is_same and is_same_end and after == row and rewards[edge] == reward):
                return False
    return True


def _summary(reading: Reading, space: NativeSpace) -> StateSpace:
    """The space with states and edges that are made when they are asked for."""
    statuses, count = space.statuses(), len(space)
    shape, wanted = reading.shape, reading.task.wanted
    assert shape is not None

    def states() -> Iterator[Any]:
        return (build(shape, list(row)) for row in space.rows(0, count))

    edges = Lazy(lambda: _edges(space), len(space.targets()))
    best = reading.task.milestone_reward(())

    def rewarding() -> Iterable[Edge]:
        most = state_space.best_reward(edges) if best is None else best
        return (edge for edge in edges if edge.reward > 0 or edge.reward == most)

    def dead_ends() -> Iterable[int]:
        named = [ENDINGS[status] for status in statuses]
        found: Explored[Any, Any] = Explored(list(range(count)), named, edges=list(edges))
        found.unexpanded = {number + 1 for number in space.partial()}
        found.unexpanded.update(range(len(space.firsts()), count + 1))
        return state_space.dead_ends(found, wanted)

    def numbers(status: Status) -> tuple[int, ...]:
        own = ENDINGS.index(status)
        if own not in statuses:
            return ()
        return tuple(n for n, found in enumerate(statuses, 1) if found == own)

    return StateSpace(
        states=cast("tuple[Any, ...]", Lazy(states, count)),
        edges=cast("tuple[Edge, ...]", edges),
        success=numbers(Status.SUCCESS),
        failure=numbers(Status.FAILURE),
        dead_ends=cast("tuple[int, ...]", Lazy(dead_ends)),
        rewarding=cast("tuple[Edge, ...]", Lazy(rewarding)),
        depths=cast("tuple[int, ...]", Lazy(space.depths, count)),
        is_complete=space.is_complete,
        over=numbers(Status.OVER),
    )


def _edges(space: NativeSpace) -> Iterator[Edge]:
    firsts, targets, rewards = space.firsts(), space.targets(), space.rewards()
    steps, taken = space.machine.system.steps, space.steps()
    for source in range(len(firsts) - 1):
        for edge in range(firsts[source], firsts[source + 1]):
            action = steps[taken[edge]].action
            yield Edge(source + 1, action, targets[edge] + 1, rewards[edge])
