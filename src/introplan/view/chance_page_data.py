"""Everything that the page about a policy shows, as one value that becomes JSON.

Of a small world the page gets all of it: every state with its drawing, what can be done there, and
what comes of it with which probability. Then the browser draws the episodes, and its reader may
take other actions and let other things happen. Of a larger world it gets some episodes that
were played here.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import singledispatch
from typing import Any

from introplan.errors import UsageError
from introplan.limits import LimitReached, Limits, Meter
from introplan.mdp import Status, Task, action_text, display_number
from introplan.planners.chance.result import PolicyResult
from introplan.planners.chance.values import Values
from introplan.planners.reachable import reachable
from introplan.programs.chance import ChanceTask
from introplan.programs.program import ProgramTask
from introplan.relational.domain import RelationalTask
from introplan.relational.dynamics import closed
from introplan.search.state_space import StateSpace
from introplan.slipping import SlipperyTask
from introplan.view.animation import Animation, animated
from introplan.view.chance_graph import chance_graph
from introplan.view.draw import relational_scene
from introplan.view.drawing import Drawing
from introplan.view.fields import Columns, fields_drawing
from introplan.view.policy_map import policy_map, policy_map_drawing
from introplan.view.policy_pictures import followed
from introplan.view.program_scenes import Picture, program_scene
from introplan.view.situation import situation_of

MAX_STATES, MAX_OUTCOMES = 600, 20_000
"""What a page holds of a world: with their drawings about a megabyte."""

MAX_SWEEPS = 4_000_000
"""Outcomes times the moves of the horizon that the browser looks at: a tenth of a second."""

MAX_SECONDS = 10.0
"""For looking at all states: the page must not wait for it."""

EPISODES, MAX_MOVES = 8, 150
"""Episodes that are played of a larger world, and moves after which one is cut."""

MAX_PLAYING_SECONDS = 15.0
"""No further episode is begun after that: decisions by sampling take their time."""

MAX_LISTED_OUTCOMES, MAX_LISTED_OPTIONS = 24, 60

MAX_GRAPH_STATES = 60
"""Circles of the graph beside the drawing, where the world has no map."""

Record = dict[str, Any]


@dataclass(frozen=True, slots=True)
class ChancePage:
    """What the page shows: the drawings, what happens, and the policy as a picture."""

    task: Task
    result: PolicyResult
    animation: Animation
    happens: Record
    picture: Drawing | None
    picture_of: list[str] = field(default_factory=list)
    """Which part of the picture belongs to a state."""

    @property
    def record(self) -> Record:
        """What the script of the page reads."""
        animation = self.animation
        return {
            "width": animation.width,
            "height": animation.height,
            "bodies": animation.bodies,
            "frames": animation.frames,
            "titles": animation.titles,
            "pictures": animation.pictures,
            "shown": animation.shown,
            "horizon": self.task.horizon,
            "discount": self.task.discount,
            "pictureOf": self.picture_of,
            **self.happens,
        }


def chance_page_data(task: Task, result: PolicyResult, *, seed: int = 0) -> ChancePage:
    """The data of the page about a policy; episodes are drawn by `seed`."""
    known = result.known
    if isinstance(known, Values):
        space = _space(task)
        if space is not None:
            return _whole(task, result, known, space, seed)
    return _played(task, result, seed)


def _space(task: Task) -> StateSpace | None:
    """All that can happen, if a page has room for it."""
    try:
        meter = Meter(Limits(seconds=MAX_SECONDS))
        space = reachable(task, MAX_STATES + 1, max_depth=task.horizon, meter=meter)
    except (LimitReached, UsageError):
        return None
    is_small = len(space.states) <= MAX_STATES and len(space.edges) <= MAX_OUTCOMES
    sweeps = len(space.edges) * (task.horizon or 1)
    return space if space.is_complete and is_small and sweeps <= MAX_SWEEPS else None


def _whole(
    task: Task, result: PolicyResult, known: Values, space: StateSpace, seed: int
) -> ChancePage:
    """All of a small world."""
    ends = {
        **dict.fromkeys(space.success, "success"),
        **dict.fromkeys(space.failure, "failure"),
        **dict.fromkeys(space.over, "over"),
    }
    encode, number_of = known.world.encode, known.table.number
    found = [
        None if number in ends else number_of(encode(state))
        for number, state in enumerate(space.states, start=1)
    ]
    places = [-1 if place is None else place for place in found]
    choices: list[list[Record]] = [[] for _ in space.states]
    for outcomes in space.choices:
        first = outcomes[0]
        entry = {
            "action": action_text(first.action),
            "outcomes": [[e.probability, e.target - 1, _number(e.reward)] for e in outcomes],
        }
        choices[first.source - 1].append(entry)
    happens: Record = {
        "kind": "whole",
        "seed": seed,
        "start": 0,
        "ends": {number - 1: end for number, end in ends.items()},
        "choices": choices,
    }
    if task.horizon is None:
        happens["values"] = [0 if p < 0 else _number(_value(known, p)) for p in places]
        happens["best"] = [
            known.best_choice(p) - known.table.graph.first_choice[p] if p >= 0 else -1
            for p in places
        ]
    picture, names = _picture(known)
    shown = [names.get(place, "") if place >= 0 else "" for place in places]
    return ChancePage(task, result, animated(scenes(task, space.states)), happens, picture, shown)


def _value(known: Values, place: int) -> float:
    assert known.endless is not None
    return known.endless.values[place]


def _picture(known: Values) -> tuple[Drawing | None, dict[int, str]]:
    """The policy as a picture, and the key of each state in it."""
    found = policy_map(known)
    if found is not None:
        return policy_map_drawing(known, found), {n: f"cell {n}" for n in found.places}
    graph = followed(known)
    if graph is None or len(graph.space.states) > MAX_GRAPH_STATES:
        return None, {}
    drawing = chance_graph(graph.space, names_actions=True, has_legend=False)
    return drawing, {state: f"state {number}" for state, number in graph.numbers.items()}


def _played(task: Task, result: PolicyResult, seed: int) -> ChancePage:
    """Some episodes of a larger world."""
    states: list[Any] = []
    episodes: list[list[Record]] = []
    until = time.monotonic() + MAX_PLAYING_SECONDS
    while not episodes or (len(episodes) < EPISODES and time.monotonic() < until):
        rng = random.Random(seed + len(episodes))
        episodes.append(_episode(task, result, rng, states))
    happens: Record = {"kind": "played", "seed": seed, "episodes": episodes, "ends": {}}
    return ChancePage(task, result, animated(scenes(task, states)), happens, None)


def _episode(
    task: Task, result: PolicyResult, rng: random.Random, states: list[Any]
) -> list[Record]:
    """The moves of an episode that follows the policy; its states are appended to `states`."""
    state, found = task.start, list[Record]()
    status = Status.CONTINUE
    horizon = MAX_MOVES if task.horizon is None else min(MAX_MOVES, task.horizon)
    for taken in range(horizon + 1):
        left = None if task.horizon is None else task.horizon - taken
        states.append(state)
        move: Record = {"frame": len(states) - 1, "options": [], "end": ""}
        found.append(move)
        if status is not Status.CONTINUE:
            move["end"] = str(status)
            break
        action = result.policy(state, left) if left != 0 and taken < horizon else None
        if action is None:
            move["end"] = _why_it_ends(left, taken, horizon)
            break
        options = result.explain(state, left).options[:MAX_LISTED_OPTIONS]
        name = action_text(action)
        move["options"] = [
            [action_text(option.action), _number(option.value), _number(option.error)]
            for option in options
        ]
        outcome = task.sample(state, action, rng)
        move |= {
            "action": name,
            "reward": _number(outcome.reward),
            "outcomes": _listed(task, state, action, outcome),
        }
        state, status = outcome.state, outcome.status
    return found


def _why_it_ends(left: int | None, taken: int, horizon: int) -> str:
    if left == 0:
        return "no moves are left"
    return "cut here" if taken == horizon else "nothing can be done"


def _listed(task: Task, state: Any, action: Any, happened: Any) -> list[list[Any]]:
    """What could have happened: probability, reward, and whether it is what did."""
    try:
        outcomes = task.outcomes(state, action)
    except UsageError:  # too many
        return []
    if len(outcomes) > MAX_LISTED_OUTCOMES:
        return []
    alike = [n for n, (_, outcome) in enumerate(outcomes) if str(outcome) == str(happened)]
    return [
        [probability, _number(outcome.reward), int(alike[:1] == [n])]
        for n, (probability, outcome) in enumerate(outcomes)
    ]


def _number(value: float) -> float | None:
    """A number for JSON; None for infinity and what is no number."""
    if not math.isfinite(value):
        return None
    return int(value) if value == int(value) else value


# One registration per kind of task.


@singledispatch
def scenes(task: object, states: Sequence[Any]) -> Iterable[Picture]:
    """Drawings of states that share their layout."""
    return _fields(states)


def _fields(states: Sequence[Any]) -> Iterator[Picture]:
    columns = Columns()
    for state in states:
        columns = columns.with_room_for(state)
    for state in states:
        yield fields_drawing(state, columns=columns)


@scenes.register
def _(task: SlipperyTask, states: Sequence[Any]) -> Iterable[Picture]:
    return scenes(task.base, states)


@scenes.register(ProgramTask)
@scenes.register(ChanceTask)
def _(task: ProgramTask | ChanceTask, states: Sequence[Any]) -> Iterable[Picture]:
    scene = program_scene(task.program, states)
    return (scene(state, None) for state in states)


@scenes.register
def _(task: RelationalTask, states: Sequence[Any]) -> Iterable[Picture]:
    situations = [situation_of(closed(task.domain, state)) for state in states]
    return map(relational_scene(situations), situations)


def facts_about(result: PolicyResult) -> Iterator[tuple[str, str]]:
    """Numbers for the page: name and value."""
    yield "by", result.method
    if result.states is not None:
        yield "states", f"{result.states:,}"
    if all(map(math.isfinite, result.interval)):
        low, high = (display_number(round(end, 6)) for end in result.interval)
        yield "the value lies in", f"{low} to {high}" if low != high else low
    if result.bound is not None:
        yield "no policy exceeds", display_number(result.bound)
    yield "seconds", f"{result.seconds:.2f}"
