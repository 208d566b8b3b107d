"""Iterators: used up once and shared by all who hold them, as in Python.

An iterator draws from sources: containers, which it reads as they are at that moment, and other
iterators, of which it takes something away. That is a change: under an assumption only iterators
may be drawn from that were made under it (see `machine.py`). One that nobody has drawn from yet
can be rehearsed instead, which takes nothing away; how much the program has then really taken is
not known, so it is lost and must not be used again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from introplan.symbolic.refusal import CannotMerge, Raised, Refused

Pairs: TypeAlias = Iterator[tuple[Any, Any]]
"""Conditions and items: an item is there where its condition holds."""


class Clock(Protocol):
    """Knows what may be changed."""

    def may_change(self, made: int) -> bool:
        """May something made then be changed now?"""


@dataclass(slots=True, eq=False)
class Stream:
    """A generator, or what `iter`, `zip`, `map` and the like give."""

    clock: Clock
    start: Callable[[list[Pairs]], Pairs]
    sources: list[Source]
    made: int
    is_ordered: bool = True
    running: Pairs | None = None
    is_lost: bool = False

    def pairs(self) -> Pairs:
        """What is left, one by one."""
        while (pair := self._taken()) is not None:
            yield pair

    def _taken(self) -> tuple[Any, Any] | None:
        """The next pair; one that fails to come, or comes while we look for it, loses us."""
        self.check_may_take()
        if self.running is None:
            self.running = self.start([begun(source) for source in self.sources])
        self.is_lost = True
        try:
            pair = next(self.running, None)
        except Raised:
            self.check_may_raise()
            raise
        self.is_lost = False
        return pair

    @property
    def has_order(self) -> bool:
        """Is it known in which order the items come, as far as they have come?"""
        return all(stream.is_ordered for stream in self._chain())

    def check_may_raise(self) -> None:
        """Which item of a set is the first to raise, nobody knows."""
        if not self.has_order:
            raise Refused("PY-EXPR", "going through a set with something that may raise")

    def check_may_take(self) -> None:
        """Refuse where it is not known what is left; ask for a fork where something is assumed."""
        if self.is_lost:
            raise Refused("PY-EXPR", "an iterator of which it is not known how much is left")
        if not self.clock.may_change(self.made):
            raise CannotMerge

    def can_rehearse(self) -> bool:
        """Is nothing taken yet, neither from here nor from what this draws from?"""
        chain = self._chain()
        for stream in chain:
            stream.check_may_take()
        is_shared = len({id(stream) for stream in chain}) < len(chain)
        return not is_shared and all(stream.running is None for stream in chain)

    def rehearsal(self) -> Pairs:
        """All that it will give, without taking it away."""
        return self.start([s.rehearsal() if isinstance(s, Stream) else s() for s in self.sources])

    def lose(self) -> None:
        """Somebody took an unknown number of items."""
        for stream in self._chain():
            stream.is_lost = True

    def _chain(self) -> list[Stream]:
        inner = [
            s for source in self.sources if isinstance(source, Stream) for s in source._chain()
        ]
        return [self, *inner]


Source: TypeAlias = Stream | Callable[[], Pairs]
"""What an iterator draws from: another one, or a container noted when the iterator was made."""


def begun(source: Source) -> Pairs:
    """The items of a source, taken away if it is an iterator."""
    return source.pairs() if isinstance(source, Stream) else source()


@dataclass(slots=True, eq=False)
class View:
    """The keys, values or items of a dictionary, which go with it."""

    owner: Any
    kind: str

    def rows(self) -> dict[Any, Any]:
        """The dictionary itself."""
        found: dict[Any, Any] = self.owner if isinstance(self.owner, dict) else self.owner.items
        return found
