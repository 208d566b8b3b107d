"""The memory of an object: all that it reaches and that a step may change, and ways back.

Copying an object for each step costs as much as it holds: a world of objects on a grid holds
hundreds of them, of which a step changes two. Here there is one copy, the *live* one. Its mutable
parts (attributes of instances, lists, dictionaries, sets, arrays) are numbered once, with what
they held at the start. A state is what differs from that: places and their values, in an order
that depends on nothing but the values. Going to a state puts back what the last step changed and
then what differs there. Objects may refer to each other in any way, cycles included.

Most parts never change. Those that did are *hot* and looked through after each step, the others
once in a while (`warmed`), before anything is built on what was read in between.

What cannot be told apart or put back in this way raises `Unsupported`.
"""

from __future__ import annotations

import copy
from collections import deque
from collections.abc import Hashable, Iterable, Iterator
from operator import is_
from types import MethodType
from typing import Any, TypeAlias

from introplan.errors import UsageError
from introplan.programs.aliasing import check_memory
from introplan.programs.copying import is_immutable
from introplan.programs.generators import is_generator
from introplan.programs.memory_codes import (
    Codes,
    Kind,
    Unsupported,
    array,
    empty,
    is_array,
    is_atom,
    is_left_out,
    is_named_tuple,
    values_in,
)

__all__ = ["Entries", "Memory", "Unsupported"]

MAX_PARTS = 5_000
"""Mutable parts of an object: they are looked through after each step, at 0.4 us each."""

Entries: TypeAlias = tuple[tuple[int, Hashable], ...]
"""Numbers of parts that differ from the start, with what they hold."""


class Memory:
    """The live copy of an object, and what its parts held at the start.

    `unread` are attributes of it that are no part of a state, with all that only they hold.
    """

    def __init__(self, root: Any, unread: Iterable[str] = ()) -> None:
        self.numbers: dict[int, int] = {}
        self.parts: list[Any] = []
        """The live ones."""
        self.base: list[Any] = []
        """What each held at the start, as a list, a dictionary, a set or bytes."""
        self.generators: list[Any] = []
        self.changed: list[int] = []
        """Those that may differ from the start now."""
        self.hot: list[int] = []
        """Those that are looked through after each step."""
        self._known_codes: dict[tuple[int, Any], Hashable] = {}
        self._originals: list[Any] = []
        self._copies: dict[int, Any] = {}
        self._number(root)
        _check_views(self._originals)
        for original, live in zip(self._originals, self.parts, strict=True):
            self._fill(original, live)
        self.root = self.parts[0]
        self.base = [*map(self._held, self.parts)]
        # From here on parts are known by the addresses of the live ones.
        self._originals, self._copies = [], {}
        self.codes = Codes(self.parts)
        self.numbers = self.codes.numbers
        self.hot = [*range(len(self.parts))]
        self._unread = frozenset(unread)
        self._unread_parts = self._parts_of_unread() if self._unread else frozenset[int]()

    # The copy

    def _number(self, root: Any) -> None:
        waiting = [root]
        while waiting:
            value = waiting.pop()
            if id(value) in self.numbers or is_left_out(value) or is_atom(value):
                continue
            if type(value) is tuple or is_named_tuple(value):
                waiting += reversed(value)
                continue
            if isinstance(value, MethodType):
                waiting.append(value.__self__)
                continue
            self.numbers[id(value)] = len(self.parts)
            self._originals.append(value)
            self.parts.append(empty(value))
            if len(self.parts) > MAX_PARTS:
                raise Unsupported
            waiting += reversed([*values_in(value)])

    def _fill(self, original: Any, live: Any) -> None:
        kind = type(original)
        if kind is dict:
            live.update({self._live(k): self._live(v) for k, v in original.items()})
        elif kind in (list, deque):
            live.extend(map(self._live, original))
        elif kind is set:
            live.update(map(self._live, original))
        elif not is_array(original):
            vars(live).update({name: self._live(v) for name, v in vars(original).items()})

    def _live(self, value: Any) -> Any:
        """The value in the live copy that stands for one in the original."""
        number = self.numbers.get(id(value))
        if number is not None:
            return self.parts[number]
        if is_left_out(value):
            return self._generator(value)
        if isinstance(value, MethodType):
            return MethodType(value.__func__, self._live(value.__self__))
        if isinstance(value, tuple) and not is_immutable(value):
            return tuple.__new__(type(value), map(self._live, value))
        return value

    def _generator(self, value: Any) -> Any:
        """A copy of a generator of random numbers; other things are shared."""
        if not is_generator(value):
            return value
        if id(value) not in self._copies:
            twin = copy.deepcopy(value)
            self._copies[id(value)] = twin
            self.generators.append(twin)
        return self._copies[id(value)]

    def _held(self, part: Any) -> Any:
        kind = type(part)
        if kind in (dict, list, set):
            return part.copy()
        if kind is deque:
            return [*part]
        return part.copy() if is_array(part) else dict(vars(part))

    @property
    def has_cycle(self) -> bool:
        """Does a part hold itself, by whatever ways?"""
        done, under_way = set[int](), dict[int, Iterator[int]]()
        waiting = [0]
        while waiting:
            number = waiting[-1]
            if number not in under_way:
                under_way[number] = iter(self._parts_in(number))
            following = next(under_way[number], None)
            if following is None:
                done.add(number)
                del under_way[waiting.pop()]
            elif following in under_way:
                return True
            elif following not in done:
                waiting.append(following)
        return False

    def _parts_in(self, number: int) -> list[int]:
        """The numbers of the parts that a part holds."""
        return self._parts_among(values_in(self.parts[number]))

    def _parts_among(self, values: Iterable[Any]) -> list[int]:
        found, waiting = list[int](), [*values]
        while waiting:
            value = waiting.pop()
            if isinstance(value, MethodType):
                value = value.__self__
            if id(value) in self.numbers:
                found.append(self.numbers[id(value)])
            elif isinstance(value, tuple):
                waiting += value
        return found

    def _parts_of_unread(self) -> frozenset[int]:
        """The parts that only unread attributes hold."""
        read = [v for name, v in vars(self.root).items() if name not in self._unread]
        waiting = self._parts_among(read)
        seen = {0, *waiting}
        while waiting:
            new = {*self._parts_in(waiting.pop())} - seen
            seen |= new
            waiting += new
        return frozenset(range(len(self.parts))) - seen

    # What differs

    def note_changes(self) -> None:
        """Find the hot parts that differ from the start; a step may have changed any."""
        parts, base = self.parts, self.base
        self.changed = [n for n in self.hot if _differs(parts[n], base[n])]

    def cool(self, hot: Iterable[int]) -> None:
        """Look through these parts only."""
        self.hot = sorted(hot)

    def warmed(self) -> bool:
        """Did other parts change as well? They are hot from now on, and put back with the rest."""
        known = {*self.hot}
        cold = (n for n in range(len(self.parts)) if n not in known)
        found = [n for n in cold if _differs(self.parts[n], self.base[n])]
        self.hot = sorted([*self.hot, *found])
        self.changed += found
        return bool(found)

    def read(self) -> Entries:
        """What differs from the start, after `note_changes`."""
        new: dict[int, int] = {}
        found = []
        for number in self.changed:
            entry = () if number in self._unread_parts else self._entry(number, new)
            if entry:
                found.append((number, entry))
        return tuple(found)

    def _entry(self, number: int, new: dict[int, int]) -> Any:
        part, held = self.parts[number], self.base[number]
        kind = type(part)
        if kind is list or kind is deque:
            if len(part) != len(held):
                return (Kind.NEW, tuple([self.codes.code(v, new) for v in part]))
            places = [n for n, (v, old) in enumerate(zip(part, held, strict=True)) if v is not old]
            return self._pairs(number, part, places, new)
        if kind is set:
            return (Kind.NEW, self.codes.unordered(part, new))
        if is_array(part):
            return (Kind.ARRAY, part.tobytes())
        if kind is dict:
            if [*part] != [*held]:
                pairs = [
                    (self.codes.code(k, new), self.codes.code(v, new)) for k, v in part.items()
                ]
                return (Kind.NEW, tuple(pairs))
            return self._pairs(number, part, [k for k in part if part[k] is not held[k]], new)
        now = vars(part)
        if number == 0 and self._unread:
            now = {n: v for n, v in now.items() if n not in self._unread}
            held = {n: v for n, v in held.items() if n not in self._unread}
        changed = sorted(n for n in now if n in held and now[n] is not held[n])
        more = sorted(n for n in now if n not in held)
        pairs = self._pairs(number, now, changed, new)
        added = [(n, self.codes.code(now[n], new)) for n in more]
        return (*pairs, *added, *[(n, (Kind.OUT,)) for n in held if n not in now])

    def _pairs(self, number: int, now: Any, places: Iterable[Any], new: dict[int, int]) -> Any:
        """Places with the codes of their values, where these differ."""
        pairs = [(place, self.codes.code(now[place], new)) for place in places]
        return tuple([pair for pair in pairs if pair[1] != self._code_at_start(number, pair[0])])

    def _code_at_start(self, number: int, place: Any) -> Hashable:
        known = self._known_codes.get((number, place))
        if known is None:
            known = self._known_codes[number, place] = self.codes.code(
                self.base[number][place], {}
            )
        return known

    # Back to a state

    def go_to(self, entries: Entries) -> None:
        """Put the live object into a state."""
        for number in self.changed:
            self._put_back(self.parts[number], self.base[number])
        self.codes.made.clear()
        for number, entry in entries:
            self._apply(self.parts[number], entry)
        self.changed = [number for number, _ in entries]

    def _put_back(self, part: Any, held: Any) -> None:
        kind = type(part)
        if kind is list:
            part[:] = held
        elif kind is deque:
            part.clear()
            part.extend(held)
        elif is_array(part):
            part[...] = held
        else:
            target = part if kind in (dict, set) else vars(part)
            target.clear()
            target.update(held)

    def _apply(self, part: Any, entry: Any) -> None:
        kind = type(part)
        if entry[0] == Kind.ARRAY:
            part[...] = array(part.dtype, part.shape, entry[1])
        elif entry[0] == Kind.NEW:
            part.clear()
            if kind is dict:
                part.update({self.codes.value(k): self.codes.value(v) for k, v in entry[1]})
            elif kind is set:
                part.update(map(self.codes.value, entry[1]))
            else:
                part.extend(map(self.codes.value, entry[1]))
        else:
            target = part if kind in (dict, list, deque) else vars(part)
            for place, code in entry:
                if type(code) is tuple and code[0] == Kind.OUT:
                    del target[place]
                else:
                    target[place] = self.codes.value(code)


def _differs(part: Any, held: Any) -> bool:
    """Does a part hold other objects than it held? Compared by identity, but for sets."""
    kind = type(part)
    if kind is list:
        return len(part) != len(held) or not all(map(is_, part, held))
    if kind is dict:
        return len(part) != len(held) or not (
            all(map(is_, part.values(), held.values())) and all(map(is_, part, held))
        )
    if hasattr(part, "__dict__"):
        now = part.__dict__
        return len(now) != len(held) or not (
            all(map(is_, now.values(), held.values())) and all(map(is_, now, held))
        )
    if kind is set:
        return bool(part != held)
    if kind is deque:
        return len(part) != len(held) or not all(map(is_, part, held))
    return bool(part.tobytes() != held.tobytes())


def _check_views(parts: list[Any]) -> None:
    """Refuse arrays that overlap in memory: live ones would be arrays of their own."""
    try:
        check_memory([*filter(is_array, parts)])
    except UsageError:
        raise Unsupported from None
