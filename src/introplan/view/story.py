"""Everything that the page tells about a task and its plan, as one value that becomes JSON.

Frames are the drawn steps of the plan. For each there is the drawing (as a change of the last
one), the step, the score so far, the stretch of the plan it belongs to, the wishes that were
ticked or unticked since the frame before, the distance that is left, and the state's number in
the graph.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field
from functools import singledispatch
from typing import Any

from introplan.errors import UsageError
from introplan.introspection.relational.goals import reward_condition
from introplan.limits import LimitReached, Limits, Meter
from introplan.mdp import Task, action_text
from introplan.pddl.formulas import number_text
from introplan.planners.result import PlanResult
from introplan.programs.identity import key_of
from introplan.programs.program import ProgramTask
from introplan.relational.domain import RelationalTask
from introplan.reporting.words import in_words, mutation_in_words
from introplan.search.state_space import StateSpace, reachable
from introplan.view.draw import draw_text, relational_scene, situation_text
from introplan.view.film import Film, filmed
from introplan.view.journey import PlanJourney, drawn_steps, program_states, relational_rewards
from introplan.view.programs import own_text, program_scene
from introplan.view.situation import Row, rows_of
from introplan.view.targets import (
    ProgramView,
    Stretch,
    action_row,
    program_view,
    stretches,
    turning_points,
)

MOST_WISHES = 400
MOST_STATES = 150
SECONDS_FOR_GRAPH = 2.0
MOST_MARKS = 2_000


@dataclass(slots=True)
class Progress:
    """How wishes and distance develop: one entry for each frame."""

    stretches: list[dict[str, Any]] = field(default_factory=list)
    stretch_of: list[int] = field(default_factory=list)
    toggles: list[list[int]] = field(default_factory=list)
    distance: list[float | None] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Story:
    """What the page shows."""

    task: Task
    result: PlanResult
    film: Film
    steps: tuple[int, ...]
    scores: list[float]
    words: str
    symbols: list[str]
    distance_name: str
    progress: Progress
    space: StateSpace | None
    state_of: list[int]

    @property
    def record(self) -> dict[str, Any]:
        """What the script of the page reads."""
        film, progress = self.film, self.progress
        return {
            "actions": [action_text(action) for action in self.result.plan or ()],
            "steps": list(self.steps),
            "scores": self.scores,
            "width": film.width,
            "height": film.height,
            "bodies": film.bodies,
            "frames": film.frames,
            "titles": film.titles,
            "pictures": film.pictures,
            "shown": film.shown,
            "stretches": progress.stretches,
            "stretchOf": progress.stretch_of,
            "toggles": progress.toggles,
            "distance": progress.distance,
            "milestones": list(_milestones(self.result)),
            "stateOf": self.state_of,
        }


@singledispatch
def story(task: Task, result: PlanResult, *, budget: float = 1.0) -> Story:
    """The story of a result; `budget` seconds may go into reading a world in Python."""
    raise UsageError(f"there is no page for {type(task).__name__}")


@story.register(ProgramTask)
def _(task: ProgramTask, result: PlanResult, *, budget: float = 1.0) -> Story:
    return _program_story(task, result, budget)


@story.register(RelationalTask)
def _(task: RelationalTask, result: PlanResult, *, budget: float = 1.0) -> Story:
    plan = result.plan or ()
    marks = {reached.step for reached in result.milestones}
    steps = drawn_steps(len(plan), len(task.start.facts) + len(task.start.objects), marks)
    journey = PlanJourney(task, plan, steps)
    space = _space(task)
    numbers = {rows_of(s): n for n, s in enumerate(space.states, start=1)} if space else {}
    scene = relational_scene(journey)
    condition = reward_condition(task)
    return Story(
        task,
        result,
        filmed(map(scene, journey)),
        steps,
        _scores(relational_rewards(task, plan).rewards, steps) if plan else [_kept(result)],
        f"The most that one step pays is {number_text(task.r_max)}. It is paid when "
        f"{in_words(condition)}.",
        [str(condition)],
        "literals that are not yet as wished",
        _progress(task, result, journey),
        space,
        [numbers.get(_plain(task, s.facts), 0) for s in journey] if space else [],
    )


def _plain(task: RelationalTask, facts: Set[Row]) -> frozenset[Row]:
    """The literals without those that follow from rules, as the states of a space have them."""
    derived = {rule.head.predicate.name for rule in task.domain.derived}
    return frozenset(row for row in facts if row[0] not in derived)


def _progress(task: RelationalTask, result: PlanResult, journey: PlanJourney) -> Progress:
    """Tick off the wishes of each stretch along the journey."""
    turns = sorted(turning_points(result))
    turned = dict(zip(turns, PlanJourney(task, journey.plan, turns), strict=True))
    found = stretches(task, result, {step: s.facts for step, s in turned.items()})
    begun = [stretch.ticks(-1, turned[stretch.first], None).count(False) for stretch in found]
    records = map(_stretch_record, found, begun)
    progress = Progress(stretches=list(records))
    ticked: list[bool] = []
    number = 0
    for step, situation in zip(journey.steps, journey, strict=True):
        while step > found[number].last:
            number += 1
            ticked = []
        did = action_row(journey.plan[step - 1]) if step else None
        now = found[number].ticks(step, situation, did)
        _note(progress, number, ticked, now)
        progress.distance.append(now.count(False) if found[number].is_known else None)
        ticked = now
    return progress


def _stretch_record(stretch: Stretch, begun: int | None = None) -> dict[str, Any]:
    """A stretch as the page reads it; it begins with `begun` wishes to go."""
    return {
        "to": stretch.last,
        "words": stretch.words,
        "wishes": [wish.text for wish in stretch.wishes[:MOST_WISHES]],
        "size": len(stretch.wishes),
        "from": begun if stretch.is_known else None,
    }


def _note(progress: Progress, number: int, ticked: Sequence[bool], now: Sequence[bool]) -> None:
    """Add a frame: what was ticked or unticked since the last one."""
    old = ticked or [False] * len(now)
    changed = [i for i, (a, b) in enumerate(zip(old, now, strict=True)) if a != b]
    progress.stretch_of.append(number)
    progress.toggles.append([i for i in changed if i < MOST_WISHES])


def _program_story(task: ProgramTask, result: PlanResult, budget: float) -> Story:
    plan = result.plan or ()
    states, passed = program_states(task, plan)
    marks = {reached.step for reached in result.milestones}
    steps = drawn_steps(len(plan), _size_of(task), marks)
    drawn = [states[step] for step in steps]
    scene = program_scene(task.program, drawn)
    view = program_view(task, result, states, budget=budget)
    space = _space(task)
    numbers = {key_of(s): n for n, s in enumerate(space.states, start=1)} if space else {}
    paid = " It is paid on reaching one of these:" if view.conditions else ""
    return Story(
        task,
        result,
        filmed(scene(now, before) for before, now in _pairs(drawn)),
        steps,
        _scores(passed.rewards, steps),
        f"The most that one step can pay is {view.r_max}.{paid}",
        list(view.conditions),
        f"steps to the next one, at least: {view.formula}" if view.formula else "",
        _program_progress(view, states, steps),
        space,
        [numbers.get(key_of(state), 0) for state in drawn] if space else [],
    )


def _program_progress(view: ProgramView, states: Sequence[Any], steps: Sequence[int]) -> Progress:
    """Tick off the conditions of each stretch."""
    progress = Progress()
    for stretch in view.stretches:
        record = {"to": stretch.last, "words": stretch.words, "wishes": list(stretch.wishes)}
        progress.stretches.append({**record, "size": len(stretch.wishes), "from": None})
    ticked: list[bool] = []
    number = 0
    for step in steps:
        while view.stretches and step > view.stretches[number].last:
            number += 1
            ticked = []
        now = view.stretches[number].ticks(step, states) if view.stretches else []
        _note(progress, number, ticked, now)
        ticked = now
    progress.distance = [view.distances[step] for step in steps] if view.distances else []
    return progress


def _pairs(states: Sequence[Any]) -> Iterator[tuple[Any, Any]]:
    before = None
    for state in states:
        yield before, state
        before = state


def _size_of(task: ProgramTask) -> int:
    """How much there is to keep of one drawn state, about."""
    if task.program.draw is None:
        return 50
    return max(50, len(own_text(task.program, task.start)) // 3)


def _space(task: Task) -> StateSpace | None:
    """The reachable space, if it is small."""
    try:
        meter = Meter(Limits(seconds=SECONDS_FOR_GRAPH))
        space = reachable(task, MOST_STATES + 1, meter=meter)
    except LimitReached:
        return None
    is_small = space.is_complete and len(space.states) <= MOST_STATES
    return space if is_small and len(space.states) > 1 else None


def _scores(rewards: Iterable[float], steps: Sequence[int]) -> list[float]:
    """What was paid so far after each of these steps."""
    totals = [0.0]
    for reward in rewards:
        totals.append(totals[-1] + reward)
    return [_plain_number(totals[min(step, len(totals) - 1)]) for step in steps]


def _kept(result: PlanResult) -> float:
    """The score of an empty plan: a goal that holds from the start pays as well."""
    return 0 if result.plan is None else _plain_number(result.score)


def _plain_number(value: float) -> float:
    rounded = round(value, 6)
    return int(rounded) if rounded == int(rounded) else rounded


def _milestones(result: PlanResult) -> Iterator[dict[str, Any]]:
    for reached in result.milestones[:MOST_MARKS]:
        told = len(result.milestones) <= 200 and reached.mutation is not None
        words = mutation_in_words(reached.mutation) if told and reached.mutation else ""
        yield {"step": reached.step, "reward": _plain_number(reached.reward), "words": words}


def text_pictures(task: Task, result: PlanResult) -> Iterator[tuple[int, str]]:
    """The start, the milestones and the end in letters, each with its step."""
    plan = result.plan or ()
    steps = sorted({0, len(plan), *(reached.step for reached in result.milestones)})
    return zip(steps, _pictures(task, plan, steps), strict=True)


@singledispatch
def _pictures(task: Task, plan: Sequence[Any], steps: list[int]) -> Iterator[str]:
    raise UsageError(f"there are no pictures of {type(task).__name__}")


@_pictures.register(ProgramTask)
def _(task: ProgramTask, plan: Sequence[Any], steps: list[int]) -> Iterator[str]:
    states, _ = program_states(task, plan)
    return (draw_text(states[step], task) for step in steps)


@_pictures.register(RelationalTask)
def _(task: RelationalTask, plan: Sequence[Any], steps: list[int]) -> Iterator[str]:
    return map(situation_text, PlanJourney(task, plan, steps))
