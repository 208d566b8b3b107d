"""The reachable space, breadth first: states, edges, dead ends, rewarding transitions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from introplan.limits import Meter
from introplan.mdp import Status, Wanted
from introplan.pictures import picture
from introplan.programs.freezing import value_of
from introplan.programs.program import ProgramTask
from introplan.relational.domain import Task
from introplan.search.exploration import Edge, Explored, explored
from introplan.search.simulator import RelationalBox, Situation

__all__ = ["Edge", "StateSpace", "reachable"]


@dataclass(frozen=True, slots=True)
class StateSpace:
    """All states reachable from the start, numbered from 1 in breadth-first order.

    Actions are tried in the order of the schemas, arguments in the order of their names. An
    episode that ends with success or failure is not continued. `dead_ends` are the states that
    cannot reach success. An edge is rewarding if it pays more than 0, or the most there is.
    """

    states: tuple[Any, ...]
    edges: tuple[Edge, ...]
    success: tuple[int, ...]
    failure: tuple[int, ...]
    dead_ends: tuple[int, ...]
    rewarding: tuple[Edge, ...]
    depths: tuple[int, ...]
    is_complete: bool

    def _repr_svg_(self) -> str:
        """What a notebook shows."""
        return picture(self)


def reachable(
    task: Task | ProgramTask,
    limit: int | None = None,
    *,
    max_depth: int | None = None,
    meter: Meter | None = None,
    keep_partial: bool = False,
) -> StateSpace:
    """Explore the space; past `limit` states no new ones are taken up (`is_complete` is False).

    A limit of `meter` raises `LimitReached`; with `keep_partial` it ends the exploration instead,
    and what was explored comes back.
    """
    meter = meter or Meter()
    if isinstance(task, ProgramTask):
        return _of_program(task, meter, limit, max_depth, keep_partial=keep_partial)
    box = RelationalBox(task, meter)
    at_start = Status.SUCCESS if box.world.starts_at_goal else Status.CONTINUE
    space = explored(
        box.episode(),
        meter,
        limit=limit,
        max_depth=max_depth,
        at_start=at_start,
        keep_partial=keep_partial,
    )
    states = (_state(box, situation) for situation in space.states)
    edges = [e._replace(action=box.world.compiled.action(e.action)) for e in space.edges]
    return _summary(space, states, edges, set(task.reward.values))


def _of_program(
    task: ProgramTask,
    meter: Meter,
    limit: int | None,
    max_depth: int | None,
    *,
    keep_partial: bool,
) -> StateSpace:
    """The space of a program; the first maximal reward ends an episode that nothing else ends.

    Where nobody knows that maximum beforehand, a first tour finds it.
    """
    tour = partial(explored, limit=limit, max_depth=max_depth, keep_partial=keep_partial)
    space = tour(task.episode(), meter)
    if task.wanted is Wanted.BEST_REWARD and space.edges and space.is_complete:
        known = replace(task, r_max=max(e.reward for e in space.edges))
        space = tour(known.episode(), meter)
    paid = {e.reward for e in space.edges}
    return _summary(space, map(value_of, space.states), space.edges, paid)


def _summary(
    space: Explored[Any, Any], states: Iterable[Any], edges: Iterable[Edge], paid: set[float]
) -> StateSpace:
    edges = tuple(edges)
    best = max(paid) if len(paid) > 1 else float("inf")
    success = space.numbers(Status.SUCCESS)
    alive = space.can_reach({*success, *space.unexpanded})
    return StateSpace(
        states=tuple(states),
        edges=edges,
        success=success,
        failure=space.numbers(Status.FAILURE),
        dead_ends=tuple(n for n in range(1, len(space.states) + 1) if n not in alive),
        rewarding=tuple(e for e in edges if e.reward > 0 or e.reward == best),
        depths=tuple(space.depths),
        is_complete=space.is_complete,
    )


def _state(box: RelationalBox, situation: Situation) -> object:
    box.world.move_to(situation.node)
    return box.world.state()
