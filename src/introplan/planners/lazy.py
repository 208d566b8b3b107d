"""Tuples that are made when they are asked for: a million small objects take a second."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, overload


class Lazy(Sequence[Any]):
    """A tuple that is made when one of its items is asked for; its length may be known before."""

    def __init__(self, make: Callable[[], Iterable[Any]], length: int | None = None) -> None:
        self._make, self._length = make, length
        self._made: tuple[Any, ...] | None = None

    def _items(self) -> tuple[Any, ...]:
        if self._made is None:
            self._made = tuple(self._make())
        return self._made

    def __len__(self) -> int:
        return len(self._items()) if self._length is None else self._length

    @overload
    def __getitem__(self, place: int) -> Any: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Any, ...]: ...
    def __getitem__(self, place: int | slice) -> Any:
        return self._items()[place]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._items())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Lazy | tuple):
            return NotImplemented
        return self._items() == tuple(other)

    def __hash__(self) -> int:
        return hash(self._items())

    def __repr__(self) -> str:
        return repr(self._items())

    def __reduce__(self) -> tuple[type[tuple[Any, ...]], tuple[tuple[Any, ...]]]:
        """What other processes get is a tuple."""
        return tuple, (self._items(),)
