"""The tables of register code: small boxes of keys as arrays, all others by hashing."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import product

DENSE_FILL = 8
"""Places of an array for each entry that are still worth it: an array is read several times faster
than a hash table."""

MAX_DENSE_PLACES = 1 << 20
ALWAYS_DENSE_PLACES = 256

MAX_COMPARED_ROWS = 1000
"""Larger tables are told apart by the term they stand in: comparing takes as long as writing."""

Rows = Mapping[tuple[int, ...], int]


@dataclass(frozen=True, slots=True)
class DenseTable:
    """Values at all keys of a box, the last part of the key running fastest."""

    lows: list[int]
    sizes: list[int]
    values: list[int]
    fallback: int


@dataclass(frozen=True, slots=True)
class SparseTable:
    """Keys one behind the other, and their values."""

    arity: int
    keys: list[int]
    values: list[int]
    fallback: int


@dataclass(slots=True)
class Tables:
    """The tables so far; each kind is numbered by itself."""

    dense: list[DenseTable] = field(default_factory=list)
    sparse: list[SparseTable] = field(default_factory=list)
    _numbers: dict[tuple[object, ...], tuple[bool, int]] = field(default_factory=dict)

    def number(self, rows: Rows, fallback: int) -> tuple[bool, int]:
        """Whether a table is dense, and its number: the same one for the same content."""
        if len(rows) > MAX_COMPARED_ROWS:
            return self._added(rows, fallback)
        key = (fallback, *rows.items())
        if key not in self._numbers:
            self._numbers[key] = self._added(rows, fallback)
        return self._numbers[key]

    def _added(self, rows: Rows, fallback: int) -> tuple[bool, int]:
        columns = list(zip(*rows, strict=True))
        lows = [min(column) for column in columns]
        sizes = [max(column) - low + 1 for column, low in zip(columns, lows, strict=True)]
        places = math.prod(sizes)
        if places <= max(ALWAYS_DENSE_PLACES, min(MAX_DENSE_PLACES, DENSE_FILL * len(rows))):
            box = product(*(range(low, low + n) for low, n in zip(lows, sizes, strict=True)))
            values = [rows.get(key, fallback) for key in box]
            self.dense.append(DenseTable(lows, sizes, values, fallback))
            return True, len(self.dense) - 1
        keys = [part for row in rows for part in row]
        arity = len(columns)
        self.sparse.append(SparseTable(arity, keys, list(rows.values()), fallback))
        return False, len(self.sparse) - 1
