"""A quick model of an environment: one live copy that goes to states and takes steps there.

It leaves out what a search can do without, as walks from the start show, and the text of `step`:

    observations   a method whose answer `step` only hands on as the observation or the info is
                   not called, where steps come out the same without it
    clocks         a number that each step raises by one is no part of what tells states apart, so
                   that a state that is reached later is not a new one

Neither is proven. So nothing is believed of it but a plan that the environment's own steps replay:
no score, no proof, and not that there is no plan.
"""

from __future__ import annotations

import ast
import inspect
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from types import FunctionType
from typing import Any, TypeAlias

from introplan.programs.answered import answered
from introplan.programs.generators import common_generators, position
from introplan.programs.memory import Entries, Memory, Unsupported
from introplan.programs.method_sources import parsed_block

WALKS, MAX_WALKS, WALK_STEPS = 4, 40, 25
"""Walks from the start, and their steps, on which clocks and observations are found: 10 ms. There
are more where episodes end soon."""

MIN_TICKS = 20
"""Steps that all raised a number before it is taken for a clock."""

UNASKED = {2: (0,), 3: (0,), 4: (0, 3), 5: (0, 4)}
"""Places of observations and infos in what `step` returns, by the length of that."""

Answer: TypeAlias = tuple[float, bool]
"""The reward of a step, and whether it ends the episode."""

Clock: TypeAlias = tuple[int, str]
"""The number of a part of the memory, and an attribute or a key of it."""

MAX_OBJECTS_READ = 20
"""Instances within an environment up to which the reader and single copies do well enough."""


@dataclass(frozen=True, slots=True)
class Place:
    """A state of the live copy."""

    entries: Entries
    """What differs from the start, without clocks: what tells states apart."""
    ticks: tuple[Any, ...]
    """The clocks."""


@dataclass(slots=True)
class Live:
    """A live copy of an environment."""

    memory: Memory
    choices: tuple[Any, ...]
    method: str | None
    """The method that says what can be done, if that depends on the state."""
    clocks: tuple[Clock, ...] = ()
    left_out: list[tuple[dict[str, Any], dict[str, Any], str]] = field(default_factory=list)
    """Where methods are left out: attributes of the live copy, those of the start, the name."""

    def is_worthwhile(self, names: Iterable[str]) -> bool:
        """Is there something that copies of these attributes are slow with, or get lost in?"""
        instances = sum(hasattr(part, "__dict__") for part in self.memory.parts)
        return instances > MAX_OBJECTS_READ or any(name in names for _, name in self.clocks)

    def offered(self) -> Sequence[Any]:
        """What can be done in the state it is in."""
        if self.method is None:
            return self.choices
        return [*getattr(self.memory.root, self.method)()]

    def stepped(self, action: Any) -> Answer | None:
        """Take a step; None where it is not allowed."""
        try:
            answer = self.memory.root.step(action)
        except NeedsObservationError:
            raise Unsupported from None
        except Exception:
            answer = None
        self.memory.note_changes()
        return None if answer is None else answered(answer)

    def place(self) -> Place:
        """Where it is."""
        entries = self.memory.read()
        if not self.clocks:
            return Place(entries, ())
        parts = self.memory.parts
        ticks = tuple([_fields(parts[number]).get(name) for number, name in self.clocks])
        untimed = ((n, self._without_clocks(n, entry)) for n, entry in entries)
        return Place(tuple([(n, entry) for n, entry in untimed if entry]), ticks)

    def _without_clocks(self, number: int, entry: Any) -> Any:
        names = {name for n, name in self.clocks if n == number}
        if not names or type(entry[0]) is not tuple:  # not even the same keys as at the start
            return entry
        return tuple([pair for pair in entry if pair[0] not in names])

    def go_to(self, place: Place) -> None:
        """Go to a place."""
        self.memory.go_to(place.entries)
        for (number, name), tick in zip(self.clocks, place.ticks, strict=True):
            _fields(self.memory.parts[number])[name] = tick
            if number not in self.memory.changed:
                self.memory.changed.append(number)

    def chance(self) -> list[Any]:
        """Where the generators of random numbers stand."""
        return [*map(position, (*common_generators(), *self.memory.generators))]


class NeedsObservationError(Exception):
    """Something was asked of an observation that was not made."""


class NotMade:
    """Stands for an observation that was not made."""

    def __getattr__(self, name: str) -> Any:
        if name == "__wrapped__":  # `inspect` asks that of everything in a module
            raise AttributeError(name)
        raise NeedsObservationError(name)

    def __getitem__(self, key: object) -> Any:
        raise NeedsObservationError

    def __iter__(self) -> Iterator[Any]:
        raise NeedsObservationError

    def __bool__(self) -> bool:
        raise NeedsObservationError

    def __len__(self) -> int:
        raise NeedsObservationError


NOT_MADE = NotMade()


def live_copy(
    env: Any, choices: tuple[Any, ...], method: str | None, unread: Iterable[str] = ()
) -> Live | None:
    """A quick model of an environment as it is now; None where none can be made."""
    try:
        live = Live(Memory(env, unread), choices, method)
        plan, first = _walked(live)
        live.clocks = _clocks(first)
        _leave_out_observations(live)
        if live.left_out and not _is_same(live, plan, first):
            _make_observations(live)
        live.memory.go_to(())
        seen = {number for walk in first for entries, _ in walk for number, _ in entries}
        live.memory.cool(seen)
    except (Unsupported, TypeError, ValueError):
        return None
    return live


Walk: TypeAlias = list[tuple[Entries, Answer | None]]


def _walked(live: Live, plan: list[list[int]] | None = None) -> tuple[list[list[int]], list[Walk]]:
    """Walks from the start, those of a plan or new ones: the choices, and what came of them."""
    rng, walks = random.Random(0), list[Walk]()
    chosen: list[list[int]] = []
    for number in range(MAX_WALKS if plan is None else len(plan)):
        if plan is None and number >= WALKS and sum(map(len, chosen)) > 2 * MIN_TICKS:
            break
        live.memory.go_to(())
        walk: Walk = [((), (0.0, False))]
        chosen.append([])
        steps = range(WALK_STEPS) if plan is None else plan[number]
        for given in steps:
            offered = live.offered()
            if not offered:
                break
            choice = rng.randrange(len(offered)) if plan is None else given
            answer = live.stepped(offered[choice])
            chosen[-1].append(choice)
            walk.append((live.memory.read(), answer))
            if answer is None or answer[1]:
                break
        walks.append(walk)
    return chosen, walks


def _is_same(live: Live, plan: list[list[int]], walks: list[Walk]) -> bool:
    """Do the walks of a plan come out as they did before?"""
    try:
        return _walked(live, plan)[1] == walks
    except Unsupported:
        return False


def _clocks(walks: list[Walk]) -> tuple[Clock, ...]:
    """Attributes that every step raised by one."""
    ticks, found = 0, None
    for walk in walks:
        for (before, _), (after, answer) in pairwise(walk):
            if answer is None:
                continue
            ticks += 1
            now = _numbers(after)
            old = _numbers(before)
            risen = {c for c, n in now.items() if c not in old or n == old[c] + 1}
            found = risen if found is None else found & risen
    return tuple(sorted(found)) if found and ticks >= MIN_TICKS else ()


def _fields(part: Any) -> dict[str, Any]:
    """A dictionary, or the attributes of an instance: counters are kept in either."""
    return part if isinstance(part, dict) else vars(part)


def _numbers(entries: Entries) -> dict[Clock, int]:
    """The attributes that hold whole numbers."""
    found = {}
    for number, entry in entries:
        for pair in entry if isinstance(entry, tuple) else ():
            match pair:
                case (str() as name, int() as value):
                    found[number, name] = value
    return found


def _leave_out_observations(live: Live) -> None:
    for part, held in zip(live.memory.parts, live.memory.base, strict=True):
        if not hasattr(part, "__dict__"):
            continue
        for name in _observing(type(part)):
            if name not in vars(part) and isinstance(
                getattr(type(part), name, None), FunctionType
            ):
                vars(part)[name] = held[name] = lambda *args, **more: NOT_MADE
                live.left_out.append((vars(part), held, name))


def _make_observations(live: Live) -> None:
    """Leave nothing out."""
    for attributes, held, name in live.left_out:
        attributes.pop(name, None)
        held.pop(name, None)
    live.left_out.clear()
    live.memory.go_to(())


def _observing(kind: type) -> Iterator[str]:
    """The methods that make nothing but what the steps of a class hand on."""
    steps = [vars(k).get("step") for k in kind.__mro__]
    for step in steps:
        if isinstance(step, FunctionType):
            yield from _handed_on(step)


def _handed_on(step: FunctionType) -> Iterator[str]:
    try:
        tree = parsed_block(inspect.getsource(step))
    except (OSError, TypeError, SyntaxError, ValueError):
        return
    kept = set[str]()
    for node in ast.walk(tree):
        match node:
            case ast.Return(value=ast.Tuple(elts=parts)) if len(parts) in UNASKED:
                for place in UNASKED[len(parts)]:
                    yield from _own_method(parts[place])
                    kept |= {n.id for n in ast.walk(parts[place]) if isinstance(n, ast.Name)}
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if name in kept:
                yield from _own_method(value)


def _own_method(node: ast.expr) -> Iterator[str]:
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="self"), attr=name)):
            yield name
