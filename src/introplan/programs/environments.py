"""Environments as tasks: Gymnasium's, and any object with `step(action)` and a way back.

Where there is a table `P` (toy text), it is the world. Otherwise the state is a dictionary of the
attributes that steps change, found by taking steps; a step puts them on a copy of the object,
which shares the rest, and takes them off again. Generators of random numbers are no part of a
state, so that no plan foresees what is drawn: a step that draws is taken again with other numbers,
and refused as chance where that changes what comes.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Iterable, Iterator
from typing import Any

from introplan.errors import UsageError
from introplan.programs.copying import copied
from introplan.programs.identity import key_of
from introplan.programs.program import Program, ProgramTask, program
from introplan.programs.user_code import shown

TRANSPARENT = ("TimeLimit", "OrderEnforcing", "PassiveEnvChecker")
"""Wrappers of Gymnasium's that change neither what a step does nor what it pays."""

WALKS, WALK_STEPS = 8, 30
"""Walks from the start on which the attributes that steps change are found."""

REDRAWS = 4
"""Times that a step which draws is taken again with other random numbers."""


def from_env(
    env: Any,
    *,
    actions: Iterable[Any] | None = None,
    seed: int = 0,
    horizon: int | None = None,
    name: str | None = None,
) -> ProgramTask:
    """The task of an environment, from where `reset(seed=seed)` leaves it.

    Its horizon is `max_episode_steps`, unless another one is given. Raises `UsageError` where
    steps have chance, or where it is not known what can be done.
    """
    inner, limit = _unwrapped(env)
    _reset(env, seed)
    steps = limit if horizon is None else horizon
    label = name or type(inner).__name__
    choices = tuple(_actions(inner) if actions is None else actions)
    if isinstance(getattr(inner, "P", None), dict) and hasattr(inner, "s"):
        return _by_table(inner.P, choices, label).task(int(inner.s), steps)
    shell = _Shell(inner, choices)
    world = program(actions=choices, step=shell.step, name=label)
    return world.task(shell.start, steps)


def _unwrapped(env: Any) -> tuple[Any, int | None]:
    """The environment below wrappers that change nothing, and the length of an episode."""
    limit = getattr(getattr(env, "spec", None), "max_episode_steps", None)
    while type(env).__name__ in TRANSPARENT and hasattr(env, "env"):
        limit = getattr(env, "_max_episode_steps", limit)
        env = env.env
    return env, limit


def _reset(env: Any, seed: int) -> None:
    """Back to the start, where there is a way to say so."""
    reset = getattr(env, "reset", None)
    if not callable(reset):
        return
    try:
        reset(seed=seed)
    except TypeError:
        random.seed(seed)
        reset()


def _actions(env: Any) -> list[Any]:
    """What can be done: a space of finitely many, or the object's own list."""
    space = getattr(env, "action_space", None)
    count = getattr(space, "n", None)
    if count is not None:
        first = int(getattr(space, "start", 0))
        return list(range(first, first + int(count)))
    for name in ("actions", "legal_actions", "get_actions", "ACTIONS", "action_space"):
        found = getattr(env, name, None)
        found = found() if callable(found) and name != "action_space" else found
        if isinstance(found, list | tuple | range) and found:
            return list(found)
    what = f"its action space is {shown(space)}" if space is not None else "it lists none"
    raise UsageError(f"what can be done is not known ({what}); say it: from_env(…, actions=[…])")


def _by_table(table: Any, choices: tuple[Any, ...], name: str) -> Program:
    """A world that is a table of rows (probability, state, reward, is over)."""
    rows: dict[Any, Any] = {}
    for state, by_action in table.items():
        for action, entries in by_action.items():
            found = {(int(s), float(r), bool(d)) for p, s, r, d in entries if p > 0}
            if len(found) > 1:
                where = f"P[{state}][{action}] has {len(found)} outcomes"
                raise UsageError(f"the environment has chance, which is not planned yet: {where}")
            rows[int(state), int(action)] = found.pop()

    def step(state: int, action: int) -> tuple[int, float, bool]:
        return rows[state, action]  # type: ignore[no-any-return]

    return program(actions=choices, step=step, name=name)


class _Shell:
    """An object of which the attributes that steps change are taken off and put on."""

    def __init__(self, env: Any, choices: tuple[Any, ...]) -> None:
        self.env = env
        self.names = self._changing(choices)
        self.start = copied({name: vars(env)[name] for name in self.names if name in vars(env)})
        self.rest = {n: v for n, v in vars(env).items() if n not in self.names}

    def step(self, state: dict[str, Any], action: Any) -> Any:
        """(state, reward, is over) after an action."""
        generators = [*_generators(self.env)]
        before = [_numbers(g) for g in generators]
        answer = self._taken(copied(state), action)
        if [_numbers(g) for g in generators] != before:
            self._check_chance(state, action, answer, generators)
        return answer

    def _taken(self, state: dict[str, Any], action: Any) -> Any:
        twin = copy.copy(self.env)
        twin.__dict__ = {**self.rest, **state}
        answer = twin.step(action)
        if answer is None:
            return None
        if not isinstance(answer, tuple | list) or len(answer) < 2:
            raise TypeError(f"step must give (observation, reward, done), got {shown(answer)}")
        done = bool(answer[2]) if len(answer) > 2 else False
        done = done or (len(answer) == 5 and bool(answer[3]))
        new = {n: vars(twin)[n] for n in self.names if n in vars(twin)}
        for name, value in vars(twin).items():
            if name not in self.names and value is not self.rest.get(name, self):
                raise TypeError(f"a step changes {name}, which no step near the start did")
        return new, float(answer[1]), done

    def _check_chance(self, state: Any, action: Any, answer: Any, generators: list[Any]) -> None:
        """Raise unless the step comes out the same with other random numbers."""
        for number in range(REDRAWS):
            for generator in generators:
                _reseed(generator, number)
            if key_of(self._taken(copied(state), action)) != key_of(answer):
                code = type(self.env).step.__code__
                where = f"{code.co_filename}:{code.co_firstlineno}"
                message = f"{where}: the step {shown(action)} of the environment draws"
                raise NotImplementedError(f"{message}: chance, which is not planned yet")

    def _changing(self, choices: tuple[Any, ...]) -> list[str]:
        """The attributes that steps from the start change, by name."""
        rng, found = random.Random(0), set[str]()
        left = {n for n, v in vars(self.env).items() if _is_left_out(v)}
        for _ in range(WALKS):
            twin = _twin(self.env)
            for _ in range(WALK_STEPS):
                before = _keys(twin, left)
                try:
                    answer = twin.step(rng.choice(choices))
                except Exception:
                    break
                after = _keys(twin, left)
                found |= {n for n in {*before, *after} if before.get(n) != after.get(n)}
                if isinstance(answer, tuple) and len(answer) > 2 and answer[2]:
                    break
        return sorted(found)


def _twin(env: Any) -> Any:
    """A copy that shares nothing that changes; what cannot be copied is shared."""
    twin = copy.copy(env)
    twin.__dict__ = {n: _copied_or_shared(v) for n, v in vars(env).items()}
    return twin


def _copied_or_shared(value: Any) -> Any:
    try:
        return copied(value)
    except Exception:
        return value


def _keys(env: Any, left: set[str]) -> dict[str, Any]:
    return {n: _key(v) for n, v in vars(env).items() if n not in left}


def _key(value: Any) -> Any:
    try:
        return key_of(value)
    except Exception:
        return id(value)


def _is_left_out(value: Any) -> bool:
    """Is it a generator of random numbers, or a space of them?"""
    module = type(value).__module__
    return isinstance(value, random.Random) or module.startswith(
        ("numpy.random", "gymnasium.spaces", "gym.spaces", "pygame")
    )


def _generators(env: Any) -> Iterator[Any]:
    """The generators that a step may draw from."""
    yield random
    for value in vars(env).values():
        if isinstance(value, random.Random) or type(value).__module__.startswith("numpy.random"):
            yield value


def _numbers(generator: Any) -> Any:
    """Where a generator stands."""
    bits = getattr(generator, "bit_generator", None)
    return repr(bits.state) if bits is not None else generator.getstate()


def _reseed(generator: Any, number: int) -> None:
    bits = getattr(generator, "bit_generator", None)
    if bits is None:
        generator.seed(number)
    else:
        bits.state = type(bits)(number).state
