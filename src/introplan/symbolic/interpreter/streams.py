"""Iterators (`Stream`) and views of dictionaries (`View`).

An iterator is used up once and shared by all that hold it, as in Python. It draws from sources:
containers, which it reads as they are at that moment, and other iterators, of which it takes items
away. Taking is a change, so under an assumption items may be taken only from iterators that were
made under it (execution.py). One from which nothing has been taken yet can be previewed instead,
which takes nothing away; how many items the program has really taken is then unknown, and the
iterator must not be used again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from introplan.symbolic.refusal import CannotMerge, Raised, Refused

Pairs: TypeAlias = Iterator[tuple[Any, Any]]
"""Conditions and items: an item is there where its condition holds."""


class Clock(Protocol):
    """What a stream needs of an `Execution`; values do not know the interpreter otherwise."""

    def may_change(self, made: int) -> bool:
        """May something that was made at this time be changed now?"""


@dataclass(slots=True, eq=False)
class Stream:
    """A generator, or what `iter`, `zip`, `map` and the like return."""

    clock: Clock
    start: Callable[[list[Pairs]], Pairs]
    """From the items of the sources to the items of this iterator; called at the first item."""

    sources: list[ItemSource]
    made: int
    is_ordered: bool = True
    running: Pairs | None = None
    is_spoilt: bool = False
    """It is not known how many items are left."""

    def pairs(self) -> Pairs:
        """What is left, one by one, taken away."""
        while (pair := self._next()) is not None:
            yield pair

    def _next(self) -> tuple[Any, Any] | None:
        self.check_may_take()
        if self.running is None:
            self.running = self.start([begun(source) for source in self.sources])
        # Spoilt while the item is computed: computing it may raise, or come back to this stream.
        self.is_spoilt = True
        try:
            pair = next(self.running, None)
        except Raised:
            self.check_may_raise()
            raise
        self.is_spoilt = False
        return pair

    @property
    def has_order(self) -> bool:
        """Is the order of the items known, as far as they have come?"""
        return all(stream.is_ordered for stream in self._chain())

    def check_may_raise(self) -> None:
        """Refuse an exception if it is unknown which item comes first, and so which one raises."""
        if not self.has_order:
            raise Refused("PY-EXPR", "going through a set with something that may raise")

    def check_may_take(self) -> None:
        """Raise `Refused` if it is unknown what is left, `CannotMerge` under an assumption."""
        if self.is_spoilt:
            raise Refused("PY-EXPR", "an iterator of which it is not known how much is left")
        if not self.clock.may_change(self.made):
            raise CannotMerge

    def can_preview(self) -> bool:
        """Has nothing been taken yet, neither from here nor from the iterators it draws from?"""
        chain = self._chain()
        for stream in chain:
            stream.check_may_take()
        is_shared = len({id(stream) for stream in chain}) < len(chain)
        return not is_shared and all(stream.running is None for stream in chain)

    def preview(self) -> Pairs:
        """All items that it will give, without taking them away."""
        return self.start([s.preview() if isinstance(s, Stream) else s() for s in self.sources])

    def spoil(self) -> None:
        """Note that an unknown number of items was taken."""
        for stream in self._chain():
            stream.is_spoilt = True

    def _chain(self) -> list[Stream]:
        inner = [
            s for source in self.sources if isinstance(source, Stream) for s in source._chain()
        ]
        return [self, *inner]


ItemSource: TypeAlias = Stream | Callable[[], Pairs]
"""What an iterator draws from: another one, or a container noted when the iterator was made."""


def begun(source: ItemSource) -> Pairs:
    """The items of a source, taken away if it is an iterator."""
    return source.pairs() if isinstance(source, Stream) else source()


@dataclass(slots=True, eq=False)
class View:
    """The keys, values or items of a dictionary; they change with it."""

    owner: Any
    kind: str

    def rows(self) -> dict[Any, Any]:
        """The keys and values of the dictionary as they are now."""
        found: dict[Any, Any] = self.owner if isinstance(self.owner, dict) else self.owner.items
        return found
