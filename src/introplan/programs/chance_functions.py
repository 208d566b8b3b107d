"""Functions that draw although nothing gives them a generator: from `random`, or one they know.

    def transition(state, action):
        return state + action if random.random() < 0.8 else state

A plan cannot be made of such a world. For policies it is a world with chance like others, with the
generators in the places they draw from (`chance_sources`) put in the place of the one they lack.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any

from introplan.mdp import Task
from introplan.programs.chance import ChanceTask, chance_program
from introplan.programs.chance_sources import (
    MODULES,
    Hand,
    Place,
    drawing_from,
    generator_behind,
    own_places_of,
    places_in,
)
from introplan.programs.generators import is_generator
from introplan.programs.program import Program, ProgramTask
from introplan.programs.stepping import is_derived, taken

MAX_FUNCTIONS = 100
"""Functions that are looked into, through those that they call."""


def as_drawn(task: Task) -> Task:
    """The task as a world with chance, if a function of its draws; else the task itself."""
    if not isinstance(task, ProgramTask) or hasattr(task.program.step, "__reads_as__"):
        return task  # the steps of environments were looked at when they became a world
    program = task.program
    parts = (program.step, program.transition, program.reward, program.terminal)
    functions = [*_functions(*(part for part in parts if part is not None))]
    if not any(map(_draws, functions)):
        return task
    return _drawn_task(task, program, functions)


def _drawn_task(task: ProgramTask, program: Program, functions: list[Any]) -> ChanceTask:
    places = places_in({f.__module__ for f in functions})
    for function in functions:
        if isinstance(function, MethodType):
            places += own_places_of(function.__self__)
    model = chance_program(
        actions=program.actions, step=_stepping(program, places), name=program.name
    )
    return model.task(task.start, task.horizon, name=task.name, discount=task.discount)


def _stepping(program: Program, places: list[Place]) -> Callable[[Any, Any, Any], Any]:
    """A step with a generator that takes the place of all the others."""

    def step(state: Any, action: Any, rng: Any) -> Any:
        with drawing_from(places, Hand(rng)):
            return _taken(program, state, action)

    return step


def _taken(program: Program, state: Any, action: Any) -> Any:
    if program.step is not None:
        answer = program.step(state, action)
        if answer is None:
            return None
        after, reward, done = taken(program.step, answer)
    else:
        after, reward, done = program.transition(state, action), None, False
        if after is None:
            return None
    if not is_derived(program.reward, program.step):
        reward = program.reward(state, action, after)
    if program.terminal is not None and not is_derived(program.terminal, program.step):
        done = program.terminal(state, action, after)
    return after, reward, done


def _functions(*starts: Callable[..., Any]) -> Iterator[Any]:
    """Functions and methods, and those of users that they speak of by name."""
    waiting, seen = list(starts), set[Any]()
    while waiting and len(seen) < MAX_FUNCTIONS:
        function = inspect.unwrap(waiting.pop())
        code = getattr(function, "__code__", None)
        if code is None or code in seen:
            continue
        seen.add(code)
        yield function
        spoken = (v for v in _spoken_of(function) if isinstance(v, FunctionType | MethodType))
        waiting += [v for v in spoken if generator_behind(v) is None]


def _names(code: CodeType) -> set[str]:
    """The names in a code, and in those of the functions in it."""
    inner = (c for c in code.co_consts if isinstance(c, CodeType))
    return {*code.co_names, *code.co_freevars}.union(*map(_names, inner))


def _spoken_of(function: Any) -> Iterator[Any]:
    """What the names in a function stand for, as far as that is known."""
    plain = getattr(function, "__func__", function)
    names = _names(plain.__code__)
    holder = getattr(function, "__self__", None)
    for name in sorted(names):
        if name in plain.__globals__:
            yield plain.__globals__[name]
        if holder is not None and not isinstance(holder, ModuleType):
            yield getattr(holder, name, None)
    for cell in plain.__closure__ or ():
        try:
            yield cell.cell_contents
        except ValueError:  # not assigned yet
            continue


def _draws(function: Any) -> bool:
    """Does a function speak of something that draws?"""
    names = _names(getattr(function, "__func__", function).__code__)
    for value in _spoken_of(function):
        if isinstance(value, ModuleType):
            drawing = value if value.__name__ in MODULES else getattr(value, "random", None)
            if value.__name__ in MODULES or (value.__name__ == "numpy" and "random" in names):
                known = vars(drawing)
                if any(generator_behind(known.get(name)) is not None for name in names):
                    return True
        elif is_generator(value) or generator_behind(value) is not None:
            return True
    return False
