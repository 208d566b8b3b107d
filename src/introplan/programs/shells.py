"""An object as a world: the attributes that steps change are the state, the rest are constants.

A state is a dictionary of these attributes. A step puts them on a new object of the same class,
which shares the rest, calls the object's own `step`, and takes them off again. What only
observations and logs are made of is no part of a state (`slicing`).

The reader of programs sees the same in plain words: `__reads_as__` names a function that makes the
object and calls its `step`, of which it reads the slice.
"""

from __future__ import annotations

import contextlib
import itertools
import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from introplan.errors import UsageError
from introplan.programs.aliasing import has_aliases
from introplan.programs.answered import answered
from introplan.programs.bonds import Bonds, bonds_of, with_bonds
from introplan.programs.code_trees import code_names
from introplan.programs.copying import copied, is_immutable
from introplan.programs.generators import generators_of, is_generator, position, reseed
from introplan.programs.identity import key_of
from introplan.programs.memory_codes import is_left_out
from introplan.programs.method_sources import below
from introplan.programs.nesting import (
    Opened,
    attributes_of,
    built,
    flat,
    opened_in,
    own_name,
    parted,
)
from introplan.programs.slicing import Slice
from introplan.programs.user_code import ChanceError, shown

__forwards__ = True
"""The functions made here call the user's, and lines are asked for in those (`symbolic`)."""

WALKS, WALK_STEPS = 8, 30
"""Walks from the start on which the attributes that steps change are found."""

REDRAWS = 4
"""Times that a step which draws is taken again with other random numbers."""

STEPS_REDRAWN = 100
"""Steps that are taken again so often; of later ones that draw, each is taken again once."""

DRAWING = frozenset(
    {"random", "np_random", "rng", "randint", "choice", "shuffle", "uniform", "rand", "integers"}
)
"""Names that a function speaks of which draws."""

CHANCE = (
    "draws: chance that was not seen in steps near the start; doing {} comes out in more than one "
    "way; write the world as outcomes(state, action) and ask policy, or draw in reset"
)

Step = Callable[[Any, Any], Any]


@dataclass(slots=True)
class Shell:
    """An object taken apart."""

    env: Any
    names: tuple[str, ...]
    """The attributes that are the state."""
    rest: dict[str, Any]
    """The others."""
    scratch: tuple[str, ...]
    """Those of them that a step may change although no rule reads them."""
    start: dict[str, Any]
    gives_time_steps: bool = False
    """Does a step answer as dm_env's do, and not with a tuple as Gymnasium's?"""
    draws: bool = True
    """May a step draw?"""
    found: Slice | None = None
    uncopied: tuple[str, ...] = ()
    """Attributes that rules may read and that cannot be copied: steps may change what is in them,
    which then is no part of a state."""
    notes: dict[str, frozenset[str]] = field(default_factory=dict)
    """Of attributes that are dictionaries, the entries that no rule reads: they stay as they are
    at the start."""
    opened: list[Opened] = field(default_factory=list)
    """Objects within it whose attributes are among its own, by names with dots."""

    @property
    def is_whole(self) -> bool:
        """Is the state all of what steps change, with no generator or space within it?"""
        parts = [part for value in self.start.values() for part in below(value)]
        is_known = self.found is not None and not self.uncopied
        return is_known and not any(map(is_left_out, parts))

    def include(self, names: Iterable[str]) -> None:
        """Make more attributes a part of the state."""
        own = attributes_of(self.env, self.opened)
        more = {name for name in names if name in own and name not in self.names}
        if not more:
            return
        self.names = tuple(sorted({*self.names, *more}))
        # All at once: attributes that share objects go on sharing them.
        self.start = copied({name: own[name] for name in self.names if name in own})
        self.rest = {name: value for name, value in own.items() if name not in self.names}

    def made(self, state: dict[str, Any]) -> Any:
        """An object in a state, which it may change."""
        attributes = {**self.rest, **state}
        for name in self.scratch:
            if name in self.rest:
                attributes[name] = copied(self.rest[name])
        return built(self.env, self.opened, attributes)


def shell_of(
    env: Any, choices: Iterable[Any], found: Slice | None, method: str | None = None
) -> Shell:
    """Take an object apart, as it is now."""
    choices = tuple(choices)
    opened = [] if found is None else opened_in(env, found.stores)
    own = attributes_of(env, opened)
    left = {name for name, value in own.items() if is_left_out(value)}
    uncopied = tuple(_uncopied(own, left, found))
    changing, bonds = set[str](), Bonds()
    if not uncopied:  # else steps of a twin would change the environment itself
        changing, bonds = _changing(env, opened, choices, method)
    unread = set[str]()
    if found is not None:
        changing |= {name for name in own if own_name(name) in found.stores}
        unread = {name for name in changing if own_name(name) not in found.loads}
    changing = with_bonds(changing - unread - left, bonds)
    names = tuple(sorted(changing - unread - left))
    _check_views({name: own[name] for name in names if name in own})
    return Shell(
        env,
        names,
        {name: value for name, value in own.items() if name not in names},
        tuple(sorted(n for n in unread if n in own and _is_scratch(own[n]))),
        copied({name: own[name] for name in names if name in own}),
        gives_time_steps=not uncopied and _gives_time_steps(env, choices),
        draws=found is None or _may_draw(flat(env, opened), found),
        opened=opened,
        found=found,
        uncopied=uncopied,
        notes=_notes(found, names, method),
    )


def _notes(
    found: Slice | None, names: Iterable[str], method: str | None
) -> dict[str, frozenset[str]]:
    if found is None:
        return {}
    unread = found.unread_entries([] if method is None else [method])
    return {name: entries for name, entries in unread.items() if entries and name in names}


def _check_views(values: dict[str, Any]) -> None:
    """Raise `UsageError` for arrays over the same memory: copies would be arrays of their own."""
    try:
        has_aliases(values)
    except UsageError:
        raise
    except Exception:  # what cannot be looked through is refused elsewhere, with its name
        return


def _is_scratch(value: Any) -> bool:
    """Can it change, and be copied? A handle that is never read is shared."""
    return not is_immutable(value) and _copied_or_shared(value) is not value


def _uncopied(own: dict[str, Any], left: set[str], found: Slice | None) -> Iterator[str]:
    """The attributes that cannot be copied, for a handle of a window or a file within them."""
    for name, value in own.items():
        if name not in left and (found is None or own_name(name) in found.loads):
            try:
                copied(value)
            except Exception:
                yield name


def step_of(shell: Shell) -> Step:
    """The state after, the reward and the end, as a function of a state and an action."""

    before: list[Any] = []  # where generators stood after the step before; to ask takes long
    checked = itertools.count()

    def step(state: dict[str, Any], action: Any) -> Any:
        if not shell.draws:
            return taken_by(shell, state, action)
        generators = [*generators_of(flat(shell.env, shell.opened))]
        stood = [*before] or [position(g) for g in generators]
        given = copied(state)
        answer = taken_by(shell, state, action)
        before[:] = [position(g) for g in generators]
        if before != stood:
            number = next(checked)
            seeds = range(REDRAWS) if number < STEPS_REDRAWN else [number % REDRAWS]
            _check_chance(shell, given, action, answer, generators, seeds)
            before.clear()
        return answer

    step.__reads_as__ = _readable_step(shell)  # type: ignore[attr-defined]
    step.__wrapped__ = type(shell.env).step  # type: ignore[attr-defined]
    step.__slices__ = {} if shell.found is None else shell.found.trees  # type: ignore[attr-defined]
    step.__redraws__ = True  # type: ignore[attr-defined]
    return step


def actions_of(shell: Shell, name: str) -> Callable[[Any], Any]:
    """What can be done in a state, by a method of the object's."""

    def actions(state: dict[str, Any]) -> Any:
        return getattr(shell.made(state), name)()

    actions.__reads_as__ = _readable_actions(shell, name)  # type: ignore[attr-defined]
    actions.__wrapped__ = getattr(type(shell.env), name)  # type: ignore[attr-defined]
    return actions


def _readable_step(shell: Shell) -> Step:
    kind, opened, names, constants = _outline(shell)
    is_time_step = shell.gives_time_steps

    def step(state: Any, action: Any) -> Any:
        env = object.__new__(kind)
        parts = [env]
        for within, name, inner in opened:
            parts.append(object.__new__(inner))
            setattr(parts[within], name, parts[-1])
        for number, name, value in constants:
            setattr(parts[number], name, value)
        for number, name, full in names:
            setattr(parts[number], name, state[full])
        answer = env.step(action)
        if answer is None:
            return None
        if is_time_step:
            reward = 0.0 if answer.reward is None else answer.reward
            after = {full: getattr(parts[number], name) for number, name, full in names}
            return after, reward, answer.last()
        done = len(answer) > 2 and bool(answer[2])
        if len(answer) == 5 and answer[3]:
            done = True
        after = {full: getattr(parts[number], name) for number, name, full in names}
        return after, answer[1], done

    return step


def _outline(shell: Shell) -> Any:
    """The class; the objects within; attributes that are the state, and those that are constants.

    All by the numbers of the objects that have them, in tuples, which the reader goes along.
    """
    numbers = {"": 0} | {o.prefix: n for n, o in enumerate(shell.opened, 1)}
    opened = tuple((o.within, o.name, o.kind) for o in shell.opened)
    places = ((name, *parted(name)) for name in shell.names)
    names = tuple((numbers[prefix], name, full) for full, prefix, name in places)
    rest = ((*parted(name), value) for name, value in shell.rest.items())
    constants = tuple((numbers[prefix], name, value) for prefix, name, value in rest)
    return type(shell.env), opened, names, constants


def _readable_actions(shell: Shell, method: str) -> Callable[[Any], Any]:
    kind, opened, names, constants = _outline(shell)

    def actions(state: Any) -> Any:
        env = object.__new__(kind)
        parts = [env]
        for within, name, inner in opened:
            parts.append(object.__new__(inner))
            setattr(parts[within], name, parts[-1])
        for number, name, value in constants:
            setattr(parts[number], name, value)
        for number, name, full in names:
            setattr(parts[number], name, state[full])
        return getattr(env, method)()

    return actions


def taken_by(shell: Shell, state: dict[str, Any], action: Any) -> Any:
    """The state after, the reward and the end; None where the step answers None.

    Attributes that are given in the state and are none of it, such as generators, are put on.
    """
    twin = shell.made(state)
    answer = twin.step(action)
    if answer is None:
        return None
    reward, done = answered(answer)
    names, own = shell.names, attributes_of(twin, shell.opened)
    if shell.found is None:
        for name, value in own.items():
            before = state[name] if name in state else shell.rest.get(name, shell)
            if name not in names and value is not before:
                raise TypeError(f"a step changes {name}, which no step near the start did")
    for name, entries in shell.notes.items():
        _put_back(own[name], shell.start[name], entries)
    return {n: own[n] for n in names if n in own}, reward, done


def _put_back(now: Any, start: dict[str, Any], entries: frozenset[str]) -> None:
    """Let entries of a dictionary be what they were at the start."""
    for name in start:
        if name in entries and name in now:
            now[name] = copied(start[name])


def _check_chance(
    shell: Shell,
    state: Any,
    action: Any,
    answer: Any,
    generators: list[Any],
    seeds: Iterable[int],
) -> None:
    """Raise unless the step comes out the same with other random numbers."""
    expected = key_of(answer)
    for number in seeds:
        for generator in generators:
            reseed(generator, number)
        if key_of(taken_by(shell, copied(state), action)) != expected:
            raise chance_error(type(shell.env), action)


def chance_error(kind: Any, action: Any) -> ChanceError:
    """What is raised where a step comes out in more than one way."""
    return ChanceError(CHANCE.format(shown(action)), kind.step)


def _changing(
    env: Any, opened: list[Opened], choices: tuple[Any, ...], method: str | None
) -> tuple[set[str], Bonds]:
    """The attributes that steps from the start change, by name, and which of all share objects."""
    rng, found = random.Random(0), set[str]()
    whole = flat(env, opened)
    left = {n for n, v in vars(whole).items() if is_left_out(v)}
    bonds = bonds_of(whole, left)
    for _ in range(WALKS):
        twin = twin_of(env)
        before = _keys(flat(twin, opened), left)
        for _ in range(WALK_STEPS):
            try:
                offered = choices if method is None else [*getattr(twin, method)()]
                answer = twin.step(rng.choice(offered))
            except Exception:
                break
            after = _keys(flat(twin, opened), left)
            found |= {n for n in {*before, *after} if before.get(n) != after.get(n)}
            bonds |= bonds_of(flat(twin, opened), left)
            if isinstance(answer, tuple) and len(answer) > 2 and answer[2]:
                break
    return found, bonds


def _gives_time_steps(env: Any, choices: Iterable[Any]) -> bool:
    """Does the first step that can be taken answer with a time step?"""
    for choice in choices:
        with contextlib.suppress(Exception):
            return callable(getattr(twin_of(env).step(choice), "last", None))
    return False


def twin_of(env: Any) -> Any:
    """A copy that shares nothing that changes; what cannot be copied is shared."""
    try:
        return built(env, [], copied(vars(env)))
    except Exception:
        opened = opened_in(env)
        own = attributes_of(env, opened)
        return built(env, opened, {n: _copied_or_shared(v) for n, v in own.items()})


def _copied_or_shared(value: Any) -> Any:
    try:
        return copied(value)
    except Exception:
        return value


def _keys(env: Any, left: set[str]) -> dict[str, Any]:
    return {n: _key(v) for n, v in vars(env).items() if n not in left}


def _key(value: Any) -> Any:
    """What tells values apart; where nothing does, a value is taken to be another each time.

    It is of a copy: a class with an `__eq__` of its own is told apart by its instances themselves,
    and a step may change them in place.
    """
    try:
        return key_of(value if is_immutable(value) else copied(value))
    except Exception:
        return object()


def _may_draw(env: Any, found: Slice) -> bool:
    names = {n for n, v in vars(env).items() if is_generator(v)} | DRAWING
    return any(names & {*code_names(function)} for function in found.methods.all_trees)
